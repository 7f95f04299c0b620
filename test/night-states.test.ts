import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { wallTimeOf } from "#kernel/time.ts";
import { arrived } from "#test/support/open-page.ts";
import { searchEvents } from "#ticketing/events/event-list-queries.server.ts";
import { findArtistPage, findEventPage, findHomePage } from "#ticketing/events/event-queries.server.ts";
import { listEvents } from "#ticketing/events/office-event-queries.server.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { eventTexts } from "#web/admin/events/event-texts.ts";
import { ArtistPage } from "#web/public/artist-route.tsx";
import { artistCardView, eventCardView } from "#web/public/card-views.server.ts";
import { EventCard } from "#web/public/event-card.tsx";
import { HomePage } from "#web/public/home-route.tsx";
import { eventHead } from "#web/public/page-heads.server.ts";
import { panelOf } from "#web/public/read-ticket-panel.server.ts";
import { readNight } from "#web/request/night-with-code.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { openStage } from "./support/stage.ts";

const { season, db, client, site } = await openStage();
const admin = { userId: (await season.person("admin")).userId, role: "admin" } as const;
const reader = site.database.anonymous;

const artist = newId();
await db`INSERT INTO artists (id, name, bio) VALUES (${artist}, 'Lotca', 'Cântă.')`;
const gone = await season.night({ title: "Noaptea care nu mai e", when: "ended" });

type Made = { night: Uuid; type: Uuid };

/** A night of 1,000 places with one type, and what makes it what its row says. */
async function made(change: (made: Made) => PromiseLike<unknown>): Promise<Made> {
  const night = await season.night();
  const type = await season.ticketType({ events: [night] });
  await db`INSERT INTO event_artists (event_id, artist_id) VALUES (${night}, ${artist})`;
  await change({ night, type });
  return { night, type };
}

const inAnHour = () => new Date(Date.now() + 3_600_000);
const places = (id: Uuid, what: "held" | "sold", n: number) =>
  what === "held"
    ? db`UPDATE stock_counters SET held = ${n} WHERE id = ${id}`
    : db`UPDATE stock_counters SET sold = ${n} WHERE id = ${id}`;

const saleWords =
  /Anulat|A trecut|Vânzare \p{L}+|Momentan Indisponibil|Din \d+ \p{L}+, \d\d:\d\d|Epuizat|Ultimele bilete|(De la|Pret pornind de la) \d+ LEI|Pret indisponibil/gu;

/** The badge and the price that a screen says, or the part of it from this class on. */
function listedWords(screen: ReactElement, from = "", until = "$"): string | undefined {
  const router = createMemoryRouter([{ path: "*", element: screen }]);
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
  const [part] = new RegExp(`${from}[^]*?${until}`).exec(html) ?? [];
  const found: string[] = part?.replace(/(<[^>]*>|\s)+/g, " ").match(saleWords) ?? [];
  if (part === undefined) return undefined;
  return found
    .join(" · ")
    .replace(/Din [^·]*\d/, "Din …")
    .replace("Pret pornind de la", "De la");
}

/** What one reads of a night wherever it is listed or offered, by reader. */
async function listsOf(night: Uuid) {
  const { events } = await findHomePage(reader, { events: 6, artists: 1 });
  const shown = events.filter(({ id }) => id === night).map(eventCardView);
  const hero = { title: "", subtitle: "", callToAction: "", background: null };
  const home = createElement(HomePage, { view: { hero, events: shown, artists: [], about: null } });
  const page = await findArtistPage(reader, artist);
  const rows = (page?.events ?? []).filter(({ id }) => id === night).map(eventCardView);
  const onArtistPage =
    page &&
    createElement(ArtistPage, {
      view: { ...artistCardView(page.artist), light: null, video: null, events: rows },
    });
  return {
    slide: listedWords(home, 'class="slide[ "]', "</article>"),
    hero: listedWords(home, 'class="hero__next"', "</a>"),
    artist: onArtistPage && listedWords(onArtistPage, 'class="night-row"', "</a>"),
    isOffered: (await findEventPage(reader, gone))?.others.some(({ id }) => id === night),
  };
}

/** What one reads of a night in each place. */
async function readersOf({ night, type }: Made) {
  const read = await readNight(site as unknown as SiteServices, null, {
    eventId: night,
    hold: null,
    request: new Request("http://127.0.0.1:3000/"),
  });
  const found = read?.found;
  const listed = await searchEvents(reader, {
    text: "",
    period: "all",
    withUnavailable: true,
    limit: 1000,
    page: 1,
  });
  const card = listed.events.find(({ id }) => id === night);
  const { events } = await site.database.readAs(admin, (sql) =>
    listEvents(sql, { text: "", when: "all", state: "all", sort: "date", direction: "asc", page: 1 }),
  );
  const office = events.find(({ id }) => id === night);
  const buyer = await season.person();
  const opened = await openCheckout(
    site,
    arrived(buyer.sessionHash, [{ ticketTypeId: type, quantity: 1 }], { eventId: night }),
  );
  const view = card && eventCardView(card);
  const panel =
    read &&
    panelOf(read, { now: new Date(), holdMinutes: 30, isAnonymous: true, mayBeGuest: false, chosen: [] });
  const { facts } = found
    ? eventHead("https://x.example", { name: "Clubul", address: "" }, found)
    : { facts: null };
  const [offer] = (facts?.offers ?? []) as { availability: string }[];
  const onCard =
    view && listedWords(createElement(EventCard, { event: view, next: undefined, titleLevel: "h2" }));
  const { slide, hero, artist: row, isOffered } = await listsOf(night);
  await db`UPDATE events SET is_available = false WHERE id = ${night}`;
  const said = [
    onCard,
    hero,
    isOffered ? "offered" : "not offered",
    panel?.kind === "closed" ? panel.state : panel?.kind,
    offer?.availability.replace("https://schema.org/", ""),
    opened.ok ? "held" : opened.refusal.reason,
    office && eventTexts.states[office.state],
  ];
  return {
    said: said.map((one) => one ?? "nothing").join(", "),
    // asked in the same second, page and card never differ, nor do the lists, which do not say that there are types behind a code
    isSame:
      found?.event.sale.state.replace("code_only", "no_types") === card?.sale.state &&
      row === onCard &&
      [onCard, undefined].includes(slide),
  };
}

const few = "Ultimele bilete · De la 110 LEI, De la 110 LEI, offered, sale, InStock, held, Activ";
const soldOut = "Epuizat, Epuizat, not offered, sold_out, SoldOut, not_enough, Epuizat";
const saleEnded =
  "Vânzare încheiată, Vânzare încheiată, not offered, sale_ended, OutOfStock, not_on_sale, Vânzare încheiată";
const cancelled = "Anulat, nothing, not offered, cancelled, nothing, event_unavailable, Anulată";
const noTypes =
  "Pret indisponibil, Pret indisponibil, not offered, no_types, nothing, unknown_type, Fără bilete";

const anHourAgo = () => wallTimeOf(new Date(Date.now() - 3_600_000));
const begun = (night: Uuid) =>
  db`UPDATE events SET (date, time, ends) = (SELECT (b - interval '2 hours')::date, (b - interval '2 hours')::time, (b + interval '4 hours')::time FROM (SELECT now() AT TIME ZONE 'Europe/Bucharest' AS b) n) WHERE id = ${night}`;

const besideCoded = async ({ night }: Made) => {
  const coded = await season.ticketType({ events: [night] });
  await db`UPDATE tickets SET requires_code = true WHERE id = ${coded}`;
};

/** What makes a night of 1,000 places what it is, and what lists, home's first screen, other nights, page, search engines, hold, office and dashboard say then. */
const rows: [state: string, said: string, change: (made: Made) => PromiseLike<unknown>][] = [
  ["on sale", "De la 110 LEI, De la 110 LEI, offered, sale, InStock, held, Activ", async () => undefined],
  ["of few places, some held", few, ({ night }) => places(night, "held", 985)],
  [
    "of three types that share ten places",
    few,
    async ({ night }) => {
      await places(night, "sold", 990);
      for (const _ of [1, 2]) await season.ticketType({ events: [night] });
    },
  ],
  [
    "of two types that share a pool of 15",
    few,
    async ({ night, type }) => {
      const other = await season.ticketType({ events: [night] });
      await season.pool({ event: night, types: [type, other], capacity: 15 });
    },
  ],
  ["sold out", soldOut, ({ night }) => places(night, "sold", 1000)],
  ["sold out for as long as it is held", soldOut, ({ night }) => places(night, "held", 1000)],
  ["whose types are sold out", soldOut, ({ type }) => places(type, "sold", 1000)],
  [
    "not on sale yet",
    "Din … · De la 110 LEI, Din …, not offered, not_yet, PreOrder, not_on_sale, Anunțată",
    ({ type }) => db`UPDATE tickets SET sale_starts_at = ${inAnHour()} WHERE id = ${type}`,
  ],
  [
    "announced",
    "Din … · De la 110 LEI, Din …, not offered, announced, PreOrder, not_open_yet, Anunțată",
    ({ night }) => db`INSERT INTO openings (event_id, opens_at) VALUES (${night}, ${inAnHour()})`,
  ],
  [
    "whose sale ended",
    saleEnded,
    ({ type }) => db`UPDATE tickets SET sale_ends_at = now() WHERE id = ${type}`,
  ],
  [
    "sold out, beside a type behind a code",
    soldOut,
    async (one) => {
      await besideCoded(one);
      await places(one.type, "sold", 1000);
    },
  ],
  [
    "whose types' sale ended, beside a type behind a code",
    saleEnded,
    async (one) => {
      await besideCoded(one);
      await db`UPDATE tickets SET sale_ends_at = now() WHERE id = ${one.type}`;
    },
  ],
  [
    "whose hour of sale is over",
    saleEnded,
    async ({ night }) => {
      await begun(night);
      await db`UPDATE events SET sale_until = ${anHourAgo()} WHERE id = ${night}`;
    },
  ],
  [
    "whose last hour of entry is over",
    saleEnded,
    async ({ night, type }) => {
      await begun(night);
      await db`UPDATE tickets SET enter_until = ${anHourAgo()} WHERE id = ${type}`;
    },
  ],
  [
    "stopped",
    "Vânzare oprită, Vânzare oprită, not offered, stopped, OutOfStock, sale_stopped, Vânzare oprită",
    ({ night }) =>
      db`INSERT INTO stops (id, event_id, kind, reason, started_by) VALUES (${newId()}, ${night}, 'sale', 'r', ${admin.userId})`,
  ],
  [
    "unavailable",
    "Momentan Indisponibil · De la 110 LEI, nothing, not offered, unavailable, OutOfStock, event_unavailable, Indisponibil",
    ({ night }) => db`UPDATE events SET is_available = false WHERE id = ${night}`,
  ],
  ["cancelled", cancelled, ({ night }) => db`UPDATE events SET cancelled_at = now() WHERE id = ${night}`],
  [
    "cancelled, after its day",
    cancelled,
    ({ night }) => db`UPDATE events SET cancelled_at = now(), date = date - 20 WHERE id = ${night}`,
  ],
  [
    "that has ended",
    "A trecut, nothing, not offered, ended, nothing, event_past, Încheiat",
    ({ night }) => db`UPDATE events SET date = date - 20 WHERE id = ${night}`,
  ],
  ["without types", noTypes, ({ type }) => db`UPDATE tickets SET archived_at = now() WHERE id = ${type}`],
  [
    "whose types are hidden",
    noTypes,
    ({ type }) => db`UPDATE tickets SET is_visible = false WHERE id = ${type}`,
  ],
  [
    "behind a code",
    "Pret indisponibil, Pret indisponibil, not offered, code_only, nothing, unknown_type, Doar cu cod",
    ({ type }) => db`UPDATE tickets SET requires_code = true WHERE id = ${type}`,
  ],
  [
    "whose price is being made",
    "Pret indisponibil, Pret indisponibil, not offered, price_pending, nothing, no_price, Preț în curs",
    ({ type }) => db`UPDATE tickets SET price_agreed_at = NULL WHERE id = ${type}`,
  ],
  [
    "that is a draft",
    "nothing, nothing, not offered, nothing, nothing, unknown_type, Ciornă",
    ({ night }) => db`UPDATE events SET publish_at = NULL WHERE id = ${night}`,
  ],
  [
    "that is published in an hour",
    "nothing, nothing, not offered, nothing, nothing, unknown_type, Programat",
    ({ night }) => db`UPDATE events SET publish_at = ${inAnHour()} WHERE id = ${night}`,
  ],
];

it("a night that is on says so in every list, until when where somebody wrote that; no other does", async () => {
  const words = async (night: Uuid) => {
    const { events } = await searchEvents(reader, {
      text: "",
      period: "all",
      withUnavailable: true,
      limit: 1000,
      page: 1,
    });
    const card = events.filter(({ id }) => id === night).map(eventCardView)[0];
    if (!card) throw new Error("it is listed");
    const textOf = (screen: ReactElement) => {
      const router = createMemoryRouter([{ path: "*", element: screen }]);
      return renderToStaticMarkup(createElement(RouterProvider, { router })).replace(/<[^>]*>/g, "|");
    };
    const hero = { title: "", subtitle: "", callToAction: "", background: null };
    const page = await findArtistPage(reader, artist);
    const rows = (page?.events ?? []).filter(({ id }) => id === night).map(eventCardView);
    return [
      createElement(EventCard, { event: card, next: undefined, titleLevel: "h2" }),
      createElement(HomePage, { view: { hero, events: [card], artists: [], about: null } }),
      ...(page
        ? [
            createElement(ArtistPage, {
              view: { ...artistCardView(page.artist), light: null, video: null, events: rows },
            }),
          ]
        : []),
    ].map(
      (screen) =>
        textOf(screen)
          .match(/Acum[^|]*/g)
          ?.join(", ") ?? "",
    );
  };
  const { night } = await made(async () => undefined);
  expect(await words(night)).toEqual(["", "", ""]);
  await begun(night);
  const [{ ends }] = await db`SELECT to_char(ends, 'HH24:MI') AS ends FROM events WHERE id = ${night}`;
  const until = `Acum, până la ${ends}`;
  // on home the first screen and the carousel
  expect(await words(night)).toEqual([until, `${until}, ${until}`, until]);
  await db`UPDATE events SET ends = NULL WHERE id = ${night}`;
  expect(await words(night)).toEqual(["Acum", "Acum, Acum", "Acum"]);
  for (const off of ["is_available = false", "is_available = true, cancelled_at = now()"]) {
    await client.query(`UPDATE events SET ${off} WHERE id = $1`, [night]);
    expect(await words(night)).toEqual(["", "", ""]);
  }
});

it.each(rows)(
  "a night %s is said so by lists, home, other nights, page, search engines, hold, office and dashboard (97, B2-15)",
  async (_state, said, change) => {
    expect(await readersOf(await made(change))).toEqual({ said, isSame: true });
  },
);
