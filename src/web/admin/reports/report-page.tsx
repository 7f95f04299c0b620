import { Link, useLocation } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { withQuery } from "../ui/address-query.ts";
import { ExportLink } from "../ui/export-link.tsx";
import { FilterBar, FilterSelect } from "../ui/filter-bar.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { type Column, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Pager } from "../ui/pager.tsx";
import { shownQuantity } from "../ui/shown-quantity.ts";
import { MonthCard } from "./month-card.tsx";
import { KpiCard, TopEvents, TypeShares } from "./report-parts.tsx";
import { reportTexts as texts } from "./report-texts.ts";
import type { ReportListView, ReportRowView, ReportView } from "./report-view.ts";

const columns: Column<ReportRowView>[] = [
  { key: "user", label: texts.columns.user, card: "title", cell: (row) => row.user },
  { key: "event", label: texts.columns.event, cell: (row) => row.event },
  {
    key: "type",
    label: texts.columns.type,
    cell: (row) => (
      <>
        {row.type} {row.isSpecial ? <span className="tag tag--early">{texts.early}</span> : null}
      </>
    ),
  },
  {
    key: "quantity",
    label: texts.columns.quantity,
    align: "right",
    card: "labelled",
    cell: (row) => shownQuantity(row.quantity),
  },
  { key: "total", label: texts.columns.total, align: "right", card: "corner", cell: (row) => row.total },
  { key: "date", label: texts.columns.date, align: "right", card: "end", cell: (row) => row.when },
];

/** What was sold: figures, six months, the best nights, the types, and every purchase behind them. */
export function ReportPage({ view }: { view: ReportView }) {
  const { search: address } = useLocation();
  return (
    <>
      <PageHead title={texts.title} sub={texts.sub(view.until)}>
        <Link className={buttonClass()} to="/admin/settlement">
          {texts.settlement}
        </Link>
        <ExportLink to={`/admin/reports.csv${address}`} label={texts.exportCsv} />
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
          // numeric keys come first in an object, and in this order
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
        <NothingHere title={texts.noneFound} text={texts.noneFoundText} />
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
      <Pager
        previous={view.previous && withQuery(address, { page: `back.${view.previous}` })}
        next={view.next && withQuery(address, { page: `on.${view.next}` })}
      >
        {texts.onPage(view.rows.length)}
      </Pager>
    </section>
  );
}
