import { isUuid } from "#kernel/id.ts";
import { dayOf } from "#kernel/time.ts";
import type { TicketTypeOnSale } from "#ticketing/events/event.ts";
import { findEventPage } from "#ticketing/events/event-queries.server.ts";
import { pricedParts } from "#ticketing/events/price-phase.ts";
import { readChoice } from "#ticketing/orders/checkout/order-form.ts";
import { codeOfRequest } from "#web/request/code-cookie.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { ChosenTicketsView } from "./chosen-tickets.tsx";

/**
 * The tickets that wait behind a login: those that the page's address to return to names, at the prices of this moment.
 * Null where it names none, or none that anybody may buy now; a hidden type is not named here.
 */
export async function chosenTickets(
  site: SiteServices,
  request: Request,
  returnTo: string | null,
): Promise<ChosenTicketsView | null> {
  if (returnTo === null) return null;
  const page = new URL(returnTo, site.origin);
  const named = /^\/events\/([^/]+)$/.exec(page.pathname)?.[1];
  const { lines } = readChoice(page.searchParams);
  if (!named || lines.length === 0) return null;
  const eventId = isUuid(named) ? named : await site.slugs.find("event", named);
  if (!eventId) return null;
  const found = await findEventPage(site.database.anonymous, eventId, dayOf(site.now()));
  if (!found) return null;
  const { title, date, time } = found.event;
  const parts = lines.flatMap(({ ticketTypeId, quantity }) => {
    const type = found.types.find(({ id }) => id === ticketTypeId);
    return type && quantity <= type.available ? partsOf(type, quantity) : [];
  });
  if (new Set(parts.map(({ typeId }) => typeId)).size < lines.length) return null;
  return {
    ...{ title, date, time, returnTo, code: codeOfRequest(request, site.origin) },
    parts: parts.map(({ name, phase, quantity, price }) => ({ name, phase, quantity, price })),
    total: parts.reduce((sum, { quantity, price }) => sum + quantity * price, 0),
  };
}

function partsOf(type: TicketTypeOnSale, quantity: number) {
  const phaseOf = (id: string | null) => type.phases.find((phase) => phase.id === id);
  return pricedParts(type, quantity, (id) => phaseOf(id)?.left ?? 0).map((part) => ({
    typeId: type.id,
    name: type.title,
    phase: phaseOf(part.phaseId)?.name ?? null,
    quantity: part.quantity,
    price: part.price,
  }));
}
