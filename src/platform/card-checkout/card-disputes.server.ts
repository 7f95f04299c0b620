import type Stripe from "stripe";
import { filterOf, listRows, referenceOf } from "./account-rows.server.ts";
import type { CardDispute, ListedDisputes } from "./card-answers.ts";
import { dateOfSeconds, known, wholeAmount } from "./provider-errors.server.ts";

/** Disputes of one payment, or since a moment. Inquiries are left out: no money moves while a bank only asks. */
export async function listDisputes(
  stripe: Stripe,
  question: { since: Date } | { paymentId: string },
): Promise<ListedDisputes> {
  const listed = await listRows((page) => stripe.disputes.list({ ...filterOf(question), ...page }), {
    read: cardDispute,
    moved: ({ status, amount }) =>
      ["needs_response", "under_review", "lost"].includes(status) ? -amount : null,
  });
  return listed.kind === "unknown" ? listed : { ...listed, disputes: listed.ours };
}

const states = {
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
  const state = states[known(dispute.status, Object.keys(states) as (keyof typeof states)[])];
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
