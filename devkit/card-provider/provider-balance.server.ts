import { noSuch } from "./provider-error.ts";
import { newProviderId, type ProviderContext } from "./provider-store.server.ts";

type Cause = "charge" | "refund" | "refund_failure" | "dispute" | "dispute_reversal" | "payout";
const signs: Readonly<Record<Cause, 1 | -1>> = {
  charge: 1,
  refund_failure: 1,
  dispute_reversal: 1,
  refund: -1,
  dispute: -1,
  payout: -1,
};
const types: Partial<Record<Cause, string>> = { dispute: "adjustment", dispute_reversal: "adjustment" };

/** 1.4 % and a leu of each charge, which a refund does not bring back; 75 lei of each dispute. */
const feeOf = (cause: Cause, amount: number) =>
  cause === "charge" ? Math.round(amount * 0.014) + 100 : cause === "dispute" ? 7_500 : 0;

const day = 86_400;
/** How long money stays on the balance before it is paid out, and how long it is under way to the bank. */
const waits = { onBalance: 2 * day, toBank: day };
const dayOf = (seconds: number) => seconds - (seconds % day);

/** A movement on the club's balance, as the API shows it. Amounts are bani, moments are seconds. */
export type BalanceTransaction = ReturnType<typeof newMovement>;
type MovementSource = {
  readonly id: string;
  readonly amount: number;
  readonly created: number;
  readonly currency: string;
};

function newMovement(cause: Cause, source: MovementSource) {
  const amount = signs[cause] * source.amount;
  const fee = feeOf(cause, source.amount);
  const { created, currency } = source;
  return {
    id: newProviderId("txn"),
    object: "balance_transaction",
    amount,
    fee,
    net: amount - fee,
    created,
    currency,
    available_on: cause === "payout" ? created : dayOf(created) + waits.onBalance,
    description: null,
    exchange_rate: null,
    status: "available",
    // null: a movement that belongs to no object of this API
    source: source.id as string | null,
    fee_details:
      fee === 0 ? [] : [{ amount: fee, currency, description: "Processing fees", type: "stripe_fee" }],
    reporting_category: cause,
    type: types[cause] ?? cause,
  };
}

/** Writes what a charge, a refund, a dispute or a payout does to the balance, and returns the movement's id. */
export function bookOnBalance({ store }: ProviderContext, cause: Cause, source: MovementSource): string {
  const entry = newMovement(cause, source);
  store.keep(entry);
  return entry.id;
}

const newPayout = (amount: number, created: number) => ({
  id: newProviderId("po"),
  object: "payout",
  amount,
  created,
  arrival_date: created + waits.toBank,
  automatic: true,
  balance_transaction: null as string | null,
  currency: "ron",
  livemode: false,
  metadata: {},
  method: "standard",
  reconciliation_status: "completed",
  status: "in_transit",
  type: "bank_account",
});
type Payout = ReturnType<typeof newPayout>;
/** A payout with the seconds, both included, whose movements it pays out. */
type KeptPayout = { shown: Payout; covers: { from: number; until: number } };

const isPayout = ({ type }: BalanceTransaction) => type === "payout";
function movementsOf({ store }: ProviderContext, covers: KeptPayout["covers"]): BalanceTransaction[] {
  const found = store.list<BalanceTransaction>("balance_transaction", {
    createdFrom: covers.from,
    createdUntil: covers.until,
    limit: -1,
  });
  return found.map(({ body }) => body).filter((entry) => !isPayout(entry));
}

/**
 * Pays out what is due: for each day one payout of the day's movements, two days later; a day that took more than it
 * brought is paid out with the next. Called before payouts or movements are listed; nothing else needs payouts.
 */
export function payOut(context: ProviderContext): void {
  const { store } = context;
  const last = store.list<KeptPayout>("payout", { limit: 1 })[0]?.body;
  let from = last === undefined ? 0 : last.covers.until + 1;
  const until = dayOf(context.nowSeconds()) - waits.onBalance + day - 1;
  const byDay = Map.groupBy(movementsOf(context, { from, until }), ({ created }) => dayOf(created));
  let sum = 0;
  for (const [dayStart, movements] of [...byDay].sort(([a], [b]) => a - b)) {
    sum = movements.reduce((n, { net }) => n + net, sum);
    if (sum <= 0) continue;
    const created = dayStart + waits.onBalance;
    const shown = newPayout(sum, created);
    shown.balance_transaction = bookOnBalance(context, "payout", shown);
    const covers = { from, until: dayStart + day - 1 };
    store.put({
      kind: "payout",
      id: shown.id,
      created,
      paymentIntent: null,
      dueAt: null,
      body: { shown, covers },
    });
    from = covers.until + 1;
    sum = 0;
  }
}

export const presentPayout = (context: ProviderContext, { shown }: KeptPayout): Payout => ({
  ...shown,
  status: context.nowSeconds() >= shown.arrival_date ? "paid" : "in_transit",
});

const perPage = 100;

const kinds: Readonly<Record<string, string>> = { ch: "charge", re: "refund", dp: "dispute" };

/** A movement with its source object instead of the source's id: the site always expands `data.source`. */
export function presentMovement({ store }: ProviderContext, movement: BalanceTransaction): object {
  const { source } = movement;
  const kind = source && kinds[source.split("_")[0] ?? ""];
  return { ...movement, source: (kind && store.find<object>(kind, source)) || source };
}

/** The movements of one payout, its own first, by pages. */
export function listPaidOut(context: ProviderContext, payoutId: string, after: string | null): object {
  const payout = context.store.find<KeptPayout>("payout", payoutId);
  if (payout === null) throw noSuch("payout", payoutId, "payout");
  const payoutMovement = context.store.find<BalanceTransaction>(
    "balance_transaction",
    payout.shown.balance_transaction ?? "",
  );
  const all = [...(payoutMovement ? [payoutMovement] : []), ...movementsOf(context, payout.covers)];
  const begin = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
  return {
    object: "list",
    url: "/v1/balance_transactions",
    has_more: all.length > begin + perPage,
    data: all.slice(begin, begin + perPage).map((movement) => presentMovement(context, movement)),
  };
}
