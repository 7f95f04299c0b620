import { isUuid, type Uuid } from "#kernel/id.ts";
import { mayGuestsBuy } from "#ticketing/content/content-queries.server.ts";
import type { EventPicture, TicketTypeOnSale } from "#ticketing/events/event.ts";
import { findEventPage } from "#ticketing/events/event-queries.server.ts";
import { listOffers, listSpecialTickets } from "#ticketing/events/offer-queries.server.ts";
import { pricedParts } from "#ticketing/events/price-phase.ts";
import { limits } from "#ticketing/limits.ts";
import type { Origin, WishedLine } from "#ticketing/orders/checkout/hold-request.ts";
import { readChoice } from "#ticketing/orders/checkout/order-form.ts";
import { findOpenOrder } from "#ticketing/orders/order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import type { ImagePosition } from "#ticketing/pictures/picture.ts";
import { chosenOf, offerInAddress } from "#web/request/choice-address.ts";
import { codeOfRequest } from "#web/request/code-cookie.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import type { ChosenTicketsView } from "./chosen-tickets.tsx";
import { pictureOf } from "./my-night-views.ts";

/**
 * The tickets that wait behind a login: those that the page's address to return to names, at the prices of this moment;
 * an offer of /tickets or /season-pass too.
 * Null where it names none, or none that anybody may buy now; a hidden type is not named here. What a guest holds is there
 * for the guest.
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
  const found = await findEventPage(site.database.anonymous, eventId);
  if (!found) return null;
  const { title, date, time } = found.event;
  const own = await heldBy(site, visitor, eventId);
  const parts = lines.flatMap(({ ticketTypeId, quantity }) => {
    const type = found.types.find(({ id }) => id === ticketTypeId);
    const held = own.find((line) => line.ticketTypeId === ticketTypeId)?.quantity ?? 0;
    return type && quantity <= type.available + held ? partsOf(type, quantity) : [];
  });
  if (new Set(parts.map(({ typeId }) => typeId)).size < lines.length) return null;
  const admitting = parts.filter(({ isAddOn }) => !isAddOn).reduce((n, { quantity }) => n + quantity, 0);
  const isForGuests = admitting <= limits.ticketsPerGuest;
  return {
    ...{ title, when: { date, time }, art: artOf(found.event), nights: [] },
    forAccounts: isForGuests ? null : "many",
    ...{ returnTo, code: codeOfRequest(request, site.origin) },
    parts: parts.map(({ name, phase, quantity, price }) => ({ name, phase, quantity, price })),
    total: parts.reduce((sum, { quantity, price }) => sum + quantity * price, 0),
  };
}

/** Whether what waits can be bought without an account. */
export async function isGuestWayOpen(site: SiteServices, chosen: ChosenTicketsView | null): Promise<boolean> {
  return chosen !== null && chosen.forAccounts === null && (await mayGuestsBuy(site.database.anonymous));
}

/** What the address of a night's page chooses there; null where it chooses nothing. */
export async function choiceOf(
  site: SiteServices,
  returnTo: string,
): Promise<{ eventId: Uuid; lines: readonly WishedLine[] } | null> {
  const page = new URL(returnTo, site.origin);
  const named = /^\/events\/([^/]+)$/.exec(page.pathname)?.[1];
  const { lines } = readChoice(page.searchParams);
  if (!named || lines.length === 0) return null;
  const eventId = isUuid(named) ? named : await site.slugs.find("event", named);
  return eventId ? { eventId, lines } : null;
}

/** An offer that was pressed. */
async function chosenOffer(
  site: SiteServices,
  { origin, ticketTypeId }: NonNullable<ReturnType<typeof offerInAddress>>,
  returnTo: string,
): Promise<ChosenTicketsView | null> {
  const list = origin === "tickets" ? listOffers : listSpecialTickets;
  const offers = await list(site.database.anonymous);
  const offer = offers.find(({ id }) => id === ticketTypeId);
  if (!offer || offer.off !== null || offer.available === 0) return null;
  const { title, price, family } = offer;
  return {
    ...{ title, when: null, art: artOf(offer), returnTo, code: null, total: price },
    nights: offer.nights.map((night) => ({ title: night.title, date: night.date, time: night.time })),
    forAccounts: family === "season_pass" ? "pass" : "offer",
    parts: [{ name: title, phase: null, quantity: 1, price }],
  };
}

/** What waits behind a login, as the checkout takes it; null where the address chooses nothing. */
export async function wishOf(
  site: SiteServices,
  returnTo: string,
): Promise<{ eventId: Uuid | null; lines: readonly WishedLine[]; origin: Origin } | null> {
  const offer = offerInAddress(returnTo);
  if (offer)
    return {
      ...{ eventId: null, origin: offer.origin },
      lines: [{ ticketTypeId: offer.ticketTypeId, quantity: 1 }],
    };
  const choice = await choiceOf(site, returnTo);
  return choice && { ...choice, origin: "event" };
}

type Pictured = { id: string; picture: EventPicture | null; imagePosition: ImagePosition };

/** The name is written over the picture, so one that has letters is left out, as on the night's page. */
function artOf({ id, picture, imagePosition }: Pictured): ChosenTicketsView["art"] {
  const shown = picture?.hasTitle ? null : pictureOf(picture);
  return { seed: id, picture: shown && { ...shown, position: shown.position && imagePosition } };
}

function partsOf(type: TicketTypeOnSale, quantity: number) {
  const phaseOf = (id: string | null) => type.phases.find((phase) => phase.id === id);
  return pricedParts(type, quantity, (id) => phaseOf(id)?.left ?? 0).map((part) => ({
    typeId: type.id,
    name: type.title,
    phase: phaseOf(part.phaseId)?.name ?? null,
    isAddOn: type.entries === 0,
    quantity: part.quantity,
    price: part.price,
  }));
}

async function heldBy(site: SiteServices, visitor: Visitor, eventId: Uuid) {
  if (visitor.kind === "anonymous" || !visitor.hasOpenOrder) return [];
  const order = await site.database.readAs(asOwner(visitor), (sql) => findOpenOrder(sql, eventId));
  return order ? chosenOf(order) : [];
}
