import { groupBy } from "#kernel/group-by.ts";
import { formatShortDate } from "#kernel/time.ts";
import { dayAndHour } from "#ticketing/delivery/ticket-wording.ts";
import type { OpenChoice } from "#ticketing/orders/moved-nights/moved-order-queries.server.ts";
import type { OrderState } from "#ticketing/orders/order-state.ts";
import type { OrderNight, OrderRow, OwnOrder } from "#ticketing/orders/own-order-queries.server.ts";
import { shownPicture } from "#web/request/shown-picture.ts";
import type { PictureView } from "#web/ui/picture.tsx";
import { myOrderTexts as texts } from "./my-order-texts.ts";

/** The subject of an order: its night, or its pass with the day of the first night. */
type OrderSubject = { title: string; when: string; picture: PictureView | null };

export type MyOrderView = OrderSubject & {
  id: string;
  number: number;
  /** ISO instant. */
  date: string;
  /** In bani. */
  amount: number;
  /** "paid", or the provider's own word. */
  paymentStatus: string;
  lines: { title: string; quantity: number }[];
  /** The refunded amount, in bani. */
  returned: number;
};

export type MyOrderPageView = OrderSubject & {
  id: string;
  number: number;
  /** ISO instant. */
  paidAt: string;
  paymentId: string | null;
  notice: "review" | "dispute" | null;
  /** Moved nights of the order whose tickets can be given back. */
  choices: { path: string; title: string; until: string }[];
  seats: OrderSeatView[];
  /** Amounts in bani. */
  lines: { title: string; phase: string | null; quantity: number; total: number }[];
  /** The discount of codes, in bani. */
  discount: number;
  paid: number;
  returned: number;
  returning: number;
  /** The refunds; `at` is an ISO instant, null when the date is unknown. */
  returns: { amount: number; at: string | null }[];
  /** The price of ended tickets that the club still has, because their refund failed; in bani. */
  owed: number;
  /** A ticket that the buyer holds and that lets in, for the files and the email; null without one. */
  validId: string | null;
  /** How many seats have such a ticket. */
  valid: number;
};

/** A seat of an order: the codes that one person got, numbered by the order's lines. */
export type OrderSeatView = {
  /** Null for an add-on. */
  number: number | null;
  holder: string;
  type: string;
  /** "FSC-4821-093175"; for a pass the label of the first night. */
  code: string;
  /** In bani. */
  price: number;
  state: "valid" | "used" | "over" | "returning" | "disputed" | "refunded" | "cancelled";
  entriesLeft: number;
  entries: number;
  /**
   * Set when the ticket was sent to a friend: the friend's name or address, and since when it waits or was accepted
   * (ISO).
   */
  sent: { to: string | null; state: "waiting" | "accepted"; at: string } | null;
  /** When the seat's money went back (ISO); null when its refund has no date of its own. */
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

/** Whether the buyer holds this valid ticket. Friends show and save the tickets that they accepted. */
const isHeld = (code: Code) => code.isBuyers && admits(code);

/** Returns the paid amount minus refunds, refunds on their way, and the prices of paid tickets. */
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
  // a free seat ends without a refund, and money that is still owed has not gone back
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
