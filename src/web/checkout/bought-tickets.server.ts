import { listTicketsOfOrder, type SeenTicket } from "#ticketing/delivery/ticket-queries.server.ts";
import { nightsOfSeat, positionInWords, priceOf } from "#ticketing/delivery/ticket-wording.ts";
import type { OrderView } from "#ticketing/orders/order-queries.server.ts";
import { usesOf } from "#ticketing/orders/seats.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { TicketViewer } from "#web/request/ticket-viewer.server.ts";
import type { BoughtTicketView } from "./bought-tickets.tsx";
import { checkoutTexts } from "./checkout-texts.ts";
import { orderPicture } from "./order-view.ts";

/**
 * The tickets of an order, one for each code, as its owner sees them: none when all of them ended. Until it is paid, one
 * for each of its lines and nights, without a code. `files` is the query of the addresses of their files; a guest
 * sends none on.
 */
export async function boughtTickets(
  site: SiteServices,
  visitor: Omit<TicketViewer, "onlyOrder">,
  order: OrderView,
  { files, maySend }: { files: string; maySend: boolean },
): Promise<BoughtTicketView[]> {
  if (!order.paidAt) return ticketsToCome(order, visitor);
  const tickets = await listTicketsOfOrder(site, visitor, order.id);
  return tickets.flatMap((ticket) => {
    const event = order.events.find(({ id }) => id === ticket.eventId);
    return event ? [ticketView(ticket, event, { tickets, files, maySend })] : [];
  });
}

function ticketsToCome(order: OrderView, visitor: Omit<TicketViewer, "onlyOrder">): BoughtTicketView[] {
  return order.events.flatMap((event) =>
    order.lines.map((line) => ({
      event: eventView(event),
      type: line.quantity > 1 && line.codePer === "person" ? checkoutTexts.lineOf(line) : line.title,
      enterUntil: null,
      isAddOn: line.entries === 0,
      tickets: line.codePer === "person" ? line.quantity : 1,
      ...{ holder: visitor.fullName ?? "", position: "", price: line.total },
      entries: line.quantity * usesOf(line.entries),
      issued: null,
    })),
  );
}

function ticketView(
  ticket: SeenTicket,
  event: OrderView["events"][number],
  { tickets, files, maySend }: { tickets: readonly SeenTicket[]; files: string; maySend: boolean },
): BoughtTicketView {
  const file = (name: string) => `/tickets/${ticket.purchaseId}/${name}${files}`;
  return {
    event: eventView(event),
    type: ticket.typeName,
    enterUntil: ticket.enterUntil,
    holder: ticket.holderName ?? "",
    isAddOn: ticket.isAddOn,
    tickets: 1,
    position: positionInWords(ticket),
    price: priceOf(nightsOfSeat(ticket, tickets)),
    entries: ticket.entriesTotal,
    issued: {
      code: ticket.label,
      suspended: ticket.isCancelled ? "cancelled" : ticket.suspended,
      group: ticket.isCancelled ? null : (ticket.code?.group ?? null),
      ...{ qrUrl: file("qr.svg"), pdfUrl: file("ticket.pdf"), calendarUrl: file("ticket.ics") },
      sendUrl: maySend && canSend(ticket) ? `/profile/send/${ticket.purchaseId}` : null,
      entriesLeft: ticket.entriesRemaining,
    },
  };
}

/** The rest is for the act to say. */
function canSend({ isAddOn, entriesTotal, entriesRemaining }: SeenTicket): boolean {
  return !isAddOn && entriesTotal === 1 && entriesRemaining === 1;
}

function eventView(event: OrderView["events"][number]): BoughtTicketView["event"] {
  const { id, title, date, time, location } = event;
  return { id, title, date, time, location, picture: orderPicture(event) };
}
