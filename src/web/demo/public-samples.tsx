import type { ReactElement } from "react";
import { ArtistPage, type ArtistPageView } from "#web/public/artist-page.tsx";
import { EventPage, type EventPageView } from "#web/public/event-page.tsx";
import { EventsPage, type EventsPageView } from "#web/public/events-page.tsx";
import { HomePage } from "#web/public/home-page.tsx";
import { BrokenPage, LoadFailedPage, NotFoundPage } from "#web/public/lost-pages.tsx";
import type { OfferView } from "#web/public/offer-view.ts";
import type { OpenOfferView } from "#web/public/open-offer.tsx";
import { SeasonPassPage } from "#web/public/season-pass-page.tsx";
import type { HoldView } from "#web/public/ticket-panel-view.ts";
import { TicketsPage } from "#web/public/tickets-page.tsx";
import {
  artistCards,
  eventCards,
  facePicture,
  opening,
  passPicture,
  tallPicture,
  ticketTypes,
  widePicture,
} from "./sample-season.ts";

const hero = {
  title: "Fosfor Summer Club",
  subtitle: "Locul unde muzica întâlnește vara",
  callToAction: "Cumpara Bilete Acum",
  background: null,
};

const about = {
  title: "Despre Fosfor",
  text: "Din iunie până în august, pe dig și pe plajă. Muzică live, mașini de ritm și o singură regulă: ultimul stinge luna.",
};

const open = eventCards.filter((event) => event.sale !== "unavailable");

const listed: EventsPageView = {
  filters: { search: "", period: "all", unavailable: "shown" },
  events: eventCards,
  page: 1,
  more: true,
  unavailableCount: 1,
  anyUpcoming: "some",
};

const event: EventPageView = {
  id: "noaptea-fosforului",
  title: "Noaptea Fosforului",
  date: "2027-06-26",
  time: "22:00",
  location: "Plaja Licurici",
  description: `${opening}\n\nBiletul se arată de pe telefon, la intrarea de pe digul de nord. Ai nevoie de un act de identitate și de încălțăminte pe care o poți umple cu nisip.`,
  picture: tallPicture("noaptea-fosforului"),
  widePicture: widePicture("noaptea-fosforului"),
  light: "#38f2c0",
  artists: artistCards.filter((artist) => ["mareea-verde", "lotca", "pelin"].includes(artist.id)),
  panel: {
    kind: "sale",
    types: ticketTypes,
    waitingUrl: null,
    loginUrl: null,
    chosen: { ticketTypeId: "general", quantity: 2 },
    refusal: null,
    captcha: null,
  },
  others: open.slice(1, 4),
};

const sale = event.panel.kind === "sale" ? event.panel : undefined;

const hold: HoldView = {
  ticketTypeId: "general",
  quantity: 2,
  total: 22000,
  secondsLeft: 1781,
  secondsInAll: 1800,
  checkoutUrl: "/checkout/10482",
};

const artist: ArtistPageView = {
  id: "mareea-verde",
  name: "Mareea Verde",
  tagline: "Live electronic",
  bio: artistCards[0]?.bio ?? "",
  picture: facePicture("mareea-verde"),
  light: "#38f2c0",
  video: { kind: "embed", videoId: "abcdefghijk" },
  events: open.filter((_, i) => i % 4 === 0),
};

const offers: OfferView[] = [
  ["early", "EARLY BIRD Concert Eclipsa", 16000, null, "season"],
  ["season", "All Season Pass", 49000, null, "season"],
  ["group", "Group Ticket", 42000, "Ideal pentru grupuri", "group"],
  ["couple", "Couple Ticket", 28000, "Perfect pentru cupluri", "couple"],
].map(([id, name, price, badge, art], i) => ({
  id: String(id),
  priceId: `price_${id}`,
  mode: "payment",
  name: String(name),
  description: "Toate nopțile verii, una lângă alta, pe aceeași linie de orizont.",
  price: Number(price),
  badge: badge === null ? null : String(badge),
  picture: passPicture(String(art)),
  lines: ["7 nopți, 26.06.2027 – 29.08.2027", "Acces la concert"],
  sale: i === 2 ? "soldOut" : "open",
}));

const openOffer: OpenOfferView = {
  name: "Couple Ticket",
  total: 28000,
  secondsLeft: 1450,
  secondsInAll: 1800,
  checkoutUrl: "/checkout/10482",
};

export const publicSamples: Record<string, () => ReactElement> = {
  home: () => <HomePage view={{ hero, events: open.slice(0, 6), artists: artistCards, about }} />,
  "home-empty": () => <HomePage view={{ hero, events: [], artists: [], about: null }} />,
  "home-photo": () => (
    <HomePage
      view={{
        hero: { ...hero, background: widePicture("linia-marii") },
        events: open.slice(0, 3),
        artists: artistCards.slice(0, 3),
        about: null,
      }}
    />
  ),
  events: () => <EventsPage view={listed} />,
  "events-empty": () => (
    <EventsPage
      view={{
        ...listed,
        filters: { search: "fanfară", period: "week", unavailable: "hidden" },
        events: [],
        more: false,
        unavailableCount: 0,
      }}
    />
  ),
  "events-none-available": () => (
    <EventsPage
      view={{
        ...listed,
        filters: { search: "", period: "all", unavailable: "hidden" },
        events: [],
        more: false,
        unavailableCount: 3,
      }}
    />
  ),
  event: () => <EventPage view={event} hold={null} />,
  "event-anonymous": () => (
    <EventPage view={{ ...event, panel: sale ? { ...sale, loginUrl: "/login" } : event.panel }} hold={null} />
  ),
  "event-hold": () => <EventPage view={event} hold={hold} />,
  "event-hold-expired": () => <EventPage view={event} hold={{ ...hold, secondsLeft: 0 }} />,
  "event-type-refused": () => (
    <EventPage
      view={{
        ...event,
        panel: sale ? { ...sale, chosen: { ticketTypeId: "terrace", quantity: 2 } } : event.panel,
      }}
      hold={null}
    />
  ),
  "event-unavailable": () => (
    <EventPage view={{ ...event, panel: { kind: "unavailable", types: ticketTypes } }} hold={null} />
  ),
  "event-soldout": () => (
    <EventPage
      view={{
        ...event,
        id: "balul-de-la-plaja",
        title: "Balul de la Plajă",
        date: "2027-08-21",
        time: "21:00",
        picture: tallPicture("balul-de-la-plaja"),
        widePicture: widePicture("balul-de-la-plaja"),
        panel: { kind: "soldOut", places: 600, holdMinutes: 30 },
      }}
      hold={null}
    />
  ),
  "event-no-types": () => (
    <EventPage
      view={{ ...event, picture: null, widePicture: null, time: null, panel: { kind: "noTypes" } }}
      hold={null}
    />
  ),
  "event-past": () => (
    <EventPage view={{ ...event, panel: { kind: "past", viewer: "customer" } }} hold={null} />
  ),
  artist: () => <ArtistPage view={artist} />,
  "artist-link": () => (
    <ArtistPage
      view={{
        ...artist,
        tagline: null,
        picture: null,
        video: { kind: "link", url: "https://muzica.example/" },
        events: [],
      }}
    />
  ),
  "not-found": () => <NotFoundPage missing="event" />,
  tickets: () => (
    <TicketsPage
      view={{ active: { kind: "ticket" }, open: null, viewer: "customer", offers }}
      refusal={null}
    />
  ),
  "tickets-held": () => (
    <TicketsPage view={{ active: null, open: openOffer, viewer: "customer", offers }} refusal={null} />
  ),
  "tickets-refused": () => (
    <TicketsPage
      view={{ active: null, open: null, viewer: "customer", offers }}
      refusal={{ ticketTypeId: "couple", sentence: "Nu exista suficiente bilete disponibile", captcha: null }}
    />
  ),
  "season-pass": () => <SeasonPassPage offers={offers} open={null} refusal={null} />,
  "season-pass-held": () => <SeasonPassPage offers={offers} open={openOffer} refusal={null} />,
  "season-pass-empty": () => <SeasonPassPage offers={[]} open={null} refusal={null} />,
  "load-failed": () => <LoadFailedPage sentence="Nu s-au putut incarca detaliile evenimentului" />,
  error: () => <BrokenPage supportCode="7F3A-21C9" />,
};
