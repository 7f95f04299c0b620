import { formatShortDate } from "#kernel/time.ts";
import { isNightToCome } from "#ticketing/delivery/ticket-facts.ts";
import type { OpenChoice } from "#ticketing/orders/moved-nights/moved-order-queries.server.ts";
import { paymentStateOf } from "#ticketing/orders/order-payment.ts";
import type { OrderState } from "#ticketing/orders/order-state.ts";
import type { OrderNight, OrderRow, OwnOrder } from "#ticketing/orders/own-order-queries.server.ts";
import { endOfSeat, moneyBackView, numberedSeats } from "#web/request/money-back-view.ts";
import { choiceView } from "#web/request/open-choice-view.ts";
import { shownPicture } from "#web/request/shown-picture.ts";
import { myOrderTexts as texts } from "./my-order-texts.ts";

export type MyOrderView = ReturnType<typeof orderRowView>;
export type MyOrderPageView = ReturnType<typeof orderPageView>;
/** A seat of an order, with the codes that one person got. Seats are numbered in the order of the lines. */
export type OrderSeatView = ReturnType<typeof seatView>;
type SeatState = "valid" | "used" | "over" | "returning" | "disputed" | "refunded" | "cancelled";

export function orderRowView(order: OrderRow) {
  const { id, orderId, orderDate, amountTotal, paymentStatus, lines, paid, returned, taken, owed } = order;
  return {
    ...subjectOf(order),
    id,
    number: orderId,
    date: orderDate.toISOString(),
    amount: amountTotal,
    paymentStatus,
    payment: paymentStateOf({ state: order.state, total: amountTotal, taken }),
    lines: [...lines],
    paid,
    returned,
    taken,
    owed,
  };
}

export function orderPageView(order: OwnOrder, choices: readonly OpenChoice[]) {
  const { id, number, paidAt, paymentId, paid, returned, taken, owed } = order;
  const seats = numberedSeats(order);
  const admitting = seats.map(({ codes }) => codes.find(isHeld)).filter((code) => code !== undefined);
  return {
    ...subjectOf(order),
    id,
    number,
    paidAt: paidAt.toISOString(),
    paymentId,
    paid,
    returned,
    /** What the bank took back, in bani. */
    taken,
    back: moneyBackView(order),
    returns: returnsOf(order),
    notice: owed > 0 ? null : (notices[order.state] ?? null),
    /** How many nights it was for, when all of them were cancelled; else 0. */
    cancelledNights: order.codes.every(({ isCancelled }) => isCancelled) ? (seats[0]?.codes.length ?? 0) : 0,
    choices: choices.map((choice) => choiceView(choice)),
    seats: seats.map((seat) => seatView(order, seat)),
    lines: order.lines.map(({ title, phase, quantity, total, discount }) => ({
      title,
      phase,
      quantity,
      total: total + discount,
    })),
    discount: order.lines.reduce((n, { discount }) => n + discount, 0),
    /** A ticket of the buyer's that admits, for the files and the email. */
    validId: admitting[0]?.purchaseId ?? null,
    valid: admitting.length,
  };
}

const notices: Partial<Record<OrderState, "inReview" | "inDispute" | "takenBack">> = {
  late_paid: "inReview",
  manual_review: "inReview",
  disputed: "inDispute",
  charged_back: "takenBack",
};

type Code = OwnOrder["codes"][number];

function admits({ status, suspended }: Code): boolean {
  return status === "paid" && suspended === null;
}

/** Whether the buyer holds this valid ticket. Friends show and save the tickets that they accepted. */
const isHeld = (code: Code) => code.isBuyers && admits(code);

function returnsOf({ returned, returns }: OwnOrder): { amount: number; at: string | null }[] {
  const undated = returned - returns.reduce((n, { amount }) => n + amount, 0);
  return [...returns, ...(undated > 0 ? [{ amount: undated, at: null }] : [])];
}

function seatView(order: OwnOrder, { number, codes }: ReturnType<typeof numberedSeats>[number]) {
  const [first] = codes;
  const valid = codes.filter(({ status }) => status === "paid");
  return {
    number,
    holder: first?.holder ?? "",
    type: order.lines.find(({ no }) => no === first?.lineNo)?.title ?? "",
    // a pass shows the code of its first night
    code: first?.label ?? "",
    price: codes.reduce((n, { price }) => n + price, 0),
    state: endOfSeat(codes, order) ?? stateOf(codes, valid),
    entriesLeft: valid.filter(isNightToCome).reduce((n, { entriesRemaining }) => n + entriesRemaining, 0),
    entries: codes.reduce((n, { entriesTotal }) => n + entriesTotal, 0),
    sent: first?.sent ?? null,
    refundedAt: first?.refundedAt ?? null,
  };
}

function stateOf(codes: readonly Code[], valid: readonly Code[]): SeatState {
  const suspended = valid.find((code) => code.suspended)?.suspended;
  if (suspended === "dispute") return "disputed";
  if (suspended) return codes.some(({ price }) => price > 0) ? "returning" : "cancelled";
  if (valid.every(({ entriesRemaining }) => entriesRemaining === 0)) return "used";
  if (valid.some(isNightToCome)) return "valid";
  if (valid.some(({ isOver }) => isOver)) return "over";
  return valid.some(({ entriesRemaining }) => entriesRemaining === 0) ? "used" : "cancelled";
}

/** The subject of an order: its night, or its pass with the day of the first night. */
function subjectOf(order: {
  readonly family: OrderRow["family"];
  readonly night: OrderNight | null;
  readonly lines: readonly { readonly title: string }[];
}) {
  const { night, family } = order;
  const isPass = family !== "ordinary";
  const day = night ? formatShortDate(night.date) : "";
  const hour = night?.time ? `${day}, ${night.time}` : day;
  return {
    title: (isPass || !night ? order.lines[0]?.title : night.title) ?? "",
    when: isPass && day ? texts.fromDay(day) : hour,
    picture: shownPicture(night?.picture ?? null),
  };
}
