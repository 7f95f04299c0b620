import type { OrderState } from "#ticketing/orders/order-state.ts";

/**
 * The sale as an executable model: orders, holds, card pages and money in a few lines, without a database, a clock or
 * a provider. What it says after each step is what the real system has to show.
 */
export type ModelOffer = {
  readonly entries: number;
  readonly nights: readonly number[];
  readonly isPass: boolean;
  readonly capacity: number;
};

export type ModelOrder = {
  readonly customer: number;
  readonly offer: number;
  readonly quantity: number;
  state: OrderState;
  /** The card page at the provider: what the provider would answer about it. */
  page: "open" | "paid" | "closed";
};

export type SaleModel = {
  readonly nights: readonly number[];
  readonly offers: readonly ModelOffer[];
  readonly orders: ModelOrder[];
  readonly mostAbandoned: number;
};

export type BuyAnswer =
  | { kind: "order"; index: number }
  | { kind: "refused"; reason: "not_enough" | "too_many_abandoned" | "already_paid" };

const open: readonly OrderState[] = ["held", "checkout_open", "payment_pending"];
const takes: readonly OrderState[] = [...open, "paid", "partially_refunded"];

export const isOpenOrder = (order: ModelOrder) => open.includes(order.state);

/** Units taken of an offer, people taken of a night: by orders that hold or have sold. */
export function taken(model: SaleModel): {
  units: number[];
  places: number[];
  heldUnits: number[];
  soldUnits: number[];
} {
  const units = model.offers.map(() => 0);
  const heldUnits = model.offers.map(() => 0);
  const soldUnits = model.offers.map(() => 0);
  const places = model.nights.map(() => 0);
  for (const order of model.orders) {
    if (!takes.includes(order.state)) continue;
    const offer = model.offers[order.offer];
    if (!offer) continue;
    units[order.offer] = (units[order.offer] ?? 0) + order.quantity;
    const kind = open.includes(order.state) ? heldUnits : soldUnits;
    kind[order.offer] = (kind[order.offer] ?? 0) + order.quantity;
    for (const night of offer.nights) places[night] = (places[night] ?? 0) + order.quantity * offer.entries;
  }
  return { units, places, heldUnits, soldUnits };
}

export function availableOf(model: SaleModel, index: number): number {
  const offer = model.offers[index];
  if (!offer) return 0;
  const { units, places } = taken(model);
  const fits = offer.nights.map((night) =>
    Math.floor(((model.nights[night] ?? 0) - (places[night] ?? 0)) / offer.entries),
  );
  return Math.max(0, Math.min(offer.capacity - (units[index] ?? 0), ...fits));
}

/** What a customer may have one open order for: the night of an ordinary type, the pass itself. */
function scopeOf(model: SaleModel, index: number): string {
  const offer = model.offers[index];
  return offer?.isPass ? `pass ${index}` : `night ${offer?.nights[0]}`;
}

export function buy(model: SaleModel, customer: number, offer: number, quantity: number): BuyAnswer {
  const scope = scopeOf(model, offer);
  const own = model.orders.filter(
    (order) => order.customer === customer && scopeOf(model, order.offer) === scope,
  );
  const standing = own.find(isOpenOrder);
  if (standing?.offer === offer && standing.quantity === quantity)
    return { kind: "order", index: model.orders.indexOf(standing) };
  if (standing) {
    letGo(standing, "cancelled");
    if (standing.state === "paid") return { kind: "refused", reason: "already_paid" };
  }
  const abandoned = own.filter((order) => order.state === "cancelled" || order.state === "expired").length;
  if (abandoned >= model.mostAbandoned) return { kind: "refused", reason: "too_many_abandoned" };
  if (quantity > availableOf(model, offer)) return { kind: "refused", reason: "not_enough" };
  model.orders.push({ customer, offer, quantity, state: "checkout_open", page: "open" });
  return { kind: "order", index: model.orders.length - 1 };
}

/** The customer pays on the card page; nothing of ours knows yet. */
export function pay(order: ModelOrder): void {
  if (order.page === "open") order.page = "paid";
}

/** Anybody asks how the page stands: paid money makes tickets, once. */
export function settle(order: ModelOrder): void {
  if (order.page === "paid" && isOpenOrder(order)) order.state = "paid";
}

/** The page is closed first; if it turns out paid, the order is settled instead. */
export function letGo(order: ModelOrder, as: "cancelled" | "expired"): void {
  if (!isOpenOrder(order)) return;
  if (order.page === "paid") order.state = "paid";
  else {
    order.page = "closed";
    order.state = as;
  }
}

/** All the money goes back at the provider. */
export function refundAll(order: ModelOrder): void {
  if (order.state === "paid") order.state = "refunded";
}
