import { maskedEmail } from "#kernel/email-address.ts";
import type { OrderView } from "#ticketing/orders/order-queries.server.ts";
import { firstName } from "#ticketing/orders/transfers/transfer.ts";
import { listAcceptedTransfers } from "#ticketing/orders/transfers/transfer-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { TicketViewer } from "#web/request/ticket-viewer.server.ts";
import { type Around, boughtTickets } from "./bought-tickets.server.ts";
import type { GuestPanelsView } from "./guest-panels.tsx";
import type { SuccessPageView } from "./success-page.tsx";

/** Paid, about to be, or paid and given back. */
export function isToldOf(order: OrderView): boolean {
  return (
    order.paidAt !== null ||
    order.returned > 0 ||
    ["held", "checkout_open", "payment_pending", "manual_review"].includes(order.state)
  );
}

/** What its buyer sees of an order that was paid, or is about to be. */
export async function boughtOrder(
  site: SiteServices,
  order: OrderView,
  {
    viewer,
    email,
    guest,
    ...around
  }: Around & { viewer: TicketViewer; email: string; guest: GuestPanelsView | null },
): Promise<SuccessPageView> {
  const hasMoney = order.paidAt !== null || order.returned > 0;
  const tickets = hasMoney && !order.paidAt ? [] : await boughtTickets(site, viewer, order, around);
  const receipt = {
    orderId: String(order.number),
    amount: order.total,
    currency: order.currency,
    status: hasMoney ? ("paid" as const) : ("confirming" as const),
    date: (order.paidAt ?? order.createdAt).toISOString(),
    returned: order.returned,
  };
  const hasAccount = guest === null;
  const accepted = order.isSent
    ? await site.database.readAs(viewer, (sql) => listAcceptedTransfers(sql, order.id))
    : [];
  const sent = accepted.map(({ name, recipient, number, of, at }) => ({
    ...{ number, of, at: at.toISOString() },
    to: firstName(name) || (recipient ? maskedEmail(recipient) : null),
  }));
  const isOver = order.state === "refunded" || order.state === "charged_back";
  if (hasMoney && tickets.length === 0)
    return order.isSent && !isOver
      ? { kind: "sent", hasAccount, sent, receipt }
      : { kind: "ended", hasAccount, receipt };
  return { kind: hasMoney ? "paid" : "pending", email, tickets, sent, receipt, guest };
}
