import type { ReactElement } from "react";
import { describe, expect, it } from "vitest";
import { bani } from "#kernel/money.ts";
import type { Who } from "#ticketing/rights/role-rights.ts";
import { personProblems } from "#web/account/person-texts.ts";
import { ticketTexts } from "#web/admin/tickets/ticket-texts.ts";
import { SeasonPassPage } from "#web/public/season-pass-route.tsx";
import { SiteFrame } from "#web/public/site-frame.tsx";
import { SiteHeader } from "#web/public/site-header.tsx";
import { TicketsPage } from "#web/public/tickets-route.tsx";
import { accountSamples } from "./account-samples.tsx";
import { checkoutSamples } from "./checkout-samples.tsx";
import { testPurchaseSamples } from "./demo-samples.tsx";
import { passSamples } from "./pass-samples.tsx";
import { profileSamples } from "./profile-samples.tsx";
import { publicSamples } from "./public-samples.tsx";
import { renderScreen } from "./render-screen.tsx";
import { frameView } from "./sample-season.ts";

const offer = {
  id: "o",
  priceId: "price_1",
  mode: "payment",
  name: "EARLY BIRD Concert",
  description: "O noapte.",
  price: bani(16000),
  badge: "Perfect pentru cupluri",
  picture: null,
  lines: ["Acces la concert"],
  sale: "open",
} as const;
const offers = [{ ...offer, lines: [...offer.lines], nights: [], shownNights: "", cancelled: [] }];
const framed = (viewer: Who) => (
  <SiteFrame view={{ ...frameView, viewer }}>
    <p>Ecran</p>
  </SiteFrame>
);
const headed = (viewer: Who) => (
  <SiteHeader club={frameView.club} viewer={viewer} guests="none" secretFlag="ignored" />
);

const screens: Record<string, () => ReactElement> = {
  ...publicSamples,
  ...passSamples,
  ...accountSamples,
  ...profileSamples,
  ...checkoutSamples,
  ...testPurchaseSamples,
  "frame anonymous": () => framed("anonymous"),
  "frame customer": () => framed("user"),
  "frame admin": () => framed("admin"),
  // the footer has some of the header's links too
  "head anonymous": () => headed("anonymous"),
  "head customer": () => headed("user"),
  "head admin": () => headed("admin"),
  tickets: () => (
    <TicketsPage
      view={{ active: { kind: "ticket" }, open: null, viewer: "customer", offers }}
      refusal={null}
    />
  ),
  "tickets subscribed": () => (
    <TicketsPage
      view={{ active: { kind: "subscription", until: "2027-08-31" }, open: null, viewer: "customer", offers }}
      refusal={null}
    />
  ),
  "tickets visitor": () => (
    <TicketsPage view={{ active: null, open: null, viewer: "anonymous", offers }} refusal={null} />
  ),
  "season-pass": () => <SeasonPassPage offers={offers} open={null} refusal={null} />,
  "season-pass empty": () => <SeasonPassPage offers={[]} open={null} refusal={null} />,
};

const link = (to: string, label: string) =>
  new RegExp(`<a[^>]*href="${to}"[^>]*>(?:<[^>]*>)*\\s*${label}\\s*<`);

/** These after each other, before the end of the navigation in which the first stands. */
const inOrder = (...parts: string[]) => new RegExp([...parts, "</nav>"].join("(?:(?!</nav>)[^])*?"));

/** What stands on a screen, byte for byte, with the row of the specification that quotes it. */
const shown: [row: string, screen: string, what: string | RegExp][] = [
  ["A2-01", "head anonymous", "<header"],
  ["A2-02", "head anonymous", link("/", "Acasa")],
  ["A2-03", "head anonymous", link("/events", "Evenimente")],
  ["A2-04", "head customer", link("/profile", "Profil")],
  ["A2-05", "head anonymous", link("/login", "Conectare")],
  ["A2-06", "head anonymous", link("/register", "Inregistrare")],
  ["A2-07", "head admin", link("/season-pass", "Bilete Speciale")],
  ["A2-08", "head admin", link("/admin", "Admin")],
  ["A2-09", "head admin", /<button type="submit"[^>]*>Deconectare</],
  [
    "A2-13",
    "frame anonymous",
    inOrder("site-foot__links", ...["/", "/events", "/register", "/login"].map((to) => `href="${to}"`)),
  ],
  ["A2-14", "frame anonymous", /<footer[\s\S]*tel:[\s\S]*mailto:/],
  ["A2-15", "frame anonymous", /<footer[\s\S]*<form/],
  ["A2-16", "frame anonymous", "© 2027 Fosfor Summer Club. Toate drepturile rezervate."],
  ["A2-20", "frame anonymous", /<input(?=[^>]*type="email")[^>]*required/],
  ["A3-02", "home", "Fosfor Summer Club"],
  ["A3-03", "home", "Locul unde muzica întâlnește vara"],
  ["A3-07", "home", "muzica întâlnește vara"],
  ["A3-08", "home", link("/events", "Cumpara Bilete Acum")],
  ["A3-04", "home", /class="hero__foot"[\s\S]*?<a[^>]*href="\/events"[^>]*>Cumpara Bilete Acum</],
  ["A3-05", "home", /<section class="hero"[^>]*><img class="art"[^>]*src="[^"]+\.webp"/],
  ["A3-05", "home-photo", /<section class="hero hero--photo"[^>]*><img class="art"[^>]*linia-marii-wide/],
  ["A3-14", "home", /class="slide__date[^>]*><time[^>]*>Sâmbătă, 26 iunie 2027/],
  ["A3-15", "home", /class="slide__date[^>]*><time[^>]*>Sâmbătă, 26 iunie 2027, ora 22:00</],
  ["A3-16", "home", /class="slide__title display">Noaptea Fosforului</],
  ["A3-17", "home", /class="slide__place">Plaja Licurici</],
  ["A3-24", "home", /class="event-card__when"><time[^>]*>03\.07\.2027/],
  [
    "A3-25",
    "home",
    /lettering__title display"><span[^>]*>Ultima <\/span><span[^>]*>Lumină <\/span>[\s\S]*?<span>Plaja Licurici<[\s\S]*?<time[^>]*>03\.07\.2027, 20:30</,
  ],
  ["A3-27", "home", /<a class="event-card[^>]*href="\/events\/ultima-lumina"/],
  ["A3-32", "home", /artist-card__name display">Mareea Verde</],
  ["A3-33", "home", /Live electronic<[\s\S]*Cobaltina<\/h3><p class="artist-card__tagline">Artist</],
  [
    "A3-34",
    "home",
    "Sintetizatoare vechi, o voce și înregistrări făcute sub apă. Cântă cu lumina stinsă și nu anunță nic...<",
  ],
  ["A3-26", "home", /De la \d+ LEI/],
  ["A3-31", "home", /href="\/artists\//],
  ["A3-36", "home", link("/events", "Vezi toate nopțile")],
  ["A4-01", "events", /<h1[^>]*>Evenimente<\/h1><p>Nopți de vară la malul mării\. Alege-o pe a ta\.<\/p>/],
  ["A4-02", "events", /<input[^>]*type="search"|<input[^>]*name="q"/],
  ["A4-06", "events", /href="\/events\//],
  ["A4-10", "events", /De la \d+ LEI/],
  ["A4-05", "events", link("/events", "Șterge filtrele")],
  [
    "A5-01",
    "event",
    /class="event__art[^"]*"><picture><source[^>]*noaptea-fosforului-wide[\s\S]*?<img class="art"/,
  ],
  ["A5-02", "event", /<dt>Data<\/dt><dd[^>]*><time[^>]*>Sâmbătă, 26 iunie 2027</],
  ["A5-03", "event", /<dt>Ora<\/dt><dd[^>]*>22:00</],
  ["A5-05", "event", "Deschidem sezonul în noaptea în care marea luminează singură."],
  ["A5-10", "event", /<button(?=[^>]*type="submit")[^>]*>Spre plată</],
  ["A5-04", "event", "Plaja Licurici"],
  ["A5-06", "event", /href="\/artists\/lotca"/],
  ["A5-12", "event", link("/events", "Înapoi la evenimente")],
  ["A5-15", "not-found", "Eveniment Negasit"],
  ["A5-25", "event", "Acest tip de bilet nu este configurat pentru achizitionare online."],
  [
    "A6-01",
    "artist",
    /<figure><img class="art"[^>]*src="[^"]*artist-mareea-verde[^"]*"[^>]*alt="Portret: Mareea Verde"/,
  ],
  ["A6-04", "artist", "Sintetizatoare vechi, o voce și înregistrări făcute sub apă."],
  ["A6-02", "artist", /<h1[^>]*>Mareea Verde<\/h1>/],
  ["A6-03", "artist", "Live electronic"],
  ["A6-08", "artist", /href="\/events\//],
  [
    "A7-05",
    "register-errors",
    /<div class="notice notice--warn" role="alert">(?:(?!<\/div>)[\s\S])*Serverul intampina o problema temporara/,
  ],
  ["A7-02", "register", /href="\/login"/],
  ["A8-03", "login", /href="\/register"/],
  ["A8-05", "login-forgot", "Înapoi la conectare"],
  ["A9-01", "tickets", /<h1[^>]*>Optiuni Bilete<\/h1>/],
  ["A9-02", "tickets", "Biletele Tale Active"],
  ["A9-03", "tickets subscribed", /Abonament Activ<\/b>[^<]*(<!-- -->)?[^<]*august 2027/],
  ["A9-04", "tickets", "Bilet Cumparat"],
  ["A9-07", "tickets", /160,00[\s\S]{0,60}RON/],
  ["A9-08", "tickets", "Cumpara Acum"],
  ["A9-11", "tickets", "nerambursabile și netransferabile"],
  ["A9-11", "tickets", "din site trimiți biletul unui prieten"],
  ["A9-12", "tickets", "act de identitate"],
  ["A9-13", "tickets", "early bird sunt disponibile în cantitate limitată"],
  ["A10-01", "success", /<h1[^>]*>Plata Reusita!<\/h1>/],
  ["A10-02", "success", "10482"],
  ["A10-03", "success", /220,00(?: |&nbsp;| )RON/],
  ["A10-04", "success", "Platit"],
  ["A10-05", "success", /<dt>Data comenzii<\/dt><dd><time[^>]*>14\.06\.2027/],
  ["A10-06", "success", link("/profile", "Vezi Biletele Mele")],
  ["A10-07", "success", link("/events", "Exploreaza Evenimente")],
  ["A10-08", "success-generic", "Îți mulțumim!"],
  ["A10-09", "success-generic", /href="\/profile"[\s\S]*href="\/tickets"/],
  ["A11-01", "season-pass", /<h1[^>]*>Bilete Speciale EARLY BIRD<\/h1>/],
  ["A11-04", "season-pass", "Achiziționează acum"],
  ["A11-08", "season-pass empty", /Nu există bilete speciale disponibile[\s\S]*href="\/tickets"/],
  ["A11-09", "season-pass", /<a[^>]*href="\/"/],
  ["A11-10", "season-pass", "Ce sunt biletele speciale?"],
  ["A12-02", "profile", "Deconectare"],
  ["A12-03", "profile", "Abonament"],
  ["A12-04", "profile", /Bilete[\s\S]*Achizitii/],
  ["A12-05", "profile", /href="\/events"[\s\S]*href="\/tickets"|href="\/tickets"[\s\S]*href="\/events"/],
  ["A12-07", "profile", "FSC-3310-118204"],
  ["A12-08", "profile-night", "Salveaza Bilet"],
  ["A12-09", "profile-night", "Retrimite Email"],
  ["A12-12", "profile-orders", "10482"],
  ["A12-13", "profile-orders", /220,00(?: |&nbsp;| )(?:RON|LEI)/],
  ["A12-16", "profile-orders", /Platit[\s\S]*unpaid/],
  ["A12-17", "profile", "Activ"],
  ["A12-18", "profile-edit", "Acest camp este obligatoriu"],
  ["A12-19", "profile-edit", "Introduceti un numar de telefon valid"],
  ["A13-01", "purchase", /<h1[^>]*>Cumpărare de probă</],
  [
    "A13-02",
    "purchase",
    /<input type="radio"(?=[^>]*name="ticket_id")[^>]*>(?:<[^>]*>)*Intrare generală[\s\S]*?110 LEI/,
  ],
  ["A13-03", "purchase", /<select(?=[^>]*name="quantity")/],
  ["A13-04", "purchase", />Rezumat</],
  ["A13-05", "purchase", /<button(?=[^>]*type="submit")[^>]*>Cumpără de probă</],
  ["A13-06", "purchase-success", /<img[^>]*alt="Cod QR pentru FSC-7730-418206"/],
  ["A13-07", "purchase-success", link("/profile", "Vezi în profil")],
  ["A13-07", "purchase-success", link("/events", "Alte evenimente")],
  ["A17-16", "purchase-refused", "Nu exista suficiente bilete disponibile"],
  ["A17-38", "error", "Unexpected Application Error!"],
];

/** What somebody must not see. */
const absent: [row: string, screen: string, what: string | RegExp][] = [
  ["A2-04", "head anonymous", /href="\/profile"/],
  ["A2-07", "head customer", 'href="/season-pass"'],
  ["A2-08", "head customer", 'href="/admin"'],
  ["A2-09", "head customer", "Deconectare"],
  ["A9-02", "tickets visitor", "Biletele Tale Active"],
  ["A10-08", "success-generic", "10482"],
  ["A3-15", "home", /<time[^>]*>03\.07\.2027, ora/],
  ["A12-03", "profile-empty", "Abonament Activ"],
  ["A12-15", "profile-orders", "pi_"],
  ["A12-07", "profile-empty", "FSC-"],
];

const has = (page: string, what: string | RegExp) =>
  typeof what === "string" ? page.includes(what) : what.test(page);

describe("a screen", () => {
  it.each(shown)("shows what %s quotes: %s, %s", (_row, screen, what) => {
    const draw = screens[screen];
    if (!draw) throw new Error(`no screen ${screen}`);
    expect(has(renderScreen(draw()), what)).toBe(true);
  });

  it.each(absent)("keeps to itself what %s reserves: %s without %s", (_row, screen, what) => {
    const draw = screens[screen];
    if (!draw) throw new Error(`no screen ${screen}`);
    expect(has(renderScreen(draw()), what)).toBe(false);
  });
});

/** Sentences that neither a sample nor another test shows as they are. */
const said: [row: string, sentence: () => string, quoted: string][] = [
  ["A7-07", () => personProblems.full_name_too_short, "Numele trebuie sa aiba cel putin 3 caractere"],
  ["A7-08", () => personProblems.phone_required, "Numarul de telefon este obligatoriu"],
  ["A7-11", () => personProblems.password_required, "Parola este obligatorie"],
  ["A7-13", () => personProblems.confirmation_required, "Te rugam sa confirmi parola"],
  ["B5-19", () => ticketTexts.noNight, "At least one event must be available to create a season pass ticket"],
];

describe("a sentence", () => {
  it.each(said)("is what %s quotes, byte for byte", (_row, sentence, quoted) => {
    expect(Buffer.from(sentence())).toEqual(Buffer.from(quoted));
  });
});
