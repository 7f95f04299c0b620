import { bani, split } from "#kernel/money.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { OrderState } from "#ticketing/orders/order-state.ts";
import { usesOf } from "#ticketing/orders/seats.ts";
import type { OrderMoney } from "./refund-decision.ts";

/**
 * What the team wants to refund: everything, some tickets of a line that has one code, some seats, a free amount
 * (bani), or what is owed. `usedEntries` is how many used entries were confirmed; absent means none.
 */
export type RefundWish =
  | { readonly kind: "whole"; readonly usedEntries?: number }
  | { readonly kind: "part"; readonly line: number; readonly tickets: number }
  | { readonly kind: "seats"; readonly seats: readonly string[]; readonly usedEntries?: number }
  /** No ticket ends; every seat's price is lowered. */
  | { readonly kind: "amount"; readonly amount: number }
  /** Money owed for tickets that ended before their refund failed. No ticket ends. */
  | { readonly kind: "owed" };

/** A valid seat of an order: what one person holds, on all its nights. */
export type RefundableSeat = {
  readonly id: string;
  readonly lineNo: number;
  /** The unit that the seat belongs to; null if one code is for the whole line. */
  readonly unitNo: number | null;
  /** How many tickets it counts for; 0 for the second and later seats of a unit. */
  readonly tickets: number;
  /** How many people it admits per night; 0 for an add-on. */
  readonly places: number;
  /** The bani paid for it, minus what went back. */
  readonly price: number;
  /** Unused entries on the night that has the fewest. */
  readonly unusedEntries: number;
  /** Used entries on all nights together. */
  readonly usedEntries: number;
};

export type RefundableOrder = {
  readonly state: OrderState;
  readonly seats: readonly RefundableSeat[];
  readonly money: OrderMoney;
  readonly isUnderWay: boolean;
};

/** `amount` is in bani. `tickets` is how many end. `seats` are the seats that end or, for a part, lose tickets. */
export type RefundPlan = {
  readonly kind: RefundWish["kind"];
  readonly amount: number;
  /** The part of `amount` that is owed for tickets that ended before. */
  readonly owed: number;
  readonly tickets: number;
  readonly seats: readonly string[];
  /** The used entries of the tickets that end. */
  readonly usedEntries: number;
};

export type NoRefund =
  | { readonly reason: "not_refundable" }
  | { readonly reason: "under_way" }
  /** Something else is left than the form showed, perhaps because the same form was sent before. */
  | { readonly reason: "changed_meanwhile" }
  | { readonly reason: "too_many"; readonly most: number }
  /**
   * The amount is 0 or not less than what is left. Refunding everything ends the tickets, which is the wish `whole`.
   */
  | { readonly reason: "not_less"; readonly left: number }
  /** No seat was named, or one that is not valid or belongs to another order. */
  | { readonly reason: "unknown_seats" }
  /** A unit for several people is refunded as a whole, but one of its seats was not named. */
  | { readonly reason: "part_of_unit" }
  /** An add-on was handed out, so it is not refunded. */
  | { readonly reason: "redeemed" }
  /** `entries` were used: more than were confirmed. */
  | { readonly reason: "used"; readonly entries: number };

/** What is left to refund, in bani and tickets, as a text that a form carries. Any refund changes it. */
export const leftToRefund = (seats: readonly RefundableSeat[]) =>
  `${sumOf(seats, "price")} ${sumOf(seats, "tickets")}`;

/** The seat of a line that has one code; undefined if the line has several. */
export function seatOfLine<Seat extends Pick<RefundableSeat, "lineNo" | "unitNo">>(
  seats: readonly Seat[],
  line: number,
): Seat | undefined {
  const [seat, other] = seats.filter(({ lineNo }) => lineNo === line);
  return seat && !other && seat.unitNo === null ? seat : undefined;
}

/** How many tickets of such a seat can be refunded one by one: those without a used entry, and never the last one. */
export function mostInPart(seat: Pick<RefundableSeat, "tickets" | "places" | "unusedEntries">): number {
  if (seat.tickets < 2) return 0;
  return Math.min(seat.tickets - 1, Math.floor(seat.unusedEntries / usesOf(seat.places / seat.tickets)));
}

/** The bani for `tickets` of a seat: an equal part of its price. An odd ban stays with the tickets that are kept. */
export function priceOfPart(seat: Pick<RefundableSeat, "tickets" | "price">, tickets: number): number {
  return split(bani(seat.price), [tickets, seat.tickets - tickets])[0] ?? 0;
}

/** The amount of a refund, and what ends with it. The amount is the seats' prices: paid, minus what went back. */
export function planRefund(order: RefundableOrder, wish: RefundWish): Outcome<RefundPlan, NoRefund> {
  const isValid = order.state === "paid" || order.state === "partially_refunded";
  if (!isValid && order.state !== "manual_review") return refused({ reason: "not_refundable" });
  if (order.isUnderWay) return refused({ reason: "under_way" });
  if (wish.kind === "part") return planPart(order, isValid, wish);
  if (wish.kind === "whole") return planWhole(order, isValid, wish);
  if (!isValid) return refused({ reason: "not_refundable" });
  if (wish.kind === "amount") return planAmount(order.money.revenueLeft, wish.amount);
  if (wish.kind === "owed") return planOwed(order.money.owedForTickets);
  const wishedSeats = order.seats.filter(({ id }) => wish.seats.includes(id));
  if (wishedSeats.length === 0 || wishedSeats.length !== wish.seats.length)
    return refused({ reason: "unknown_seats" });
  if (wishedSeats.some(isRedeemed)) return refused({ reason: "redeemed" });
  const staysValid = (seat: RefundableSeat) => !wishedSeats.includes(seat);
  const unitKey = ({ id, lineNo, unitNo }: RefundableSeat) => (unitNo === null ? id : `${lineNo} ${unitNo}`);
  if (
    order.seats.some((seat) => staysValid(seat) && wishedSeats.some((one) => unitKey(one) === unitKey(seat)))
  )
    return refused({ reason: "part_of_unit" });
  if (order.seats.every((seat) => isAddOn(seat) || wishedSeats.includes(seat)))
    return planWhole(order, isValid, wish);
  return planEnding("seats", wishedSeats, sumOf(wishedSeats, "price"), order, wish.usedEntries);
}

const isAddOn = ({ places }: RefundableSeat) => places === 0;

/** Whether this is an add-on that was handed out. Other add-ons end with the order's last ticket. */
export const isRedeemed = (seat: Pick<RefundableSeat, "places" | "usedEntries">) =>
  seat.places === 0 && seat.usedEntries > 0;

function planWhole(
  order: RefundableOrder,
  isValid: boolean,
  wish: { readonly usedEntries?: number },
): Outcome<RefundPlan, NoRefund> {
  const { revenueLeft, creditLeft, owedForTickets } = order.money;
  const ending = order.seats.filter((seat) => !isRedeemed(seat));
  if (ending.length < order.seats.length) {
    if (ending.length === 0) return refused({ reason: "redeemed" });
    return planEnding("seats", ending, sumOf(ending, "price"), order, wish.usedEntries);
  }
  const owed = isValid ? Math.max(0, owedForTickets) : 0;
  const amount = isValid ? revenueLeft + owed : revenueLeft + creditLeft;
  if (amount === 0 && order.seats.length === 0) return refused({ reason: "not_refundable" });
  const plan = planEnding("whole", order.seats, amount, order, wish.usedEntries);
  return plan.ok ? done({ ...plan.value, owed }) : plan;
}

function planAmount(left: number, amount: number): Outcome<RefundPlan, NoRefund> {
  if (!Number.isSafeInteger(amount) || amount < 1 || amount >= left)
    return refused({ reason: "not_less", left });
  return done({ kind: "amount", amount, owed: 0, tickets: 0, seats: [], usedEntries: 0 });
}

function planOwed(owed: number): Outcome<RefundPlan, NoRefund> {
  if (owed <= 0) return refused({ reason: "not_refundable" });
  return done({ kind: "owed", amount: owed, owed, tickets: 0, seats: [], usedEntries: 0 });
}

function planEnding(
  kind: "whole" | "seats",
  seats: readonly RefundableSeat[],
  amount: number,
  { money }: RefundableOrder,
  confirmed = 0,
): Outcome<RefundPlan, NoRefund> {
  // Prices above the order's revenue mean a test purchase, which nobody paid; a seat of 0 lei ends without money.
  if (sumOf(seats, "price") > money.revenueLeft) return refused({ reason: "not_refundable" });
  const usedEntries = sumOf(seats, "usedEntries");
  if (usedEntries > confirmed) return refused({ reason: "used", entries: usedEntries });
  const tickets = sumOf(seats, "tickets");
  return done({ kind, amount, owed: 0, tickets, seats: seats.map(({ id }) => id), usedEntries });
}

function planPart(
  order: RefundableOrder,
  isValid: boolean,
  { line, tickets }: { readonly line: number; readonly tickets: number },
): Outcome<RefundPlan, NoRefund> {
  const seat = isValid ? seatOfLine(order.seats, line) : undefined;
  const most = seat ? mostInPart(seat) : 0;
  if (!seat || !Number.isSafeInteger(tickets) || tickets < 1 || tickets > most)
    return refused({ reason: "too_many", most });
  const amount = priceOfPart(seat, tickets);
  if (amount > order.money.revenueLeft) return refused({ reason: "not_refundable" });
  return done({ kind: "part", amount, owed: 0, tickets, seats: [seat.id], usedEntries: 0 });
}

const sumOf = (seats: readonly RefundableSeat[], what: "price" | "tickets" | "usedEntries") =>
  seats.reduce((sum, seat) => sum + seat[what], 0);
