import { isUuid, type Uuid } from "#kernel/id.ts";
import { mayGuestsBuy } from "#ticketing/content/content-queries.server.ts";
import type { EventPicture, TicketTypeOnSale } from "#ticketing/events/event.ts";
import type { EventPageData } from "#ticketing/events/event-queries.server.ts";
import { listOffers, listSpecialTickets, type Offer } from "#ticketing/events/offer-queries.server.ts";
import { isThroughRoom } from "#ticketing/events/opening.ts";
import { isForAccounts } from "#ticketing/events/type-family.ts";
import { limits } from "#ticketing/limits.ts";
import {
  type GuestLimit,
  guestLimitOf,
  isForGuest,
  takenOf,
} from "#ticketing/orders/checkout/guest-share.ts";
import type { Origin, WishedLine } from "#ticketing/orders/checkout/hold-request.ts";
import { readChoice } from "#ticketing/orders/checkout/order-form.ts";
import { shownNights } from "#ticketing/orders/checkout/shown-nights.ts";
import { sentTogether } from "#ticketing/orders/transfers/transfer.ts";
import { findOfferedTicket } from "#ticketing/orders/transfers/transfer-queries.server.ts";
import type { ImagePosition } from "#ticketing/pictures/picture.ts";
import { offerInAddress } from "#web/request/choice-address.ts";
import { isHeldChoice } from "#web/request/hold-view.ts";
import { holdOf, readNight } from "#web/request/night-with-code.server.ts";
import { pricedType } from "#web/request/phase-note.ts";
import { priceChoice } from "#web/request/priced-choice.ts";
import type { PricedSum } from "#web/request/priced-sum.ts";
import { heldSum, pricedSum } from "#web/request/priced-sum.ts";
import { shownPicture } from "#web/request/shown-picture.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { cancelledInWords } from "#web/request/ticket-nights-texts.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import { type OfferedProvider, offeredProviders } from "#web/sign-in/provider-texts.ts";
import type { PictureView } from "#web/ui/picture.tsx";

/** Tickets of a night, or an offer, that a person chose before signing in. Amounts in bani. */
export type ChosenTicketsView = {
  title: string;
  /** The night's 'YYYY-MM-DD' and "22:00"; null for an offer. */
  when: { date: string; time: string | null } | null;
  /** When the places of a hold are given up at the latest (ISO): the end of the only night; null for several. */
  endsAt: string | null;
  /** The picture of the night or the offer. Without one, or with letters on it, `seed` chooses a drawn one. */
  art: { picture: PictureView | null; seed: string };
  /** The coming nights of an offer or of a ticket for several nights. */
  nights: { title: string; date: string; time: string | null }[];
  /** Sentences about cancelled nights of a ticket for several nights. */
  cancelled: string[];
  /** Why an account is needed; null when guests may buy this. */
  forAccounts: "pass" | "offer" | "many" | "addOns" | "people" | "room" | null;
  /** The lines of the price, with the code's discount. */
  sum: PricedSum;
  total: number;
  /** The dates and hours of the nights, for the form (`shownNights`). */
  shownNights: string;
  /** The price of now, when this visitor holds the same tickets: `sum` and `total` are those of the hold then. */
  anew: { sum: PricedSum; total: number } | null;
  /** The code that the payment will use; null without one that helps here. */
  code: string | null;
  /** The page of the choice, with the choice in its address. */
  returnTo: string;
};

/**
 * Returns the tickets or the offer that `returnTo` names, at the present prices. Null when it names none, or when
 * this visitor cannot buy them all now. The visitor's code and hold count.
 */
export async function chosenTickets(
  site: SiteServices,
  request: Request,
  returnTo: string | null,
  visitor: Visitor = { kind: "anonymous" },
): Promise<ChosenTicketsView | null> {
  const offer = returnTo === null ? null : offerInAddress(returnTo);
  if (returnTo !== null && offer) return chosenOffer(site, offer, returnTo);
  const choice = returnTo === null ? null : await choiceOf(site, returnTo);
  if (!choice || returnTo === null) return null;
  const { eventId, lines } = choice;
  const knownVisitor = visitor.kind === "anonymous" ? null : visitor;
  const hold = await holdOf(site, knownVisitor, eventId);
  const night = await readNight(site, knownVisitor, { eventId, request, hold });
  if (!night) return null;
  const { event, types } = night.found;
  const pricedLines = lines.flatMap(({ ticketTypeId, quantity }) => {
    const type = types.find(({ id, available }) => id === ticketTypeId && quantity <= available);
    return type ? [{ type: pricedType(type), quantity }] : [];
  });
  if (pricedLines.length < lines.length) return null;
  // an order with a ticket for several nights has no other ticket type
  const isChosenForSeveral = ({ id, nights, cancelled }: TicketTypeOnSale) =>
    nights.length + cancelled.length > 1 && pricedLines.some(({ type }) => type.id === id);
  const forSeveral = types.find(isChosenForSeveral);
  const code = night.code?.kind === "usable" ? night.code : null;
  const priced = priceChoice(pricedLines, code);
  const anew = { sum: pricedSum(priced, code), total: priced.total };
  // a hold that is dearer than the price of now is replaced
  const isHeld =
    hold !== null &&
    hold.secondsLeft > 0 &&
    hold.total <= anew.total &&
    isHeldChoice({ lines, priced }, hold, code);
  const taken = takenOf(pricedLines.map(({ type, quantity }) => ({ entries: type.entries, quantity })));
  return {
    title: event.title,
    when: { date: event.date, time: event.time },
    art: artOf(event),
    endsAt: forSeveral ? null : event.endsAt,
    ...nightsOf(forSeveral ?? { nights: [], cancelled: [] }),
    shownNights: shownNights(forSeveral?.nights ?? [event]),
    forAccounts: whyAccount(taken, night.found),
    returnTo,
    ...(isHeld ? { sum: heldSum(hold), total: hold.total, anew } : { ...anew, anew: null }),
    code: priced.isCodeForOthers ? null : (code?.code ?? null),
  };
}

/** Why an account is needed for tickets of a night, by the rules of the hold. A night's page sells no pass. */
function whyAccount(
  chosen: GuestLimit,
  { opening, capacity }: EventPageData,
): ChosenTicketsView["forAccounts"] {
  if (opening && isThroughRoom(opening)) return "room";
  const most = guestLimitOf(capacity);
  if (isForGuest(chosen, most)) return null;
  if (chosen.tickets > limits.ticketsPerGuest) return "many";
  return chosen.people > most.people ? "people" : "addOns";
}

/** Whether the chosen tickets can be bought without an account. */
export async function isGuestWayOpen(site: SiteServices, chosen: ChosenTicketsView | null): Promise<boolean> {
  return chosen !== null && chosen.forAccounts === null && (await mayGuestsBuy(site.database.anonymous));
}

/** Returns the choice in the address of a night's page; null when it has none. */
export async function choiceOf(
  site: SiteServices,
  returnTo: string,
): Promise<{ eventId: Uuid; lines: readonly WishedLine[] } | null> {
  const page = new URL(returnTo, site.origin);
  const nameOrId = /^\/events\/([^/]+)$/.exec(page.pathname)?.[1];
  const { lines } = readChoice(page.searchParams);
  if (!nameOrId || lines.length === 0) return null;
  const eventId = isUuid(nameOrId) ? nameOrId : await site.slugs.find("event", nameOrId);
  return eventId ? { eventId, lines } : null;
}

/** Returns one ticket of a chosen offer; null when it cannot be bought now. */
async function chosenOffer(
  site: SiteServices,
  { origin, ticketTypeId }: NonNullable<ReturnType<typeof offerInAddress>>,
  returnTo: string,
): Promise<ChosenTicketsView | null> {
  const list = origin === "tickets" ? listOffers : listSpecialTickets;
  const offers = await list(site.database.anonymous);
  const offer = offers.find(({ id }) => id === ticketTypeId);
  if (!offer || offer.off !== null || offer.available === 0) return null;
  const { id, title, price, family, entries } = offer;
  const type = { id, name: title, price, entries, phases: [] };
  return {
    title,
    when: null,
    endsAt: null,
    art: artOf(offer),
    returnTo,
    code: null,
    total: price,
    anew: null,
    sum: pricedSum(priceChoice([{ type, quantity: 1 }], null), null),
    ...nightsOf(offer),
    shownNights: shownNights(offer.nights),
    forAccounts: isForAccounts(family) ? "pass" : "offer",
  };
}

function nightsOf({ nights, cancelled }: Pick<Offer, "nights" | "cancelled">) {
  return {
    nights: nights.map(({ title, date, time }) => ({ title, date, time })),
    cancelled: cancelledInWords(cancelled),
  };
}

/** Returns the choice in `returnTo` for the checkout; null when it has none. */
export async function checkoutChoiceOf(
  site: SiteServices,
  returnTo: string,
): Promise<{ eventId: Uuid | null; lines: readonly WishedLine[]; origin: Origin } | null> {
  const offer = offerInAddress(returnTo);
  if (offer)
    return {
      eventId: null,
      origin: offer.origin,
      lines: [{ ticketTypeId: offer.ticketTypeId, quantity: 1 }],
    };
  const choice = await choiceOf(site, returnTo);
  return choice && { ...choice, origin: "event" };
}

type Pictured = { id: string; picture: EventPicture | null; imagePosition: ImagePosition };

/** The page writes the night's name over the picture, so a picture that already contains it is left out. */
function artOf({ id, picture, imagePosition }: Pictured): ChosenTicketsView["art"] {
  const shown = picture?.hasTitle ? null : shownPicture(picture);
  return { seed: id, picture: shown && { ...shown, position: shown.position && imagePosition } };
}

/** Returns the sent ticket whose link is `returnTo`, for a person who signs in first; else null. */
export async function ticketToAccept(site: SiteServices, returnTo: string | null) {
  const page = new URL(returnTo ?? "/", site.origin);
  if (page.pathname !== "/primeste") return null;
  const offered = await findOfferedTicket(site, page.searchParams.get("token") ?? "");
  const [first] = offered?.nights ?? [];
  if (!offered?.isOpen || !first) return null;
  const nights = offered.nights.length;
  const whole = sentTogether(offered.family, nights);
  return {
    from: offered.from,
    whole,
    nights,
    title: whole ? offered.typeName : first.title,
    date: first.date,
    time: first.time,
  };
}

export type TicketToAcceptView = NonNullable<Awaited<ReturnType<typeof ticketToAccept>>>;

/** Returns the providers for sign-in that this installation has and the pages offer. */
export function providersOf({ tokens }: Pick<SiteServices, "tokens">): OfferedProvider[] {
  const names = new Set(tokens.oidc.names());
  return offeredProviders.filter((name) => names.has(name));
}
