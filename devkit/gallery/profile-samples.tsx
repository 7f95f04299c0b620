import type { MyNightView, MyTicketView, PassNightState } from "#web/account/my-night-views.ts";
import type { MyOrderView } from "#web/account/my-order-view.ts";
import { ProfilePage, type ProfilePageView } from "#web/account/profile-route.tsx";
import { orderSamples } from "./order-samples.ts";
import { screensOf } from "./render-screen.tsx";
import sampleQr from "./sample-qr.svg";
import { eventCards, passPicture, sampleNight, samplePeople } from "./sample-season.ts";

const ticket: MyTicketView = {
  night: "Noaptea Fosforului",
  purchaseId: "p1",
  code: "FSC-4821-093175",
  suspended: null,
  group: "K7QX9M2P",
  qrUrl: sampleQr,
  type: "Intrare generală",
  enterUntil: "23:00",
  isAddOn: false,
  holder: "Ioana Exemplu",
  price: 22000,
  entries: 2,
  entriesLeft: 2,
  pdfUrl: "/tickets/p1.pdf",
  calendarUrl: "/tickets/p1.ics",
  position: "",
  canSplit: true,
  isSentOnceSplit: true,
  canName: false,
  canSend: false,
  sentTogether: null,
  waiting: null,
  codeNote: "",
};

const night: MyNightView = {
  ...sampleNight("noaptea-fosforului"),
  id: "night-1",
  isPast: false,
  isToday: false,
  isMoved: false,
  inAll: 2,
  orderPdfs: [{ url: "/tickets/p0/order.pdf", order: 10482 }],
  tickets: [
    {
      ...ticket,
      purchaseId: "p0",
      code: "FSC-7730-418206",
      group: "W4HD2R8C",
      type: "Grup de 5",
      price: 45000,
      entries: 5,
      entriesLeft: 3,
    },
    ticket,
    {
      ...ticket,
      purchaseId: "p2",
      code: "FSC-1906-552843",
      group: "B3TN6V5Y",
      type: "Intrare înainte de 23:00",
      price: 8000,
      entries: 1,
      entriesLeft: 0,
    },
  ],
  passNights: null,
};

const past: MyNightView = {
  ...night,
  ...sampleNight("rasarit"),
  id: "night-3",
  isPast: true,
  orderPdfs: [],
  tickets: [
    {
      ...ticket,
      night: sampleNight("rasarit").title,
      purchaseId: "p5",
      code: "FSC-6410-377829",
      entriesLeft: 0,
      canSplit: false,
      isSentOnceSplit: false,
    },
  ],
};

const states: PassNightState[] = ["used", "missed", "next"];

/** An order with a code for each person, and a ticket of a night that is over. */
const people: MyNightView = {
  ...night,
  tickets: samplePeople.map((one, at) => ({
    ...ticket,
    ...one,
    purchaseId: one.code,
    entries: 1,
    entriesLeft: 1,
    canSplit: false,
    isSentOnceSplit: false,
    canName: true,
    canSend: true,
    waiting: at === 1 ? { to: "Vlad" } : null,
  })),
};

const pass: MyNightView = {
  isPast: false,
  isToday: false,
  isMoved: false,
  inAll: 1,
  orderPdfs: [],
  id: "pass-1",
  title: "All Season Pass",
  date: "2027-07-17",
  time: null,
  doors: null,
  location: "8 nopți, câte un cod pentru fiecare",
  picture: passPicture("season"),
  tickets: [
    {
      ...ticket,
      purchaseId: "p3",
      code: "SEASON-2210-640918",
      group: "P9C4J7ZE",
      type: "All Season Pass",
      price: 49000,
      entries: 8,
      entriesLeft: 6,
    },
  ],
  passNights: eventCards.slice(0, 8).map((event, i) => ({
    ...event,
    eventId: event.id,
    picture: event.widePicture,
    state: states[i] ?? "ahead",
    isMoved: false,
    codes:
      i < 2
        ? []
        : [{ code: `SEASON-2210-640918-0${i + 1}`, group: "P9C4J7ZE", qrUrl: sampleQr, position: "" }],
  })),
};

const couple: MyNightView = {
  ...night,
  ...sampleNight("balul-de-la-plaja"),
  id: "night-2",
  tickets: [
    {
      ...ticket,
      night: sampleNight("balul-de-la-plaja").title,
      purchaseId: "p4",
      code: "FSC-3310-118204",
      type: "Cuplu",
    },
  ],
};

const sentSeats = [
  {
    title: "Noaptea Fosforului, Intrare generală",
    when: "sâm. 26 iun., 22:00",
    note: "trimis către Vlad, acceptat pe 15.06.2027, 12:12",
  },
];

const noTickets: Extract<ProfilePageView["section"], { kind: "tickets" }> = {
  kind: "tickets",
  choices: [],
  nights: [],
  openId: null,
  sent: [],
  mayBeGuests: false,
  latest: [],
};
const profile = (about: Partial<ProfilePageView>): { view: ProfilePageView } => ({
  view: {
    profile: { fullName: "Ioana Exemplu", email: "ioana@exemplu.example", phone: "0700 000 000" },
    editing: null,
    subscription: { status: "active", periodEnd: "2027-08-31", card: { brand: "visa", last4: "4242" } },
    section: { ...noTickets, nights: [couple, pass], openId: "night-2", sent: sentSeats },
    ...about,
  },
});
const withNights = (nights: MyNightView[], openId: string, latest: MyOrderView[] = []) =>
  profile({ section: { ...noTickets, nights, openId, sent: sentSeats, latest } });

const { orders, partlyReturned, owed, allReturned } = orderSamples;

export const profileSamples = screensOf(ProfilePage, {
  profile: profile({}),
  "profile-night": withNights([night, pass, couple], "night-1"),
  "profile-people": withNights([people, couple, past], "night-1", orders),
  "profile-pass": withNights([pass, couple], "pass-1"),
  "profile-edit": profile({
    editing: {
      values: { full_name: "", phone: "07OO 000" },
      failure: null,
      errors: {
        full_name: "Acest camp este obligatoriu",
        phone: "Introduceti un numar de telefon valid",
      },
    },
  }),
  "profile-empty": profile({ subscription: null, section: { ...noTickets, mayBeGuests: true } }),
  "profile-orders": profile({ section: { kind: "orders", orders, choices: [] } }),
  "profile-order": profile({ section: { kind: "order", order: partlyReturned } }),
  "profile-order-owed": profile({ section: { kind: "order", order: owed } }),
  "profile-order-returned": profile({ section: { kind: "order", order: allReturned } }),
});
