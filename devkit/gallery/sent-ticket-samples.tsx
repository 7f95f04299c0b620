import { LostTicketsPage } from "#web/account/lost-tickets-route.tsx";
import { type OfferedTicketView, ReceiveTicketPage } from "#web/account/receive-ticket-route.tsx";
import { SendTicketSheet, type SendTicketView } from "#web/account/send-ticket-route.tsx";
import { screensOf } from "./render-screen.tsx";
import { passNights, passPicture, sampleNight } from "./sample-season.ts";

const night = sampleNight("noaptea-fosforului");

const sheet: SendTicketView = {
  over: "/profile",
  whyNot: null,
  ticket: {
    purchaseId: "p2",
    eventId: night.id,
    name: "Biletul 2 din 3",
    title: night.title,
    date: night.date,
    type: "Intrare generală",
    picture: night.picture,
    whole: null,
    nights: [],
  },
  waiting: null,
  whyNoEmail: null,
  values: { friend_name: "Vlad", friend_email: "" },
  errors: {},
  problem: null,
  link: null,
};

const offer: OfferedTicketView = {
  ...night,
  from: "Ioana",
  eventId: night.id,
  type: "Intrare generală",
  enterUntil: null,
  whole: null,
  nights: [],
  isOfAccounts: false,
  until: { when: "sâmbătă, 26 iunie 2027, 21:00", isAtDoors: true },
  minimumAge: 18,
};
const pass = {
  type: "All Season Pass",
  picture: passPicture("season"),
  whole: "pass",
  nights: passNights,
} as const;
const passOffer: OfferedTicketView = { ...offer, ...pass, title: pass.type, isOfAccounts: true };
const offered = {
  kind: "offer",
  token: "t",
  offer,
  values: { full_name: "", email: "" },
  errors: {},
  problem: null,
  captcha: null,
} as const;

export const sentTicketSamples = {
  ...screensOf(SendTicketSheet, {
    "send-ticket": { view: sheet },
    "send-ticket-waiting": { view: { ...sheet, waiting: { to: "Vlad", since: "14.06.2027, 19:40" } } },
    "send-ticket-wrong": {
      view: {
        ...sheet,
        values: { friend_name: "Vlad", friend_email: "vlad@" },
        errors: { friend_email: "Adresa nu pare completă." },
      },
    },
    "send-pass": { view: { ...sheet, ticket: { ...sheet.ticket, ...pass, name: pass.type } } },
    "send-ticket-link": { view: { ...sheet, link: "https://fosfor.example/primeste?token=7mq4-x2hd" } },
  }),
  ...screensOf(ReceiveTicketPage, {
    "receive-ticket": { view: { ...offered, receiver: "account" } },
    "receive-ticket-anonymous": { view: { ...offered, receiver: "nobody" } },
    "receive-ticket-guest": {
      view: { ...offered, receiver: { fullName: "Vlad Ionescu", email: "vlad@exemplu.example" } },
    },
    "receive-pass-anonymous": { view: { ...offered, receiver: "nobody", offer: passOffer } },
    "receive-declined": { view: { kind: "declined", from: "Ioana", whole: null, isSenderTold: true } },
    "receive-pass": { view: { ...offered, receiver: "account", offer: passOffer } },
    "receive-own": { view: { kind: "own", whole: null, tickets: "/profile" } },
    "receive-over": { view: { kind: "over" } },
  }),
  ...screensOf(LostTicketsPage, {
    "lost-tickets-anonymous": {
      view: { values: { email: "" }, errors: {}, answer: null, orders: [], mayLeave: false },
    },
    "lost-tickets-sent-anonymous": {
      view: {
        values: { email: "ioana@exemplu.example" },
        errors: {},
        answer: "sent",
        orders: [],
        mayLeave: false,
      },
    },
  }),
};
