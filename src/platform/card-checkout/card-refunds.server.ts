import type Stripe from "stripe";
import { listReturns, referenceOf } from "./account-rows.server.ts";
import type {
  CardDispute,
  CardRefund,
  FoundRefund,
  ListedDisputes,
  ListedRefunds,
  RefundAnswer,
  RefundRequest,
} from "./card-answers.ts";
import {
  dateOfSeconds,
  knownWord,
  providerFailure,
  refusedOrUnknown,
  wholeAmount,
} from "./provider-errors.server.ts";

export async function refund(stripe: Stripe, request: RefundRequest): Promise<RefundAnswer> {
  try {
    const createdRefund = cardRefund(
      await stripe.refunds.create(
        {
          payment_intent: request.paymentId,
          metadata: { refund_key: request.key },
          ...(request.amount === undefined ? {} : { amount: request.amount }),
          ...(request.reason === undefined ? {} : { reason: request.reason }),
        },
        { idempotencyKey: (request.attempt ?? 1) > 1 ? `${request.key}:${request.attempt}` : request.key },
      ),
    );
    return { kind: createdRefund.state, refundId: createdRefund.id, amount: createdRefund.amount };
  } catch (error) {
    const failure = providerFailure(error);
    if (failure.kind === "refused_by_code" && failure.code === "charge_already_refunded")
      return { kind: "refused", reason: "already_refunded", message: failure.message };
    if (failure.kind === "refused_by_code" && isShortBalance(failure))
      return { kind: "refused", reason: "short_balance", message: failure.message };
    return refusedOrUnknown(error);
  }
}

/** The provider has no code for this case alone, and sometimes sends none. The sentence is always the same. */
const isShortBalance = ({ code, message }: { code: string; message: string }) =>
  code === "balance_insufficient" || code === "insufficient_funds" || /^insufficient funds/i.test(message);

export async function findRefund(
  stripe: Stripe,
  lookup: { paymentId: string; key: string },
): Promise<FoundRefund> {
  const listed = await listRefunds(stripe, { paymentId: lookup.paymentId });
  if (listed.kind === "unknown") return listed;
  const refund = listed.refunds.find(({ key }) => key === lookup.key);
  if (refund) return { kind: "found", refund };
  // the refund that we look for may be among the unreadable ones: the money must not leave twice
  return listed.unreadable.length > 0
    ? { kind: "unknown", message: "A refund of this payment cannot be read" }
    : { kind: "missing" };
}

export async function listRefunds(
  stripe: Stripe,
  question: { since: Date } | { paymentId: string },
): Promise<ListedRefunds> {
  const listed = await listReturns(question, (page) => stripe.refunds.list(page), {
    read: cardRefund,
    moved: ({ status, amount }) => (status === "succeeded" ? -amount : null),
  });
  return listed.kind === "unknown" ? listed : { ...listed, refunds: listed.ours };
}

const states = {
  succeeded: "refunded",
  pending: "pending",
  requires_action: "pending",
  failed: "failed",
  canceled: "failed",
} as const;

function cardRefund(refund: Stripe.Refund): CardRefund {
  const status = knownWord(refund.status, ["succeeded", "pending", "requires_action", "failed", "canceled"]);
  return {
    id: refund.id,
    state: states[status],
    isShortOfBalance:
      (states[status] === "pending" && refund.pending_reason === "insufficient_funds") ||
      (states[status] === "failed" && refund.failure_reason === "insufficient_funds"),
    amount: wholeAmount(refund.amount),
    currency: refund.currency,
    paymentId: referenceOf(refund.payment_intent),
    key: refund.metadata?.refund_key ?? null,
    createdAt: dateOfSeconds(refund.created),
  };
}

/** Disputes of one payment, or since a moment. Inquiries are left out: no money moves while a bank only asks. */
export async function listDisputes(
  stripe: Stripe,
  question: { since: Date } | { paymentId: string },
): Promise<ListedDisputes> {
  const listed = await listReturns(question, (page) => stripe.disputes.list(page), {
    read: cardDispute,
    moved: ({ status, amount }) =>
      ["needs_response", "under_review", "lost"].includes(status) ? -amount : null,
  });
  return listed.kind === "unknown" ? listed : { ...listed, disputes: listed.ours };
}

const disputeStates = {
  needs_response: "open",
  under_review: "open",
  won: "won",
  lost: "lost",
  warning_needs_response: null,
  warning_under_review: null,
  warning_closed: null,
  prevented: null,
} as const;

function cardDispute(dispute: Stripe.Dispute): CardDispute | null {
  const state =
    disputeStates[knownWord(dispute.status, Object.keys(disputeStates) as (keyof typeof disputeStates)[])];
  if (state === null) return null;
  return {
    id: dispute.id,
    state,
    amount: wholeAmount(dispute.amount),
    currency: dispute.currency,
    paymentId: referenceOf(dispute.payment_intent),
    createdAt: dateOfSeconds(dispute.created),
  };
}
