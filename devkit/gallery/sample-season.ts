import { bani } from "#kernel/money.ts";
import { estivalLook } from "#ticketing/content/brand.ts";
import { sellerLine } from "#ticketing/content/seller.ts";
import type { SaleState } from "#ticketing/events/sale-state.ts";
import type { ArtistCardView, EventCardView } from "#web/public/card-views.server.ts";
import type { TicketTypeView } from "#web/public/event-views.ts";
import { letterTitle } from "#web/public/poster-lettering.ts";
import type { SiteFrameView } from "#web/public/site-frame.tsx";
import type { ClosedPanelView, SalePanel } from "#web/public/ticket-panel-view.ts";
import type { PictureView } from "#web/ui/picture.tsx";
import artists from "../season/season-artists.json" with { type: "json" };
import { seasonNights } from "../season/season-nights.ts";
import texts from "../season/season-texts.json" with { type: "json" };
import { nightTypes } from "../season/season-types.ts";

const today = "2027-06-26";
const nights = seasonNights(today);

const pictureOf = (name: string, widths: number[], width: number, height: number): PictureView => ({
  sources: widths.map((one) => ({ url: `/_demo/pictures/${name}-${one}.webp`, width: one })),
  width,
  height,
  position: null,
});

const tallPicture = (name: string) => pictureOf(name, [480, 720, 960], 1200, 1500);
export const widePicture = (name: string) => pictureOf(`${name}-wide`, [768, 1536], 1920, 1080);
export const facePicture = (name: string) => pictureOf(`artist-${name}`, [360, 720], 900, 1200);
export const passPicture = (name: string) => pictureOf(`pass-${name}`, [768, 1536], 1600, 1000);

/** A night of the season, as most screens show it. */
export function sampleNight(key: string) {
  const night = nights.find((one) => one.key === key);
  if (!night) throw new RangeError(`no such night: ${key}`);
  const { title, date, time, picture, description, light } = night;
  return {
    id: key,
    slug: key,
    title,
    date,
    time,
    description,
    light,
    location: "Plaja Licurici",
    doors: "21:00",
    picture: picture === null ? null : tallPicture(picture),
    widePicture: picture === null ? null : widePicture(picture),
  };
}

/** An order of two types, a code for each person. */
export const samplePeople = (
  [
    ["FSC-5162-840937", "K7QX9M2P", "Intrare generală", 8000],
    ["FSC-8073-215546", "W4HD2R8C", "Intrare generală", 8000],
    ["FSC-2947-660318", "B3TN6V5Y", "Intrare înainte de 23:00", 6000],
  ] as const
).map(([code, group, type, price], at) => ({
  code,
  group,
  type,
  price,
  position: `Biletul ${at + 1} din 3`,
}));

/** What the page of a night shows, in addition to `sampleNight`. */
export const nightFacts = {
  doors: "21:00",
  end: { day: "2027-07-18", time: "04:00" },
  minimumAge: 18,
  cancelled: null,
  moved: null,
  ordersPath: "/profile?section=orders",
  poster: null,
  phase: "upcoming" as const,
  hasBegun: false,
  way: {
    address: "Plaja Licurici, digul de nord",
    directions: "Intrarea e la capătul digului, sub far. Autobuzul de noapte N2, stația Dig Nord.",
    mapUrl: "https://www.google.com/maps/search/?api=1&query=Plaja%20Licurici",
  },
};

const { social_links: social } = texts.footer;

export const frameView: SiteFrameView = {
  guests: "buy",
  stopped: null,
  held: null,
  club: { shortName: texts.club.short_name, fullName: texts.club.full_name, look: estivalLook, icon: null },
  viewer: "anonymous",
  demo: { mailboxUrl: "/_demo/mail" },
  footer: {
    ...texts.footer,
    year: 2027,
    social,
    trader: sellerLine(texts.club),
  },
  flash: null,
};

const sales: Record<string, EventCardView["sale"]> = {
  "furtuna-de-vara": "unavailable",
  "balul-de-la-plaja": "sold_out",
  eclipsa: "few_left",
};

export const eventCards: EventCardView[] = nights
  .filter(({ date }) => date >= today)
  .map(({ key, fromLei }) => {
    const sale = sales[key] ?? "on_sale";
    const isOnSale = fromLei !== null && (sale === "on_sale" || sale === "few_left");
    const poster = {
      bill: "Mareea Verde, Lotca",
      lettering: letterTitle(sampleNight(key).title),
      isTitled: false,
      movedFrom: null,
      running: null,
      opens: null,
    };
    return { ...sampleNight(key), ...poster, lowestPrice: isOnSale ? bani(fromLei * 100) : null, sale };
  });

/** The nights of the season pass. */
export const passNights = eventCards.slice(0, 8).map(({ title, date, time }) => ({ title, date, time }));

export const artistCards: ArtistCardView[] = artists.map(({ key, name, tagline, bio, hasPicture }) => ({
  id: key,
  slug: key,
  name,
  tagline,
  bio,
  picture: hasPicture ? facePicture(key) : null,
}));

/** The types of tonight; the last cannot be paid yet. */
export const ticketTypes: TicketTypeView[] = nights
  .filter(({ key }) => key === "noaptea-fosforului")
  .flatMap((night) => nightTypes(night, false).slice(0, 4))
  .map(({ key, title, description, lei, entries }) => ({
    id: key.replace(/.*\//, ""),
    name: title,
    description,
    price: lei * 100,
    entries,
    most: 10,
    isSoldAlone: false,
    phases: [],
    phaseNote: null,
    enterUntil: null,
    isUnlocked: false,
    hasOneCode: false,
    nights: [],
    ...(key.endsWith("terrace") ? { left: 12, configured: false } : { left: null, configured: true }),
  }));

export const closedPanel = (state: SaleState, more: Partial<ClosedPanelView> = {}): ClosedPanelView => ({
  kind: "closed",
  state,
  opens: null,
  roomFrom: null,
  waitingUrl: null,
  loginUrl: null,
  isAnonymous: false,
  mayBeGuest: false,
  types: [],
  returnsAfter: 30,
  takesCode: ["code_only", "sold_out", "not_yet", "price_pending"].includes(state),
  code: null,
  wrongCode: null,
  ...more,
});

/** Nothing is chosen, refused or asked yet. */
export const salePanel: SalePanel = {
  kind: "sale",
  nights: [],
  gone: [],
  types: ticketTypes,
  lastPlaces: [],
  saleEnds: [],
  waitingUrl: null,
  isAnonymous: false,
  mostPeople: 20,
  mostForGuest: null,
  code: null,
  wrongCode: null,
  chosen: [],
  refusal: null,
  captcha: null,
};
