import { dayOf, formatInstant, formatShortDate } from "#kernel/time.ts";
import { reconcile } from "#ticketing/reports/reconcile.server.ts";
import { reconciledSince } from "#ticketing/reports/reconciled-since.ts";
import {
  findLastReconciliation,
  listBookedMonths,
  type ReconciliationView,
} from "#ticketing/reports/reconciliation-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import type { Route } from "./+types/reconciliation-route.ts";
import { ReconciliationPage, type ReconciliationPageView } from "./reconciliation-page.tsx";
import { reconciliationTexts as texts } from "./reconciliation-texts.ts";
import "../status/status.css";
import "./reconciliation.css";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.title) }];

const monthsShown = 12;
const monthName = new Intl.DateTimeFormat("ro-RO", { month: "long", year: "numeric", timeZone: "UTC" });

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const view = await site.database.withActor(
    context.get(administratorContext),
    async (sql): Promise<ReconciliationPageView> => {
      const last = await findLastReconciliation(sql);
      const months = await listBookedMonths(sql, monthsShown);
      return {
        stops: site.stops.stops.length,
        last: last ? lastView(last) : null,
        months: months.map((row) => ({
          ...row,
          month: monthName.format(new Date(`${row.month}T12:00:00Z`)),
        })),
      };
    },
  );
  return { view };
}

function lastView(last: ReconciliationView): NonNullable<ReconciliationPageView["last"]> {
  return {
    ledger: last.ledger,
    provider: last.provider,
    checked: texts.checked(
      last.payments,
      last.refunds,
      formatShortDate(dayOf(last.since)),
      formatInstant(last.at),
    ),
    differences: last.differences.map((difference) => ({
      id: difference.id,
      kind: difference.kind,
      paymentId: difference.paymentIntentId,
      orderId: difference.title === null ? null : difference.orderId,
      about: [difference.buyer, difference.title].filter(Boolean).join(", ") || texts.unknownOrder,
      when: formatInstant(difference.at),
      ours: difference.ours,
      theirs: difference.theirs,
    })),
  };
}

/** Compares now. Asking changes nothing that the provider has not said already, so no password is asked for. */
export async function action({ context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const compared = await reconcile(site, { since: reconciledSince(site.now()) });
  const flash = compared.ok
    ? ({ kind: "success", text: texts.done(compared.value.differences.length) } as const)
    : ({ kind: "error", text: texts.unknown } as const);
  return seeOther("/admin/reconciliation", { origin: site.origin, flash });
}

export default function Reconciliation({ loaderData }: Route.ComponentProps) {
  return <ReconciliationPage view={loaderData.view} />;
}
