import type { CodedTicket } from "#ticketing/delivery/ticket-facts.ts";
import { ticketsOfOrder } from "#ticketing/delivery/ticket-queries.server.ts";
import { findOrderOfSession, type OrderView } from "#ticketing/orders/order-queries.server.ts";
import { settlePayment } from "#ticketing/orders/settle-payment.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { pageTitle } from "#web/request/page-title.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/who-asks.server.ts";
import type { Route } from "./+types/success-route.ts";
import { checkoutTexts } from "./checkout-texts.ts";
import { orderPicture } from "./order-view.ts";
import { type BoughtTicketView, SuccessPage, type SuccessPageView } from "./success-page.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, checkoutTexts.successPageTitle) },
];

/**
 * After the card page. The owner's visit is itself a reason to settle, so that the ticket is there even when the
 * provider's notice is late. Anybody else, and any other id, gets the same thanks and no data.
 */
export async function loader({ context, request }: Route.LoaderArgs): Promise<{ view: SuccessPageView }> {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const sessionId = new URL(request.url).searchParams.get("session_id") ?? "";
  if (visitor.kind === "anonymous" || !/^cs_[A-Za-z0-9_]{1,250}$/.test(sessionId))
    return { view: { kind: "generic" } };
  let order = await site.database.withActor(asOwner(visitor), (sql) => findOrderOfSession(sql, sessionId));
  if (order && !order.paidAt) {
    await settlePayment(site, { sessionId, by: "customer" });
    order = await site.database.withActor(asOwner(visitor), (sql) => findOrderOfSession(sql, sessionId));
  }
  return { view: order && isPaidOrComing(order) ? await bought(site, visitor, order) : { kind: "generic" } };
}

function isPaidOrComing(order: OrderView): boolean {
  return (
    order.paidAt !== null ||
    ["held", "checkout_open", "payment_pending", "manual_review"].includes(order.state)
  );
}

async function bought(
  site: SiteServices,
  visitor: Visitor & { kind: "person" },
  order: OrderView,
): Promise<SuccessPageView> {
  const tickets = order.paidAt
    ? await site.database.withActor(asOwner(visitor), (sql) =>
        ticketsOfOrder(sql.$client, site.keys, order.id),
      )
    : [];
  const views = order.events.map((event) =>
    ticketView(
      order,
      visitor,
      event,
      tickets.find((ticket) => ticket.eventId === event.id),
    ),
  );
  return {
    kind: order.paidAt ? "paid" : "pending",
    email: visitor.email,
    tickets: views,
    receipt: {
      orderId: String(order.number),
      amount: order.total,
      currency: order.currency,
      status: order.paidAt ? "paid" : "unpaid",
      date: (order.paidAt ?? order.createdAt).toISOString(),
    },
  };
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

export default function Success({ loaderData }: Route.ComponentProps) {
  return <SuccessPage view={loaderData.view} />;
}
