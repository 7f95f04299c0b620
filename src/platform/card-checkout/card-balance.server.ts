import type Stripe from "stripe";
import type { BalanceEntry, CardPayout, ListedBalance, ListedPayouts } from "./card-answers.ts";
import { AnswerNotUnderstood, known, unanswered } from "./provider-errors.server.ts";

/**
 * What moved on the club's balance since a moment, or what one payout is made of: an entry does not say in which payout
 * it went. Entries of other currencies are left out.
 */
export async function listBalance(
  stripe: Stripe,
  question: { since: Date } | { payoutId: string },
): Promise<ListedBalance> {
  const filter = "since" in question ? createdSince(question.since) : { payout: question.payoutId };
  const entries: BalanceEntry[] = [];
  try {
    for (let after: string | undefined, more = true; more; ) {
      const page = await stripe.balanceTransactions.list({
        ...filter,
        // the charge, refund or dispute itself, which names its payment
        expand: ["data.source"],
        limit: 100,
        ...(after ? { starting_after: after } : {}),
      });
      entries.push(...page.data.filter(inLei).map(balanceEntry));
      after = page.data.at(-1)?.id;
      more = page.has_more && page.data.length > 0;
    }
    return { kind: "listed", entries };
  } catch (error) {
    return unanswered(error);
  }
}

/** Payouts made since a moment, newest first. */
export async function listPayouts(stripe: Stripe, { since }: { since: Date }): Promise<ListedPayouts> {
  const payouts: CardPayout[] = [];
  try {
    for (let after: string | undefined, more = true; more; ) {
      const page = await stripe.payouts.list({
        ...createdSince(since),
        limit: 100,
        ...(after ? { starting_after: after } : {}),
      });
      payouts.push(...page.data.filter(inLei).map(cardPayout));
      after = page.data.at(-1)?.id;
      more = page.has_more && page.data.length > 0;
    }
    return { kind: "listed", payouts };
  } catch (error) {
    return unanswered(error);
  }
}

const createdSince = (since: Date) => ({ created: { gte: Math.floor(since.getTime() / 1000) } });
const inLei = ({ currency }: { currency: string }) => currency === "ron";

/** By the provider's reporting categories, of which there are more every year. */
const kinds: Readonly<Record<string, BalanceEntry["kind"]>> = {
  charge: "charge",
  charge_failure: "charge",
  refund: "refund",
  refund_failure: "refund",
  partial_capture_reversal: "refund",
  dispute: "dispute",
  dispute_reversal: "dispute",
  fee: "fee",
  tax: "fee",
  network_cost: "fee",
  payout: "payout",
  payout_reversal: "payout",
};

function balanceEntry(entry: Stripe.BalanceTransaction): BalanceEntry {
  const { id, amount, fee, net, source, reporting_category: category } = entry;
  if (net !== amount - fee)
    throw new AnswerNotUnderstood(`The card provider's balance entry ${id} does not add up`);
  return {
    ...{ id, fee, net, gross: amount },
    kind: (Object.hasOwn(kinds, category) && kinds[category]) || "other",
    paymentId: paymentOf(source),
    availableOn: new Date(entry.available_on * 1000),
    createdAt: new Date(entry.created * 1000),
  };
}

function paymentOf(source: object | string | null): string | null {
  if (typeof source !== "object" || source === null || !("payment_intent" in source)) return null;
  const { payment_intent: payment } = source;
  return typeof payment === "string" ? payment : null;
}

const states = {
  paid: "paid",
  pending: "under_way",
  in_transit: "under_way",
  canceled: "failed",
  failed: "failed",
} as const;

function cardPayout(payout: Stripe.Payout): CardPayout {
  return {
    id: payout.id,
    state: states[known(payout.status, Object.keys(states) as (keyof typeof states)[])],
    amount: payout.amount,
    arrivesAt: new Date(payout.arrival_date * 1000),
    // of one that somebody asked for by hand, the provider does not say
    hasEntries: payout.automatic && payout.reconciliation_status === "completed",
    createdAt: new Date(payout.created * 1000),
  };
}
