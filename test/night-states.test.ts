import { expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { searchEvents } from "#ticketing/events/event-list-queries.server.ts";
import { findEventPage } from "#ticketing/events/event-queries.server.ts";
import { listEvents } from "#ticketing/events/office-event-queries.server.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { dashboardStates } from "#web/admin/dashboard/dashboard-view.ts";
import { eventTexts } from "#web/admin/events/event-texts.ts";
import { badgeOf } from "#web/public/event-card.tsx";
import { eventCardView } from "#web/public/event-views.ts";
import { eventHead } from "#web/public/page-heads.server.ts";
import { panelOf } from "#web/public/read-ticket-panel.server.ts";
import { openStage } from "./support/stage.ts";

const { season, db, site } = await openStage();
const admin = { userId: (await season.person("admin")).userId, role: "admin" } as const;
const reader = site.database.anonymous;

type Made = { night: Uuid; type: Uuid };

/** A night of 1,000 places with one type, and what makes it what its row says. */
async function made(change: (made: Made) => PromiseLike<unknown>): Promise<Made> {
  const night = await season.night();
  const type = await season.ticketType({ events: [night] });
  await change({ night, type });
  return { night, type };
}

const inAnHour = () => new Date(Date.now() + 3_600_000);
const places = (id: Uuid, what: "held" | "sold", n: number) =>
  what === "held"
    ? db`UPDATE stock_counters SET held = ${n} WHERE id = ${id}`
    : db`UPDATE stock_counters SET sold = ${n} WHERE id = ${id}`;

/** What one reads of a night in each place. */
async function readersOf({ night, type }: Made) {
  const found = await findEventPage(reader, night);
  const listed = await searchEvents(reader, {
    ...{ text: "", period: "all", withUnavailable: true, limit: 1000, page: 1 },
  });
  const card = listed.events.find(({ id }) => id === night);
  const { events } = await site.database.readAs(admin, (sql) =>
    listEvents(sql, {
      ...{ text: "", when: "all", state: "all", sort: "date", direction: "asc", page: 1 },
    }),
  );
  const office = events.find(({ id }) => id === night);
  const buyer = await season.person();
  const opened = await openCheckout(site, {
    ...{ sessionHash: buyer.sessionHash, lines: [{ ticketTypeId: type, quantity: 1 }], eventId: night },
    ...({ total: null, priceId: null, origin: "event", requestKey: null } as const),
  });
  const view = card && eventCardView(card);
  const panel =
    found &&
    panelOf(
      { found, code: null, isCodeOver: false },
      { now: new Date(), holdMinutes: 30, isAnonymous: true, mayBeGuest: false, chosen: [] },
    );
  const { facts } = found
    ? eventHead("https://x.example", { name: "Clubul", address: "" }, found)
    : { facts: null };
  const [offer] = (facts?.offers ?? []) as { availability: string }[];
  return {
    card:
      view && (badgeOf(view)?.text.replace(/ .*:\d\d$/, " …") ?? (view.lowestPrice === null ? "–" : "preț")),
    page: panel?.kind,
    jsonLd: offer?.availability.replace("https://schema.org/", "") ?? null,
    hold: opened.ok ? null : opened.refusal.reason,
    office: office && eventTexts.states[office.state],
    dashboard: office && dashboardStates[office.state],
    // one second, one answer
    isSame: found?.event.sale.state === card?.sale.state,
  };
}

const rows: [
  state: string,
  change: (made: Made) => PromiseLike<unknown>,
  ...expected: (string | null | undefined)[],
][] = [
  ["on sale", async () => undefined, "preț", "sale", "InStock", null, "Activ", "active"],
  [
    "of few places, some held",
    ({ night }) => places(night, "held", 985),
    "Ultimele bilete",
    "sale",
    "InStock",
    null,
    "Activ",
    "active",
  ],
  [
    "of three types that share ten places",
    async ({ night }) => {
      await places(night, "sold", 990);
      for (const _ of [1, 2]) await season.ticketType({ events: [night] });
    },
    ...["Ultimele bilete", "sale", "InStock", null, "Activ", "active"],
  ],
  [
    "of two types that share a pool of 15",
    async ({ night, type }) => {
      const other = await season.ticketType({ events: [night] });
      await season.pool({ event: night, types: [type, other], capacity: 15 });
    },
    ...["Ultimele bilete", "sale", "InStock", null, "Activ", "active"],
  ],
  [
    "sold out",
    ({ night }) => places(night, "sold", 1000),
    "Epuizat",
    "soldOut",
    "SoldOut",
    "not_enough",
    "Epuizat",
    "soldOut",
  ],
  [
    "sold out for as long as it is held",
    ({ night }) => places(night, "held", 1000),
    "Epuizat",
    "soldOut",
    "SoldOut",
    "not_enough",
    "Epuizat",
    "soldOut",
  ],
  [
    "whose types are sold out",
    ({ type }) => places(type, "sold", 1000),
    "Epuizat",
    "soldOut",
    "SoldOut",
    "not_enough",
    "Epuizat",
    "soldOut",
  ],
  [
    "not on sale yet",
    ({ type }) => db`UPDATE tickets SET sale_starts_at = ${inAnHour()} WHERE id = ${type}`,
    "Din …",
    "opening",
    "PreOrder",
    "not_on_sale",
    "Anunțată",
    "active",
  ],
  [
    "announced",
    ({ night }) => db`INSERT INTO openings (event_id, opens_at) VALUES (${night}, ${inAnHour()})`,
    "Din …",
    "opening",
    "PreOrder",
    "not_open_yet",
    "Anunțată",
    "active",
  ],
  [
    "whose sale ended",
    ({ type }) => db`UPDATE tickets SET sale_ends_at = now() WHERE id = ${type}`,
    "Vânzare încheiată",
    "saleEnded",
    "OutOfStock",
    "not_on_sale",
    "Vânzare încheiată",
    "active",
  ],
  [
    "whose hour of sale is over",
    ({ night }) =>
      db`UPDATE events SET (date, time, ends, sale_until) = (SELECT (b - interval '2 hours')::date, (b - interval '2 hours')::time, (b + interval '4 hours')::time, (b - interval '1 hour')::time FROM (SELECT now() AT TIME ZONE 'Europe/Bucharest' AS b) n) WHERE id = ${night}`,
    ...["Vânzare încheiată", "saleEnded", "OutOfStock", "not_on_sale", "Vânzare încheiată", "active"],
  ],
  [
    "whose last hour of entry is over",
    async ({ night, type }) => {
      await db`UPDATE events SET (date, time, ends) = (SELECT (b - interval '2 hours')::date, (b - interval '2 hours')::time, (b + interval '4 hours')::time FROM (SELECT now() AT TIME ZONE 'Europe/Bucharest' AS b) n) WHERE id = ${night}`;
      await db`UPDATE tickets SET enter_until = ((now() AT TIME ZONE 'Europe/Bucharest') - interval '1 hour')::time WHERE id = ${type}`;
    },
    "Vânzare încheiată",
    "saleEnded",
    "OutOfStock",
    "not_on_sale",
    "Vânzare încheiată",
    "active",
  ],
  [
    "stopped",
    ({ night }) =>
      db`INSERT INTO stops (id, event_id, kind, reason, started_by) VALUES (${newId()}, ${night}, 'sale', 'r', ${admin.userId})`,
    "Vânzare oprită",
    "stopped",
    "OutOfStock",
    "sale_stopped",
    "Vânzare oprită",
    "unavailable",
  ],
  [
    "unavailable",
    ({ night }) => db`UPDATE events SET is_available = false WHERE id = ${night}`,
    "Momentan Indisponibil",
    "unavailable",
    "OutOfStock",
    "event_unavailable",
    "Indisponibil",
    "unavailable",
  ],
  [
    "cancelled",
    ({ night }) => db`UPDATE events SET cancelled_at = now() WHERE id = ${night}`,
    "Anulat",
    "cancelled",
    null,
    "event_unavailable",
    "Anulată",
    "unavailable",
  ],
  [
    "cancelled, after its day",
    ({ night }) => db`UPDATE events SET cancelled_at = now(), date = date - 20 WHERE id = ${night}`,
    "Anulat",
    "cancelled",
    null,
    "event_unavailable",
    "Anulată",
    "unavailable",
  ],
  [
    "that has ended",
    ({ night }) => db`UPDATE events SET date = date - 20 WHERE id = ${night}`,
    "A trecut",
    "past",
    null,
    "event_past",
    "Încheiat",
    "ended",
  ],
  [
    "without types",
    ({ type }) => db`UPDATE tickets SET archived_at = now() WHERE id = ${type}`,
    "–",
    "noTypes",
    null,
    "unknown_type",
    "Fără bilete",
    "active",
  ],
  [
    "whose types are hidden",
    ({ type }) => db`UPDATE tickets SET is_visible = false WHERE id = ${type}`,
    "–",
    "noTypes",
    null,
    "unknown_type",
    "Fără bilete",
    "active",
  ],
  [
    "behind a code",
    ({ type }) => db`UPDATE tickets SET requires_code = true WHERE id = ${type}`,
    "–",
    "noTypes",
    null,
    "unknown_type",
    "Doar cu cod",
    "active",
  ],
  [
    "whose price is being made",
    ({ type }) => db`UPDATE tickets SET price_agreed_at = NULL WHERE id = ${type}`,
    "–",
    "sale",
    null,
    "no_price",
    "Preț în curs",
    "active",
  ],
  [
    "that is a draft",
    ({ night }) => db`UPDATE events SET publish_at = NULL WHERE id = ${night}`,
    undefined,
    undefined,
    null,
    "wrong_event",
    "Ciornă",
    "unavailable",
  ],
  [
    "that is published in an hour",
    ({ night }) => db`UPDATE events SET publish_at = ${inAnHour()} WHERE id = ${night}`,
    undefined,
    undefined,
    null,
    "wrong_event",
    "Programat",
    "unavailable",
  ],
];

it.each(rows)(
  "a night %s is said so by card, page, search engines, hold, office and dashboard (97, B2-15)",
  async (_state, change, card, page, jsonLd, hold, office, dashboard) => {
    expect(await readersOf(await made(change))).toEqual({
      ...{ card, page, jsonLd, hold, office, dashboard },
      isSame: true,
    });
  },
);
