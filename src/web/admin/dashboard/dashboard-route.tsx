import { data } from "react-router";
import { bani, formatLei, formatLeiExact } from "#kernel/money.ts";
import { addDays, type Day, dayOf, formatLongDate, formatShortDate, wallTimeOf } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import { firstStepsOf, isFirstStep, stepStates } from "#ticketing/content/first-steps.ts";
import { saveContent } from "#ticketing/content/save-content.server.ts";
import { countNightByQuarter } from "#ticketing/gate/door-night-queries.server.ts";
import { lastQuarters } from "#ticketing/gate/entries-by-quarter.ts";
import { listGateNights } from "#ticketing/gate/gate-queries.server.ts";
import { type DashboardFigures, readDashboard } from "#ticketing/reports/dashboard-queries.server.ts";
import { readFirstSteps } from "#ticketing/reports/first-steps-queries.server.ts";
import { listPurchases, type PurchaseRow } from "#ticketing/reports/purchase-list-queries.server.ts";
import { everyPurchase } from "#ticketing/reports/purchase-search.ts";
import { listRecentSales, type RecentSale } from "#ticketing/reports/recent-sales-queries.server.ts";
import { percentSold } from "#ticketing/reports/report-period.ts";
import { may } from "#ticketing/rights/role-rights.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { adminTexts } from "../admin-texts.ts";
import { type Administrator, administratorContext } from "../administrator.server.ts";
import { viewOrNone } from "../attempt.server.ts";
import { eventTexts } from "../events/event-texts.ts";
import { postedForm } from "../posted-form.server.ts";
import { purchaseTexts } from "../purchases/purchase-texts.ts";
import { NotLoaded } from "../ui/not-loaded.tsx";
import type { Route } from "./+types/dashboard-route.ts";
import { DashboardPage, type TileView } from "./dashboard-page.tsx";
import { dashboardTexts as texts } from "./dashboard-texts.ts";
import type { FirstStepsView } from "./first-steps-card.tsx";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.title) }];

const salesShown = 5;
const purchasesShown = 10;

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const person = context.get(administratorContext);
  const now = site.now();
  const today = dayOf(now);
  return viewOrNone(site, "the dashboard could not be read", async () => {
    const { figures, sales, purchases, tonight } = await readAll(site, person, today);
    const next = figures.next.find(({ isTonight }) => !isTonight);
    return {
      firstSteps: await firstStepsFor(site, person),
      name: person.fullName?.trim() || adminTexts.nobodyNamed,
      now: texts.now(
        capital(formatLongDate(today)),
        wallTimeOf(now),
        tonight.filter(({ isCancelled }) => !isCancelled).length,
      ),
      tonight,
      next: next ? { title: next.title, when: formatShortDate(next.date) } : null,
      today: {
        to: `/admin/purchases?only=counted&since=${encodeURIComponent(today)}`,
        sales: `${formatLei(figures.today.revenue)} LEI`,
        tickets: figures.today.quantity,
        held: figures.today.held,
        weekAgo: texts.weekAgo(`${formatLei(figures.weekAgo.revenue)} LEI`),
        // a night that began yesterday still sells at its door today
        atDoor: figures.atDoor.tickets > 0 && {
          to: `/admin/settlement?${new URLSearchParams({ from: addDays(today, -1), to: today })}`,
          words: texts.atDoor(figures.atDoor.tickets, `${formatLei(figures.atDoor.bani)} LEI`),
        },
      },
      todo: {
        letters: figures.lettersFailed,
        review: figures.paymentsInReview,
        disputed: figures.paymentsDisputed,
        few: figures.nearlySoldOut,
        difference: figures.difference,
      },
      tiles: tilesOf(figures, today),
      cards: {
        events: texts.cards.events(figures.events),
        tickets: texts.cards.tickets(figures.types.onSale, figures.types.inAll),
        artists: figures.artists,
      },
      sales: sales.map(saleView),
      saleNotes: texts.saleNotes({
        people: sales.some(({ places, sold }) => places.sold !== sold),
        passes: sales.some(({ hasPasses }) => hasPasses),
      }),
      purchases: purchases.map(purchaseView),
    };
  });
}

export async function action({ context, request }: Route.ActionArgs) {
  return answerFirstSteps(context.get(siteContext), context.get(administratorContext), request);
}

async function readAll(site: SiteServices, person: Administrator, today: Day) {
  await faultPoint("dashboard.load");
  return site.database.readMoment(person, async (sql) => {
    const page = await listPurchases(sql, {
      search: { ...everyPurchase, only: "counted" },
      sort: "date",
      direction: "desc",
      from: null,
      size: purchasesShown,
    });
    return {
      figures: await readDashboard(sql, today),
      sales: await listRecentSales(sql, salesShown),
      purchases: page.rows,
      tonight: await readTonight(sql, site.now()),
    };
  });
}

async function readTonight(sql: Sql, now: Date) {
  const nights = await listGateNights(sql, [0, 0]);
  const quarters = await Promise.all(nights.map(({ id }) => countNightByQuarter(sql, id)));
  return nights.map((night, at) => ({
    quarters: lastQuarters(quarters[at] ?? [], now).map(({ from, entered }) => ({
      from: wallTimeOf(from),
      until: wallTimeOf(new Date(from.getTime() + 15 * 60_000)),
      entered,
    })),
    id: night.id,
    title: night.title,
    when: [texts.nightAt(night, dayOf(now)), night.isCancelled && eventTexts.states.cancelled]
      .filter(Boolean)
      .join(" · "),
    isCancelled: night.isCancelled,
    entered: night.came,
    sold: night.came + night.awaited,
    note: texts.expected(night.awaited, quarters[at]?.reduce((n, { entered }) => n + entered, 0) ?? 0),
  }));
}

const countedPurchasesPath = "/admin/purchases?only=counted";
const monthName = new Intl.DateTimeFormat("ro-RO", { month: "long", timeZone: "UTC" });
const wholeNumber = new Intl.NumberFormat("ro-RO", { useGrouping: "always", maximumFractionDigits: 0 });

function tilesOf(figures: DashboardFigures, today: Day): TileView[] {
  const thisMonth = new Date(`${today.slice(0, 7)}-01T12:00:00Z`);
  const lastMonth = new Date(thisMonth);
  lastMonth.setUTCMonth(lastMonth.getUTCMonth() - 1);
  const tile = (
    label: string,
    counts: DashboardFigures["members"],
    format: (n: number) => string,
    { unit = "", to, more = "" }: { unit?: string; to?: string; more?: string } = {},
  ) => ({
    label,
    ...(to ? { to } : {}),
    value: `${format(counts.inAll)}${unit}`,
    note:
      texts.againstLastMonth(
        monthName.format(thisMonth),
        format(counts.thisMonth),
        monthName.format(lastMonth),
        format(counts.lastMonth),
      ) + more,
    growth: counts.growth,
  });
  const [next] = figures.next;
  return [
    tile(texts.members, figures.members, (n) => wholeNumber.format(n)),
    {
      label: texts.events,
      to: "/admin/events",
      value: wholeNumber.format(figures.events.inAll),
      note: next ? texts.nextNight(next.title, !next.isOngoing && formatShortDate(next.date)) : texts.noNext,
    },
    tile(texts.sold, figures.tickets, (n) => wholeNumber.format(n), { to: countedPurchasesPath }),
    tile(texts.revenue, figures.revenue, (n) => formatLei(bani(n)), {
      unit: " LEI",
      to: countedPurchasesPath,
      more: [
        figures.atBank === 0 ? "" : texts.atBank(figures.atBank),
        figures.owed === 0 ? "" : texts.owed(figures.owed),
      ].join(""),
    }),
  ];
}

function saleView(sale: RecentSale) {
  return {
    id: sale.eventId,
    title: sale.title,
    thumb: sale.thumb,
    sold: sale.sold,
    places: sale.places,
    lacksCode: sale.lacksCode,
    percent: percentSold(sale.sold, sale.places.capacity),
    people: sale.places.sold === sale.sold ? null : texts.people(sale.places.sold),
    revenue: `${formatLei(sale.revenue)} LEI`,
  };
}

function purchaseView(row: PurchaseRow) {
  return {
    id: row.id,
    user: row.userName || row.email || purchaseTexts.nobody,
    event: row.eventTitle,
    type: row.typeName,
    quantity: row.quantity,
    total: formatLeiExact(row.totalPrice),
    when: `${formatShortDate(dayOf(row.at))} ${wallTimeOf(row.at)}`,
  };
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase("ro") + text.slice(1);

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { view } = loaderData;
  return view ? <DashboardPage view={view} /> : <NotLoaded title={texts.title} texts={texts} />;
}

/** The steps to the first evening, for a person who may do them all; null when they are over. */
async function firstStepsFor(site: SiteServices, person: Administrator): Promise<FirstStepsView | null> {
  if (!may(person.role, "letters.write") || !may(person.role, "books.read")) return null;
  const { isDone, said, draft } = await readSteps(site, person);
  const states = stepStates(firstStepsOf(said), isDone);
  return states && { states, draft };
}

/** Skips one step, or closes the list. A person who was too late sees the list as it is now. */
async function answerFirstSteps(
  site: SiteServices,
  person: Administrator,
  request: Request,
): Promise<Response> {
  const form = await postedForm(request, { one: ["intent", "step"] });
  const intent = form.text("intent");
  const step = form.text("step");
  if (intent !== "close" && !(intent === "skip" && isFirstStep(step))) throw data(null, { status: 400 });
  const { said, version } = await readSteps(site, person);
  const stored = firstStepsOf(said);
  const content = isFirstStep(step)
    ? { ...stored, skipped: [...new Set([...stored.skipped, step])] }
    : { ...stored, closed: true };
  await saveContent(site, { actor: person, texts: [{ key: "first_steps", content, version }] });
  return seeOther("/admin", { origin: site.origin });
}

function readSteps(site: SiteServices, person: Administrator) {
  const lettersByDefault = site.mailDefaults?.enabled ?? false;
  return site.database.readAs(person, (sql) => readFirstSteps(sql, lettersByDefault));
}
