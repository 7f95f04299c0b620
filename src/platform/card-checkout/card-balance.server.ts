import type Stripe from "stripe";
import { filterOf, listRows } from "./account-rows.server.ts";
import type {
  AccountAnswer,
  BalanceEntry,
  CardPayout,
  ListedBalance,
  ListedPayouts,
} from "./card-answers.ts";
import {
  AnswerNotUnderstood,
  dateOfSeconds,
  knownWord,
  providerFailure,
  wholeAmount,
} from "./provider-errors.server.ts";

/**
 * Movements on the club's balance since a moment, or the entries of one payout (an entry does not name its payout).
 * Entries of other currencies are foreign; entries that do not add up are unreadable.
 */
export async function listBalance(
  stripe: Stripe,
  question: { since: Date } | { payoutId: string },
): Promise<ListedBalance> {
  const filter = "since" in question ? filterOf(question) : { payout: question.payoutId };
  const listed = await listRows(
    // the charge, refund or dispute itself, which names its payment
    (page) => stripe.balanceTransactions.list({ ...filter, expand: ["data.source"], ...page }),
    { read: balanceEntry },
  );
  return listed.kind === "unknown" ? listed : { ...listed, entries: listed.ours };
}

/** Payouts made since a moment, newest first. */
export async function listPayouts(stripe: Stripe, question: { since: Date }): Promise<ListedPayouts> {
  const listed = await listRows((page) => stripe.payouts.list({ ...filterOf(question), ...page }), {
    read: cardPayout,
  });
  return listed.kind === "unknown" ? listed : { ...listed, payouts: listed.ours };
}

/** Our kinds by the provider's reporting categories. The provider adds more every year; an unknown one is `other`. */
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
    id,
    fee,
    net,
    gross: amount,
    kind: (Object.hasOwn(kinds, category) && kinds[category]) || "other",
    paymentId: paymentOf(source),
    availableOn: dateOfSeconds(entry.available_on),
    createdAt: dateOfSeconds(entry.created),
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
    state: states[knownWord(payout.status, Object.keys(states) as (keyof typeof states)[])],
    amount: wholeAmount(payout.amount),
    arrivesAt: dateOfSeconds(payout.arrival_date),
    // the provider does not list the entries of a payout that somebody asked for by hand
    hasEntries: payout.automatic && payout.reconciliation_status === "completed",
    createdAt: dateOfSeconds(payout.created),
  };
}

/** Whether the account takes money, and whether the key moves real money. Changes nothing. */
export async function readAccount(stripe: Stripe, secretKey: string): Promise<AccountAnswer> {
  try {
    const { charges_enabled } = await stripe.accounts.retrieveCurrent();
    return { kind: "known", takesCharges: charges_enabled, livemode: /^(sk|rk)_live_/.test(secretKey) };
  } catch (error) {
    const failure = providerFailure(error);
    const { statusCode } = error as { statusCode?: number };
    if (statusCode === 401) return { kind: "refused" };
    // a restricted key that may not read its own account can still sell
    return { kind: statusCode === 403 ? "hidden" : "silent", message: failure.message };
  }
}
