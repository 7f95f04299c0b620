import { hourOfDoors } from "#ticketing/events/enter-until.ts";
import type { EventPicture } from "#ticketing/events/event.ts";
import type { OrderView } from "#ticketing/orders/order-queries.server.ts";
import type { PictureView } from "#web/ui/picture.tsx";
import type { OrderSummaryView } from "./order-panel.tsx";

type OrderEvent = OrderView["events"][number];

export function orderPicture({ picture }: OrderEvent): PictureView | null {
  return shownPicture(picture);
}

export function shownPicture(picture: EventPicture | null): PictureView | null {
  return (
    picture && {
      sources: [...picture.sources],
      width: picture.width,
      height: picture.height,
      position: picture.wide ? null : "center",
    }
  );
}

/** Its crop for wide screens, if it has one. */
export function widerPicture(picture: EventPicture | null): PictureView | null {
  if (!picture?.wide) return null;
  const { sources, width, height } = picture.wide;
  return { sources: [...sources], width, height, position: null };
}

/** The order as the panel of the checkout pages shows it: a pass under the name of its first night. */
export function orderSummary(order: OrderView): OrderSummaryView {
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
      picture: orderPicture(event),
      widePicture: widerPicture(event.picture),
    },
    lines: order.lines.map(({ title, phase, quantity, total, discount }) => ({
      ...{ label: title, phase, quantity },
      total: total + discount,
    })),
    discount: order.lines.reduce((n, { discount }) => n + discount, 0),
    total: order.total,
  };
}
