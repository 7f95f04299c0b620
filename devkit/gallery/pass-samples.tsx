import { bani } from "#kernel/money.ts";
import type { OfferView } from "#web/public/offer-view.ts";
import type { OpenOfferView } from "#web/public/open-offer.tsx";
import { SeasonPassPage } from "#web/public/season-pass-route.tsx";
import { TicketsPage } from "#web/public/tickets-route.tsx";
import { screensOf } from "./render-screen.tsx";
import { eventCards, passPicture } from "./sample-season.ts";

const offers: OfferView[] = [
  ["early", "EARLY BIRD Concert Eclipsa", bani(16000), null, "season"] as const,
  ["season", "All Season Pass", bani(49000), null, "season"] as const,
  ["group", "Group Ticket", bani(76000), "Ideal pentru grupuri", "group"] as const,
  ["couple", "Couple Ticket", bani(28000), "Perfect pentru cupluri", "couple"] as const,
].map(([id, name, price, badge, art]) => ({
  id,
  priceId: `price_${id}`,
  mode: "payment" as const,
  name,
  price,
  badge,
  picture: passPicture(art),
  description: "Nopțile mari ale verii, una lângă alta, pe aceeași linie de orizont.",
  lines: ["7 nopți, 26.06.2027 – 29.08.2027", "Acces la concert"],
  shownNights: "",
  cancelled: id === "couple" ? ["Luna Plină (18.07.2027) s-a anulat și nu se numără."] : [],
  nights: eventCards
    .slice(0, 7)
    .map(({ id: night, title }, at) => ({ id: night, title, day: `${at + 10}.07.2027` })),
  sale: id === "group" ? "soldOut" : "open",
}));

const openOffer: OpenOfferView = {
  name: "Couple Ticket",
  total: 28000,
  checkoutUrl: "/checkout/10482",
  secondsLeft: 1450,
  secondsInAll: 1800,
};
const tickets = { active: null, open: null, viewer: "customer", offers } as const;

export const passSamples = {
  ...screensOf(TicketsPage, {
    tickets: { view: { ...tickets, active: { kind: "ticket" } }, refusal: null },
    "tickets-held": { view: { ...tickets, open: openOffer }, refusal: null },
    "tickets-refused": {
      view: tickets,
      refusal: { ticketTypeId: "couple", sentence: "Nu exista suficiente bilete disponibile", captcha: null },
    },
  }),
  ...screensOf(SeasonPassPage, {
    "season-pass": { offers, open: null, refusal: null },
    "season-pass-held": { offers, open: openOffer, refusal: null },
    "season-pass-empty": { offers: [], open: null, refusal: null },
  }),
};
