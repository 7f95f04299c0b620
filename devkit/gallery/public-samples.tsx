import { markdownToHtml } from "#ticketing/content/written-text.server.ts";
import { ArtistPage, type ArtistPageView } from "#web/public/artist-route.tsx";
import { EventPage, type EventPageView } from "#web/public/event-route.tsx";
import { EventsPage, type EventsPageView } from "#web/public/events-route.tsx";
import { HomePage } from "#web/public/home-route.tsx";
import { BrokenPage, LoadFailedPage, NotFoundPage } from "#web/public/lost-pages.tsx";
import type { SalePanel } from "#web/public/ticket-panel-view.ts";
import type { CodeView, HoldView } from "#web/request/hold-view.ts";
import texts from "../season/season-texts.json" with { type: "json" };
import { type Samples, screensOf } from "./render-screen.tsx";
import {
  artistCards,
  closedPanel,
  eventCards,
  facePicture,
  nightFacts,
  salePanel,
  sampleNight,
  ticketTypes,
  widePicture,
} from "./sample-season.ts";

const { title, subtitle, cta_text: callToAction } = texts.hero;
const hero = { title, subtitle, callToAction, background: null };
const about = { title: texts.about.title, text: texts.about.content };

const open = eventCards.filter((event) => event.sale !== "unavailable");

const listed: EventsPageView = {
  artists: [],
  filters: { search: "", period: "upcoming", unavailable: "shown" },
  events: eventCards,
  until: null,
  meant: null,
  page: 1,
  more: true,
  unavailableCount: 1,
  anyUpcoming: "some",
};
const noneListed: EventsPageView = { ...listed, events: [], more: false, unavailableCount: 0 };

const sale: SalePanel = {
  ...salePanel,
  gone: [
    { name: "Loja de pe dig", mayReturn: true },
    { name: "Bilete de pasăre matinală", mayReturn: false },
  ],
};
const event: EventPageView = {
  ...sampleNight("noaptea-fosforului"),
  ...nightFacts,
  description: markdownToHtml(
    "Deschidem sezonul în noaptea în care marea luminează singură. Trei seturi fără pauză, scena la doi pași de apă.\n\nBiletul se arată de pe telefon, la intrarea de pe digul de nord. Ai nevoie de un act de identitate și de încălțăminte pe care o poți umple cu nisip.",
  ),
  artists: artistCards.filter((artist) => ["mareea-verde", "lotca", "pelin"].includes(artist.id)),
  panel: sale,
  others: open.slice(1, 4),
};
const chosen = [
  { ticketTypeId: "early", quantity: 1 },
  { ticketTypeId: "general", quantity: 2 },
];
const night = (about: Partial<EventPageView>) => ({ view: { ...event, ...about }, hold: null });
const withPanel = (panel: EventPageView["panel"]) => night({ panel });
const onSale = (about: Partial<SalePanel>) => withPanel({ ...sale, chosen, ...about });

/** Tonight's types: one sold in price phases, one that is valid only until 23:00. */
const phased: Pick<SalePanel, "types"> = {
  types: sale.types.map((type) =>
    type.id === "general"
      ? {
          ...type,
          price: 8000,
          phases: [
            { id: "phase-1", name: "Early Bird", price: 8000, left: 3 },
            { id: "phase-2", name: "Preț întreg", price: 11_000, left: 10 },
          ],
          phaseNote: {
            now: "Early Bird 80 LEI",
            until: "încă 3 sau până vineri, 23:59. Apoi 110 LEI",
          },
        }
      : type.id === "early"
        ? { ...type, description: null, enterUntil: "23:00" }
        : type,
  ),
};
const percent = (code: string, percent: number): CodeView => ({
  kind: "usable",
  code,
  effect: `${percent} % reducere`,
  uses: 2,
  limit: "Codul mai poate fi folosit pentru 2 bilete.",
  voucher: {
    id: "voucher",
    kind: "percent",
    percent,
    isInForce: true,
    eventIds: null,
    ticketTypeIds: ["general"],
    perPerson: null,
  },
});
const changed = {
  was: 27_000,
  total: 30_000,
  cause: "phase" as const,
  lines: [{ label: "2 × Intrare generală", was: 16_000, now: 22_000 }],
};

const hold: HoldView = {
  lines: chosen,
  takes: {},
  total: 30_000,
  checkoutUrl: "/checkout/10482",
  sentTo: null,
  parts: [
    { title: "Intrare înainte de 23:00", phase: null, quantity: 1, price: 8000 },
    { title: "Intrare generală", phase: null, quantity: 2, price: 11_000 },
  ],
  discount: 0,
  uses: {},
  secondsLeft: 1781,
  isReleased: false,
  secondsInAll: 1800,
};

const artist: ArtistPageView = {
  id: "mareea-verde",
  slug: "mareea-verde",
  name: "Mareea Verde",
  tagline: "Live electronic",
  light: "#38f2c0",
  bio: markdownToHtml(artistCards[0]?.bio ?? ""),
  picture: facePicture("mareea-verde"),
  video: { kind: "embed", videoId: "abcdefghijk" },
  events: open.filter((_, i) => i % 4 === 0),
};

const bare = { tagline: null, picture: null };

export const publicSamples: Samples = {
  ...screensOf(HomePage, {
    home: { view: { hero, events: open.slice(0, 6), artists: artistCards, about } },
    "home-empty": { view: { hero, events: [], artists: [], about: null } },
    "home-photo": {
      view: {
        hero: { ...hero, background: widePicture("linia-marii") },
        events: open.slice(0, 3),
        artists: artistCards.slice(0, 3),
        about: null,
      },
    },
  }),
  ...screensOf(EventsPage, {
    events: { view: listed },
    "events-empty": {
      view: { ...noneListed, filters: { search: "fanfară", period: "week", unavailable: "hidden" } },
    },
    "events-none-available": {
      view: { ...noneListed, filters: { ...listed.filters, unavailable: "hidden" }, unavailableCount: 3 },
    },
  }),
  ...screensOf(EventPage, {
    event: night({}),
    "event-moved": night({
      moved: {
        date: "2027-06-27",
        time: event.time,
        location: event.location,
        times: 1,
        reason: "Sâmbătă vine furtuna pe dig. Ora, locul și artiștii rămân aceiași.",
      },
    }),
    "event-chosen": onSale({}),
    "event-anonymous": onSale({ isAnonymous: true }),
    "event-price-changed": onSale({
      refusal: {
        sentence: "Prețul s-a schimbat: acum 110 LEI. Continui?",
        asksSeveral: false,
        change: changed,
      },
    }),
    "event-phases": onSale(phased),
    "event-several-prices": onSale({ ...phased, chosen: [{ ticketTypeId: "general", quantity: 5 }] }),
    "event-code": onSale({ ...phased, code: percent("NISIP10", 10) }),
    "event-code-idle": onSale({ ...phased, chosen: chosen.slice(0, 1), code: percent("NISIP10", 10) }),
    "event-code-refused": onSale({
      ...phased,
      code: { kind: "refused", code: "NISIP10", sentence: "Codul nu mai poate fi folosit." },
    }),
    "event-free": onSale({
      ...phased,
      chosen: [{ ticketTypeId: "general", quantity: 1 }],
      code: percent("INVITAT", 100),
    }),
    "event-too-many": onSale({ chosen: [{ ticketTypeId: "couple", quantity: 9 }, ...chosen] }),
    "event-hold": { view: event, hold },
    "event-hold-expired": { view: event, hold: { ...hold, secondsLeft: 0, isReleased: true } },
    "event-refused": onSale({
      refusal: {
        sentence: "Nu exista suficiente bilete disponibile. Din „Intrare generală” mai sunt 2 bilete.",
        change: null,
        asksSeveral: false,
      },
    }),
    "event-unavailable": withPanel(closedPanel("unavailable", { types: ticketTypes })),
    "event-soldout": night({
      ...sampleNight("balul-de-la-plaja"),
      panel: closedPanel("sold_out", { opens: { day: "2027-07-20", time: "12:00" } }),
    }),
    "event-sale-ended": withPanel(closedPanel("sale_ended")),
    "event-types-ended": withPanel(
      closedPanel("sale_ended", {
        takesCode: true,
        code: {
          kind: "refused",
          code: "PRIETENI",
          sentence: "Biletele pe care le deschide codul tău sunt epuizate acum.",
        },
      }),
    ),
    "event-sale-ended-hold": { ...withPanel(closedPanel("sale_ended")), hold },
    "event-last-places": night({
      phase: "ongoing",
      hasBegun: true,
      panel: {
        ...sale,
        saleEnds: ["Vânzarea online se încheie la 02:00"],
        lastPlaces: ["Ultimele 12 locuri", "Ultimele locuri pentru Intrare generală, Cuplu: 5"],
      },
    }),
    "event-code-only": withPanel(closedPanel("code_only")),
    "event-code-only-refused": withPanel(
      closedPanel("code_only", { wrongCode: { typed: "NISIP", sentence: "Codul nu este valabil." } }),
    ),
    "event-price-pending": withPanel(closedPanel("price_pending", { types: ticketTypes })),
    "event-cancelled": night({
      phase: "ended",
      panel: closedPanel("cancelled", { mayBeGuest: true }),
      cancelled: { reason: "Vine furtuna", keepsUsed: false, isSoldAtDoor: false },
    }),
    "event-no-types": night({ picture: null, widePicture: null, time: null, panel: closedPanel("no_types") }),
    "event-past": withPanel(closedPanel("ended")),
  }),
  ...screensOf(ArtistPage, {
    artist: { view: artist },
    "artist-link": {
      view: { ...artist, ...bare, events: [], video: { kind: "link", url: "https://muzica.example/" } },
    },
  }),
  "not-found": () => <NotFoundPage missing="event" />,
  "load-failed": () => <LoadFailedPage sentence="Nu s-au putut incarca detaliile evenimentului" />,
  error: () => <BrokenPage supportCode="7F3A-21C9" />,
};
