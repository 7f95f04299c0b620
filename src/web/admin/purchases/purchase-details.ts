import { formatLeiExact } from "#kernel/money.ts";
import { dayOf, formatShortDate, wallTimeOf } from "#kernel/time.ts";
import type { DoorStep } from "#ticketing/gate/order-at-doors-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import { orderName } from "#ticketing/orders/order-number.ts";
import { paymentStateOf } from "#ticketing/orders/order-payment.ts";
import { countTickets } from "#ticketing/orders/ticket-count-texts.ts";
import { isCodeEnded } from "#ticketing/reports/code-state-texts.ts";
import type { OrderOverview } from "#ticketing/reports/order-overview-queries.server.ts";
import { doorRowTexts, rowInWords } from "#web/request/door-row-texts.ts";
import { emailTexts } from "../email/email-texts.ts";
import { actorInWords } from "../team/team-texts.ts";
import type { OfficeIconName } from "../ui/office-icon.tsx";
import type { TimelineStep } from "../ui/timeline.tsx";
import { purchaseTexts as texts } from "./purchase-texts.ts";
import { refundChoices, type SeatOfOrder, seatsOfOrder } from "./refund-choices.ts";

/** Returns dd.MM.yyyy HH:mm, the specification's format for instants in the back-office. */
export function whenText(instant: Date): string {
  return `${formatShortDate(dayOf(instant))} ${wallTimeOf(instant)}`;
}

export type OrderDetails = ReturnType<typeof detailsOf>;
export type LineView = OrderDetails["lines"][number];
export type SeatView = LineView["seats"][number];

/** Returns an order for the drawer. `openedId` is the ticket or order in the address; `atDoors`, its `listGateSteps`. */
export function detailsOf(order: OrderOverview, openedId: string, atDoors: readonly DoorStep[] = []) {
  const isFree = order.total === 0;
  const isGiven = isFree && order.lines.every(({ voucher }) => voucher === null);
  const payment = paymentStateOf(order, isGiven);
  const valid = order.tickets.filter(({ status }) => status === "paid");
  const admitting = new Set(
    order.tickets.flatMap(({ state, seatId }) => (state === "available" ? seatId : [])),
  );
  const addOns = new Set(order.lines.filter(({ entries }) => entries === 0).map(({ no }) => no));
  const entries = order.tickets.filter(({ lineNo }) => !addOns.has(lineNo));
  const steps = historyOf(order, atDoors);
  const isSold = order.state === "paid" || order.state === "partially_refunded";
  return {
    id: order.id,
    ordered: orderName(order.number),
    shortId: openedId.slice(0, 12),
    name: order.buyer.name || order.buyer.email || texts.nobody,
    email: order.buyer.email,
    phone: order.buyer.phone,
    buyerId: order.buyer.id,
    state: order.state,
    payment,
    isFree,
    money: {
      paid: order.paid,
      returned: order.returned,
      taken: order.taken,
      atBank: order.atBank,
      owed: order.owed,
    },
    content: order.lines.map(({ title, quantity }) => texts.times(quantity, title)).join(", "),
    lines: linesOf(order),
    paymentId: order.paymentId,
    boughtAt: whenText(order.paidAt ?? order.createdAt),
    left: entries.reduce(
      (sum, { state, entriesRemaining }) => sum + (state === "available" ? entriesRemaining : 0),
      0,
    ),
    inAll: entries.reduce((sum, one) => sum + one.entriesTotal, 0),
    valid: countTickets(
      valid.filter(({ seatId }) => admitting.has(seatId)),
      ({ lineNo }) => addOns.has(lineNo),
      ({ units }) => units,
    ),
    bought: countTickets(
      order.lines,
      ({ no }) => addOns.has(no),
      ({ quantity }) => quantity,
    ),
    suspended: suspendedOf(order),
    resendId: valid.find((one) => !one.suspended)?.id ?? null,
    steps,
    isHistoryCut: steps.length === limits.orderSteps,
    hasFailedRefund: isSold && order.refunds.at(-1)?.state === "failed",
    shortBalance: shortBalanceOf(order),
    refund: refundChoices(order),
  };
}

/** Why tickets of the order admit nobody for now, and how many. */
function suspendedOf(order: OrderOverview): { kind: "refund" | "dispute"; n: number } | null {
  const kinds = seatsOfOrder(order).flatMap(
    ({ codes }) => codes.find(({ status, suspended }) => status === "paid" && suspended)?.suspended ?? [],
  );
  const [kind] = kinds;
  return kind ? { kind, n: kinds.filter((one) => one === kind).length } : null;
}

/** Refunds for which the club's balance at the provider is too small: those that wait, or the failed last one. */
function shortBalanceOf({
  refunds,
}: OrderOverview): { kind: "waits"; n: number; amount: number } | { kind: "failed" } | null {
  const shortRefunds = refunds.filter(({ isShort }) => isShort);
  const waiting = shortRefunds.filter(({ state }) => state === "wanted" || state === "pending");
  const amount = waiting.reduce((sum, refund) => sum + refund.amount, 0);
  if (waiting.length > 0) return { kind: "waits", n: waiting.length, amount };
  return shortRefunds.length > 0 && shortRefunds.at(-1) === refunds.at(-1) ? { kind: "failed" } : null;
}

function linesOf(order: OrderOverview) {
  const seats = seatsOfOrder(order);
  return order.lines.map(({ no, title, quantity, unitPrice, entries, phase, voucher, discount }) => ({
    no,
    title: entries === 0 ? texts.addOn(title) : title,
    phase,
    price: texts.line(quantity, formatLeiExact(unitPrice)),
    voucher: voucher && { code: voucher.code, to: `/admin/codes/${voucher.group}`, discount },
    seats: seats.filter(({ lineNo }) => lineNo === no).map((seat) => seatView(seat, entries === 0)),
  }));
}

function seatView({ id, number, codes }: SeatOfOrder, isAddOn: boolean) {
  return {
    id,
    number,
    isAddOn,
    ended: codes.map(({ state }) => state).find(isCodeEnded) ?? null,
    paid: codes.reduce((sum, { paid }) => sum + paid, 0),
    taken: codes.reduce((sum, { taken }) => sum + taken, 0),
    owed: codes.reduce((sum, { owed }) => sum + owed, 0),
    kept: codes.reduce((sum, { status, totalPrice }) => sum + (status === "paid" ? totalPrice : 0), 0),
    codes: codes.map((one) => ({
      id: one.id,
      code: one.code,
      event: one.eventTitle,
      eventId: one.eventId,
      when: [formatShortDate(one.date), one.time].filter(Boolean).join(" "),
      holder: one.holderName ?? "",
      heldBy: one.heldBy && ([one.heldBy.name, one.heldBy.email].filter(Boolean).join(", ") || texts.nobody),
      left: one.entriesRemaining,
      state: one.state,
      inAll: one.entriesTotal,
      isSent: one.emailSent,
    })),
  };
}

const icons: Record<string, [OfficeIconName, TimelineStep["tone"]]> = {
  held: ["lock", "plain"],
  checkout_open: ["card", "plain"],
  payment_pending: ["clock", "warn"],
  paid: ["card", "ok"],
  granted: ["star", "ok"],
  letter_sent: ["mail", "plain"],
  tickets_resent: ["send", "plain"],
  rechecked: ["refresh", "plain"],
  code_split: ["ticket", "plain"],
  ticket_reissued: ["ticket", "plain"],
  entry_by_chief: ["ticket", "plain"],
  ticket_sent: ["send", "plain"],
  ticket_taken_back: ["undo", "plain"],
  ticket_accepted: ["ticket", "ok"],
  ticket_declined: ["undo", "plain"],
  holder_renamed: ["pencil", "plain"],
  refund_wanted: ["undo", "warn"],
  partially_refunded: ["undo", "warn"],
  refunded: ["undo", "bad"],
};

type NewStep = Omit<TimelineStep, "key" | "when">;

/** Returns what happened to the order and at the doors, the newest first, `limits.orderSteps` at most. */
function historyOf(order: OrderOverview, atDoors: readonly DoorStep[]): TimelineStep[] {
  const isFree = order.total === 0;
  const steps: [at: Date, step: NewStep][] = [
    ...order.steps.map((one): [Date, NewStep] => [new Date(one.at), stepOf(one, isFree)]),
    ...atDoors.map((one): [Date, NewStep] => [one.at, doorStepOf(one, order.tickets.length > 1)]),
  ];
  return steps
    .sort(([one], [other]) => other.getTime() - one.getTime())
    .slice(0, limits.orderSteps)
    .map(([at, step], index) => ({ ...step, key: `${index}`, when: whenText(at) }));
}

function stepOf(step: OrderOverview["steps"][number], isFree: boolean): NewStep {
  const [icon, tone] = icons[step.what] ?? ["alert", "warn"];
  const note = [noteOf(step), actorInWords(step.actorKind, step.actorName)].filter(Boolean).join(", ");
  return {
    icon,
    ...(tone ? { tone } : {}),
    what: (isFree ? texts.freeSteps[step.what] : undefined) ?? texts.steps[step.what] ?? texts.otherStep,
    ...(note ? { note } : {}),
  };
}

/** `saysTicket`: whether the order has several codes, so that each row says its own. */
function doorStepOf(step: DoorStep, saysTicket: boolean): NewStep {
  const [icon, tone] = doorIcons[step.kind];
  const who = step.phoneName ?? "";
  if (step.kind === "refused")
    return { icon, tone, what: texts.refusedAtDoor[step.verdict], ...(who ? { note: who } : {}) };
  const { what, how, note } = rowInWords(step);
  const people = step.by === "add_on" ? texts.addOnsGiven(step.people) : texts.people(step.people);
  const label = saysTicket ? step.label : null;
  const told = [label, people, step.gateName ?? doorRowTexts.byTyping, who, how, note];
  return { icon, tone, what: texts.atDoor[step.kind] ?? what, note: told.filter(Boolean).join(", ") };
}

const doorIcons: Record<DoorStep["kind"], [OfficeIconName, NonNullable<TimelineStep["tone"]>]> = {
  entry: ["scan", "ok"],
  given: ["scan", "ok"],
  return: ["scan", "ok"],
  exit: ["scan", "plain"],
  taken_back: ["undo", "warn"],
  undo: ["undo", "warn"],
  refused: ["alert", "bad"],
};

function noteOf({ what, after }: OrderOverview["steps"][number]): string {
  const number = (name: string) => (typeof after?.[name] === "number" ? after[name] : null);
  const word = (name: string) => (typeof after?.[name] === "string" ? after[name] : "");
  if (what === "granted") return word("because");
  if (what === "letter_sent") return emailTexts.outbox.kinds[word("kind")] ?? "";
  if (what === "refund_wanted") {
    const cause = (texts.causes as Record<string, string>)[word("why")] ?? "";
    const used = number("usedEntries");
    const amount = number("amount");
    return [
      amount ? `${formatLeiExact(amount)} LEI` : "",
      cause,
      used ? texts.usedEntries(used) : "",
      word("note"),
    ]
      .filter(Boolean)
      .join(", ");
  }
  return "";
}
