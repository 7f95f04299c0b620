import { data, Link, useLocation } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { bani } from "#kernel/money.ts";
import { type Day, dayOf, formatShortDate, wallTimeOf } from "#kernel/time.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import { limits } from "#ticketing/limits.ts";
import {
  countPurchases,
  listPurchaseChoices,
  listPurchases,
  type PurchasePage,
} from "#ticketing/reports/purchase-list-queries.server.ts";
import {
  isFiltered,
  type PurchaseSearch,
  purchaseSearchOf,
  specialWord,
} from "#ticketing/reports/purchase-search.ts";
import {
  growthOf,
  percentSold,
  type ReportPeriod,
  reportPeriods,
  type Span,
  spansOf,
} from "#ticketing/reports/report-period.ts";
import { type Kpis, type Report, readReport } from "#ticketing/reports/report-queries.server.ts";
import { may } from "#ticketing/rights/role-rights.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { oneOf, withQuery } from "../ui/address-query.ts";
import { FileLinks } from "../ui/file-links.tsx";
import { FilterBar, FilterSelect } from "../ui/filter-bar.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Pager } from "../ui/pager.tsx";
import { shownQuantity } from "../ui/shown-quantity.ts";
import type { Route } from "./+types/report-route.ts";
import { MonthCard } from "./month-card.tsx";
import {
  KpiCard,
  type KpiView,
  type MonthPoint,
  type ReportListView,
  type ReportRowView,
  type ReportView,
  TopEvents,
  TypeShares,
} from "./report-parts.tsx";
import { reportTexts, reportTexts as texts } from "./report-texts.ts";

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
              found: (await countPurchases(sql, search, limits.rowsOfWorkbook + 1)).rows,
              choices: await listPurchaseChoices(sql),
            }
          : null,
      };
    });
    // the newest days of this figure are counted from the rows of people, which not every role may read
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

const columns: Column<ReportRowView>[] = columnsOf(texts.columns, {
  user: { card: "title" },
  event: {},
  type: {
    cell: (row) => (
      <>
        {row.type} {row.isSpecial ? <span className="tag tag--early">{texts.early}</span> : null}
      </>
    ),
  },
  quantity: { align: "right", card: "labelled", cell: (row) => shownQuantity(row.quantity) },
  total: { align: "right", card: "corner" },
  date: { align: "right", card: "end", cell: (row) => row.when },
});

/** The report: figures, six months, the best nights, the types, and all purchases behind them. */
function ReportPage({ view }: { view: ReportView }) {
  const { search: address } = useLocation();
  return (
    <>
      <PageHead title={texts.title} sub={texts.sub(view.until)}>
        <ActLink to="/admin/settlement" label={texts.settlement} />
        <FileLinks file="/admin/reports" query={address} rows={view.list?.found} />
      </PageHead>
      <PeriodLinks view={view} />
      <div className="report-grid report-grid--four">
        {view.kpis.map((kpi) => (
          <KpiCard key={kpi.label} kpi={kpi} />
        ))}
      </div>
      <div className="report-grid">
        <MonthCard
          title={texts.trend}
          running={view.running}
          points={view.revenue}
          unit={texts.trendUnit}
          colour="#c2402e"
        />
        {view.members ? (
          <MonthCard
            title={texts.members}
            running={view.running}
            points={view.members}
            unit={texts.membersUnit}
            colour="#006b4f"
          />
        ) : null}
        <TopEvents top={view.top} />
        <TypeShares types={view.types} sold={view.soldInPeriod} />
      </div>
      {view.list ? <Purchases view={view.list} address={address} /> : null}
    </>
  );
}

function PeriodLinks({ view }: { view: ReportView }) {
  const { search } = useLocation();
  return (
    <nav className="period-links" aria-label={texts.period}>
      <span className="period-links__all">
        {Object.entries(texts.periods)
          // numeric keys come first in an object, in ascending order
          .map(([period, label]) => (
            <Link
              key={period}
              to={withQuery(search, { period })}
              aria-current={view.period === period ? "page" : undefined}
              preventScrollReset
            >
              {label}
            </Link>
          ))}
      </span>
      <span className="muted figures">{view.spanText}</span>
    </nav>
  );
}

function Purchases({ view, address }: { view: ReportListView; address: string }) {
  const { search, totals } = view;
  const withAll = (options: { value: string; label: string }[]) => [
    { value: "", label: texts.all },
    ...options,
  ];
  return (
    <section className="report-purchases" aria-labelledby="report-purchases">
      <header>
        <h2 id="report-purchases">{texts.purchases}</h2>
        <span className="muted figures">{totals.purchases}</span>
      </header>
      <FilterBar
        search={{ label: texts.searchLabel, hint: texts.searchHint, value: search.text }}
        active={view.isFiltered}
        keep={{ period: view.period }}
      >
        <FilterSelect
          label={texts.event}
          name="event"
          value={search.event}
          options={withAll(view.choices.events)}
        />
        <FilterSelect
          label={texts.type}
          name="type"
          value={search.type}
          options={withAll([
            { value: "*special", label: texts.special },
            ...view.choices.types.map((name) => ({ value: name, label: name })),
          ])}
        />
      </FilterBar>
      {view.rows.length === 0 ? (
        <NothingHere
          title={texts.noneFound}
          text={texts.noneFoundText}
          searched={[search.text, texts.searchHint]}
        />
      ) : (
        <OfficeTable
          label={texts.purchases}
          columns={columns}
          groups={[{ rows: view.rows }]}
          rowKey={(row) => row.id}
          foot={
            view.isFiltered ? undefined : (
              <tr>
                <th scope="row" colSpan={3}>
                  {texts.totalRow}
                </th>
                <td className="is-right figures">{totals.quantity}</td>
                <td className="is-right figures">{totals.revenue}</td>
                <td />
              </tr>
            )
          }
        />
      )}
      {view.rows.some(({ isSpecial }) => isSpecial) ? <p className="muted">{texts.earlyNote}</p> : null}
      <Pager
        previous={view.previous && withQuery(address, { page: `back.${view.previous}` })}
        next={view.next && withQuery(address, { page: `on.${view.next}` })}
      >
        {texts.onPage(view.rows.length)}
      </Pager>
    </section>
  );
}

const whole = new Intl.NumberFormat("ro-RO", { useGrouping: "always", maximumFractionDigits: 0 });
const shortMonth = new Intl.DateTimeFormat("ro-RO", { month: "short", timeZone: "UTC" });
const longMonth = new Intl.DateTimeFormat("ro-RO", { month: "long", year: "numeric", timeZone: "UTC" });
const monthOnly = new Intl.DateTimeFormat("ro-RO", { month: "long", timeZone: "UTC" });
const noon = (day: Day) => new Date(`${day}T12:00:00Z`);

/** Returns bani as rounded whole lei, because reports show no decimals. */
function wholeLei(amount: number): string {
  return whole.format(Math.round(bani(amount) / 100));
}

type PurchaseList = {
  readonly page: PurchasePage;
  readonly search: PurchaseSearch;
  readonly found: number;
  readonly choices: { events: { id: string; title: string; date: string }[]; types: string[] };
};

function reportView(facts: {
  report: Report;
  /** Null for a person who may not see purchases. */
  list: PurchaseList | null;
  seesMembers: boolean;
  period: ReportPeriod;
  now: Date;
}): ReportView {
  const { report } = facts;
  const today = dayOf(facts.now);
  const best = report.topEvents[0]?.revenue ?? 0;
  const sold = report.types.reduce((sum, type) => sum + type.quantity, 0);
  return {
    period: facts.period,
    until: wallTimeOf(facts.now),
    spanText: spanText(report.span, report.before),
    kpis: kpisOf(report.now, report.past),
    running: monthOnly.format(noon(today)),
    revenue: report.months.map((month) =>
      pointOf(month.month, month.revenue / 100, wholeLei(month.revenue), today),
    ),
    members: facts.seesMembers
      ? report.months.map((month) => pointOf(month.month, month.members, whole.format(month.members), today))
      : null,
    top: report.topEvents.map((event) => ({
      id: event.id,
      title: event.title,
      revenue: wholeLei(event.revenue),
      share: best === 0 ? 0 : Math.round((event.revenue / best) * 100),
      percent: percentSold(event.sold, event.capacity),
    })),
    types: report.types.map((type) => ({
      name: type.name,
      quantity: whole.format(type.quantity),
      percent: percentSold(type.quantity, sold),
    })),
    soldInPeriod: whole.format(sold),
    list: facts.list && listView(facts.list, facts.period, report.now),
  };
}

function listView(
  { page, search, found, choices }: PurchaseList,
  period: ReportPeriod,
  now: Kpis,
): ReportListView {
  return {
    period,
    found,
    rows: page.rows.map((row) => ({
      id: row.id,
      user: row.userName || row.email || "",
      event: row.eventTitle,
      type: row.typeName,
      isSpecial: row.isSpecial,
      quantity: row.quantity,
      total: wholeLei(row.totalPrice),
      when: `${formatShortDate(dayOf(row.at))} ${wallTimeOf(row.at)}`,
    })),
    totals: {
      quantity: whole.format(now.quantity),
      revenue: wholeLei(now.revenue),
      purchases: whole.format(now.purchases),
    },
    search: {
      text: search.text,
      event: search.eventId ?? "",
      type: search.type === "special" ? specialWord : (search.type?.name ?? ""),
    },
    isFiltered: isFiltered(search),
    choices: {
      events: choices.events.map((event) => ({
        value: event.id,
        label: `${formatShortDate(event.date)} ${event.title}`,
      })),
      types: choices.types,
    },
    previous: page.previous,
    next: page.next,
  };
}

function spanText(span: Span | null, before: Span | null): string {
  if (!span || !before) return texts.everything;
  const written = ({ from, to }: Span) => texts.span(formatShortDate(from), formatShortDate(to));
  return texts.compared(written(span), written(before));
}

function kpisOf(now: Kpis, past: Kpis | null): KpiView[] {
  const kpi = (
    label: string,
    value: number,
    before: number | null,
    shown: (n: number) => string,
    unit = "",
  ) => ({
    label,
    value: `${shown(value)}${unit}`,
    before: before === null ? null : shown(before),
    growth: before === null ? null : growthOf(value, before),
  });
  return [
    kpi(texts.revenue, now.revenue, past?.revenue ?? null, wholeLei, " LEI"),
    kpi(texts.sold, now.quantity, past?.quantity ?? null, (n) => whole.format(n)),
    kpi(texts.events, now.events, past?.events ?? null, (n) => whole.format(n)),
    kpi(texts.average, averageOf(now), past && averageOf(past), wholeLei, " LEI"),
  ];
}

/** Returns revenue divided by tickets, in whole bani; 0 when nothing was sold. */
function averageOf({ revenue, quantity }: { revenue: number; quantity: number }): number {
  return quantity === 0 ? 0 : Math.round(revenue / quantity);
}

function pointOf(month: Day, value: number, shown: string, today: Day): MonthPoint {
  return {
    label: shortMonth.format(noon(month)),
    long: longMonth.format(noon(month)),
    value,
    shown,
    isRunning: month.slice(0, 7) === today.slice(0, 7),
  };
}
