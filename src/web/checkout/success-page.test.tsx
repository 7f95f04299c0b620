import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import type { MoneyBackView } from "#web/request/money-back-view.ts";
import {
  type BoughtTicketView,
  type SentSeatView,
  type SuccessPageView,
  untouchedPanels,
} from "./bought-tickets.server.ts";
import { guestOrderTexts } from "./guest-order-texts.ts";
import type { GuestPanelsView } from "./guest-panels.tsx";
import { SuccessPage, titleOf } from "./success-page.tsx";

const receipt = {
  orderId: "7",
  paid: 22_000,
  currency: "ron",
  status: "paid" as const,
  date: "2027-06-14T18:07:00Z",
  returned: 0,
  taken: 0,
};
const issued: NonNullable<BoughtTicketView["issued"]> = {
  code: "FSC-4821-093175",
  suspended: null,
  group: "K7QX9M2P",
  entriesLeft: 1,
  sendUrl: null,
  purchaseId: "p",
  splitUrl: null,
  isSentOnceSplit: false,
  canName: false,
  codeNote: "",
  qrUrl: "/qr.svg",
  pdfUrl: "/ticket.pdf",
  calendarUrl: "/ticket.ics",
};
const ticket: BoughtTicketView = {
  event: {
    id: "1",
    title: "Noaptea 1",
    date: "2027-06-26",
    time: "22:00",
    doors: "21:00",
    location: "Plaja",
    picture: null,
  },
  family: "ordinary",
  seat: "o 1 1",
  type: "Intrare",
  enterUntil: null,
  holder: "Ana",
  isAddOn: false,
  tickets: 1,
  isOne: true,
  position: "",
  of: 1,
  isToday: false,
  isNightToCome: true,
  price: 22_000,
  entries: 1,
  waiting: null,
  issued,
};
type SentPage = Extract<SuccessPageView, { kind: "sent" }>;
type Paid = Extract<SuccessPageView, { kind: "paid" | "pending" }>;
const paid = (more: Partial<Paid> = {}): Paid => ({
  kind: "paid",
  email: "ana@exemplu.ro",
  tickets: [ticket],
  sent: [],
  receipt,
  back: null,
  guest: null,
  choices: [],
  ...more,
});
const sentPage = (sent: SentSeatView[], more: Partial<SentPage> = {}): SentPage => ({
  kind: "sent",
  hasAccount: false,
  isPass: false,
  what: "Luna Plină, duminică, 18 iulie 2027",
  sent,
  receipt,
  back: null,
  choices: [],
  ...more,
});
const ended = (more: Partial<MoneyBackView>): MoneyBackView => ({
  owed: 0,
  returning: 0,
  refunded: [],
  cancelled: [],
  isPass: false,
  ...more,
});
const html = (view: SuccessPageView) =>
  renderToString(
    <RouterProvider router={createMemoryRouter([{ path: "/", element: <SuccessPage view={view} /> }])} />,
  );
const heading = (view: SuccessPageView) =>
  /<h1[^>]*>(.*?)<\/h1>/.exec(html(view))?.[1]?.replace(/<[^>]*>/g, "");

test("thanks for paying head an order of which something admits, and the title says the same", () => {
  const halfSuspended = paid({
    tickets: [ticket, { ...ticket, issued: { ...issued, code: "FSC-2", suspended: "refund" } }],
  });
  for (const view of [paid(), halfSuspended]) {
    expect(heading(view)).toBe("Plata Reusita!");
    expect(titleOf(view)).toBe("Plata Reusita!");
  }
});

test("an order that cost nothing is headed by its tickets: nobody is thanked for a payment that never was", () => {
  const free = { receipt: { ...receipt, paid: 0 } };
  expect(titleOf(paid(free))).toBe("Biletul e al tău.");
  expect(titleOf(paid({ ...free, tickets: [ticket, ticket] }))).toBe("Biletele sunt ale tale.");
});

test("a page by an email's link explains how to keep and send tickets only while one admits somebody", () => {
  const guest = {
    email: "dan@exemplu.ro",
    ...untouchedPanels,
    isByLink: true,
    mayKeep: true,
  } as GuestPanelsView;
  const suspended = [{ ...ticket, issued: { ...issued, suspended: "dispute" as const, group: null } }];
  for (const [tickets, isExplained] of [
    [[ticket], true],
    [suspended, false],
  ] as const)
    for (const view of [
      paid({ guest, tickets: [...tickets] }),
      { kind: "received" as const, guest, tickets: [...tickets] },
    ])
      expect(html(view).includes(guestOrderTexts.byLink)).toBe(isExplained);
});

test("an order of which something ended or goes back says what, under its own name, and thanks nobody for paying", () => {
  const one = { ...ticket, position: "Biletul 1 din 3", of: 3 };
  const guest = { email: "dan@exemplu.ro", ...untouchedPanels } as GuestPanelsView;
  const said = (back: Partial<MoneyBackView>) => {
    const view = paid({ tickets: [one], guest, back: ended(back) });
    expect([heading(view), titleOf(view)]).toEqual(["Comanda 7", "Comanda 7"]);
    expect(html(view)).not.toContain("chiar acum");
    return html(view).replaceAll("<!-- -->", "");
  };
  expect(said({ refunded: [2] })).toContain("Biletul 2 a fost rambursat și nu mai intră la poartă.");
  expect(said({ cancelled: [2, 3] })).toContain("Biletele 2 și 3 au fost anulate și nu mai intră la poartă.");
  expect(said({ returning: 11_000 })).toContain("110 LEI sunt pe drum înapoi pe card.");
  const owed = said({ owed: 11_000, cancelled: [2] });
  for (const part of [returnTexts.owed("110"), "Biletul 2 a fost anulat", ">De restituit<"])
    expect(owed).toContain(part);
  expect(owed).not.toContain(">Platit<");
  const fresh = paid({ guest, back: ended({}) });
  expect(html(fresh)).toContain("Biletele sunt și aici, chiar acum.");
  expect(heading(fresh)).toBe("Plata Reusita!");
  expect(heading(paid({ guest: { ...guest, isByLink: true }, back: ended({}) }))).toBe("Comanda 7");
  expect(heading(paid({ receipt: { ...receipt, returned: 11_000 } }))).toBe("Comanda 7");
});

test.each([
  ["cancelled", "Noaptea s-a anulat"],
  ["given_back", "Ai cerut banii înapoi"],
  ["refund", "Banii sunt pe drum înapoi"],
  ["dispute", "Plata e contestată la bancă"],
] as const)("an order of which nothing admits any more (%s) is headed by the reason", (suspended, title) => {
  const view = paid({ tickets: [{ ...ticket, issued: { ...issued, suspended, group: null } }] });
  expect(heading(view)).toBe(title);
  expect(titleOf(view)).toBe(title);
  expect(html(view)).not.toContain("Plata Reusita!");
});

const whys = ["cancelled", "kept", "given_back", "refund"] as const;
const because = (suspended: (typeof whys)[number], price: number | null) => ({
  tickets: [{ ...ticket, price, issued: { ...issued, suspended, group: null } }],
});

test.each(whys)("a friend is promised no money of a ticket that admits nobody any more (%s)", (why) => {
  const guest = { email: "dan@exemplu.ro", ...untouchedPanels } as GuestPanelsView;
  const page = html({ kind: "received", guest, ...because(why, null) });
  expect(page).toContain(returnTexts.toPayer);
  expect(page).not.toMatch(/se întorc singuri|cu care ai plătit|Ai cerut|e al tău|se lămurește/);
});

test.each(["cancelled", "kept"] as const)("nothing is said of the money of a free order (%s)", (why) => {
  const page = html(paid({ ...because(why, 0), receipt: { ...receipt, paid: 0 } }));
  expect(page).toContain("Noaptea s-a anulat.");
  expect(page).not.toMatch(/[Bb]anii/);
});

test("nobody is thanked for a payment that the address does not name", () => {
  const generic = (isAfterPaying: boolean) => ({ kind: "generic", isAfterPaying }) as const;
  expect(heading(generic(true))).toBe("Îți mulțumim!");
  expect(heading(generic(false))).toBe("Biletele tale");
  expect(titleOf(generic(false))).toBe("Biletele tale");
});

test("several tickets are never called one, where they have one code", () => {
  expect(html(paid())).toContain("Acesta este biletul tău.");
  for (const tickets of [[{ ...ticket, isOne: false }], [ticket, { ...ticket, seat: "o 1 2" }]])
    expect(html(paid({ tickets }))).toContain("Acestea sunt biletele tale.");
});

test("the state of an order is the quoted word until money goes back", () => {
  expect(html(paid())).toContain(">Platit<");
  const partly = html(paid({ receipt: { ...receipt, returned: 10_000 } })).replaceAll("<!-- -->", "");
  expect(partly).toContain(">Platit, restituit în parte<");
  expect(partly.replace(/<[^>]*>/g, "|")).toMatch(
    /Suma\|+220,00 RON\|+Restituit\|+100,00 RON\|+Total după restituire\|+120,00 RON/,
  );
  const refunded = { ...receipt, returned: 22_000 };
  const endedWith = (count: number, cancelledNights: number) =>
    html({ kind: "ended", hasAccount: true, count, cancelledNights, receipt: refunded, back: null });
  const ended = endedWith(1, 1);
  for (const part of ["Biletul a fost rambursat", "Noaptea s-a anulat."]) expect(ended).toContain(part);
  expect(endedWith(2, 0)).toContain("Biletele au fost rambursate");
  expect(endedWith(2, 0)).not.toContain("anulat.");
  expect(endedWith(1, 3)).toContain("Nopțile s-au anulat.");
  expect(ended).toContain(">Restituit integral<");
  expect(ended).not.toContain("Platit");
});

test("the page after paying asks what to do about a moved night, of a person with an account too", () => {
  const choices = [{ path: "/orders/o/moved/m", number: 595, title: "Noaptea 1", until: "vineri" }];
  expect(html(paid({ choices }))).toContain('href="/orders/o/moved/m"');
  expect(html(paid())).not.toContain("/moved/");
});

test("the link of a letter opens on the code, unless it asks something; the page after paying opens on its thanks", () => {
  const guest: GuestPanelsView = {
    action: "/orders/o",
    email: "ana@exemplu.ro",
    mayCorrect: false,
    mayKeep: true,
    isByLink: true,
    isCodeSent: false,
    asksPassword: false,
    typed: {},
    errors: {},
    problem: null,
  };
  const opensOn = (view: SuccessPageView) => {
    const page = html(view);
    return page.indexOf('src="/qr.svg"') < page.indexOf("<h1") ? "code" : "words";
  };
  const over = { ...ticket, issued: { ...issued, calendarUrl: null } };
  const choices = [{ path: "/orders/o/moved/m", number: 595, title: "Noaptea 1", until: "vineri" }];
  expect(opensOn(paid({ guest }))).toBe("code");
  expect(opensOn(paid({ guest, choices }))).toBe("words");
  expect(opensOn(paid({ guest, tickets: [over] }))).toBe("words");
  expect(opensOn(paid({ guest: { ...guest, isByLink: false } }))).toBe("words");
  expect(opensOn(paid({ tickets: [{ ...ticket, isToday: true }] }))).toBe("code");
});

test("a ticket says beside its place when the doors open, where that is known", () => {
  expect(html(paid())).toContain("Plaja · ușile 21:00<");
  const unknown = { ...ticket, event: { ...ticket.event, doors: null } };
  expect(html(paid({ tickets: [unknown] }))).toContain(">Plaja<");
});

test("a ticket that a friend has is named with whom the buyer sent it to, on the page of the others and on its own", () => {
  const sent = [
    { number: 2, of: 3, to: "Vlad", at: "2027-06-15T09:12:00Z" },
    { number: 3, of: 3, to: null, at: "2027-06-15T09:12:00Z" },
  ];
  for (const view of [paid({ sent }), sentPage(sent)]) {
    const page = html(view).replaceAll("<!-- -->", "");
    expect(page).toMatch(/Biletul 2 din 3: <\/b>trimis către Vlad, acceptat pe /);
    expect(page).toMatch(/Biletul 3 din 3: <\/b>trimis cu linkul/);
  }
  expect(html(paid())).not.toContain("success__sent");
});

test("the page of an order of which friends have everything names the night, asks about its move, and counts what ended", () => {
  const sent = (n: number, of: number) =>
    Array.from({ length: n }, (_, at) => ({ number: at + 1, of, to: "Vlad", at: "2027-06-15T09:12:00Z" }));
  const choices = [{ path: "/orders/o/moved/m?token=t", number: 595, title: "Luna", until: "vineri" }];
  const one = html(sentPage(sent(1, 1), { choices }));
  for (const part of [
    "Luna Plină, duminică",
    'href="/orders/o/moved/m?token=t"',
    "Biletul e la",
    "L-ai trimis",
    "Rămâne trimis sau",
  ])
    expect(one).toContain(part);
  expect(one).not.toMatch(/pe toate|Biletele sunt/);
  expect(html(sentPage(sent(2, 2)))).toMatch(/Biletele sunt la prietenii tăi.*Le-ai trimis pe toate\./s);
  const some = html(sentPage(sent(1, 2), { back: ended({ refunded: [2] }) }));
  for (const part of ["Ai trimis 1 bilet.", "Biletul 2 a fost rambursat și nu mai intră"])
    expect(some).toContain(part);
  expect(some).not.toMatch(/pe toate|L-ai trimis/);
  const passes = html(
    sentPage(sent(1, 3), { isPass: true, back: ended({ cancelled: [2, 3], isPass: true }) }),
  );
  expect(passes).toContain("Abonamentul e la prietenul tău");
  expect(passes).toContain("Abonamentele 2 și 3 au fost anulate");
});

test("a pass is counted by its nights and sent whole: nothing of it is offered to several friends", () => {
  const nights = (seat: string) =>
    [1, 2, 3].map(
      (n): BoughtTicketView => ({
        ...ticket,
        family: "season_pass",
        seat,
        type: "Abonament",
        event: { ...ticket.event, id: `${n}` },
        issued: { ...issued, code: `SEASON-${seat}-0${n}`, sendUrl: `/profile/send/${seat}-${n}` },
      }),
    );
  const one = html(paid({ tickets: nights("a") }));
  expect(one).toContain("3 nopți, câte un cod pentru fiecare");
  expect(one).toContain("Acesta este abonamentul tău");
  // two words beside two other buttons need two lines
  expect(one).toMatch(/<a class="[^"]*button--full[^>]*>(?:(?!<\/a>).)*Trimite abonamentul/);
  expect(one).not.toContain("3 bilete");
  expect(one).not.toContain("Trimite un bilet unui prieten");
  expect(one).toContain("Preț, toate nopțile");
  const two = html(paid({ tickets: [...nights("a"), ...nights("b")] }));
  expect(two).toContain("2 abonamente, fiecare pentru 3 nopți");
  expect(
    /href="([^"]*)"[^>]*><svg[^>]*>.{0,200}?<\/svg> (?:<!-- -->)?Trimite un bilet unui prieten/.exec(
      two,
    )?.[1],
  ).toBe("/profile/send/b-1");
});

test("the page of a pass counts and shows the nights that are left of it, and all once none is left", () => {
  const nights = (left: number) =>
    [1, 2, 3, 4].map(
      (n): BoughtTicketView => ({
        ...ticket,
        family: "season_pass",
        isNightToCome: n > 4 - left,
        event: { ...ticket.event, id: `${n}` },
        issued: { ...issued, code: `SEASON-0${n}` },
      }),
    );
  const two = html(paid({ tickets: nights(2) }));
  expect(two).toContain("2 nopți, câte un cod pentru fiecare");
  expect(two).toContain("Biletul 1 din 2");
  expect(two).not.toContain("SEASON-02");
  const one = html(paid({ tickets: nights(1) }));
  expect(one).toContain("SEASON-04");
  expect(one).toContain("Preț, toate nopțile");
  expect(html(paid({ tickets: nights(0) }))).toContain("4 nopți, câte un cod pentru fiecare");
});

test("a ticket that the gate admitted says so, also among several of its order", () => {
  const tickets = [0, 1].map((entriesLeft) => ({
    ...ticket,
    position: `Biletul ${entriesLeft + 1} din 2`,
    seat: `o 1 ${entriesLeft}`,
    issued: { ...issued, code: `FSC-${entriesLeft}`, entriesLeft },
  }));
  const page = html(paid({ tickets })).replaceAll("<!-- -->", "");
  expect(page.match(/tear-card--used/g)).toHaveLength(1);
  expect(page.match(/>Folosit</g)).toHaveLength(1);
  expect(page).toContain('alt="Cod QR folosit"');
  expect(page).not.toContain("Cod QR pentru FSC-0");
  expect(page).toMatch(/Intrări rămase<\/dt><dd>0 din 1</);
});

test("whom each of several people's tickets is for is asked at once on the page after paying", () => {
  const tickets = [1, 2].map((n) => ({
    ...ticket,
    position: `Biletul ${n} din 2`,
    seat: `o 1 ${n}`,
    issued: { ...issued, code: `FSC-${n}`, purchaseId: `p${n}`, canName: true },
  }));
  const page = html(paid({ tickets }));
  expect(page.match(/<details[^>]* open=""[^>]*><summary>Pentru cine e biletul\?/g)).toHaveLength(2);
  expect(page.match(/name="holder_name"/g)).toHaveLength(2);
});

test("a code for several people says whose identity card is shown, and how one of its tickets can be sent", () => {
  const couple = {
    ...ticket,
    entries: 2,
    issued: { ...issued, entriesLeft: 2, splitUrl: "/profile", isSentOnceSplit: true },
  };
  const page = html(paid({ tickets: [couple] }));
  const identity = "actul de identitate îl arată Ana;";
  expect(page).toContain(`Un cod pentru 2 persoane. La poartă, ${identity} cealaltă intră cu același cod.`);
  expect(html(paid({ tickets: [{ ...couple, entries: 5 }] }))).toContain(`${identity} celelalte intră`);
  expect(page).toContain("Ca să trimiți un bilet din el, fă întâi câte un cod pentru fiecare persoană.");
  expect(page).toContain("cele noi vin și pe email, iar pe fiecare îl poți trimite cui vine cu tine.");
  const late = { ...couple, issued: { ...couple.issued, isSentOnceSplit: false } };
  expect(html(paid({ tickets: [late] }))).not.toContain("Ca să trimiți un bilet din el");
  expect(html(paid({ tickets: [late] }))).toContain("cele noi vin și pe email.</p>");
  expect(html(paid())).not.toContain("actul de identitate îl arată");
});

test("tickets beside those that friends have are counted among all, and the way to send one says which", () => {
  const tickets = [1, 3].map((n) => ({
    ...ticket,
    position: `Biletul ${n} din 3`,
    of: 3,
    seat: `o 1 ${n}`,
    issued: { ...issued, code: `FSC-${n}`, sendUrl: `/profile/send/${n}` },
  }));
  const parking = { ...ticket, isAddOn: true, position: "Supliment", seat: "o 2 1" };
  expect(html(paid({ tickets }))).toContain("2 bilete din 3, câte unul pentru fiecare persoană");
  expect(html(paid({ tickets: [...tickets, parking] }))).toContain(">2 bilete din 3 și 1 supliment<");
  expect(html(paid({ tickets }))).toContain("Trimite biletul 3 din 3<");
});
