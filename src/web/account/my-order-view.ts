import { groupBy } from "#kernel/group-by.ts";
import { formatShortDate } from "#kernel/time.ts";
import { dayAndHour } from "#ticketing/delivery/ticket-wording.ts";
import type { OpenChoice } from "#ticketing/orders/moved-nights/moved-order-queries.server.ts";
import type { OrderState } from "#ticketing/orders/order-state.ts";
import type { OrderNight, OrderRow, OwnOrder } from "#ticketing/orders/own-order-queries.server.ts";
import { shownPicture } from "#web/request/shown-picture.ts";
import type { PictureView } from "#web/ui/picture.tsx";
import { myOrderTexts as texts } from "./my-order-texts.ts";

/** What an order was for: its night, or its pass under the day of the first. */
type OrderSubject = { title: string; when: string; picture: PictureView | null };

export type MyOrderView = OrderSubject & {
  id: string;
  number: number;
  /** An instant, ISO. */
  date: string;
  /** Bani. */
  amount: number;
  /** "paid", or the provider's own word. */
  paymentStatus: string;
  lines: { title: string; quantity: number }[];
  /** Bani that went back. */
  returned: number;
};

export type MyOrderPageView = OrderSubject & {
  id: string;
  number: number;
  /** An instant, ISO. */
  paidAt: string;
  paymentId: string | null;
  notice: "review" | "dispute" | null;
  /** Nights of it that were moved, whose tickets can be given back. */
  choices: { path: string; title: string; until: string }[];
  seats: OrderSeatView[];
  /** Bani. */
  lines: { title: string; phase: string | null; quantity: number; total: number }[];
  /** What a code took off the lines. */
  discount: number;
  paid: number;
  returned: number;
  returning: number;
  /** Each time it went back; at is ISO, null of what has no date. */
  returns: { amount: number; at: string | null }[];
  /** Of tickets that ended, with us because their refund failed. */
  owed: number;
  /** A ticket of the buyer's that admits, for the files and the email; null when none does. */
  validId: string | null;
  /** How many of those admit. */
  valid: number;
};

/** What one person got by an order, numbered in the order of its lines. */
export type OrderSeatView = {
  /** Null of an add-on. */
  number: number | null;
  holder: string;
  type: string;
  /** "FSC-4821-093175"; of a pass, that of its first night. */
  code: string;
  /** Bani. */
  price: number;
  state: "valid" | "used" | "over" | "returning" | "disputed" | "refunded" | "cancelled";
  entriesLeft: number;
  entries: number;
  /** It was sent to a friend: whom the sender named, since when it waits, or when it was accepted (ISO). */
  sent: { to: string | null; state: "waiting" | "accepted"; at: string } | null;
  /** When its money went back, where it has a date of its own (ISO). */
  refundedAt: string | null;
};

export function orderRowView(order: OrderRow): MyOrderView {
  const { id, orderId, orderDate, amountTotal, paymentStatus, lines, returned } = order;
  return {
    ...subjectOf(order),
    id,
    number: orderId,
    date: orderDate.toISOString(),
    amount: amountTotal,
    paymentStatus,
    lines: [...lines],
    returned,
  };
}

export function orderPageView(order: OwnOrder, choices: readonly OpenChoice[]): MyOrderPageView {
  const { id, number, paidAt, paymentId, paid, returned, returning } = order;
  const seats = [...groupBy(order.codes, ({ lineNo, seatNo }) => `${lineNo} ${seatNo}`).values()];
  const owed = owedOf(order);
  const admitting = seats.map((codes) => codes.find(isHeld)).filter((code) => code !== undefined);
  return {
    ...subjectOf(order),
    id,
    number,
    paidAt: paidAt.toISOString(),
    paymentId,
    paid,
    returned,
    returning,
    owed,
    returns: returnsOf(order),
    notice: notices[order.state] ?? null,
    choices: choices.map(({ moveId, choiceUntil, title }) => ({
      path: `/orders/${id}/moved/${moveId}`,
      title,
      until: dayAndHour(new Date(choiceUntil)),
    })),
    seats: seats.map((codes, at) => seatView(order, codes, { number: at + 1, isOwed: owed > 0 })),
    lines: order.lines.map(({ title, phase, quantity, total, discount }) => ({
      title,
      phase,
      quantity,
      total: total + discount,
    })),
    discount: order.lines.reduce((n, { discount }) => n + discount, 0),
    validId: admitting[0]?.purchaseId ?? null,
    valid: admitting.length,
  };
}

const notices: Partial<Record<OrderState, "review" | "dispute">> = {
  late_paid: "review",
  manual_review: "review",
  disputed: "dispute",
  charged_back: "dispute",
};

type Code = OwnOrder["codes"][number];

function admits({ status, suspended }: Code): boolean {
  return status === "paid" && suspended === null;
}

/** What friends accepted is for them to show and to save. */
const isHeld = (code: Code) => code.isBuyers && admits(code);

/** What was paid and is neither back, on its way, nor the price of a ticket that admits. */
function owedOf({ state, paid, returned, returning, codes }: OwnOrder): number {
  if (state !== "paid" && state !== "partially_refunded" && state !== "refunded") return 0;
  const valid = codes.filter(({ status }) => status === "paid").reduce((n, { price }) => n + price, 0);
  return Math.max(0, paid - returned - returning - valid);
}

function returnsOf({ returned, returns }: OwnOrder): MyOrderPageView["returns"] {
  const undated = returned - returns.reduce((n, { amount }) => n + amount, 0);
  return [...returns, ...(undated > 0 ? [{ amount: undated, at: null }] : [])];
}

type Around = { number: number; isOwed: boolean };

function seatView(order: OwnOrder, codes: readonly Code[], { number, isOwed }: Around): OrderSeatView {
  const [first] = codes;
  const valid = codes.filter(({ status }) => status === "paid");
  const shown = valid.length > 0 ? valid : codes;
  const entries = (of: "entriesTotal" | "entriesRemaining") => shown.reduce((n, code) => n + code[of], 0);
  return {
    number: first?.isAddOn ? null : number,
    holder: first?.holder ?? "",
    type: order.lines.find(({ no }) => no === first?.lineNo)?.title ?? "",
    code: first?.label ?? "",
    price: codes.reduce((n, { price }) => n + price, 0),
    state: stateOf(codes, valid, isOwed),
    entriesLeft: entries("entriesRemaining"),
    entries: entries("entriesTotal"),
    sent: first?.sent ?? null,
    refundedAt: first?.refundedAt ?? null,
  };
}

function stateOf(codes: readonly Code[], valid: readonly Code[], isOwed: boolean): OrderSeatView["state"] {
  // a seat that cost nothing ends without money, and money that is owed is not back
  if (valid.length === 0)
    return !isOwed && codes.some(({ status, price }) => status === "refunded" && price > 0)
      ? "refunded"
      : "cancelled";
  const suspended = valid.find((code) => code.suspended)?.suspended;
  if (suspended) return suspended === "refund" ? "returning" : "disputed";
  if (valid.every(({ entriesRemaining }) => entriesRemaining === 0)) return "used";
  return valid.every(({ isOver }) => isOver) ? "over" : "valid";
}

function subjectOf(order: {
  readonly family: OrderRow["family"];
  readonly night: OrderNight | null;
  readonly lines: readonly { readonly title: string }[];
}): OrderSubject {
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
