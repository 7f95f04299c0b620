import type { BuyAnswer, ModelLine, ModelOrder, Refused, SaleModel, Wish } from "./sale-nouns.ts";
import { haveRoom, type NoPrice, partsOf, shownTotal, totalOf } from "./sale-prices.ts";
import { freeNow, hasTickets, isOpenOrder, takesOf, usedBy } from "./sale-stock.ts";

/**
 * The sale as an executable model: orders, holds, prices, codes, card pages and money in a few lines, without a database, a
 * clock or a provider. After each step the real system must equal it. What is counted is in `sale-stock.ts`, what a
 * selection costs in `sale-prices.ts`.
 */

type HoardingReason = "too_many_places_held" | "held_too_long";

/** The least that the card provider takes. */
const leastPayment = 200;

/** A customer may have one open order for this: the night of ordinary types, or the pass itself. */
function scopeOf(model: SaleModel, lines: readonly ModelLine[]): string {
  const index = lines[0]?.offer ?? 0;
  const offer = model.offers[index];
  return offer?.isPass ? `pass ${index}` : `night ${offer?.nights[0]}`;
}

/** An add-on weighs one in the limit of unpaid holds. */
const weightOf = (model: SaleModel, lines: readonly ModelLine[]) =>
  lines.reduce(
    (sum, { offer, quantity }) => sum + quantity * Math.max(model.offers[offer]?.entries ?? 0, 1),
    0,
  );

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

/** Places that one mailbox holds now, by order. */
export function heldBy(model: SaleModel, mailbox: number): number[] {
  return model.orders
    .filter((order) => model.mailboxes[order.customer] === mailbox && isOpenOrder(order))
    .map((order) => weightOf(model, order.lines));
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
  const sum = (orders: ModelOrder[]) =>
    orders.reduce((total, order) => total + weightOf(model, order.lines), 0);
  const now = sum(unpaid.filter((order) => isOpenOrder(order) && order !== replaced));
  if (now > 0 && now + places > placesAtOnce) return "too_many_places_held";
  const today = sum(unpaid);
  return today > 0 && (today + places) * leastMinutes > placeMinutesPerDay ? "held_too_long" : undefined;
}

const refused = (refusal: Omit<Refused, "kind">): Refused => ({ kind: "refused", ...refusal });

export function buy(model: SaleModel, customer: number, wish: Wish): BuyAnswer {
  const isAddOn = ({ offer }: ModelLine) => model.offers[offer]?.entries === 0;
  // add-ons come last
  const lines = [...wish.lines.filter((line) => !isAddOn(line)), ...wish.lines.filter(isAddOn)];
  const code = wish.code === null ? undefined : model.codes[wish.code];
  const scope = scopeOf(model, lines);
  const own = model.orders.filter(
    (order) => order.customer === customer && scopeOf(model, order.lines) === scope,
  );
  const standing = own.find(isOpenOrder);
  const isOpened = (offer: number) =>
    !model.offers[offer]?.isHidden || (code?.kind === "unlock" && code.offers?.includes(offer));
  const isHeld = (offer: number) => standing?.lines.some((line) => line.offer === offer);
  if (lines.some(({ offer }) => !isOpened(offer) && !isHeld(offer)))
    return refused({ reason: "unknown_type" });
  const reason = apart(model, lines);
  if (reason) return refused({ reason });
  if (lines.every(isAddOn)) return refused({ reason: "ticket_needed" });
  const shown = shownTotal(model, wish);
  const isDearer = (total: number) => shown !== null && total > shown;
  const hasCode = (order: ModelOrder) =>
    !code || code.kind === "unlock" || order.parts.some((part) => part.code === wish.code);
  if (standing && areSame(standing.lines, lines) && hasCode(standing) && !isDearer(totalOf(standing.parts)))
    return { kind: "order", index: model.orders.indexOf(standing), parts: standing.parts };
  // a second press within half a minute, as all of a run are
  const free = own.findLast((order) => order.state === "paid" && totalOf(order.parts) === 0);
  if (free && wish.code !== null && areSame(free.lines, lines) && hasCode(free))
    return { kind: "order", index: model.orders.indexOf(free), parts: free.parts };
  if (!lines.every(({ offer }) => isOpened(offer))) return refused({ reason: "unknown_type" });
  const left = freeNow(model, standing);
  if (!haveRoom(model, lines, left)) return refused({ reason: "not_enough" });
  const parts = partsOf(model, lines, left, wish.code, usesLeft(model, customer, wish.code, standing));
  if ("reason" in parts) return refused(parts satisfies NoPrice);
  const total = totalOf(parts);
  if (isDearer(total)) return refused({ reason: "price_changed", total });
  if (total > 0 && total < leastPayment && parts.some(({ off }) => off > 0))
    return refused({ reason: "below_card_minimum" });
  const hoarded = hoards(model, customer, weightOf(model, lines), standing);
  if (hoarded) return refused({ reason: hoarded });
  // only what can be had replaces a standing order
  if (standing) letGo(standing, "cancelled");
  if (standing?.state === "paid") return refused({ reason: "already_paid" });
  model.orders.push({
    customer,
    lines,
    parts,
    back: parts.map(() => 0),
    ...(total > 0 ? { state: "checkout_open", page: "open" } : { state: "paid", page: "closed" }),
    isByPerson: parts.map((part) => model.offers[part.offer]?.codePer === "person"),
  });
  return { kind: "order", index: model.orders.length - 1, parts };
}

/** Limits of a code count tickets, in all and of a person. */
function usesLeft(model: SaleModel, customer: number, code: number | null, standing?: ModelOrder): number {
  if (code === null) return 0;
  const used = usedBy(model, model.mailboxes[customer] ?? 0, code, standing);
  const perPerson = (model.codes[code]?.perPerson ?? 0) - used;
  return Math.max(0, Math.min(freeNow(model, standing)(`code ${code}`), perPerson));
}

/** The customer pays on the card page; the order does not change yet. */
export function pay(order: ModelOrder): void {
  if (order.page === "open") order.page = "paid";
}

/** Settles the order, for any caller: a paid page makes tickets, once. Late money is kept if all it took is still free. */
export function settle(order: ModelOrder, model: SaleModel): void {
  if (order.page !== "paid") return;
  if (isOpenOrder(order)) order.state = "paid";
  if (order.state !== "expired") return;
  const free = freeNow(model);
  const takes = new Map<string, number>();
  for (const part of order.parts)
    for (const [key, n] of takesOf(model, part)) takes.set(key, n + (takes.get(key) ?? 0));
  order.state = [...takes].every(([key, n]) => n <= free(key)) ? "paid" : "refunded_no_stock";
}

/** The hold ends while its page can still be paid, and nobody has heard of the money. */
export function runOutUnseen(order: ModelOrder): void {
  if (isOpenOrder(order)) order.state = "expired";
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

/** All the money goes back at the provider; where none is left, nothing does. */
export function refundAll(order: ModelOrder): void {
  const left = order.parts.map((part, i) => ({ ...part, quantity: part.quantity - (order.back[i] ?? 0) }));
  if (hasTickets(order) && totalOf(left) > 0) order.state = "refunded";
}

/** The code of a line becomes one for each of its people. */
export function splitLine(model: SaleModel, order: ModelOrder, line: number): void {
  const { offer, quantity } = order.parts[line] ?? { offer: 0, quantity: 0 };
  if (hasTickets(order) && quantity * (model.offers[offer]?.entries ?? 0) > 1) order.isByPerson[line] = true;
}

/**
 * One unit of a line goes back, with all its seats and their price; what cost nothing leaves the order as it is. With the
 * last ticket the order ends, its add-ons too.
 */
export function giveBackUnit(model: SaleModel, order: ModelOrder, line: number): void {
  const part = order.parts[line];
  const leftOf = (i: number) => (order.parts[i]?.quantity ?? 0) - (order.back[i] ?? 0);
  if (!part || !hasTickets(order) || !order.isByPerson[line] || !leftOf(line)) return;
  order.back[line] = (order.back[line] ?? 0) + 1;
  const isOver = order.parts.every(({ offer }, i) => model.offers[offer]?.entries === 0 || leftOf(i) === 0);
  if (isOver) order.state = "refunded";
  else if (part.price > part.off) order.state = "partially_refunded";
}
