import { data } from "react-router";
import { type Day, dayOf, formatInstant, formatShortDate } from "#kernel/time.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import { recheckPayment } from "#ticketing/orders/payment/recheck-payment.server.ts";
import { reconcile } from "#ticketing/reports/reconcile.server.ts";
import { reconciledSince } from "#ticketing/reports/reconciled-since.ts";
import {
  type BookedMonth,
  findLastReconciliation,
  listBookedMonths,
  type ReconciliationView,
} from "#ticketing/reports/reconciliation-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { postedForm } from "../posted-form.server.ts";
import { NotLoaded } from "../ui/not-loaded.tsx";
import type { Route } from "./+types/reconciliation-route.ts";
import { type MonthView, ReconciliationPage, type ReconciliationPageView } from "./reconciliation-page.tsx";
import { reconciliationTexts as texts } from "./reconciliation-texts.ts";
import "../status/status.css";
import "./reconciliation.css";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.title) }];

const monthsShown = 12;
const monthName = new Intl.DateTimeFormat("ro-RO", { month: "long", year: "numeric", timeZone: "UTC" });

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  try {
    await faultPoint("reconciliation.load");
    const view = await site.database.readAs(
      context.get(administratorContext),
      async (sql): Promise<ReconciliationPageView> => {
        const last = await findLastReconciliation(sql);
        const months = await listBookedMonths(sql, monthsShown);
        return {
          stops: site.stops.stops.length,
          last: last ? lastView(last) : null,
          months: months.map((row) => monthView(row, dayOf(site.now()))),
        };
      },
    );
    return data({ view });
  } catch (error) {
    site.log.error(
      { error: error instanceof Error ? error.stack : String(error) },
      "the books could not be read",
    );
    return data({ view: null }, { status: 503, headers: { "retry-after": "5" } });
  }
}

function monthView({ compared, ...row }: BookedMonth, today: Day): MonthView {
  const isRunning = row.month.slice(0, 7) === today.slice(0, 7);
  return {
    ...row,
    month: monthName.format(new Date(`${row.month}T12:00:00Z`)),
    until: isRunning && compared ? texts.until(formatInstant(compared.at)) : null,
    difference: compared?.difference ?? null,
    later: compared?.later ?? 0,
  };
}

function lastView(last: ReconciliationView): NonNullable<ReconciliationPageView["last"]> {
  return {
    ledger: last.ledger,
    provider: last.provider,
    checks: last.checks,
    others: last.others ?? { foreign: [], unreadable: [] },
    checked: texts.checked(
      last.payments,
      last.refunds,
      formatShortDate(dayOf(last.since)),
      formatInstant(last.at),
    ),
    differences: last.differences.map((difference) => ({
      id: difference.id,
      kind: difference.kind,
      paymentId: difference.paymentId,
      orderId: difference.title === null ? null : difference.orderId,
      about: [difference.buyer, difference.title].filter(Boolean).join(", ") || texts.unknownOrder,
      when: formatInstant(difference.at),
      ours: difference.ours,
      theirs: difference.theirs,
    })),
  };
}

/**
 * Compares now, or checks one order at the provider again. That only records what the provider has already done, so it
 * needs no password.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const { text } = await postedForm(request, { one: ["intent", "order_id"] });
  const back = (kind: "success" | "error", sentence: string) =>
    seeOther("/admin/reconciliation", { origin: site.origin, flash: { kind, text: sentence } });
  const actor = context.get(administratorContext);
  if (text("intent") === "recheck") {
    const checked = await recheckPayment(site, { actor, orderId: text("order_id") });
    if (!checked.ok) return back("error", texts.recheckFailed);
  }
  const compared = await reconcile(site, { since: reconciledSince(site.now()), by: actor });
  if (!compared.ok) return back("error", texts.unknown);
  return text("intent") === "recheck"
    ? back("success", texts.rechecked)
    : back("success", texts.done(compared.value.differences.length));
}

export default function Reconciliation({ loaderData }: Route.ComponentProps) {
  return loaderData.view ? (
    <ReconciliationPage view={loaderData.view} />
  ) : (
    <NotLoaded title={texts.title} texts={texts} />
  );
}
