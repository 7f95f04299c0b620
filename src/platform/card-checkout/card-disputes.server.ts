import type Stripe from "stripe";
import type { CardDispute, ListedDisputes } from "./card-answers.ts";
import { referenceOf } from "./card-sessions.server.ts";
import { known, unanswered } from "./provider-errors.server.ts";

/** Disputes of one payment, or since a moment. Inquiries are left out: no money moves while a bank only asks. */
export async function listDisputes(
  stripe: Stripe,
  question: { since: Date } | { paymentId: string },
): Promise<ListedDisputes> {
  const filter =
    "since" in question
      ? { created: { gte: Math.floor(question.since.getTime() / 1000) } }
      : { payment_intent: question.paymentId };
  const disputes: CardDispute[] = [];
  try {
    for (let after: string | undefined, more = true; more; ) {
      const page = await stripe.disputes.list({
        ...filter,
        limit: 100,
        ...(after ? { starting_after: after } : {}),
      });
      disputes.push(...page.data.flatMap(cardDispute));
      after = page.data.at(-1)?.id;
      more = page.has_more && page.data.length > 0;
    }
    return { kind: "listed", disputes };
  } catch (error) {
    return unanswered(error);
  }
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

function cardDispute(dispute: Stripe.Dispute): CardDispute[] {
  const state = states[known(dispute.status, Object.keys(states) as (keyof typeof states)[])];
  if (state === null) return [];
  return [
    {
      id: dispute.id,
      state,
      amount: dispute.amount,
      currency: dispute.currency,
      paymentId: referenceOf(dispute.payment_intent),
      createdAt: new Date(dispute.created * 1000),
    },
  ];
}
