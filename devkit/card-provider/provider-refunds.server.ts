import type { Charge, PaymentIntent } from "./card-payments.server.ts";
import { bookOnBalance } from "./provider-balance.server.ts";
import { badParameter, noSuch, refusal } from "./provider-error.ts";
import { type FormFields, mapOf, neededText, textParameter, wholeNumberOf } from "./provider-parameters.ts";
import { newProviderId, type ProviderContext } from "./provider-store.server.ts";
import { cardVerdict } from "./test-cards.ts";

export const refundParameters = {
  amount: "whole",
  metadata: "map",
  payment_intent: "text",
  reason: "text",
} as const;

/** How long the two special test cards wait before their refunds fail or succeed. */
const settlingMs = 1_000;

export function makeRefund(context: ProviderContext, parameters: FormFields): Refund {
  const charge = chargeOf(context, parameters);
  const reason = textParameter(parameters, "reason");
  if (reason !== null && !["duplicate", "fraudulent", "requested_by_customer"].includes(reason))
    throw badParameter(
      "Invalid reason: must be one of duplicate, fraudulent, or requested_by_customer",
      "reason",
    );
  const unrefundedAmount = charge.amount - charge.amount_refunded;
  if (unrefundedAmount === 0)
    throw refusal(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  const amount = wholeNumberOf(parameters, "amount") ?? unrefundedAmount;
  if (amount < 1) throw badParameter("Invalid positive integer", "amount", "parameter_invalid_integer");
  if (amount > unrefundedAmount)
    throw refusal(
      `Refund amount (RON ${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge (RON ${(unrefundedAmount / 100).toFixed(2)})`,
      { param: "amount" },
    );

  const shortage = context.shortBalance();
  if (shortage === "refuses")
    throw refusal("Insufficient funds in your Stripe balance to refund this amount.", {
      code: "balance_insufficient",
    });

  const laterOutcome = laterVerdict(charge);
  const isPending = laterOutcome === "refund_waits" || shortage !== null;
  const refund = {
    ...newRefund(charge, { id: newProviderId("re"), amount, created: context.nowSeconds() }),
    metadata: mapOf(parameters, "metadata"),
    reason,
    status: isPending ? ("pending" as const) : ("succeeded" as const),
    pending_reason: shortage === null ? undefined : "insufficient_funds",
  };
  const previousFields = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  if (!isPending) refund.balance_transaction = bookOnBalance(context, "refund", refund);
  context.store.keep(charge);
  context.store.keep(refund, laterOutcome === null && !isPending ? null : context.nowMs() + settlingMs);
  context.emitEvent("refund.created", refund);
  context.emitEvent("charge.refunded", charge, previousFields);
  return refund;
}

export const newRefund = (charge: Charge, own: { id: string; amount: number; created: number }) => ({
  ...own,
  object: "refund",
  balance_transaction: null as string | null,
  charge: charge.id,
  currency: charge.currency,
  failure_reason: undefined as string | undefined,
  metadata: {} as Record<string, string>,
  payment_intent: charge.payment_intent,
  pending_reason: undefined as string | undefined,
  reason: null as string | null,
  status: "succeeded" as "pending" | "succeeded" | "failed",
});
export type Refund = ReturnType<typeof newRefund>;

/** Two test cards have refunds whose state changes a moment later. */
function laterVerdict(charge: Charge): "refund_fails" | "refund_waits" | null {
  const { last4 } = charge.payment_method_details.card;
  const verdict = cardVerdict(`400000000000${last4}`);
  return verdict === "refund_fails" || verdict === "refund_waits" ? verdict : null;
}

/** Called when a refund that is not final is due: one of these cards, or one that waits for the balance. */
export function settleRefund(context: ProviderContext, refund: Refund): void {
  const charge = context.store.find<Charge>("charge", refund.charge);
  const shortage = context.shortBalance();
  if (refund.status === "pending" && shortage !== "fails") {
    if (shortage !== null) {
      context.store.keep(refund, context.nowMs() + settlingMs);
      return;
    }
    refund.pending_reason = undefined;
    refund.status = "succeeded";
    refund.balance_transaction = bookOnBalance(context, "refund", {
      ...refund,
      created: context.nowSeconds(),
    });
    context.store.keep(refund);
    context.emitEvent("refund.updated", refund, { status: "pending" });
    return;
  }
  const previousFields = { status: refund.status };
  if (refund.balance_transaction !== null)
    bookOnBalance(context, "refund_failure", { ...refund, created: context.nowSeconds() });
  refund.status = "failed";
  refund.failure_reason = refund.pending_reason ?? "unknown";
  refund.pending_reason = undefined;
  context.store.keep(refund);
  if (charge) {
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
    context.store.keep(charge);
  }
  context.emitEvent("refund.updated", refund, previousFields);
  context.emitEvent("refund.failed", refund);
}

function chargeOf({ store }: ProviderContext, parameters: FormFields): Charge {
  const intentId = neededText(parameters, "payment_intent");
  const intent = store.find<PaymentIntent>("payment_intent", intentId);
  if (!intent) throw noSuch("payment_intent", intentId, "payment_intent");
  const charge = intent.latest_charge && store.find<Charge>("charge", intent.latest_charge);
  if (!charge)
    throw refusal("This PaymentIntent does not have a successful charge to refund.", {
      param: "payment_intent",
    });
  return charge;
}

const newDispute = (charge: Charge, created: number) => ({
  id: newProviderId("dp"),
  object: "dispute",
  amount: charge.amount,
  charge: charge.id,
  created,
  currency: charge.currency,
  livemode: false,
  metadata: {},
  payment_intent: charge.payment_intent,
  reason: "fraudulent",
  status: "needs_response" as "needs_response" | "won" | "lost",
});
type Dispute = ReturnType<typeof newDispute>;

/** A customer disputes a payment at the bank, or the bank has decided. For tests only: the API has no such call. */
export function disputePayment(
  context: ProviderContext,
  paymentId: string,
  status: Dispute["status"],
): Dispute | null {
  const filter = { paymentIntent: paymentId, limit: 1 };
  const charge = context.store.list<Charge>("charge", filter)[0]?.body;
  if (charge === undefined) return null;
  const existingDispute = context.store.list<Dispute>("dispute", filter)[0]?.body;
  const now = context.nowSeconds();
  const dispute = { ...(existingDispute ?? newDispute(charge, now)), status };
  const step = existingDispute === undefined ? "dispute" : status === "won" ? "dispute_reversal" : null;
  if (step !== null) bookOnBalance(context, step, { ...dispute, created: now });
  context.store.keep(dispute);
  context.emitEvent(
    status === "needs_response" ? "charge.dispute.created" : "charge.dispute.closed",
    dispute,
  );
  return dispute;
}
