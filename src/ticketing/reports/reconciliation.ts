/** One movement of money by the books of one side: `amount` in bani, negative when it left us. */
export type Movement = {
  readonly kind: "payment" | "refund" | "dispute";
  readonly id: string;
  readonly paymentId: string | null;
  readonly orderId: string | null;
  readonly amount: number;
  readonly at: string;
};

export type Difference = Omit<Movement, "amount"> & {
  /** Bani by our books and by the provider's; null when one side does not have it. */
  readonly ours: number | null;
  readonly theirs: number | null;
};

/** What the provider's account has beside what was compared; no part of any sum of ours, and no difference. */
export type OtherRows = {
  /** Of other products, by currency and in its smallest unit; a few of their ids, to look them up at the provider. */
  readonly foreign: readonly {
    readonly currency: string;
    readonly count: number;
    readonly amount: number;
    readonly ids: readonly string[];
  }[];
  /** Of ours, of a shape or with a word that we do not know. */
  readonly unreadable: readonly Pick<Movement, "kind" | "id">[];
};

/** Checks of our own books. */
export type BookChecks = {
  readonly payments: number;
  /** Payments that became tickets, were refunded whole, or wait for an administrator. */
  readonly answered: number;
  /** Orders that admit people, without invitations and test purchases. */
  readonly sold: number;
  /** Those of them whose price was paid. */
  readonly paidFor: number;
  readonly invitations: number;
  /** Bani over all accounts: must be zero. */
  readonly sum: number;
};

/** One movement's key in the lists of both sides. */
export const keyOf = ({ kind, id }: Pick<Movement, "kind" | "id">) => `${kind} ${id}`;

/**
 * Every movement on which the two sides disagree, to the ban. A payment that we do not have and that was refunded whole
 * is not a difference: after a restore to an older moment, that is how such money is handled.
 */
export function compareBooks(ours: readonly Movement[], theirs: readonly Movement[]): Difference[] {
  const known = new Map(ours.map((movement) => [keyOf(movement), movement]));
  const found: Difference[] = [];
  for (const movement of theirs) {
    const own = known.get(keyOf(movement));
    known.delete(keyOf(movement));
    const { amount: theirs, ...about } = movement;
    if (own?.amount === theirs || (!own && theirs === 0)) continue;
    found.push({ ...about, orderId: own?.orderId ?? about.orderId, ours: own?.amount ?? null, theirs });
  }
  for (const { amount: mine, ...about } of known.values())
    if (mine !== 0) found.push({ ...about, ours: mine, theirs: null });
  const goneBack = paymentsGoneBack(found);
  return found.filter(({ paymentId }) => paymentId === null || !goneBack.has(paymentId));
}

/** Payments that only the provider has, with all their movements, and of which nothing is left. */
function paymentsGoneBack(found: readonly Difference[]): ReadonlySet<string> {
  const left = new Map<string, number>();
  const known = new Set<string>();
  for (const { paymentId, ours, theirs } of found) {
    if (paymentId === null) continue;
    if (ours !== null) known.add(paymentId);
    left.set(paymentId, (left.get(paymentId) ?? 0) + (theirs ?? 0));
  }
  return new Set([...left].filter(([id, sum]) => sum === 0 && !known.has(id)).map(([id]) => id));
}

export function sumOf(movements: readonly Movement[]): number {
  return movements.reduce((sum, { amount }) => sum + amount, 0);
}
