import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { frameView } from "#devkit/gallery/sample-season.ts";
import { bani } from "#kernel/money.ts";
import { entryRules } from "#ticketing/delivery/ticket-wording.ts";
import { isOnSale, type SaleState, saleStates } from "#ticketing/events/sale-state.ts";
import type { Who } from "#ticketing/rights/role-rights.ts";
import type { HoldView } from "#web/request/hold-view.ts";
import type { StandingView } from "#web/ui/use-standing.ts";
import type { EventCardView } from "./card-views.server.ts";
import { EventPage, type EventPageView } from "./event-route.tsx";
import { EventsPage, type EventsPageView } from "./events-route.tsx";
import { HomePage, type HomePageView } from "./home-route.tsx";
import { letterTitle } from "./poster-lettering.ts";
import { cutText } from "./shown-text.ts";
import { SiteFooter } from "./site-footer.tsx";
import { RoomTurn } from "./ticket-form.tsx";
import type { ClosedPanelView, TicketPanelView } from "./ticket-panel-view.ts";

/** The HTML of the server, which is all there is without a script. */
function html(screen: ReactElement): string {
  const router = createMemoryRouter([{ path: "*", element: screen }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

const night = (id: string, more: Partial<EventCardView> = {}): EventCardView => ({
  id,
  slug: `noaptea-${id}`,
  title: `Noaptea ${id}`,
  bill: "",
  lettering: null,
  isTitled: false,
  movedFrom: null,
  running: null,
  date: "2027-06-26",
  time: "22:00",
  location: "Plaja Licurici",
  description: "ș".repeat(201),
  lowestPrice: bani(8000),
  sale: "on_sale",
  opens: null,
  picture: null,
  widePicture: null,
  light: "#38f2c0",
  ...more,
});

const home = (nights: number): HomePageView => ({
  hero: { title: "Club", subtitle: "Sub", callToAction: "Cumpara Bilete Acum", background: null },
  events: Array.from({ length: nights }, (_, i) => night(String(i + 1))),
  artists: [],
  about: null,
});

const list = (more: Partial<EventsPageView>): EventsPageView => ({
  artists: [],
  filters: { search: "", period: "upcoming", unavailable: "hidden" },
  events: [],
  meant: null,
  until: null,
  page: 1,
  more: false,
  unavailableCount: 0,
  anyUpcoming: "none",
  ...more,
});

type Sale = Extract<TicketPanelView, { kind: "sale" }>;
type Row = Sale["types"][number];
const typeRow = (given: Pick<Row, "id" | "name" | "price" | "entries" | "most"> & Partial<Row>): Row => ({
  description: null,
  left: null,
  configured: true,
  isSoldAlone: false,
  phases: [],
  phaseNote: null,
  enterUntil: null,
  isUnlocked: false,
  hasOneCode: false,
  nights: [],
  ...given,
});
const sale: Sale = {
  kind: "sale",
  nights: [],
  gone: [],
  lastPlaces: [],
  saleEnds: [],
  waitingUrl: null,
  types: [
    typeRow({ id: "a", name: "Intrare", price: 11_000, entries: 1, most: 4 }),
    typeRow({ id: "b", name: "Cuplu", price: 19_050, entries: 2, most: 7, left: 7 }),
  ],
  isAnonymous: false,
  mostPeople: 20,
  mostForGuest: null,
  code: null,
  wrongCode: null,
  chosen: [],
  refusal: null,
  captcha: null,
};

const closed = (state: SaleState, more: Partial<ClosedPanelView> = {}): ClosedPanelView => ({
  kind: "closed",
  state,
  opens: null,
  roomFrom: null,
  waitingUrl: null,
  loginUrl: null,
  isAnonymous: false,
  mayBeGuest: false,
  types: [],
  returnsAfter: null,
  takesCode: false,
  code: null,
  wrongCode: null,
  ...more,
});

const event = (panel: TicketPanelView): EventPageView => ({
  ...night("1"),
  doors: null,
  end: null,
  phase: "upcoming" as const,
  hasBegun: false,
  minimumAge: null,
  cancelled: null,
  moved: null,
  ordersPath: "/profile?section=orders",
  way: null,
  poster: null,
  artists: [{ id: "lotca", slug: "lotca", name: "Lotca", tagline: null, bio: "", picture: null }],
  panel,
  others: [],
});

const homePage = (nights: number, more: Partial<HomePageView> = {}) =>
  html(<HomePage view={{ ...home(nights), ...more }} />);
const listPage = (more: Partial<EventsPageView>) => html(<EventsPage view={list(more)} />);
const nightPage = (panel: TicketPanelView, more: Partial<EventPageView> = {}) =>
  html(<EventPage view={{ ...event(panel), ...more }} hold={null} />);

test("who buys tickets of a moved night is told the new date beside the button and in the bar", () => {
  const moved = { date: "2027-06-27", time: "21:00", location: "Dig", reason: "Vine furtuna.", times: 1 };
  const told = /Cumperi pentru data nouă: sâmbătă, 26 iunie\./;
  const page = nightPage(sale, { moved });
  expect(page).toMatch(told);
  expect(page).toMatch(/class="buy-bar">.*sâmbătă, 26 iunie</);
  const hourOnly = { ...moved, date: "2027-06-26" };
  const sameDay = nightPage(sale, { moved: hourOnly });
  expect(sameDay).not.toMatch(told);
  expect(sameDay).toMatch(/class="buy-bar">.*preț final, taxe incluse</);
});
test("who chooses tickets that have one code is told so where they are chosen (one kind: a rule said after paying only)", () => {
  const told = "Un singur cod QR pentru toți; îl poți împărți după plată.";
  const row = { id: "a", name: "Intrare", price: 11_000, entries: 1, most: 4, hasOneCode: true };
  const pageOf = (given: Partial<Row>, quantity: number) =>
    nightPage({
      ...sale,
      types: [typeRow({ ...row, ...given })],
      chosen: [{ ticketTypeId: "a", quantity }] as never,
    });
  expect(pageOf({}, 2)).toContain(told);
  expect(pageOf({ entries: 2 }, 1)).toContain(told);
  expect(pageOf({}, 1)).not.toContain(told);
  expect(pageOf({ hasOneCode: false }, 2)).not.toContain(told);
  expect(pageOf({ entries: 0 }, 2)).not.toContain(told);
});
const wordsOf = (page: string) => page.replace(/<[^>]*>/g, "");

test("a moved night says both dates, why, and where to choose; on its card too (71)", () => {
  const sold = closed("stopped");
  const moved = { date: "2027-06-27", time: "21:00", location: "Dig", reason: "Vine furtuna.", times: 1 };
  const page = nightPage(sold, { moved });
  expect(page).toMatch(/<del><time[^>]*>Duminică, 27 iunie 2027<\/time><\/del>/);
  expect(wordsOf(page)).toContain("Noaptea s-a mutat pe sâmbătă, 26 iunie.");
  expect(page).toContain("Era duminică, 27 iunie, ora 21:00, la Dig. Vine furtuna.");
  expect(page).toContain('href="/profile?section=orders"');
  expect(nightPage(sold, { moved, ordersPath: "/orders" })).not.toContain("/profile");
  expect(nightPage(sold, { moved: { ...moved, reason: "Vine furtuna" } })).toContain("Vine furtuna.<");
  const hourOnly = nightPage(sold, { moved: { ...moved, date: "2027-06-26" } });
  expect(wordsOf(hourOnly)).toContain("Noaptea s-a mutat la ora 22:00.");
  expect(hourOnly).not.toContain("<del>");
  const past = nightPage(closed("ended"), { moved });
  expect(wordsOf(past)).not.toContain("s-a mutat");
  const card = homePage(1, {
    events: ["1", "2", "3", "4", "5"].map((id) => night(id, { movedFrom: id === "2" ? "2027-06-27" : null })),
  });
  expect(card).toMatch(/<del><time[^>]*>27.06.2027<\/time><\/del>/);
  expect(card).toContain(">Mutat<");
});

test("a cancelled night leads a visitor without an account to the order's letter as well", () => {
  const said = (mayBeGuest: boolean) => wordsOf(nightPage(closed("cancelled", { mayBeGuest }), {}));
  expect(said(true)).toMatch(/vezi în profil sau, fără cont, la linkul din emailul comenzii\./);
  expect(said(false)).toMatch(/vezi în profil\./);
});

test("the reason of a cancelled night ends before the next sentence begins", () => {
  const told = (reason: string, rule = { keepsUsed: false, isSoldAtDoor: false }) =>
    wordsOf(nightPage(closed("cancelled"), { cancelled: { reason, ...rule } }));
  expect(told("Vine furtuna")).toContain("Vine furtuna. Cei care au plătit primesc");
  expect(told("Vine furtuna!")).toContain("Vine furtuna! Cei care au plătit primesc");
});

const gridTitles = (page: string) =>
  [...page.matchAll(/event-card__title[^>]*>([^<]*)/g)].map(([, title]) => title);

test("A3-23 the grid of home shows events 2 to 4, and only when there are more than 4", () => {
  expect(gridTitles(homePage(6))).toEqual(["Noaptea 2", "Noaptea 3", "Noaptea 4"]);
  expect(gridTitles(homePage(4))).toEqual([]);
});

test("A3-18 a slide cuts its description to 200 characters plus an ellipsis, and only when something is cut", () => {
  expect(cutText("ș".repeat(201), 200)).toBe(`${"ș".repeat(200)}...`);
  expect(cutText("ș".repeat(200), 200)).toBe("ș".repeat(200));
  expect(homePage(1)).toContain(`>${"ș".repeat(200)}...<`);
});

test("A3-15 A3-38 A18-24 a night without time or picture shows neither, and a painted picture replaces it", () => {
  const page = homePage(1, { events: [night("1", { time: null })] });
  expect(page).toMatch(/<time[^>]*>Sâmbătă, 26 iunie 2027<\/time>/);
  expect(page).toMatch(/class="poster"><div class="art horizon-art/);
  const lotca = { id: "lotca", slug: "lotca", name: "Lotca", tagline: null, bio: "Vinil.", picture: null };
  expect(homePage(0, { artists: [lotca] })).toMatch(
    /class="artist-card"[^>]*><figure><div class="art horizon-art/,
  );
});

test("A3-28 A18-09 artists stand in groups of four", () => {
  const artists = Array.from({ length: 9 }, (_, i) => ({
    id: `a${i}`,
    slug: `artist-${i}`,
    name: `Artist ${i}`,
    tagline: null,
    bio: "b",
    picture: null,
  }));
  const page = homePage(0, { artists });
  const groups = page.split('<ul class="cast">').slice(1);
  expect(groups.map((group) => group.match(/class="artist-card"/g)?.length)).toEqual([4, 4, 1]);
});

test("A3-09 each night has a slide of its own, named by its place", () => {
  const names = [...homePage(3).matchAll(/aria-label="(\d din \d)"/g)];
  expect(names.map(([, name]) => name)).toEqual(["1 din 3", "2 din 3", "3 din 3"]);
});

test("the list links to its next page and back, with the filters in the address", () => {
  const page = listPage({
    filters: { search: "vară", period: "week", unavailable: "shown" },
    events: [night("1")],
    page: 2,
    more: true,
  });
  expect(page).toContain('href="/events?q=var%C4%83&amp;period=week&amp;unavailable=1"');
  expect(page).toContain('href="/events?q=var%C4%83&amp;period=week&amp;unavailable=1&amp;page=3"');
  expect(listPage({ events: [night("1")] })).not.toContain('aria-label="Pagini"');
});

test("A3-19 A3-20 a slide shows the lowest price in LEI and links to the event", () => {
  const page = homePage(1);
  expect(page).toMatch(/Pret pornind de la <b[^>]*>80 LEI</);
  expect(page).toMatch(/href="\/events\/noaptea-1"[^>]*>Vezi Detalii/);
});

test("A3-21 A3-22 A3-35 home without events and artists shows so, with a link elsewhere", () => {
  const page = homePage(0);
  expect(page).toContain("Momentan nu exista evenimente viitoare. Verifica mai tarziu!");
  expect(page).toMatch(/href="\/events"[^>]*>Vezi toate evenimentele</);
  expect(page).toContain("Momentan nu sunt artisti selectati. Revino curand!");
});

test("A4-08 A4-09 A4-10 an unavailable event is dimmed, carries its badge and has no price", () => {
  const page = listPage({ events: [night("1", { sale: "unavailable", lowestPrice: null }), night("2")] });
  expect(page).toMatch(
    /event-card--off[\s\S]*Momentan Indisponibil[\s\S]*Pret indisponibil[\s\S]*De la 80 LEI/,
  );
  expect(page.match(/event-card--off/g)).toHaveLength(1);
});

test("A4-10 a night that has passed has no price any more", () => {
  const page = listPage({ events: [night("1", { sale: "ended", lowestPrice: bani(7_500) })] });
  expect(page).toContain(">A trecut<");
  expect(page).not.toMatch(/Pret indisponibil|De la 75 LEI/);
});

test("A4-05 filters are cleared where some are set, and a page of many says that it is one", () => {
  const plain = listPage({ events: [night("1")] });
  expect(plain).not.toContain("Șterge filtrele");
  expect(plain).toContain(">1 eveniment<");
  expect(listPage({ events: [night("1"), night("2")], more: true })).toContain(">Pagina 1: 2 evenimente<");
  const period = { search: "", period: "week", unavailable: "hidden" } as const;
  const all = { search: "", period: "all", unavailable: "hidden" } as const;
  const shown = { search: "", period: "upcoming", unavailable: "shown" } as const;
  for (const filters of [period, all, shown])
    expect(listPage({ filters, events: [night("1")] })).toContain("Șterge filtrele");
});

test("home, the list and a night lead to the passes, and the list to the artists that it found", () => {
  const pages = [
    <HomePage key="home" view={home(1)} />,
    <EventsPage key="list" view={list({ artists: [{ slug: "a1", name: "Mareea Verde" }] })} />,
    <EventPage key="night" view={event(sale)} hold={null} />,
  ].map(html);
  for (const page of pages) expect(page).toMatch(/href="\/tickets"[^>]*>Abonamente și oferte/);
  expect(pages[1]).toMatch(/href="\/artists\/a1"[^>]*>Mareea Verde/);
});

test("A4-11 A4-12 A4-13 the list has an empty state of its own for each reason", () => {
  const filters = { search: "x", period: "all", unavailable: "hidden" } as const;
  expect(listPage({ filters, anyUpcoming: "some" })).toContain("Nicio noapte nu se potrivește.");
  const near = listPage({ filters, anyUpcoming: "some", meant: "Luna Plină" });
  expect(near).toMatch(/href="\/events\?q=Luna\+Plin%C4%83"[^>]*>Ai vrut să cauți „Luna Plină”\?/);
  expect(listPage({ unavailableCount: 3 })).toMatch(
    /Nu sunt evenimente disponibile, dar mai sunt 3 evenimente indisponibile sau anulate pe[\s\S]*href="\/events\?[^"]*unavailable=1"/,
  );
  expect(listPage({ unavailableCount: 1 })).toContain(
    "dar mai este 1 eveniment indisponibil sau anulat pe care îl poți vedea.",
  );
  const none = listPage({});
  expect(none).toContain("Nu sunt evenimente viitoare.");
  expect(none).toContain('href="/events?period=all"');
  // a search among the coming nights leads on to those that passed
  const among = { search: "vinil", period: "upcoming", unavailable: "hidden" } as const;
  expect(listPage({ filters: among, anyUpcoming: "some" })).toMatch(
    /href="\/events\?q=vinil&amp;period=all"[^>]*>Caută în toate datele</,
  );
});

test("a period of the list says its last day, and the toggle agrees in number", () => {
  const page = (more: Partial<EventsPageView>) => listPage({ events: home(2).events, ...more });
  expect(page({ until: "2027-07-26" })).toContain("2 evenimente, până pe 26 iulie");
  expect(page({})).toContain(">2 evenimente<");
  expect(page({ unavailableCount: 1 })).toContain("Arată cel indisponibil (1)");
  expect(page({ unavailableCount: 2 })).toContain("Arată indisponibile (2)");
});

test("until which hour a type admits is said once", () => {
  const early = { ...sale.types[0], enterUntil: "23:00" } as (typeof sale.types)[number];
  const times = (description: string | null) =>
    nightPage({ ...sale, types: [{ ...early, description }] }).match(/până la (?:ora )?23:00/g);
  expect(times("Valabil la poartă până la ora 23:00")).toHaveLength(1);
  expect(times("Acces devreme")).toHaveLength(1);
});

test("types of which none is left are named below the others, held ones as such", () => {
  const gone = [
    { name: "Loja", mayReturn: true },
    { name: "Grup de 5", mayReturn: false },
  ];
  const page = nightPage({ ...sale, gone });
  expect(page).toMatch(/Loja<\/span><b>Rezervate acum<\/b>/);
  expect(page).toMatch(/Grup de 5<\/span><b>Epuizat<\/b>/);
});

test("a night that is sold out says that places may return, and asks to look again, only while some are held", () => {
  const said = (returnsAfter: number | null) => {
    const page = nightPage(closed("sold_out", { returnsAfter }));
    return [page.includes("Rezervările neplătite"), page.includes("Verifică din nou")];
  };
  expect([said(30), said(null)]).toEqual([
    [true, true],
    [false, false],
  ]);
});

test("A5-07 A5-08 without a script the panel is a plain form that names ticket, quantity and intent", () => {
  const page = nightPage(sale);
  expect(page).toMatch(/<form(?=[^>]*method="post")[^>]*action="\/events\/1"/);
  expect(page.match(/<input[^>]*name="ticket_id"/g)).toHaveLength(2);
  expect(page).toMatch(/<select[^>]*name="quantity"/);
  expect(page).toMatch(/<button(?=[^>]*name="intent")[^>]*value="buy"/);
});

/** The selects of the panel: each with its type's name and its options. */
const selects = (page: string) =>
  [...page.matchAll(/<label for="(\w+)">([^<]*)<.*?<select[^>]*id="\1"[^>]*>(.*?)<\/select>/g)].map(
    ([, , name, options]) => [name, [...(options ?? "").matchAll(/>(\d+)</g)].map(([, n]) => Number(n))],
  );

test("A5-07 A5-08 A5-22 each type has a select of its own, from 0 (not chosen) to the most that can be had of it", () => {
  expect(selects(nightPage(sale))).toEqual([
    ["Intrare", [0, 1, 2, 3, 4]],
    ["Cuplu", [0, 1, 2, 3, 4, 5, 6, 7]],
  ]);
});

test("no type for several people hides for how many it is, nor its description, whatever is left of it", () => {
  const couple = { ...sale.types[1] } as Row;
  for (const left of [null, 1, 20])
    for (const description of [null, "Acces toată noaptea"]) {
      const page = nightPage({ ...sale, types: [{ ...couple, left, description }] });
      expect(page).toContain(description ? `Pentru 2 persoane · ${description}<` : "Pentru 2 persoane<");
      if (left !== null)
        expect(page).toContain(left === 1 ? 'scarce">1 bilet rămas<' : 'scarce">20 de bilete rămase<');
    }
  const own = nightPage({ ...sale, types: [{ ...couple, left: 3, description: "2 intrări" }] });
  expect(own).toContain(">2 intrări<");
  const hour = nightPage({ ...sale, types: [{ ...couple, description: "Până la 22:00" }] });
  expect(hour).toContain("Pentru 2 persoane · Până la 22:00<");
  for (const page of [own, nightPage({ ...sale, types: [{ ...couple, entries: 1 }] })])
    expect(page).not.toMatch(/Pentru \d/);
});

test("A5-09 A5-24 what is chosen is in the summary with its total, line by line; nothing is chosen at first", () => {
  const none = nightPage(sale);
  expect(none).toMatch(/Total de plată<\/dt><dd[^>]*><span>0 LEI</);
  expect(none).not.toMatch(/selected="">[1-9]/);
  const chosen = [
    { ticketTypeId: "b", quantity: 2 },
    { ticketTypeId: "a", quantity: 3 },
    { ticketTypeId: "of-another-night", quantity: 1 },
  ];
  const page = nightPage({ ...sale, chosen });
  expect(page).toMatch(
    /3 × Intrare<\/span><\/dt><dd>330 LEI<.*2 × Cuplu<\/span><\/dt><dd>381 LEI<.*Total de plată<\/dt><dd[^>]*><span>711 LEI</s,
  );
  expect([...page.matchAll(/<option selected="">(\d+)/g)].map(([, n]) => n)).toEqual(["3", "2"]);
  expect(page, "a changed total is announced").toMatch(/role="status">(?:<!-- -->|[^<])*711 LEI/);
});

test("nobody who is signed in is asked by the footer to register or to sign in, and no visitor is led to a profile", () => {
  const links = (viewer: Who) => {
    const { club, footer } = frameView;
    const page = html(<SiteFooter club={club} footer={footer} viewer={viewer} />);
    return ["/register", "/login", "/profile"].filter((path) => page.includes(`href="${path}"`));
  };
  expect(links("anonymous")).toEqual(["/register", "/login"]);
  expect(links("user")).toEqual(["/profile"]);
});

test("each type's id, shown price and number stand beside each other in the form", () => {
  const names = [
    ...nightPage(sale).matchAll(/<(?:input|select)(?![^>]* form=)[^>]* name="(\w+)"(?: value="([\w/-]+)")?/g),
  ].map(([, name, value]) => (value ? `${name}=${value}` : name));
  expect(names).toEqual([
    "ticket_id=a",
    "price=11000",
    "quantity",
    "ticket_id=b",
    "price=19050",
    "quantity",
    // the form of the code
    "slug=noaptea-1",
    // the dates that the page shows
    "nights",
    "typed_code",
  ]);
});

test("more people than an order admits, and an early bird beside another type, are answered at once", () => {
  const chosen = [
    { ticketTypeId: "a", quantity: 1 },
    { ticketTypeId: "b", quantity: 7 },
  ];
  const page = nightPage({ ...sale, mostPeople: 14, chosen });
  expect(page).toContain("O comandă este pentru cel mult 14 persoane.");
  const types = sale.types.map((type) => ({ ...type, isSoldAlone: type.id === "a" }));
  const alone = nightPage({ ...sale, types, chosen });
  expect(alone).toContain("Abonamentele și biletele early bird se cumpără separat.");
  expect(alone).toContain("Se cumpără separat de celelalte.");
  const one = nightPage({ ...sale, types, chosen: chosen.slice(0, 1) });
  expect(one).not.toContain("Abonamentele și biletele early bird se cumpără separat.");
});

test("A5-25 A17-11 a type without a price says so and has nothing to choose", () => {
  const types = sale.types.map((type) => ({ ...type, configured: type.id === "b" }));
  const page = nightPage({ ...sale, types });
  expect(page).toContain("Acest tip de bilet nu este configurat pentru achizitionare online.");
  expect(selects(page).map(([name]) => name)).toEqual(["Cuplu"]);
});

test("A5-13 an anonymous visitor has a login link, with the choice, and a button that leads there too", () => {
  const chosen = [
    { ticketTypeId: "a", quantity: 3 },
    { ticketTypeId: "b", quantity: 1 },
  ];
  const page = nightPage({ ...sale, chosen, isAnonymous: true });
  const link = /href="\/login\?next=([^"]*)"[^>]*>Conectează-te pentru a cumpăra bilete</.exec(page)?.[1];
  expect(decodeURIComponent(link ?? "")).toBe(
    "/events/noaptea-1?ticket_id=a&quantity=3&ticket_id=b&quantity=1#bilete",
  );
  const own = nightPage(sale);
  expect(own).not.toContain("/login");
  // a button of the same form, so that it carries the choice without a script too
  const register = /<button(?=[^>]*name="intent")[^>]*value="register"[^>]*>Creează un cont</;
  expect([register.test(page), register.test(own)]).toEqual([true, false]);
  expect(page).toMatch(/Prima dată aici\?/);
});

test("A5-14 the pay button of an unavailable event is disabled", () => {
  const page = nightPage(closed("unavailable", { types: sale.types }));
  expect(page).toMatch(/<button[^>]*disabled[^>]*>Indisponibil</);
  expect(page).not.toContain('value="buy"');
});

const held: HoldView = {
  takes: {},
  lines: [
    { ticketTypeId: "b", quantity: 2 },
    { ticketTypeId: "a", quantity: 1 },
  ],
  parts: [
    { title: "Intrare", phase: null, quantity: 1, price: 11_000 },
    { title: "Cuplu", phase: null, quantity: 2, price: 19_050 },
  ],
  discount: 0,
  uses: {},
  total: 49_100,
  secondsLeft: 1781,
  isReleased: false,
  secondsInAll: 1800,
  checkoutUrl: "/checkout/7",
  sentTo: null,
};

test("an open order shows the time left and links back to paying", () => {
  const page = html(<EventPage view={event(sale)} hold={held} />);
  expect(page).toContain("29:41");
  // in the bar below too, the form is sent: a code may have been typed
  expect(
    page.match(/<button(?=[^>]* value="continue")[^>]* type="submit"[^>]*>Continuă plata[^<]*/g),
  ).toEqual([expect.stringMatching(/: 491 LEI$/), expect.stringContaining('form="cumpara"')]);
  expect(page).toContain(">Renunță la locuri<");
  expect(page).toMatch(/1 × Intrare.*2 × Cuplu/s);
});

test("a hold that is over names no time of the next one, which ends with the night if that is sooner", () => {
  const page = html(<EventPage view={event(sale)} hold={{ ...held, secondsLeft: 0 }} />);
  expect(page).toContain("Dacă mai sunt locuri, le rezervi din nou.");
  expect(page).not.toMatch(/\d (de )?minut/);
});

test("whose turn has come is told to pay at once, and who holds tickets is told nothing of turns", () => {
  const room = event({ ...sale, waitingUrl: "/events/1/waiting" });
  const said = "Dacă ți-a venit rândul, plătești acum; dacă nu, butonul de plată te duce la coadă.";
  expect(html(<EventPage view={room} hold={null} />)).toContain(said);
  expect(html(<EventPage view={room} hold={held} />)).not.toContain("Se intră pe rând");
  expect(html(<EventPage view={room} hold={{ ...held, secondsLeft: 0 }} />)).toContain(said);
});

test("the script asks whose turn it is: to buy until the sale ends, or to queue; else both are said", () => {
  const said = (standing: StandingView) => html(<RoomTurn standing={standing} url="/events/1/waiting" />);
  expect(said({ kind: "in" })).toContain("E rândul tău. Poți cumpăra de acum până se închide vânzarea");
  expect(said({ kind: "in" })).not.toMatch(/Dacă|te duce|href=/);
  const waiting = said({ kind: "waiting", number: 9, ahead: 8, seconds: 20, available: 5 });
  expect(waiting).toMatch(/Încă nu e rândul tău: .*href="\/events\/1\/waiting"[^>]*>Vezi locul tău/);
  for (const kind of ["unknown", "outside"] as const)
    expect(said({ kind })).toContain("Dacă ți-a venit rândul");
});

test("an open waiting room is said to be open, and one that is not yet open has its hour", () => {
  const page = (waitingUrl: string | null) => {
    const opens = { day: "2027-06-20", time: "12:00" };
    const panel = closed("announced", { opens, roomFrom: "11:40", waitingUrl });
    return html(<EventPage view={event(panel)} hold={null} />);
  };
  expect(page(null)).toContain("De la 11:40 se deschide sala de așteptare.");
  expect(page("/events/1/waiting")).toContain("Sala de așteptare e deschisă.");
});

test("where the tickets come is said while they are held, not of a hold that is over", () => {
  const sentTo = { email: "ana@exemplu.ro", changeUrl: "/guest?next=%2F" };
  const page = (secondsLeft: number) =>
    html(<EventPage view={event(sale)} hold={{ ...held, sentTo, secondsLeft }} />);
  expect(page(1781)).toContain("Biletele vin pe <strong>ana@exemplu.ro");
  expect(page(0)).toContain("Rezervarea a expirat");
  expect(page(0)).not.toContain("Biletele vin pe");
});

test("a night says what is known of doors, end, age and the way there, and nothing of it once it is over", () => {
  const way = { address: "Digul de nord", directions: "Sub far.", mapUrl: "https://maps.example/?q=dig" };
  const known = { doors: "21:00", end: { day: "2027-06-27", time: "05:00" }, minimumAge: 18, way };
  const page = nightPage(sale, known);
  expect(page).toContain("<li>Ușile 21:00</li><li>până duminică la 05:00</li>");
  expect(page).toContain('<abbr title="Intrarea e permisă de la 18 ani">18+</abbr>');
  expect(page).toMatch(
    /href="#drum"[\s\S]*id="drum"[\s\S]*Sub far\.[\s\S]*href="https:\/\/maps\.example\/\?q=dig"/,
  );
  expect(nightPage(sale)).not.toMatch(/Ușile|până la|18\+|Cum ajung/);
  expect(nightPage(closed("ended", { isAnonymous: true }), known)).not.toMatch(/Ușile|night\.ics|Cum ajung/);
});

test("a running night says since when, and until when where somebody wrote it, with the day of an end after midnight (96)", () => {
  const end = { day: "2027-06-27", time: "05:00" };
  const running = { phase: "ongoing" as const, hasBegun: true, doors: "21:00", end };
  const hoursOf = (more: Partial<EventPageView>) =>
    [...nightPage(sale, more).matchAll(/<li(?: class="phosphor")?>([^<]*)<\/li>/g)].map(([, words]) => words);
  const begun = "A început la 22:00";
  expect(hoursOf(running)).toEqual(["În desfășurare", `${begun}, ține până duminică la 05:00`]);
  expect(hoursOf({ ...running, end: null })).toEqual(["În desfășurare", begun]);
  expect(hoursOf({ ...running, end: { ...end, day: "2027-06-26" } })[1]).toBe(`${begun}, ține până la 05:00`);
  const early = ["Ușile sunt deschise", "Începe la 22:00, ține până duminică la 05:00"];
  expect(hoursOf({ ...running, hasBegun: false })).toEqual(early);
  expect(hoursOf({ ...running, time: null, doors: null, end: null })).toEqual([]);
});

test("doors of the evening before never stand without their day", () => {
  const late = nightPage(sale, { date: "2026-12-02", time: "00:30", doors: "23:30" });
  expect(late).toContain("<li>Ușile marți la 23:30</li>");
  const printed = { eventDate: "2026-12-02", eventTime: "00:30:00", eventDoors: "23:30", minimumAge: null };
  expect(entryRules(printed)).toEqual(["Ușile marți la 23:30"]);
});

test("a running night without types promises no sale", () => {
  expect(nightPage(closed("no_types"))).toContain("Vânzarea se deschide chiar aici.");
  expect(nightPage(closed("no_types"), { phase: "ongoing" })).not.toMatch(/În curând|încă|se deschide/);
});

test("a type that cannot be bought makes no price of the night and no promise of a sale, unless its price is being made (one kind: a sale told that never comes)", () => {
  const free = typeRow({ id: "c", name: "Listă", price: 0, entries: 1, most: 4, configured: false });
  expect(nightPage({ ...sale, types: [...sale.types, free] })).toMatch(/class="buy-bar">.*De la 110 LEI/);
  const promise = "Când e gata, biletele se cumpără chiar de aici.";
  expect(nightPage(closed("price_pending", { types: [free] }))).not.toContain(promise);
  expect(nightPage(closed("price_pending", { types: [{ ...free, price: 9_000 }] }))).toContain(promise);
});

const closedPanels: ClosedPanelView[] = [
  ...saleStates.filter((state) => !isOnSale(state) && state !== "cancelled").map((state) => closed(state)),
  closed("announced", { opens: { day: "2027-06-20", time: "12:00" } }),
];
test.each([...closedPanels, { ...sale, state: "on_sale", types: sale.types.slice(1) }])(
  "what is held can be paid whatever became of the sale: $state",
  (panel) => {
    const page = (more: Partial<HoldView>) =>
      html(<EventPage view={event(panel)} hold={{ ...held, ...more }} />);
    expect(page({}).split('href="/checkout/7/pay"')).toHaveLength(3);
    expect(page({})).toMatch(/class="buy-bar"><p><b [^>]*>29:41/);
    expect(page({ secondsLeft: 0 })).not.toContain('href="/checkout/7/pay"');
  },
);

test.each([...closedPanels, closed("cancelled")])(
  "a night that has nothing to sell leads to other nights and to all of them, and says it in the focus after a click: $state",
  (panel) => {
    const page = nightPage(panel, { others: [night("7")] });
    expect(page).not.toContain("autofocus");
    expect(nightPage({ ...panel, isAnswer: true })).toMatch(/id="tickets-title"[^>]*autofocus/i);
    const bottom = page.split('class="tear-panel__bottom"')[1] ?? "";
    expect(bottom).toContain('href="/events/noaptea-7"');
    expect(bottom).toMatch(/href="\/events"[^>]*>Vezi toate nopțile</);
  },
);

test("a type that is there for a person who has its code is marked, and that an order takes one code is said before and after", () => {
  const [first, ...rest] = sale.types;
  const code = {
    kind: "usable",
    code: "CORAL",
    effect: "deschide bilete",
    limit: null,
    uses: 5,
    voucher: { id: "v", kind: "unlock", percent: null, amount: null, eventIds: null, ticketTypeIds: null },
  } as unknown as NonNullable<Sale["code"]>;
  const page = nightPage({ ...sale, code, types: [{ ...(first as Row), isUnlocked: true }, ...rest] });
  expect(page.match(/deschis de codul tău/g)).toHaveLength(1);
  for (const shown of [page, nightPage(sale)]) expect(shown).toContain("La o comandă merge un singur cod.");
});

test("a night that does not take place offers no calendar and no way there, and says so in the past after its day", () => {
  const way = { address: "Digul de nord", directions: null, mapUrl: "https://maps.example/" };
  const page = (isPast: boolean) =>
    nightPage(closed("cancelled"), {
      phase: isPast ? "ended" : "upcoming",
      way,
      doors: "21:00",
      cancelled: { reason: "Vine furtuna", keepsUsed: false, isSoldAtDoor: false },
    });
  expect(page(false)).toContain("Noaptea din 26 iunie nu mai are loc.");
  expect(page(true)).toContain("Noaptea din 26 iunie nu a mai avut loc.");
  expect(page(false)).toContain("Vine furtuna. Cei care au plătit primesc");
  expect(page(false)).not.toMatch(/night\.ics|Cum ajung|Ușile/);
});

test("the bar at the foot says a state in one word, and the panel what it means", () => {
  const bars = closedPanels
    .slice(0, -1)
    .map((panel) => /buy-bar--closed">(.*?)<a/.exec(nightPage(panel))?.[1]);
  for (const bar of bars) expect(bar).toMatch(/^<p><b class="display">[^<]+<\/b><\/p>$/);
});

test("art without letters gets day, title, place and line-up in the poster, and a poster with its title gets nothing", () => {
  const shown = (more: Partial<EventCardView>) =>
    listPage({ events: [night("0"), night("1", { bill: "Lotca, Pelin", ...more })] })
      .split("<li")
      .at(-1) ?? "";
  const parts = (card: string) => ({
    poster: /class="poster">[\s\S]*(?=<div class="event-card__body)/.exec(card)?.[0] ?? "",
    body: /class="event-card__body">[\s\S]*/.exec(card)?.[0] ?? "",
  });
  const lettered = parts(shown({ lettering: letterTitle("Luna Plină"), title: "Luna Plină" }));
  expect(lettered.poster).toMatch(/<h2 class="lettering__title[^>]*><span[^>]*>Luna Plină <\/span><\/h2>/);
  expect(lettered.poster).toMatch(/<b>26<\/b>[\s\S]*Plaja Licurici[\s\S]*Lotca, Pelin/);
  expect(lettered.body).not.toMatch(/Luna Plină|<h2/);
  const titled = parts(shown({ isTitled: true, sale: "sold_out" }));
  expect(titled.poster).not.toMatch(/lettering|poster-date|Epuizat/);
  expect(titled.body).toMatch(/Epuizat[\s\S]*<h2[^>]*>Noaptea 1</);
  // too long to be set in the sea
  const long = parts(shown({ lettering: null }));
  expect(long.poster).toContain("poster-date");
  expect(long.body).toMatch(/<h2[^>]*>Noaptea 1</);
});

test("a poster with its title stands whole on the night's page, and the title is written over drawn sky", () => {
  const poster = {
    sources: [{ url: "/pictures/p-480.webp", width: 480 }],
    width: 480,
    height: 600,
    position: null,
  };
  const page = nightPage(sale, { poster });
  expect(page).toMatch(/class="event__art opening-art"><div class="art horizon-art/);
  expect(page).toMatch(/<figure class="event__poster"><img[^>]*src="\/pictures\/p-480\.webp"/);
});

test("how many tickets one may have is said at the types before anything is chosen, and beside a chosen number", () => {
  const panel = { ...sale, mostForGuest: { tickets: 4, people: 20, ofAddOn: 4 } };
  const limits = "La o comandă: cel mult 10 bilete de un fel, pentru cel mult 20 de persoane.";
  const page = nightPage(panel);
  expect(page).toContain(limits);
  expect(page).toContain(
    "Fără cont: cel mult 4 bilete la o noapte, de orice fel; un bilet de grup e un bilet.",
  );
  expect(page).not.toContain("ticket-row__most");
  expect(nightPage(sale)).not.toContain("Fără cont");
  const chosen = sale.types.map(({ id, most }) => ({ ticketTypeId: id, quantity: Math.min(most, 4) }));
  const five = nightPage({ ...panel, chosen });
  expect(five).toContain(">cel mult 4<");
  expect(five).toContain("Fără cont se pot lua cel mult 4 bilete la o noapte.");
  const locker = { ...(sale.types[0] as (typeof sale.types)[number]), id: "dulap", entries: 0, most: 10 };
  const withLockers = nightPage({
    ...panel,
    types: [...sale.types, locker],
    chosen: [{ ticketTypeId: "dulap", quantity: 5 }],
  });
  expect(withLockers).toContain("cel mult 10; fără cont, 4 în total");
  expect(withLockers).toContain("Fără cont se pot lua cel mult 4 din fiecare supliment. Pentru mai multe");
});
