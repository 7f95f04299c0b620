import { data } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { dayOf } from "#kernel/time.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import { listPurchaseChoices, listPurchases } from "#ticketing/reports/purchase-list-queries.server.ts";
import { purchaseSearchOf } from "#ticketing/reports/purchase-search.ts";
import { reportPeriods, spansOf } from "#ticketing/reports/report-period.ts";
import { readReport } from "#ticketing/reports/report-queries.server.ts";
import { may } from "#ticketing/rights/role-rights.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { oneOf } from "../ui/address-query.ts";
import { NotLoaded } from "../ui/not-loaded.tsx";
import type { Route } from "./+types/report-route.ts";
import { ReportPage } from "./report-page.tsx";
import { reportTexts } from "./report-texts.ts";
import { reportView } from "./report-views.ts";
import "./reports.css";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(reportTexts.title) }];

const perPage = 12;

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const person = context.get(administratorContext);
  const query = new URL(request.url).searchParams;
  const now = site.now();
  const today = dayOf(now);
  const period = oneOf(query.get("period"), reportPeriods, "30");
  const since = spansOf(period, today).span?.from ?? null;
  const search = {
    ...purchaseSearchOf(query),
    status: "all",
    payment: "all",
    since,
    only: "counted",
  } as const;
  const [, go, from] = /^(on|back)\.([0-9a-f-]{36})$/.exec(query.get("page") ?? "") ?? [];
  try {
    await faultPoint("reports.load");
    const facts = await site.database.readMoment(person, async (sql) => {
      return {
        report: await readReport(sql, period, today),
        list: may(person.role, "purchases.read")
          ? {
              page: await listPurchases(sql, {
                search,
                sort: "date",
                direction: "desc",
                from: isUuid(from) ? { id: from, go: go === "back" ? "back" : "on" } : null,
                size: perPage,
              }),
              search,
              choices: await listPurchaseChoices(sql),
            }
          : null,
      };
    });
    // the days since the last count are counted from people's rows
    const seesMembers = may(person.role, "office.open");
    return data({ view: reportView({ ...facts, seesMembers, period, now }) });
  } catch (error) {
    site.log.error(
      { error: error instanceof Error ? error.stack : String(error) },
      "the report could not be read",
    );
    return data({ view: null }, { status: 503, headers: { "retry-after": "5" } });
  }
}

export default function Reports({ loaderData }: Route.ComponentProps) {
  return loaderData.view ? (
    <ReportPage view={loaderData.view} />
  ) : (
    <NotLoaded title={reportTexts.title} texts={reportTexts} />
  );
}
