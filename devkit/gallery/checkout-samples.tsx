import type { BoughtTicketView, SuccessPageView } from "#web/checkout/bought-tickets.server.ts";
import { CheckoutPage, type CheckoutPageView } from "#web/checkout/checkout-route.tsx";
import type { GuestPanelsView } from "#web/checkout/guest-panels.tsx";
import { MovedChoicePage, type MovedChoiceView } from "#web/checkout/moved-choice-route.tsx";
import { SuccessPage } from "#web/checkout/success-page.tsx";
import { screensOf } from "./render-screen.tsx";
import sampleQr from "./sample-qr.svg";
import { sampleNight, samplePeople } from "./sample-season.ts";

const event = sampleNight("noaptea-fosforului");
const email = "ioana@exemplu.example";

const open: CheckoutPageView = {
  number: 10482,
  order: {
    event,
    lines: [
      { label: "Intrare înainte de 23:00", phase: null, quantity: 1, total: 8000 },
      { label: "Intrare generală", phase: "Early Bird", quantity: 2, total: 16_000 },
    ],
    discount: 1600,
    total: 22_400,
    nights: [],
  },
  sentTo: null,
  state: { kind: "open", visit: "returned", payUrl: "/_demo/pay/1", secondsLeft: 1450, secondsInAll: 1800 },
};

const moved: MovedChoiceView = {
  night: {
    ...event,
    reason: "Sâmbătă vine furtuna pe dig. Ora și artiștii rămân.",
    was: { date: "2027-06-27", time: event.time, location: event.location },
  },
  picture: event.picture,
  widePicture: event.widePicture,
  until: "joi, 24 iunie 2027, 21:00",
  whyNot: null,
  own: { tickets: 2, addOns: 0, joined: 0, amount: 19_000 },
  maySend: true,
  mayGive: { own: true, sent: true },
  sent: { tickets: 1, addOns: 0, amount: 9500 },
  isShare: false,
  orderPath: "/profile?order=1",
};

const lineUrl = "/_demo/screens/checkout-line";

const files = {
  suspended: null,
  qrUrl: sampleQr,
  pdfUrl: "/tickets/p1/ticket.pdf",
  calendarUrl: "/tickets/p1/ticket.ics",
  sendUrl: "/profile/send/p1",
  purchaseId: "p1",
  splitUrl: null,
  isSentOnceSplit: false,
  canName: true,
  codeNote: "",
};

export const boughtTicket: BoughtTicketView = {
  family: "ordinary",
  seat: "o 1 1",
  event,
  type: "Intrare generală",
  holder: "Ioana Exemplu",
  price: 22000,
  entries: 2,
  position: "",
  of: 1,
  enterUntil: null,
  isAddOn: false,
  isNightToCome: true,
  isToday: false,
  tickets: 1,
  isOne: true,
  waiting: null,
  issued: {
    code: "FSC-7730-418206",
    group: "W4HD2R8C",
    ...files,
    sendUrl: null,
    splitUrl: "/profile",
    isSentOnceSplit: true,
    canName: false,
    entriesLeft: 2,
  },
};

const receipt = {
  orderId: "10482",
  paid: 22000,
  currency: "ron",
  status: "paid" as const,
  date: "2027-06-14T18:07:00Z",
  returned: 0,
  taken: 0,
};

/** An order of two types, a code for each person. */
const people: BoughtTicketView[] = samplePeople.map(({ code, group, type, price, position }, at) => ({
  ...boughtTicket,
  type,
  price,
  position,
  entries: 1,
  seat: `o 1 ${at + 1}`,
  enterUntil: at === 2 ? "23:00" : null,
  of: 3,
  issued: { code, group, ...files, entriesLeft: 1 },
}));

const sentOn = [
  { number: 2, of: 3, to: "Vlad", at: "2027-06-15T09:12:00Z" },
  { number: 3, of: 3, to: "m•••@exemplu.example", at: "2027-06-16T19:40:00Z" },
];

const suspended = (why: "cancelled" | "refund") => ({
  ...boughtTicket,
  issued: boughtTicket.issued && { ...boughtTicket.issued, suspended: why, group: null },
});

const paid: Extract<SuccessPageView, { kind: "paid" | "pending" }> = {
  kind: "paid",
  email,
  tickets: [boughtTicket],
  sent: [],
  receipt,
  back: null,
  guest: null,
  choices: [],
};
const guest: GuestPanelsView = {
  action: "/orders/1",
  email,
  isByLink: false,
  mayCorrect: false,
  mayKeep: true,
  isCodeSent: false,
  asksPassword: false,
  typed: {},
  errors: {},
  problem: null,
};

const choices = [
  { path: "/orders/1/moved/1", number: 595, title: event.title, until: "joi, 19 august, 21:00" },
];

export const checkoutSamples = {
  ...screensOf(CheckoutPage, {
    "checkout-open": { view: open },
    "checkout-line": {
      view: {
        ...open,
        state: {
          kind: "line",
          place: 1285,
          placeAtStart: 1900,
          estimateSeconds: 62,
          placeUrl: lineUrl,
          pageUrl: lineUrl,
          payUrl: lineUrl,
        },
      },
    },
    "checkout-released": { view: { ...open, state: { kind: "released" } } },
    "checkout-over": { view: { ...open, state: { kind: "over" } } },
  }),
  ...screensOf(SuccessPage, {
    success: { view: paid },
    "success-several": {
      view: {
        ...paid,
        tickets: [
          boughtTicket,
          {
            ...boughtTicket,
            event: sampleNight("balul-de-la-plaja"),
            issued: { code: "SEASON-2210-640918-02", group: "P9C4J7ZE", ...files, entriesLeft: 2 },
          },
        ],
      },
    },
    "success-pending": {
      view: {
        ...paid,
        kind: "pending",
        tickets: [{ ...boughtTicket, issued: null }],
        receipt: { ...receipt, status: "confirming" },
      },
    },
    "success-people": { view: { ...paid, tickets: people, receipt: { ...receipt, paid: 25000 } } },
    "success-guest": { view: { ...paid, guest: { ...guest, mayCorrect: true, isCodeSent: true } } },
    "success-guest-account": {
      view: {
        ...paid,
        guest: { ...guest, isByLink: true, isCodeSent: true, asksPassword: true, typed: { code: "482913" } },
      },
    },
    "success-refunded": {
      view: {
        kind: "ended",
        hasAccount: true,
        count: 2,
        cancelledNights: 0,
        receipt: { ...receipt, returned: 22000 },
        back: null,
      },
    },
    "success-cancelled": { view: { ...paid, tickets: [suspended("cancelled")] } },
    "success-partly-returned": { view: { ...paid, receipt: { ...receipt, returned: 7000, taken: 4000 } } },
    "success-owed": {
      view: {
        ...paid,
        guest: { ...guest, isByLink: true },
        tickets: [{ ...boughtTicket, position: "Biletul 1 din 2", of: 2 }],
        back: { owed: 11_000, returning: 0, refunded: [], cancelled: [2], isPass: false },
      },
    },
    "success-sent": {
      view: {
        kind: "sent",
        hasAccount: true,
        isPass: false,
        what: `${event.title}, sâmbătă, 21 august 2027`,
        sent: sentOn,
        receipt,
        back: null,
        choices,
      },
    },
    "success-received": {
      view: {
        kind: "received",
        tickets: [{ ...boughtTicket, price: null, waiting: { to: "Vlad" } }],
        guest: { ...guest, mayCorrect: true },
      },
    },
    "success-guest-moved": {
      view: { ...paid, guest, choices },
    },
    "success-generic": { view: { kind: "generic", isAfterPaying: true } },
  }),
  ...screensOf(MovedChoicePage, {
    "moved-choice": { view: moved },
    "moved-choice-share": {
      view: {
        ...moved,
        own: { tickets: 1, addOns: 0, joined: 0, amount: 3333 },
        sent: { tickets: 0, addOns: 0, amount: 0 },
        isShare: true,
      },
    },
    "moved-choice-over": {
      view: { ...moved, whyNot: "Timpul de alegere a trecut, așa că biletele rămân bune și după mutare." },
    },
  }),
};
