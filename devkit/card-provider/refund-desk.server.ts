import { keepCharge } from "./card-payments.server.ts";
import type { GivenFields } from "./form-body.ts";
import { badParameter, noSuch, refusal } from "./provider-error.ts";
import { newId } from "./provider-id.server.ts";
import type { Charge, Dispute, PaymentIntent, Refund } from "./provider-objects.ts";
import { map, text, whole } from "./provider-parameters.ts";
import type { Workings } from "./provider-workings.server.ts";
import { cardVerdict } from "./test-cards.ts";

export const refundParameters = {
  amount: "whole",
  charge: "text",
  expand: ["text"],
  metadata: "map",
  payment_intent: "text",
  reason: "text",
} as const;

/** How long the two special test cards wait before their refunds fail or succeed. */
const settlingMs = 1_000;

export function makeRefund(workings: Workings, given: GivenFields): Refund {
  const charge = chargeOf(workings, given);
  const reason = text(given, "reason");
  if (reason !== null && !["duplicate", "fraudulent", "requested_by_customer"].includes(reason))
    throw badParameter(
      "Invalid reason: must be one of duplicate, fraudulent, or requested_by_customer",
      "reason",
    );
  const left = charge.amount - charge.amount_refunded;
  if (left === 0)
    throw refusal(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  const amount = whole(given, "amount") ?? left;
  if (amount < 1) throw badParameter("Invalid positive integer", "amount", "parameter_invalid_integer");
  if (amount > left)
    throw refusal(
      `Refund amount (RON ${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge (RON ${(left / 100).toFixed(2)})`,
      { param: "amount" },
    );

  const later = laterVerdict(charge);
  const refund: Refund = {
    id: newId("re"),
    object: "refund",
    amount,
    charge: charge.id,
    created: workings.nowSeconds(),
    currency: charge.currency,
    metadata: map(given, "metadata"),
    payment_intent: charge.payment_intent,
    reason,
    status: later === "refund_waits" ? "pending" : "succeeded",
  };
  const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  keepCharge(workings, charge);
  keepRefund(workings, refund, later === null ? null : workings.nowMs() + settlingMs);
  workings.tell("refund.created", refund);
  workings.tell("charge.refunded", charge, before);
  return refund;
}

/** Two test cards have refunds that change their mind a moment later. */
function laterVerdict(charge: Charge): "refund_fails" | "refund_waits" | null {
  const { last4 } = charge.payment_method_details.card;
  const verdict = cardVerdict(`400000000000${last4}`);
  return verdict === "refund_fails" || verdict === "refund_waits" ? verdict : null;
}

/** Called when such a refund's moment has come. */
export function settleRefund(workings: Workings, refund: Refund): void {
  const charge = workings.store.find<Charge>("charge", refund.charge)?.body;
  if (refund.status === "pending") {
    refund.status = "succeeded";
    keepRefund(workings, refund, null);
    workings.tell("refund.updated", refund, { status: "pending" });
    return;
  }
  const before = { status: refund.status };
  refund.status = "failed";
  refund.failure_reason = "unknown";
  keepRefund(workings, refund, null);
  if (charge) {
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
    keepCharge(workings, charge);
  }
  workings.tell("refund.updated", refund, before);
  workings.tell("refund.failed", refund);
}

function chargeOf({ store }: Workings, given: GivenFields): Charge {
  const intentId = text(given, "payment_intent");
  const chargeId = text(given, "charge");
  if (intentId === null && chargeId === null)
    throw badParameter(
      "One of the following params should be provided for this request: payment_intent or charge.",
      "payment_intent",
      "parameter_missing",
    );
  const intent = intentId === null ? null : store.find<PaymentIntent>("payment_intent", intentId)?.body;
  if (intentId !== null && !intent) throw noSuch("payment_intent", intentId, "payment_intent");
  const wanted = chargeId ?? intent?.latest_charge ?? null;
  if (wanted === null)
    throw refusal("This PaymentIntent does not have a successful charge to refund.", {
      param: "payment_intent",
    });
  const charge = store.find<Charge>("charge", wanted)?.body;
  if (charge === undefined) throw noSuch("charge", wanted, "charge");
  return charge;
}

function keepRefund({ store }: Workings, refund: Refund, dueAt: number | null): void {
  const { id, created, payment_intent } = refund;
  store.put({ kind: "refund", id, created, paymentIntent: payment_intent, dueAt, body: refund });
}

/** A customer goes to the bank, or the bank has decided (tests only; nobody can do this through the API). */
export function disputePayment(
  workings: Workings,
  paymentIntentId: string,
  status: Dispute["status"],
): Dispute | null {
  const charge = workings.store.list<Charge>("charge", { paymentIntent: paymentIntentId, limit: 1 })[0]?.body;
  if (charge === undefined) return null;
  const known = workings.store.list<Dispute>("dispute", { paymentIntent: paymentIntentId, limit: 1 })[0]
    ?.body;
  const dispute: Dispute = known ?? {
    id: newId("dp"),
    object: "dispute",
    amount: charge.amount,
    charge: charge.id,
    created: workings.nowSeconds(),
    currency: charge.currency,
    livemode: false,
    metadata: {},
    payment_intent: paymentIntentId,
    reason: "fraudulent",
    status,
  };
  dispute.status = status;
  const { id, created } = dispute;
  workings.store.put({
    kind: "dispute",
    id,
    created,
    paymentIntent: paymentIntentId,
    dueAt: null,
    body: dispute,
  });
  workings.tell(status === "needs_response" ? "charge.dispute.created" : "charge.dispute.closed", dispute);
  return dispute;
}
