import type { CodedTicket } from "#ticketing/delivery/ticket-facts.ts";
import { ticketsOfOrder } from "#ticketing/delivery/ticket-queries.server.ts";
import type { OrderView } from "#ticketing/orders/order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import type { BoughtTicketView } from "./bought-tickets.tsx";
import { orderPicture } from "./order-view.ts";

/** One ticket for each night of an order, as its owner sees them; without a code until it is paid. */
export async function boughtTickets(
  site: SiteServices,
  visitor: Visitor & { kind: "person" },
  order: OrderView,
): Promise<BoughtTicketView[]> {
  const tickets = order.paidAt
    ? await site.database.readAs(asOwner(visitor), (sql) => ticketsOfOrder(sql, site.keys, order.id))
    : [];
  return order.events.map((event) =>
    ticketView(
      order,
      visitor,
      event,
      tickets.find((ticket) => ticket.eventId === event.id),
    ),
  );
}

function ticketView(
  order: OrderView,
  visitor: Visitor & { kind: "person" },
  event: OrderView["events"][number],
  ticket: CodedTicket | undefined,
): BoughtTicketView {
  return {
    event: {
      id: event.id,
      title: event.title,
      date: event.date,
      time: event.time,
      location: event.location,
      picture: orderPicture(event),
    },
    type: order.title,
    holder: ticket?.holderName ?? visitor.fullName ?? "",
    price: order.total,
    entries: order.quantity * order.entries,
    issued: ticket
      ? {
          code: ticket.label,
          group: ticket.code.group,
          qrUrl: `/tickets/${ticket.purchaseId}/qr.svg`,
          entriesLeft: ticket.entriesRemaining,
        }
      : null,
  };
}
