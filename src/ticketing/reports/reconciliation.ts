/** One thing that moved money, as one side has it: `amount` in bani, negative when it left us. */
export type Movement = {
  readonly kind: "payment" | "refund" | "dispute";
  readonly id: string;
  readonly paymentIntentId: string | null;
  readonly orderId: string | null;
  readonly amount: number;
  readonly at: string;
};

export type Difference = {
  readonly kind: Movement["kind"];
  readonly id: string;
  readonly paymentIntentId: string | null;
  readonly orderId: string | null;
  /** Bani by our books and by the provider's; null where one side does not know of it. */
  readonly ours: number | null;
  readonly theirs: number | null;
  readonly at: string;
};

/** Our books held against themselves. */
export type BookChecks = {
  readonly payments: number;
  /** Payments that became tickets, went back whole, or lie with somebody who looks. */
  readonly answered: number;
  /** Orders that admit people, other than invitations and test purchases. */
  readonly sold: number;
  /** Those of them whose price was paid. */
  readonly paidFor: number;
  readonly invitations: number;
  /** Bani over all accounts: zero. */
  readonly sum: number;
};

/**
 * Every movement on which the two sides do not agree, to the ban. A payment that we know nothing of and that went back
 * whole is none: after a restore to an older moment that is how such money is answered.
 */
export function compareBooks(ours: readonly Movement[], theirs: readonly Movement[]): Difference[] {
  const keyOf = ({ kind, id }: Movement) => `${kind} ${id}`;
  const known = new Map(ours.map((movement) => [keyOf(movement), movement]));
  const found: Difference[] = [];
  for (const movement of theirs) {
    const own = known.get(keyOf(movement));
    known.delete(keyOf(movement));
    if (own?.amount === movement.amount || (!own && movement.amount === 0)) continue;
    found.push({
      ...movement,
      orderId: own?.orderId ?? movement.orderId,
      ours: own?.amount ?? null,
      theirs: movement.amount,
    });
  }
  for (const own of known.values())
    if (own.amount !== 0) found.push({ ...own, ours: own.amount, theirs: null });
  const goneBack = paymentsGoneBack(found);
  return found
    .filter(({ paymentIntentId }) => paymentIntentId === null || !goneBack.has(paymentIntentId))
    .map(({ kind, id, paymentIntentId, orderId, ours: mine, theirs: yours, at }) => ({
      kind,
      id,
      paymentIntentId,
      orderId,
      ours: mine,
      theirs: yours,
      at,
    }));
}

/** Payments of which only the provider knows, with all that happened to them, and of which nothing is left. */
function paymentsGoneBack(found: readonly Difference[]): ReadonlySet<string> {
  const left = new Map<string, number>();
  const known = new Set<string>();
  for (const { paymentIntentId, ours, theirs } of found) {
    if (paymentIntentId === null) continue;
    if (ours !== null) known.add(paymentIntentId);
    left.set(paymentIntentId, (left.get(paymentIntentId) ?? 0) + (theirs ?? 0));
  }
  return new Set([...left].filter(([id, sum]) => sum === 0 && !known.has(id)).map(([id]) => id));
}

export function sumOf(movements: readonly Movement[]): number {
  return movements.reduce((sum, { amount }) => sum + amount, 0);
}
