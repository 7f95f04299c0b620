import { Link } from "react-router";
import type { SaleState } from "#ticketing/events/sale-state.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { NightStatus } from "../events/night-status.tsx";
import { GrowthMark } from "../ui/growth-mark.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { type Column, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { shownQuantity } from "../ui/shown-quantity.ts";
import { dashboardTexts as texts } from "./dashboard-texts.ts";
import { FirstStepsCard, type FirstStepsView } from "./first-steps-card.tsx";
import { soldOf, TodayCard, TonightCard } from "./now-cards.tsx";

type SaleRow = DashboardView["sales"][number];
type PurchaseRow = DashboardView["purchases"][number];

/** What happens now, what was sold, what needs attention. */
export function DashboardPage({ view }: { view: DashboardView }) {
  return (
    <>
      <PageHead title={texts.welcome(view.name)} sub={view.now}>
        <Link className={buttonClass({ look: "line" })} to="/gate" reloadDocument>
          <OfficeIcon name="scan" /> {texts.openGate}
        </Link>
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
      <ShortcutCards view={view} />
      <section className="dash-list" aria-labelledby="dash-sales">
        <header>
          <h2 id="dash-sales">{texts.recentSales}</h2>
          <Link to="/admin/reports">{texts.allReports}</Link>
        </header>
        {view.sales.length === 0 ? (
          <p className="dash-none">{texts.noSales}</p>
        ) : (
          <OfficeTable
            label={texts.recentSales}
            columns={saleColumns}
            groups={[{ rows: view.sales }]}
            rowKey={(row) => row.id}
          />
        )}
      </section>
      <section className="dash-list" aria-labelledby="dash-purchases">
        <header>
          <h2 id="dash-purchases">{texts.recentPurchases}</h2>
          <Link to="/admin/purchases">{texts.allPurchases}</Link>
        </header>
        {view.purchases.length === 0 ? (
          <p className="dash-none">{texts.noPurchases}</p>
        ) : (
          <OfficeTable
            label={texts.recentPurchases}
            columns={purchaseColumns}
            groups={[{ rows: view.purchases }]}
            rowKey={(row) => row.id}
          />
        )}
      </section>
    </>
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
        {tile.growth === undefined ? null : <GrowthMark percent={tile.growth} hint={texts.growthHint} />}
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
      {/* the specification links this card to the artists (AMB-66); the small link goes where its name says */}
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

const saleColumns: Column<SaleRow>[] = [
  {
    key: "event",
    label: texts.saleColumns.event,
    card: "title",
    cell: (row) => (
      <span className="has-thumb">
        {row.thumb ? (
          <img className="thumb" src={row.thumb} alt="" loading="lazy" />
        ) : (
          <i className="thumb" />
        )}
        <Link to={soldOf(row.id)}>{row.title}</Link>
      </span>
    ),
  },
  {
    key: "sold",
    label: texts.saleColumns.sold,
    align: "right",
    card: "labelled",
    cell: (row) => (
      <>
        {row.sold} / {row.capacity}
        {row.people ? <small className="muted"> ({row.people})</small> : null}
      </>
    ),
  },
  {
    key: "percent",
    label: texts.saleColumns.percent,
    align: "right",
    card: "hidden",
    cell: (row) => (
      <span className="dash-percent">
        <span
          className="meter"
          style={{ "--sold": `${Math.min(100, row.percent)}%`, "--held": "0%" }}
          aria-hidden="true"
        >
          <b />
          <i />
        </span>
        {row.percent}%
      </span>
    ),
  },
  {
    key: "revenue",
    label: texts.saleColumns.revenue,
    align: "right",
    card: "corner",
    cell: (row) => row.revenue,
  },
  {
    key: "status",
    label: texts.saleColumns.status,
    card: "end",
    cell: (row) => <NightStatus state={row.state} />,
  },
];

const purchaseColumns: Column<PurchaseRow>[] = [
  {
    key: "user",
    label: texts.purchaseColumns.user,
    card: "title",
    cell: (row) => <Link to={`/admin/purchases?open=${row.id}`}>{row.user}</Link>,
  },
  { key: "event", label: texts.purchaseColumns.event, cell: (row) => row.event },
  { key: "type", label: texts.purchaseColumns.type, cell: (row) => row.type },
  {
    key: "quantity",
    label: texts.purchaseColumns.quantity,
    align: "right",
    card: "labelled",
    cell: (row) => shownQuantity(row.quantity),
  },
  {
    key: "total",
    label: texts.purchaseColumns.total,
    align: "right",
    card: "corner",
    cell: (row) => row.total,
  },
  { key: "date", label: texts.purchaseColumns.date, align: "right", card: "end", cell: (row) => row.when },
];

type TileView = {
  /** The list of what it counts, where there is one. */
  to?: string;
  label: string;
  value: string;
  note: string;
  /** Whole percent against the month before; null where there was nothing, absent where there is no growth. */
  growth?: number | null;
};

export type DashboardView = {
  /** What a new club still does before its first sale; null when that is over. */
  firstSteps: FirstStepsView | null;
  name: string;
  now: string;
  tonight: {
    id: string;
    title: string;
    /** "22:00", and that it is cancelled. */
    when: string;
    isCancelled: boolean;
    entered: number;
    sold: number;
    expected: number;
    /** The quarter hours up to the present one; none while nobody entered. */
    quarters: { from: string; until: string; entered: number }[];
  }[];
  next: { title: string; when: string } | null;
  today: { to: string; sales: string; tickets: number; held: number; weekAgo: string };
  todo: { letters: number; review: number; disputed: number; few: number; difference: number | null };
  tiles: TileView[];
  cards: { events: string; tickets: string; artists: number };
  sales: {
    id: string;
    title: string;
    thumb: string | null;
    sold: number;
    capacity: number;
    percent: number;
    /** Only where a ticket admits more than one. */
    people: string | null;
    revenue: string;
    state: SaleState;
  }[];
  purchases: {
    id: string;
    user: string;
    event: string;
    type: string;
    quantity: number;
    total: string;
    when: string;
  }[];
};
