import { bani, formatLeiExact } from "#kernel/money.ts";
import { dayOf, formatShortDate, wallTimeOf } from "#kernel/time.ts";
import { mostInPart } from "#ticketing/orders/refunds/refund-plan.ts";
import type { OrderOverview } from "#ticketing/reports/order-overview-queries.server.ts";
import type { PaymentState } from "#ticketing/reports/purchase-search.ts";
import type { OfficeIconName } from "../ui/office-icon.tsx";
import type { TimelineStep } from "../ui/timeline.tsx";
import type { OrderDetails } from "./purchase-list-view.ts";
import { purchaseTexts as texts } from "./purchase-texts.ts";

/** dd.MM.yyyy HH:mm, as the specification writes instants in the back-office. */
export function whenText(instant: Date): string {
  return `${formatShortDate(dayOf(instant))} ${wallTimeOf(instant)}`;
}

const payments: Partial<Record<OrderOverview["state"], PaymentState>> = {
  refunded: "refunded",
  refunded_no_stock: "refunded",
  partially_refunded: "partial",
  disputed: "disputed",
  charged_back: "disputed",
  manual_review: "review",
  payment_pending: "review",
  late_paid: "review",
};

/** An order as the drawer shows it. `openedId` is the ticket or order in the address. */
export function detailsOf(order: OrderOverview, openedId: string): OrderDetails {
  const payment = payments[order.state] ?? (order.total === 0 ? "invitation" : "paid");
  const quantity = order.quantity - order.returned;
  return {
    id: order.id,
    shortId: openedId.slice(0, 12),
    name: order.buyer.name || order.buyer.email || texts.nobody,
    email: order.buyer.email,
    state: order.state,
    payment,
    total: order.total,
    line: `${order.title}, ${texts.line(quantity, formatLeiExact(order.unitPrice))}`,
    paymentId: order.paymentId,
    boughtAt: whenText(order.paidAt ?? order.createdAt),
    tickets: order.tickets.map((one) => ({
      id: one.id,
      code: one.code,
      event: one.eventTitle,
      eventId: one.eventId,
      when: [formatShortDate(one.date), one.time].filter(Boolean).join(" "),
      holder: one.holderName ?? "",
      left: one.entriesRemaining,
      inAll: one.entriesTotal,
      suspended: one.suspended as "refund" | "dispute" | null,
      isValid: one.status === "paid",
      isSent: one.emailSent,
    })),
    steps: order.steps.map(stepOf),
    hasFailedRefund:
      (order.state === "paid" || order.state === "partially_refunded") &&
      order.refunds.at(-1)?.state === "failed",
    refund: isRefundable(order)
      ? {
          tickets: quantity,
          most:
            order.state === "manual_review" || order.unitPrice === 0
              ? 0
              : mostInPart({
                  tickets: quantity,
                  places: quantity * order.entries,
                  unusedEntries: Math.min(...order.tickets.map((one) => one.entriesRemaining)),
                }),
          used: usedOf(order),
          unitPrice: order.unitPrice,
          left: bani(order.total - returnedOf(order)),
          back: bani(returnedOf(order)),
          type: order.title,
          typeLeft: order.typeLeft,
        }
      : null,
  };
}

function isRefundable(order: OrderOverview): boolean {
  return (
    ["paid", "partially_refunded", "manual_review"].includes(order.state) &&
    !order.refunds.some(({ state }) => state === "wanted" || state === "pending")
  );
}

function usedOf(order: OrderOverview): number {
  return order.tickets.reduce(
    (sum, one) => sum + (one.status === "paid" ? one.entriesTotal - one.entriesRemaining : 0),
    0,
  );
}

function returnedOf(order: OrderOverview): number {
  return order.refunds.reduce((sum, { amount, state }) => sum + (state === "succeeded" ? amount : 0), 0);
}

const icons: Record<string, [OfficeIconName, TimelineStep["tone"]]> = {
  held: ["lock", "plain"],
  checkout_open: ["card", "plain"],
  payment_pending: ["clock", "warn"],
  paid: ["card", "ok"],
  granted: ["star", "ok"],
  letter_sent: ["mail", "plain"],
  tickets_resent: ["send", "plain"],
  gate_admitted: ["scan", "ok"],
  rechecked: ["refresh", "plain"],
  code_split: ["ticket", "plain"],
  holder_renamed: ["pencil", "plain"],
  refund_wanted: ["undo", "warn"],
  partially_refunded: ["undo", "warn"],
  refunded: ["undo", "bad"],
};

function stepOf(step: OrderOverview["steps"][number], at: number): TimelineStep {
  const [icon, tone] = icons[step.what] ?? ["alert", step.what.startsWith("gate_") ? "bad" : "warn"];
  const note = [noteOf(step), step.actorName ?? ""].filter(Boolean).join(", ");
  return {
    key: `${at}`,
    icon,
    ...(tone ? { tone } : {}),
    what: texts.steps[step.what] ?? step.what,
    ...(note ? { note } : {}),
    when: whenText(new Date(step.at)),
  };
}

function noteOf({ what, after }: OrderOverview["steps"][number]): string {
  const number = (name: string) => (typeof after?.[name] === "number" ? after[name] : null);
  const word = (name: string) => (typeof after?.[name] === "string" ? after[name] : "");
  if (what === "granted") return word("because");
  if (what === "gate_admitted") return texts.entriesTaken(number("entries") ?? 0);
  if (what === "refund_wanted") {
    const cause = (texts.causes as Record<string, string>)[word("why")] ?? "";
    const used = number("usedEntries");
    return [`${formatLeiExact(number("amount") ?? 0)} RON`, cause, used ? texts.usedEntries(used) : ""]
      .filter(Boolean)
      .join(", ");
  }
  return "";
}
