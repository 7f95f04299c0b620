import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { accountTexts } from "#web/account/account-texts.ts";
import { personProblems } from "#web/account/person-problems.ts";
import { offerTexts } from "#web/public/offer-texts.ts";
import { publicTexts } from "#web/public/public-texts.ts";
import { SeasonPassPage } from "#web/public/season-pass-page.tsx";
import { SiteFrame } from "#web/public/site-frame.tsx";
import { SiteHeader, type Viewer } from "#web/public/site-header.tsx";
import { TicketsPage } from "#web/public/tickets-page.tsx";
import { checkoutRefusal } from "#web/request/checkout-refusals.ts";
import { accountSamples } from "./account-samples.tsx";
import { checkoutSamples } from "./checkout-samples.tsx";
import { publicSamples } from "./public-samples.tsx";
import { frameView } from "./sample-season.ts";

/** The HTML of the server, which is all there is without a script. */
function html(screen: ReactElement): string {
  const router = createMemoryRouter([{ path: "*", element: screen }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

const offer = {
  id: "o",
  name: "EARLY BIRD Concert",
  description: "O noapte.",
  price: 16000,
  badge: "Perfect pentru cupluri",
  picture: null,
  lines: ["Acces la concert"],
  sale: "open",
} as const;
const offers = [{ ...offer, lines: [...offer.lines] }];
const framed = (viewer: Viewer) => (
  <SiteFrame view={{ ...frameView, viewer }}>
    <p>Ecran</p>
  </SiteFrame>
);
const headed = (viewer: Viewer) => <SiteHeader club={frameView.club} viewer={viewer} secretFlag="ignored" />;

const screens: Record<string, () => ReactElement> = {
  ...publicSamples,
  ...accountSamples,
  ...checkoutSamples,
  "frame anonymous": () => framed("anonymous"),
  "frame customer": () => framed("customer"),
  "frame admin": () => framed("admin"),
  // the footer has some of the header's links too
  "head anonymous": () => headed("anonymous"),
  "head customer": () => headed("customer"),
  "head admin": () => headed("admin"),
  tickets: () => <TicketsPage view={{ active: { kind: "ticket" }, offers }} refusal={null} />,
  "tickets subscribed": () => (
    <TicketsPage view={{ active: { kind: "subscription", until: "2027-08-31" }, offers }} refusal={null} />
  ),
  "tickets visitor": () => <TicketsPage view={{ active: null, offers }} refusal={null} />,
  "season-pass": () => <SeasonPassPage offers={offers} refusal={null} />,
  "season-pass empty": () => <SeasonPassPage offers={[]} refusal={null} />,
};

const link = (to: string, label: string) =>
  new RegExp(`<a[^>]*href="${to}"[^>]*>(?:<[^>]*>)*\\s*${label}\\s*<`);

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
    /<footer[\s\S]*href="\/"[\s\S]*href="\/events"[\s\S]*href="\/register"[\s\S]*href="\/login"/,
  ],
  ["A2-14", "frame anonymous", /<footer[\s\S]*tel:[\s\S]*mailto:/],
  ["A2-15", "frame anonymous", /<footer[\s\S]*<form/],
  ["A2-16", "frame anonymous", "© 2027 Fosfor Summer Club. Toate drepturile rezervate."],
  ["A2-20", "frame anonymous", /<input(?=[^>]*type="email")[^>]*required/],
  ["A3-02", "home", "Fosfor Summer Club"],
  ["A3-03", "home", "Locul unde muzica întâlnește vara"],
  ["A3-07", "home", "muzica întâlnește vara"],
  ["A3-08", "home", link("/events", "Cumpara Bilete Acum")],
  ["A3-26", "home", /De la \d+ LEI/],
  ["A3-31", "home", /href="\/artists\//],
  ["A3-36", "home", link("/events", "Vezi toate nopțile")],
  ["A4-01", "events", /<h1[^>]*>Evenimente<\/h1><p>Nopți de vară la malul mării\. Alege-o pe a ta\.<\/p>/],
  ["A4-02", "events", /<input[^>]*type="search"|<input[^>]*name="q"/],
  ["A4-06", "events", /href="\/events\//],
  ["A4-10", "events", /De la \d+ LEI/],
  ["A5-04", "event", "Plaja Licurici"],
  ["A5-06", "event", /href="\/artists\/lotca"/],
  ["A5-12", "event", link("/events", "Înapoi la evenimente")],
  ["A5-15", "not-found", "Eveniment Negasit"],
  ["A5-25", "event-type-refused", "Acest tip de bilet nu este configurat pentru achizitionare online."],
  ["A6-02", "artist", /<h1[^>]*>Mareea Verde<\/h1>/],
  ["A6-03", "artist", "Live electronic"],
  ["A6-08", "artist", /href="\/events\//],
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
  ["A9-12", "tickets", "act de identitate"],
  ["A9-13", "tickets", "early bird sunt disponibile în cantitate limitată"],
  ["A10-01", "success", /<h1[^>]*>Plata Reusita!<\/h1>/],
  ["A10-02", "success", "10482"],
  ["A10-03", "success", /220,00(?: |&nbsp;| )RON/],
  ["A10-04", "success", "Platit"],
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
  ["A12-15", "profile-orders", /pi_3QdF0sf0rN04p(?!t)/],
  ["A12-16", "profile-orders", /Platit[\s\S]*unpaid/],
  ["A12-17", "profile", "Activ"],
  ["A12-18", "profile-edit", "Acest camp este obligatoriu"],
  ["A12-19", "profile-edit", "Introduceti un numar de telefon valid"],
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
  ["A12-03", "profile-empty", "Abonament Activ"],
  ["A12-07", "profile-empty", "FSC-"],
];

const has = (page: string, what: string | RegExp) =>
  typeof what === "string" ? page.includes(what) : what.test(page);

describe("a screen", () => {
  it.each(shown)("shows what %s quotes: %s, %s", (_row, screen, what) => {
    const draw = screens[screen];
    if (!draw) throw new Error(`no screen ${screen}`);
    expect(has(html(draw()), what)).toBe(true);
  });

  it.each(absent)("keeps to itself what %s reserves: %s without %s", (_row, screen, what) => {
    const draw = screens[screen];
    if (!draw) throw new Error(`no screen ${screen}`);
    expect(has(html(draw()), what)).toBe(false);
  });
});

/** Sentences that no sample shows: what is said after an act. */
const said: [row: string, sentence: string, quoted: string][] = [
  ["A1-31", publicTexts.loginFirst, "Te rugam sa te conectezi pentru a cumpara bilete"],
  ["A5-17", publicTexts.linkCopied, "Link copiat in clipboard!"],
  ["A6-09", publicTexts.artistMissing, "Artist Negasit"],
  ["A7-06", personProblems.full_name_required, "Numele complet este obligatoriu"],
  ["A7-07", personProblems.full_name_too_short, "Numele trebuie sa aiba cel putin 3 caractere"],
  ["A7-08", personProblems.phone_required, "Numarul de telefon este obligatoriu"],
  ["A7-09", personProblems.email_required, "Email-ul este obligatoriu"],
  ["A7-10", personProblems.email_invalid, "Te rugam sa introduci o adresa de email valida"],
  ["A7-11", personProblems.password_required, "Parola este obligatorie"],
  ["A7-12", personProblems.password_too_short, "Parola trebuie sa aiba cel putin 8 caractere"],
  ["A7-13", personProblems.confirmation_required, "Te rugam sa confirmi parola"],
  ["A7-14", personProblems.passwords_differ, "Parolele nu corespund"],
  ["A8-09", accountTexts.loggedIn, "Autentificare reusita!"],
  ["A9-09", offerTexts.processing, "Procesare..."],
  ["A11-05", offerTexts.forCouples, "Perfect pentru cupluri"],
  ["A11-06", offerTexts.forGroups, "Ideal pentru grupuri"],
  ["A11-07", offerTexts.entriesIncluded(3), "3 intrări incluse"],
  ["A11-14", offerTexts.specialLoginFirst, "Te rugăm să te conectezi pentru a cumpăra bilete"],
  ["A17-09", publicTexts.nothingChosen, "Te rugam sa selectezi un tip de bilet"],
  ["A17-10", checkoutRefusal({ reason: "unknown_type" }).sentence, "Selectie de bilet invalida"],
  [
    "A17-11",
    checkoutRefusal({ reason: "no_price" }).sentence,
    "Acest tip de bilet nu este configurat pentru achizitionare online.",
  ],
  [
    "A17-13",
    checkoutRefusal({ reason: "provider_unavailable", orderId: "o" }).sentence,
    "Nu s-a putut procesa achizitia ta",
  ],
  [
    "A17-16",
    checkoutRefusal({ reason: "not_enough", available: 0 }).sentence,
    "Nu exista suficiente bilete disponibile",
  ],
  ["A17-20", accountTexts.resendMissing, "Nu s-a putut retrimite emailul de confirmare: informații lipsă"],
  ["A17-21", accountTexts.resendFailed, "Nu s-a putut retrimite emailul de confirmare"],
  ["A17-24", accountTexts.emailTaken, "Acest email este deja inregistrat"],
  ["A17-30", accountTexts.loginInvalid, "Email sau parola invalida. Incearca din nou sau reseteaza parola."],
  ["A17-33", accountTexts.resetFailed, "Nu s-a putut trimite email-ul de resetare a parolei"],
  ["A17-35", accountTexts.profileSaved, "Profilul a fost actualizat cu succes"],
];

describe("a sentence", () => {
  it.each(said)("is what %s quotes, byte for byte: %s", (_row, sentence, quoted) => {
    expect(Buffer.from(sentence)).toEqual(Buffer.from(quoted));
  });
});
