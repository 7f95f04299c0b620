import { hourOfDoors } from "#ticketing/events/enter-until.ts";
import type { OrderView } from "#ticketing/orders/order-queries.server.ts";
import { shownPicture, widerPicture } from "#web/request/shown-picture.ts";
import { nightsInWords } from "#web/request/ticket-nights-texts.ts";

export type OrderSummaryView = ReturnType<typeof orderSummary>;

/** Returns an order for the panel of the checkout pages. A pass has the name of its first night. */
export function orderSummary(order: OrderView) {
  const [event] = order.events;
  if (!event) throw new Error("an order admits to at least one event");
  return {
    event: {
      id: event.id,
      title: event.title,
      date: event.date,
      time: event.time,
      doors: hourOfDoors(event),
      location: event.location,
      picture: shownPicture(event.picture),
      widePicture: widerPicture(event.picture),
    },
    lines: order.lines.map(({ title, phase, quantity, total, discount }) => ({
      label: title,
      phase,
      quantity,
      /** The price of the line without the code's discount. */
      total: total + discount,
    })),
    /** The discount of codes, in bani. */
    discount: order.lines.reduce((n, { discount }) => n + discount, 0),
    total: order.total,
    nights: nightsInWords({
      nights: order.events.filter(({ id }) => order.cancelled.every((night) => night.id !== id)),
      cancelled: order.cancelled,
    }),
  };
}

/** Whether the order page shows this order: it is paid, or about to be, or was paid and refunded. */
export function isOrderShown(order: OrderView): boolean {
  return (
    order.paidAt !== null ||
    order.returned > 0 ||
    ["held", "checkout_open", "payment_pending", "manual_review"].includes(order.state)
  );
}
