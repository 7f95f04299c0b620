import type { ReactNode } from "react";
import { Link } from "react-router";
import { NightLink, SoldMeter, UnsoldPlaces } from "../events/night-fullness.tsx";
import { NightStatus } from "../events/night-status.tsx";
import { ActLink } from "../ui/act-buttons.tsx";
import { GrowthMark } from "../ui/growth-mark.tsx";
import { OfficeIcon, type OfficeIconName } from "../ui/office-icon.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { shownQuantity } from "../ui/shown-quantity.ts";
import type { Route } from "./+types/dashboard-route.ts";
import { dashboardTexts as texts } from "./dashboard-texts.ts";
import { FirstStepsCard } from "./first-steps-card.tsx";

type SaleRow = DashboardView["sales"][number];
type PurchaseRow = DashboardView["purchases"][number];

/** The dashboard: tonight, the sales, and things that need attention. */
export function DashboardPage({ view }: { view: DashboardView }) {
  return (
    <>
      <PageHead title={texts.welcome(view.name)} sub={view.now}>
        <ActLink to="/gate" reloadDocument icon="scan" label={texts.openGate} />
      </PageHead>
      {view.firstSteps ? <FirstStepsCard view={view.firstSteps} /> : null}
      <div className="dash-now">
        <TonightCard view={view} />
        <TodayCard view={view} />
      </div>
      <div className="dash-four">
        {view.tiles.map((tile) => (
          <StatTile key={tile.label} tile={tile} />
        ))}
      </div>
      {view.tiles.some(({ growth }) => growth !== undefined) ? (
        <p className="muted">{texts.growthNote}</p>
      ) : null}
      <ShortcutCards view={view} />
      <DashList
        id="dash-sales"
        title={texts.recentSales}
        all={{ to: "/admin/reports", label: texts.allReports }}
        none={texts.noSales}
        rows={view.sales}
        columns={saleColumns}
      >
        {view.saleNotes ? <p className="dash-none">{view.saleNotes}</p> : null}
      </DashList>
      <DashList
        id="dash-purchases"
        title={texts.recentPurchases}
        all={{ to: "/admin/purchases", label: texts.allPurchases }}
        none={texts.noPurchases}
        rows={view.purchases}
        columns={purchaseColumns}
      />
    </>
  );
}

type DashListProps<Row> = {
  id: string;
  title: string;
  all: { to: string; label: string };
  none: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  children?: ReactNode;
};

/** The latest rows of a list, with the link to all of it. */
function DashList<Row extends { id: string }>({
  id,
  title,
  all,
  none,
  rows,
  columns,
  children,
}: DashListProps<Row>) {
  return (
    <section className="dash-list" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <Link to={all.to}>{all.label}</Link>
      </header>
      <OfficeTable label={title} columns={columns} rows={rows} none={<p className="dash-none">{none}</p>} />
      {children}
    </section>
  );
}

function StatTile({ tile }: { tile: TileView }) {
  return (
    <section className="stat-tile">
      <h2>{tile.label}</h2>
      <p className="stat-tile__line">
        <b className="figures">
          {tile.to ? (
            <Link to={tile.to} aria-label={texts.figure(tile.label, tile.value)}>
              {tile.value}
            </Link>
          ) : (
            tile.value
          )}
        </b>
        {tile.growth === undefined ? null : <GrowthMark percent={tile.growth} />}
      </p>
      <p className="stat-tile__note figures">{tile.note}</p>
    </section>
  );
}

function ShortcutCards({ view: { cards } }: { view: DashboardView }) {
  const { cardLabels } = texts;
  return (
    <nav className="dash-four" aria-label={texts.title}>
      <ShortcutCard to="/admin/events" icon="calendar" label={cardLabels.events} note={cards.events} />
      <ShortcutCard to="/admin/tickets" icon="ticket" label={cardLabels.tickets} note={cards.tickets} />
      {/* the specification links this card to the artists; the small link leads to the passes, as its name says */}
      <div className="shortcut">
        <OfficeIcon name="pass" />
        <span>
          <Link to="/admin/artists">{cardLabels.special}</Link>
          <small>
            {texts.cards.special(cards.artists)}
            <Link to="/admin/abonamente">{texts.cards.passes}</Link>
          </small>
        </span>
      </div>
      <ShortcutCard to="/admin/reports" icon="chart" label={cardLabels.reports} note={texts.cards.reports} />
    </nav>
  );
}

type ShortcutCardProps = { to: string; icon: "calendar" | "ticket" | "chart"; label: string; note: string };

function ShortcutCard({ to, icon, label, note }: ShortcutCardProps) {
  return (
    <div className="shortcut">
      <OfficeIcon name={icon} />
      <span>
        <Link to={to} className="shortcut__whole">
          {label}
        </Link>
        <small>{note}</small>
      </span>
    </div>
  );
}

const saleColumns: Column<SaleRow>[] = columnsOf(texts.saleColumns, {
  event: {
    card: "title",
    cell: (row) => <NightLink thumb={row.thumb} to={soldOf(row.id)} name={row.title} />,
  },
  sold: {
    align: "right",
    card: "labelled",
    cell: (row) => (
      <>
        {row.sold} / {row.places.capacity}
        {row.people ? <small className="muted"> ({row.people})</small> : null}
        <UnsoldPlaces {...row.places} />
      </>
    ),
  },
  percent: {
    align: "right",
    card: "hidden",
    cell: (row) => (
      <span className="dash-percent">
        <SoldMeter {...row.places} sold={row.sold} />
        {row.percent}%
      </span>
    ),
  },
  revenue: {
    align: "right",
    card: "corner",
    cell: (row) => <Link to={`/admin/events/${row.id}/settlement`}>{row.revenue}</Link>,
  },
  status: { card: "end", cell: (row) => <NightStatus state={row.places.state} lacksCode={row.lacksCode} /> },
});

const purchaseColumns: Column<PurchaseRow>[] = columnsOf(texts.purchaseColumns, {
  user: { card: "title", cell: (row) => <Link to={`/admin/purchases?open=${row.id}`}>{row.user}</Link> },
  event: {},
  type: {},
  quantity: { align: "right", card: "labelled", cell: (row) => shownQuantity(row.quantity) },
  total: { align: "right", card: "corner" },
  date: { align: "right", card: "end", cell: (row) => row.when },
});

export type TileView = {
  /** The list behind the figure, if there is one. */
  to?: string;
  label: string;
  value: string;
  note: string;
  /**
   * Whole percent against the same days of the month before; null without them, undefined when the figure has no growth.
   */
  growth?: number | null;
};

export type DashboardView = NonNullable<Route.ComponentProps["loaderData"]["view"]>;

/** Returns the address of a night's sold tickets, counted as in the reports. */
const soldOf = (eventId: string) => `/admin/purchases?only=counted&event=${encodeURIComponent(eventId)}`;

/** Tonight's gate. It is the only dark card on the screen, because it happens now. */
function TonightCard({ view: { tonight, next } }: { view: DashboardView }) {
  return (
    <section className="dash-tonight" aria-labelledby="dash-tonight">
      <h2 id="dash-tonight">{texts.tonight}</h2>
      {tonight.length === 0 ? (
        <p>
          {texts.noTonight} {next ? `${next.title}, ${next.when}` : texts.noNext}
        </p>
      ) : null}
      {tonight.map((night) => (
        <div key={night.id} className="dash-tonight__night">
          <h3>
            <Link to={soldOf(night.id)}>{night.title}</Link> <small>{night.when}</small>
          </h3>
          <p>
            <b className="figures">{night.entered}</b> {texts.enteredOf(night.entered, night.sold)}
          </p>
          <span
            className="dash-tonight__meter"
            style={{ "--share": `${night.sold === 0 ? 0 : Math.round((night.entered / night.sold) * 100)}%` }}
            aria-hidden="true"
          />
          <p className="dash-tonight__note figures">{night.note}</p>
          <EntryChart quarters={night.quarters} />
        </div>
      ))}
    </section>
  );
}

const todos = [
  ["letters", "/admin/email/outbox?status=failed", "mail"],
  ["review", "/admin/purchases?payment=review", "clock"],
  ["disputed", "/admin/purchases?payment=disputed", "alert"],
  ["few", "/admin/tickets?filter=few", "alert"],
] as const;

function TodayCard({ view: { today, todo } }: { view: DashboardView }) {
  return (
    <section className="dash-today" aria-labelledby="dash-today">
      <h2 id="dash-today">{texts.today}</h2>
      <dl className="dash-today__figures">
        <div>
          <dt>{texts.sales}</dt>
          <dd className="figures">
            <Link to={today.to} aria-label={texts.figure(texts.sales, today.sales)}>
              {today.sales}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{texts.ticketsToday}</dt>
          <dd className="figures">
            <Link to={today.to} aria-label={texts.figure(texts.ticketsToday, String(today.tickets))}>
              {today.tickets}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{texts.held}</dt>
          <dd className="figures">{today.held}</dd>
        </div>
      </dl>
      {today.atDoor ? (
        <p>
          <Link to={today.atDoor.to}>{today.atDoor.words}</Link>
        </p>
      ) : null}
      <p className="muted">{today.weekAgo}</p>
      <ul>
        {todos.map(([what, to, icon]) =>
          what === "disputed" && todo.disputed === 0 ? null : (
            <Todo key={what} to={to} icon={icon} label={texts.todo[what]} count={todo[what]} />
          ),
        )}
        <Todo
          to="/admin/reconciliation"
          icon="check"
          label={texts.todo.difference}
          count={todo.difference ?? 0}
          shown={todo.difference === null ? texts.notCompared : texts.bani(todo.difference)}
        />
      </ul>
    </section>
  );
}

type TodoProps = { to: string; icon: OfficeIconName; label: string; count: number; shown?: string };

function Todo({ to, icon, label, count, shown = String(count) }: TodoProps) {
  return (
    <li>
      <Link to={to} className={count > 0 ? "dash-todo dash-todo--look" : "dash-todo"}>
        <OfficeIcon name={icon} />
        <span>{label}</span>
        <b className="figures">{shown}</b>
        <OfficeIcon name="chevronRight" />
      </Link>
    </li>
  );
}

type Quarters = DashboardView["tonight"][number]["quarters"];

const [step, width, height] = [24, 18, 50];
const chartWidth = 10 * step;

/** The people who entered in each quarter of an hour; the present quarter stands out. */
function EntryChart({ quarters }: { quarters: Quarters }) {
  const [first] = quarters;
  const last = quarters.at(-1);
  if (!first || !last) return null;
  const busiest = quarters.reduce((best, one) => (one.entered > best.entered ? one : best), first);
  const startX = chartWidth - quarters.length * step;
  return (
    <figure className="dash-pace">
      <figcaption>{texts.pace}</figcaption>
      <svg
        viewBox={`0 0 ${chartWidth} 72`}
        role="img"
        aria-label={texts.paceInWords(first.from, last.until, busiest)}
        className="figures"
      >
        {quarters.map((one, at) => {
          // a quarter without entries is a thin line, so that it stays visible
          const barHeight = Math.max(1.5, (one.entered / busiest.entered) * height);
          return (
            <rect
              key={one.from}
              className={one === last ? "dash-pace__now" : undefined}
              x={startX + at * step + (step - width) / 2}
              y={52 - barHeight}
              width={width}
              height={barHeight}
              rx={Math.min(3, barHeight / 2)}
            >
              <title>{`${one.from}–${one.until}: ${one.entered}`}</title>
            </rect>
          );
        })}
        <path d={`M0 53.5h${chartWidth}`} />
        {quarters.length > 2 ? (
          <text x={startX} y="69">
            {first.from}
          </text>
        ) : null}
        <text x={chartWidth} y="69" textAnchor="end">
          {texts.paceNow}
        </text>
      </svg>
    </figure>
  );
}
