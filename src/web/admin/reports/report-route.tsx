import { Link, useLocation } from "react-router";
import { bani } from "#kernel/money.ts";
import { type Day, dayOf, formatShortDate, wallTimeOf } from "#kernel/time.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import { limits } from "#ticketing/limits.ts";
import type { TicketCount } from "#ticketing/orders/ticket-count-texts.ts";
import {
  countPurchases,
  listPurchaseChoices,
  listPurchases,
  type PurchasePage,
} from "#ticketing/reports/purchase-list-queries.server.ts";
import { isFiltered, purchaseSearchOf } from "#ticketing/reports/purchase-search.ts";
import {
  growthOf,
  percentSold,
  type ReportPeriod,
  reportPeriods,
  type Span,
  spansOf,
} from "#ticketing/reports/report-period.ts";
import { type Kpis, type Report, readReport } from "#ticketing/reports/report-queries.server.ts";
import { passStays } from "#ticketing/reports/settlement-texts.ts";
import { may } from "#ticketing/rights/role-rights.ts";
import { adminTexts } from "../admin-texts.ts";
import { officeOf } from "../administrator.server.ts";
import { viewOrNone } from "../attempt.server.ts";
import { whenText } from "../purchases/purchase-details.ts";
import {
  choicesOf,
  EventFilterSelect,
  shownSearchOf,
  TypeFilterSelect,
} from "../purchases/purchase-filters.tsx";
import { foundInWords, purchaseTexts } from "../purchases/purchase-texts.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { oneOf, pageRowOf, withQuery } from "../ui/address-query.ts";
import { FileLinks } from "../ui/file-links.tsx";
import { FilterBar } from "../ui/filter-bar.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { RowPager } from "../ui/pager.tsx";
import { shownQuantity } from "../ui/shown-quantity.ts";
import type { Route } from "./+types/report-route.ts";
import { MonthCard } from "./month-card.tsx";
import { KpiCard, type MonthPoint, type ReportView, TopEvents, TypeShares } from "./report-parts.tsx";
import { reportTexts as texts } from "./report-texts.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.title) }];

const perPage = 12;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { site, actor: person } = officeOf(context);
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
  const sorted = { search, sort: "date", direction: "desc" } as const;
  return viewOrNone(site, "the report could not be read", async () => {
    await faultPoint("reports.load");
    return site.database.readMoment(person, async (sql) => {
      const report = await readReport(sql, period, today);
      return {
        ...reportView(report, now),
        period,
        // the figures of the latest days come from the rows of people, which not every role may read
        members: may(person.role, "office.open")
          ? report.months.map(({ month, members }) =>
              pointOf(month, members, wholeNumber.format(members), today),
            )
          : null,
        /** The purchases behind the figures; null for a person who may not see purchases. */
        list: may(person.role, "purchases.read")
          ? {
              ...listView(
                await listPurchases(sql, { ...sorted, from: pageRowOf(query), size: perPage }),
                report,
              ),
              /** Counted as far as a workbook goes. */
              found: await countPurchases(sql, search, limits.rowsOfWorkbook + 1),
              search: shownSearchOf(search),
              // the period and what counts are the report's own, and no filter of its list
              isFiltered: isFiltered({ ...search, since: null, only: "everything" }),
              choices: choicesOf(await listPurchaseChoices(sql)),
            }
          : null,
      };
    });
  });
}

type ReportList = NonNullable<ReportView["list"]>;

const columns: Column<ReportList["rows"][number]>[] = columnsOf(texts.columns, {
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

/** What was sold: figures, six months, the best nights, the types, and every purchase behind them. */
export default function Reports({ loaderData: { view } }: Route.ComponentProps) {
  const { search: address } = useLocation();
  if (!view) return <NotLoaded title={texts.title} texts={texts} />;
  return (
    <>
      <PageHead title={texts.title} sub={texts.sub(view.until)}>
        <ActLink to="/admin/settlement" label={texts.settlement} />
        <FileLinks file="/admin/reports" query={address} rows={view.list?.found.rows} />
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
      {view.list ? <Purchases list={view.list} period={view.period} /> : null}
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

function Purchases({ list, period }: { list: ReportList; period: ReportPeriod }) {
  const { rows, search, totals } = list;
  return (
    <section className="report-purchases" aria-labelledby="report-purchases">
      <header>
        <h2 id="report-purchases">{texts.purchases}</h2>
        <span className="muted figures">{foundInWords(list.found)}</span>
      </header>
      <FilterBar
        search={{ label: texts.searchLabel, hint: texts.searchHint, value: search.text }}
        active={list.isFiltered}
        keep={{ period }}
      >
        <EventFilterSelect texts={texts} search={search} choices={list.choices} />
        <TypeFilterSelect texts={texts} search={search} choices={list.choices} />
      </FilterBar>
      <OfficeTable
        label={texts.purchases}
        columns={columns}
        rows={rows}
        foot={
          list.isFiltered ? undefined : (
            <tr>
              <th scope="row" colSpan={3} className="card-title">
                {texts.totalRow}
              </th>
              <td className="is-right figures card-labelled" data-label={texts.columns.quantity}>
                {totals.quantity}
              </td>
              <td className="is-right figures card-corner">{totals.revenue}</td>
              <td />
            </tr>
          )
        }
        none={
          <NothingHere
            title={texts.noneFound}
            text={texts.noneFoundText}
            searched={[search.text, texts.searchHint]}
          />
        }
      />
      {rows.some(({ isSpecial }) => isSpecial) ? (
        <p className="muted">
          {texts.earlyNote} {passStays}
        </p>
      ) : null}
      <RowPager page={list}>{texts.onPage(rows.length)}</RowPager>
    </section>
  );
}

const wholeNumber = new Intl.NumberFormat("ro-RO", { useGrouping: "always", maximumFractionDigits: 0 });
const shortMonth = new Intl.DateTimeFormat("ro-RO", { month: "short", timeZone: "UTC" });
const longMonth = new Intl.DateTimeFormat("ro-RO", { month: "long", year: "numeric", timeZone: "UTC" });
const monthOnly = new Intl.DateTimeFormat("ro-RO", { month: "long", timeZone: "UTC" });
const noon = (day: Day) => new Date(`${day}T12:00:00Z`);

/** Returns bani as rounded whole lei, because reports show no decimals. */
function wholeLei(amount: number): string {
  return wholeNumber.format(Math.round(bani(amount) / 100));
}

function reportView(report: Report, now: Date) {
  const { span, before, months, topEvents, types } = report;
  const today = dayOf(now);
  const highestRevenue = topEvents[0]?.revenue ?? 0;
  const sold = soldOf(report);
  return {
    until: wallTimeOf(now),
    spanText: spanText(span, before),
    kpis: kpisOf(report.now, report.past),
    running: monthOnly.format(noon(today)),
    revenue: months.map(({ month, revenue }) => pointOf(month, revenue / 100, wholeLei(revenue), today)),
    top: topEvents.map(({ id, title, revenue, sold, capacity }) => ({
      id,
      title,
      revenue: wholeLei(revenue),
      share: highestRevenue === 0 ? 0 : Math.round((revenue / highestRevenue) * 100),
      percent: percentSold(sold, capacity),
    })),
    types: types.map(({ name, quantity }) => ({
      name,
      quantity: wholeNumber.format(quantity),
      percent: percentSold(quantity, sold.tickets + sold.addOns),
    })),
    soldInPeriod: sold,
  };
}

/** What the types add up to: the tickets of the tile, and add-ons. */
function soldOf({ types, now }: Report): TicketCount {
  const all = types.reduce((sum, { quantity }) => sum + quantity, 0);
  return { tickets: now.quantity, addOns: all - now.quantity };
}

function listView({ rows, previous, next }: PurchasePage, report: Report) {
  const { tickets, addOns } = soldOf(report);
  return {
    rows: rows.map((row) => ({
      id: row.id,
      user: row.userName || row.email || purchaseTexts.nobody,
      event: row.eventTitle,
      type: row.typeName,
      isSpecial: row.isSpecial,
      quantity: row.quantity,
      total: wholeLei(row.totalPrice),
      when: whenText(row.at),
    })),
    totals: { quantity: wholeNumber.format(tickets + addOns), revenue: wholeLei(report.now.revenue) },
    previous,
    next,
  };
}

function spanText(span: Span | null, before: Span | null): string {
  if (!span || !before) return texts.everything;
  const formatSpan = ({ from, to }: Span) => texts.span(formatShortDate(from), formatShortDate(to));
  return texts.compared(formatSpan(span), formatSpan(before));
}

function kpisOf(now: Kpis, past: Kpis | null) {
  const kpi = (
    label: string,
    value: number,
    before: number | null,
    format: (n: number) => string,
    unit = "",
  ) => ({
    label,
    value: `${format(value)}${unit}`,
    before: before === null ? null : format(before),
    growth: before === null ? null : growthOf(value, before),
  });
  return [
    kpi(texts.revenue, now.revenue, past?.revenue ?? null, wholeLei, " LEI"),
    kpi(texts.sold, now.quantity, past?.quantity ?? null, (n) => wholeNumber.format(n)),
    kpi(texts.events, now.events, past?.events ?? null, (n) => wholeNumber.format(n)),
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
