import type { HoardingLimit } from "#ticketing/orders/checkout/hoarding.ts";
import type { OrderState } from "#ticketing/orders/order-state.ts";

/**
 * The sale as an executable model: orders, holds, card pages and money in a few lines, without a database, a clock or a
 * provider. After each step the real system must equal it.
 */
export type ModelOffer = {
  readonly entries: number;
  readonly nights: readonly number[];
  readonly isPass: boolean;
  readonly capacity: number;
  readonly codePer: "order" | "person";
};

/** So many of one offer. */
export type ModelLine = { readonly offer: number; readonly quantity: number };

export type ModelOrder = {
  readonly customer: number;
  /** Each offer once. */
  readonly lines: readonly ModelLine[];
  /** By line: units that were given back, and whether each person has a code. */
  readonly back: number[];
  readonly isByPerson: boolean[];
  state: OrderState;
  /** The state of the card page at the provider. */
  page: "open" | "paid" | "closed";
};

export type SaleModel = {
  readonly nights: readonly number[];
  readonly offers: readonly ModelOffer[];
  readonly orders: ModelOrder[];
  /** By customer: customers with equal numbers share a mailbox, so their holds count together. */
  readonly mailboxes: readonly number[];
  readonly hoarding: HoardingLimit;
};

export type BuyAnswer =
  | { kind: "order"; index: number }
  | {
      kind: "refused";
      reason: "not_enough" | "already_paid" | "sold_alone" | "wrong_event" | HoardingReason;
    };

type HoardingReason = "too_many_places_held" | "held_too_long";

const open: readonly OrderState[] = ["held", "checkout_open", "payment_pending"];
const takes: readonly OrderState[] = [...open, "paid", "partially_refunded"];

export const isOpenOrder = (order: ModelOrder) => open.includes(order.state);

/** Units taken of an offer and people taken of a night, by orders that hold or have sold. */
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
    const kind = open.includes(order.state) ? heldUnits : soldUnits;
    for (const [line, { offer: index, quantity: bought }] of order.lines.entries()) {
      const offer = model.offers[index];
      if (!offer) continue;
      const quantity = bought - (order.back[line] ?? 0);
      units[index] = (units[index] ?? 0) + quantity;
      kind[index] = (kind[index] ?? 0) + quantity;
      for (const night of offer.nights) places[night] = (places[night] ?? 0) + quantity * offer.entries;
    }
  }
  return { units, places, heldUnits, soldUnits };
}

/** How many of an offer there are; `people` of its nights are wanted by other lines of the same order. */
export function availableOf(model: SaleModel, index: number, people = 0): number {
  const offer = model.offers[index];
  if (!offer) return 0;
  const { units, places } = taken(model);
  const fits = offer.nights.map((night) =>
    Math.floor(((model.nights[night] ?? 0) - (places[night] ?? 0) - people) / offer.entries),
  );
  return Math.max(0, Math.min(offer.capacity - (units[index] ?? 0), ...fits));
}

/** A customer may have one open order for this: the night of ordinary types, or the pass itself. */
function scopeOf(model: SaleModel, lines: readonly ModelLine[]): string {
  const index = lines[0]?.offer ?? 0;
  const offer = model.offers[index];
  return offer?.isPass ? `pass ${index}` : `night ${offer?.nights[0]}`;
}

const peopleOf = (model: SaleModel, lines: readonly ModelLine[]) =>
  lines.reduce((sum, { offer, quantity }) => sum + quantity * (model.offers[offer]?.entries ?? 0), 0);

const placesOf = (model: SaleModel, order: ModelOrder) => peopleOf(model, order.lines);

/** Several lines are tickets of one night; a pass is bought alone. */
function apart(model: SaleModel, lines: readonly ModelLine[]): "sold_alone" | "wrong_event" | undefined {
  if (lines.length === 1) return undefined;
  if (lines.some((line) => model.offers[line.offer]?.isPass)) return "sold_alone";
  const isOfNight = (line: ModelLine) => scopeOf(model, [line]) === scopeOf(model, lines);
  return lines.every(isOfNight) ? undefined : "wrong_event";
}

const areSame = (one: readonly ModelLine[], other: readonly ModelLine[]) =>
  one.length === other.length &&
  one.every((line) =>
    other.some(({ offer, quantity }) => offer === line.offer && quantity === line.quantity),
  );

/** Each line fits beside what the lines before it take, as if the replaced order were gone. */
function haveRoom(model: SaleModel, lines: readonly ModelLine[], replaced?: ModelOrder): boolean {
  const others = { ...model, orders: model.orders.filter((order) => order !== replaced) };
  return lines.every(
    ({ offer, quantity }, i) => quantity <= availableOf(others, offer, peopleOf(model, lines.slice(0, i))),
  );
}

/** Places that one mailbox holds now, by order. */
export function heldBy(model: SaleModel, mailbox: number): number[] {
  return model.orders
    .filter((order) => model.mailboxes[order.customer] === mailbox && isOpenOrder(order))
    .map((order) => placesOf(model, order));
}

/**
 * The model has no clock, so each hold counts for the least minutes: the unpaid holds of a mailbox may not exceed the
 * sum for a day, and its present places may not exceed the cap. One order alone is never too large.
 */
function hoards(
  model: SaleModel,
  customer: number,
  places: number,
  replaced?: ModelOrder,
): HoardingReason | undefined {
  const { placesAtOnce, placeMinutesPerDay, leastMinutes } = model.hoarding;
  const unpaid = model.orders.filter(
    (order) =>
      model.mailboxes[order.customer] === model.mailboxes[customer] &&
      (isOpenOrder(order) || order.state === "cancelled" || order.state === "expired"),
  );
  const sum = (orders: ModelOrder[]) => orders.reduce((total, order) => total + placesOf(model, order), 0);
  const now = sum(unpaid.filter((order) => isOpenOrder(order) && order !== replaced));
  if (now > 0 && now + places > placesAtOnce) return "too_many_places_held";
  const today = sum(unpaid);
  return today > 0 && (today + places) * leastMinutes > placeMinutesPerDay ? "held_too_long" : undefined;
}

export function buy(model: SaleModel, customer: number, lines: readonly ModelLine[]): BuyAnswer {
  const reason = apart(model, lines);
  if (reason) return { kind: "refused", reason };
  const scope = scopeOf(model, lines);
  const own = model.orders.filter(
    (order) => order.customer === customer && scopeOf(model, order.lines) === scope,
  );
  const standing = own.find(isOpenOrder);
  if (standing && areSame(standing.lines, lines))
    return { kind: "order", index: model.orders.indexOf(standing) };
  if (!haveRoom(model, lines, standing)) return { kind: "refused", reason: "not_enough" };
  const hoarded = hoards(model, customer, peopleOf(model, lines), standing);
  if (hoarded) return { kind: "refused", reason: hoarded };
  // only what can be had replaces a standing order
  if (standing) letGo(standing, "cancelled");
  if (standing?.state === "paid") return { kind: "refused", reason: "already_paid" };
  model.orders.push({
    ...{ customer, lines, state: "checkout_open", page: "open" },
    back: lines.map(() => 0),
    isByPerson: lines.map((line) => model.offers[line.offer]?.codePer === "person"),
  });
  return { kind: "order", index: model.orders.length - 1 };
}

/** The customer pays on the card page; the order does not change yet. */
export function pay(order: ModelOrder): void {
  if (order.page === "open") order.page = "paid";
}

/** Settles the order, for any caller: a paid page makes tickets, once. */
export function settle(order: ModelOrder): void {
  if (order.page === "paid" && isOpenOrder(order)) order.state = "paid";
}

/** The page is closed first; if it turns out to be paid, the order is settled instead. */
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
  if (hasTickets(order)) order.state = "refunded";
}

const hasTickets = (order: ModelOrder) => order.state === "paid" || order.state === "partially_refunded";

/** The code of a line becomes one for each of its people. */
export function splitLine(model: SaleModel, order: ModelOrder, line: number): void {
  const { offer, quantity } = order.lines[line] ?? { offer: 0, quantity: 0 };
  if (hasTickets(order) && quantity * (model.offers[offer]?.entries ?? 0) > 1) order.isByPerson[line] = true;
}

/** One unit of a line goes back, with all its seats and their price; with the last one the order ends. */
export function giveBackUnit(order: ModelOrder, line: number): void {
  const left = order.lines.map(({ quantity }, i) => quantity - (order.back[i] ?? 0));
  if (!hasTickets(order) || !order.isByPerson[line] || !left[line]) return;
  order.back[line] = (order.back[line] ?? 0) + 1;
  const isLast = left.reduce((sum, n) => sum + n) === 1;
  order.state = isLast ? "refunded" : "partially_refunded";
}
