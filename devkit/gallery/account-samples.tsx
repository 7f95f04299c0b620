import { accountTexts } from "#web/account/account-texts.ts";
import type { ChosenTicketsView } from "#web/account/chosen-tickets.tsx";
import { ConfirmPage, type ConfirmPageView } from "#web/account/confirm-page.tsx";
import { GuestPage } from "#web/account/guest-page.tsx";
import { LoginPage, type LoginPageView } from "#web/account/login-page.tsx";
import type { MyOrderView } from "#web/account/my-order-view.ts";
import type { MyNightView, MyTicketView, PassNightView } from "#web/account/my-ticket-view.ts";
import { ProfilePage, type ProfilePageView } from "#web/account/profile-page.tsx";
import { RegisterPage } from "#web/account/register-page.tsx";
import { orderSamples } from "./order-samples.ts";
import { screensOf } from "./render-screen.tsx";
import sampleQr from "./sample-qr.svg";
import { eventCards, passPicture, sampleNight } from "./sample-season.ts";

const email = "ioana@exemplu.example";

const login: LoginPageView = {
  ...{ mode: "login", values: { email: "" }, errors: {}, problem: null, unconfirmed: "no" },
  ...{ returnTo: null, passkeys: "here", captcha: null, isCaptchaAsked: false, asked: 0 },
  chosen: null,
  offered: null,
  providers: ["google", "apple"],
  isGuestWayOpen: false,
  mayGuestsBuy: false,
  isConfirmedElsewhere: false,
  demoAccounts: [
    { role: "Administrator", email: "admin@exemplu.example", password: "parola demonstrativă" },
    { role: "Client", email, password: "parola demonstrativă" },
  ],
};

const chosen: ChosenTicketsView = {
  ...{
    title: "Noaptea Fosforului",
    when: { date: "2027-06-26", time: "22:00" },
    art: { picture: sampleNight("noaptea-fosforului").picture, seed: "noaptea-fosforului" },
    returnTo: "/",
    code: "VARA10",
  },
  ...{ nights: [], cancelled: [], forAccounts: null },
  sum: {
    lines: [
      { label: "2 × Intrare generală", note: "Early Bird", value: "160 LEI" },
      { label: "1 × Intrare înainte de 23:00", value: "60 LEI" },
      { label: "1 × Parcare", value: "30 LEI" },
      { label: "VARA10, la 3 bilete", note: "10 % din 220 LEI", value: "−22 LEI", tone: "off" },
    ],
    total: { label: "Total de plată", value: "228 LEI", was: { value: "250", words: "în loc de" } },
  },
  total: 22_800,
};

const chosenPass: ChosenTicketsView = {
  art: { picture: passPicture("season"), seed: "season" },
  ...{ title: "All Season Pass", when: null, returnTo: "/season-pass", code: null, forAccounts: "pass" },
  cancelled: ["Luna Plină (18.07.2027) s-a anulat și nu se numără."],
  nights: eventCards.slice(0, 8).map(({ title, date, time }) => ({ title, date, time })),
  sum: {
    lines: [{ label: "1 × All Season Pass", value: "490 LEI" }],
    total: { label: "Total de plată", value: "490 LEI" },
  },
  total: 49_000,
};

const confirm = { kind: "password", token: "t", email, error: undefined } as const;
const move: ConfirmPageView = {
  ...{ kind: "move", token: "t", from: "a•••@exemplu.example", email: "ana.noua@exemplu.example" },
  ...{ asks: "password", error: undefined },
};

const ticket: MyTicketView = {
  ...{ purchaseId: "p1", code: "FSC-4821-093175", suspended: null, group: "K7QX9M2P", qrUrl: sampleQr },
  ...{ type: "Intrare generală", enterUntil: "23:00", isAddOn: false, holder: "Ioana Exemplu", price: 22000 },
  ...{
    entries: 2,
    entriesLeft: 2,
    usedNote: null,
    pdfUrl: "/tickets/p1.pdf",
    calendarUrl: "/tickets/p1.ics",
    position: "",
    canSplit: true,
    ...{ canName: false, canSend: false, sentWhole: null, waiting: null, codeNote: "" },
  },
};

const night: MyNightView = {
  ...sampleNight("noaptea-fosforului"),
  ...{ id: "night-1", isPast: false, isToday: false, isMoved: false, inAll: 2 },
  orderPdfs: [{ url: "/tickets/p0/order.pdf", order: 10482 }],
  tickets: [
    {
      ...{ ...ticket, purchaseId: "p0", code: "FSC-7730-418206", group: "W4HD2R8C" },
      ...{ type: "Grup de 5", price: 45000, entries: 5, entriesLeft: 3 },
      usedNote: "2 folosite: 22:47 și 22:51",
    },
    ticket,
    {
      ...{ ...ticket, purchaseId: "p2", code: "FSC-1906-552843", group: "B3TN6V5Y" },
      ...{ type: "Intrare înainte de 23:00", price: 8000, entries: 1, entriesLeft: 0 },
      usedNote: "Intrat la 22:47",
    },
  ],
  passNights: null,
};

const past: MyNightView = {
  ...{ ...night, ...sampleNight("rasarit"), id: "night-3", isPast: true, orderPdfs: [] },
  tickets: [{ ...ticket, purchaseId: "p5", code: "FSC-6410-377829", entriesLeft: 0, canSplit: false }],
};

const states: PassNightView["state"][] = ["used", "missed", "next"];

/** An order with a code for each person, and a ticket of a night that is over. */
const people: MyNightView = {
  ...night,
  tickets: [
    ["FSC-5162-840937", "K7QX9M2P", "Intrare generală"],
    ["FSC-8073-215546", "W4HD2R8C", "Intrare generală"],
    ["FSC-2947-660318", "B3TN6V5Y", "Intrare înainte de 23:00"],
  ].map(([code = "", group = "", type = ""], at) => ({
    ...{ ...ticket, purchaseId: code, code, group, type, price: at === 2 ? 6000 : 8000 },
    ...{ position: `Biletul ${at + 1} din 3`, entries: 1, entriesLeft: 1, canSplit: false, canName: true },
    ...{ canSend: true, waiting: at === 1 ? { to: "Vlad" } : null },
  })),
};

const pass: MyNightView = {
  ...{ isPast: false, isToday: false, isMoved: false, inAll: 1, orderPdfs: [] },
  ...{ id: "pass-1", title: "All Season Pass", date: "2027-07-17", time: null, doors: null },
  location: "8 nopți, câte un cod pentru fiecare",
  picture: passPicture("season"),
  tickets: [
    {
      ...{ ...ticket, purchaseId: "p3", code: "SEASON-2210-640918", group: "P9C4J7ZE" },
      ...{ type: "All Season Pass", price: 49000, entries: 8, entriesLeft: 6 },
      usedNote: "O intrare pe noapte.",
    },
  ],
  passNights: eventCards.slice(0, 8).map((event, i) => ({
    ...{ ...event, eventId: event.id, picture: event.widePicture, state: states[i] ?? "ahead" },
    codes:
      i < 2
        ? []
        : [
            {
              ...{ code: `SEASON-2210-640918-0${i + 1}`, group: "P9C4J7ZE" },
              ...{ qrUrl: sampleQr, position: "" },
            },
          ],
  })),
};

const couple: MyNightView = {
  ...{ ...night, ...sampleNight("balul-de-la-plaja"), id: "night-2" },
  tickets: [{ ...ticket, purchaseId: "p4", code: "FSC-3310-118204", type: "Cuplu" }],
};

const sentSeats = [
  {
    ...{ title: "Noaptea Fosforului, Intrare generală", when: "sâm. 26 iun., 22:00" },
    note: "trimis către Vlad, acceptat pe 15.06.2027, 12:12",
  },
];

const profile: ProfilePageView = {
  profile: { fullName: "Ioana Exemplu", email, phone: "0700 000 000" },
  editing: null,
  subscription: { status: "active", periodEnd: "2027-08-31", card: { brand: "visa", last4: "4242" } },
  section: {
    kind: "tickets",
    nights: [couple, pass],
    openId: "night-2",
    sent: sentSeats,
    mayBeGuests: false,
    latest: [],
  },
};
const { orders } = orderSamples;
const withNights = (nights: MyNightView[], openId: string | null, latest: MyOrderView[] = []) => ({
  view: {
    ...profile,
    section: { kind: "tickets" as const, nights, openId, sent: sentSeats, mayBeGuests: false, latest },
  },
});

export const accountSamples = {
  ...screensOf(RegisterPage, {
    register: {
      view: { values: { full_name: "", phone: "", email: "" }, requestId: "r", errors: {}, problem: null },
    },
    "register-errors": {
      view: {
        values: { full_name: "Io", phone: "", email: "ioana@exemplu" },
        errors: {
          full_name: "Numele trebuie sa aiba cel putin 3 caractere",
          phone: "Numarul de telefon este obligatoriu",
          email: "Te rugam sa introduci o adresa de email valida",
          password: "Parola trebuie sa aiba cel putin 8 caractere",
          confirm_password: "Te rugam sa confirmi parola",
        },
        requestId: "r",
        problem: { kind: "server", sentence: accountTexts.registerProblem },
      },
    },
    "register-to-buy": {
      view: { values: { full_name: "", phone: "", email: "" }, requestId: "r", errors: {}, problem: null },
      ...{ chosen, returnTo: chosen.returnTo, mayBeGuest: true },
    },
  }),
  ...screensOf(LoginPage, {
    login: { view: login },
    "login-error": {
      view: {
        ...{ ...login, demoAccounts: null, values: { email } },
        problem: { kind: "bad", text: accountTexts.loginInvalid },
      },
    },
    "login-to-buy": { view: { ...login, demoAccounts: null, chosen } },
    "login-to-buy-pass": { view: { ...login, demoAccounts: null, chosen: chosenPass } },
    "login-to-accept": {
      view: {
        ...{ ...login, demoAccounts: null },
        offered: { from: "Ioana", title: "Noaptea Fosforului", date: "2027-06-26", time: "22:00" },
      },
    },
    "verify-email": { view: { ...login, mode: "verify", values: { email }, chosen } },
    "login-forgot": { view: { ...login, mode: "forgot" } },
    "login-forgot-sent": { view: { ...login, mode: "forgotSent", values: { email } } },
  }),
  ...screensOf(ConfirmPage, {
    confirm: { view: { kind: "ask", token: "t", email, chosen: null } },
    "confirm-to-buy": { view: { kind: "ask", token: "t", email, chosen } },
    "confirm-elsewhere": { view: confirm },
    "confirm-wrong": { view: { ...confirm, error: accountTexts.confirmWrongPassword } },
    "confirm-new": {
      view: {
        ...{ kind: "new", token: "t", email, problem: null },
        ...{ values: { full_name: "www.ioana", phone: "" } },
        errors: {
          full_name: "Scrie numele doar cu litere, fără linkuri, bare oblice sau semne invizibile",
        },
      },
    },
    "confirm-move": { view: { ...move, from: "ana@exemplu.example", asks: "click" } },
    "confirm-move-elsewhere": { view: move },
    "confirm-done": { view: { kind: "confirmed" } },
    "confirm-over": { view: { kind: "over" } },
  }),
  ...screensOf(GuestPage, {
    "guest-to-buy": {
      view: {
        ...{
          chosen,
          boughtBefore: null,
          held: null,
          isHeldChosen: false,
          formToken: "f",
          holdMinutes: 30,
          captcha: null,
        },
        ...{ values: { email: "", full_name: "", phone: "" }, errors: {}, problem: null, asksCode: false },
      },
    },
  }),
  ...screensOf(ProfilePage, {
    profile: { view: profile },
    "profile-night": withNights([night, pass, couple], "night-1"),
    "profile-people": withNights([people, couple, past], "night-1", orders),
    "profile-pass": withNights([pass, couple], "pass-1"),
    "profile-edit": {
      view: {
        ...profile,
        editing: {
          values: { full_name: "", phone: "07OO 000" },
          failure: null,
          errors: {
            full_name: "Acest camp este obligatoriu",
            phone: "Introduceti un numar de telefon valid",
          },
        },
      },
    },
    "profile-empty": {
      view: {
        ...profile,
        subscription: null,
        section: { kind: "tickets", nights: [], sent: [], openId: null, mayBeGuests: true, latest: [] },
      },
    },
    "profile-orders": { view: { ...profile, section: { kind: "orders", orders: orderSamples.orders } } },
    "profile-order": { view: { ...profile, section: { kind: "order", order: orderSamples.partlyReturned } } },
    "profile-order-owed": { view: { ...profile, section: { kind: "order", order: orderSamples.owed } } },
    "profile-order-returned": {
      view: { ...profile, section: { kind: "order", order: orderSamples.allReturned } },
    },
  }),
};
