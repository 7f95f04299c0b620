/** One movement of money in one side's books. `amount` is in bani, negative when money left us. */
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

/** Objects of the provider's account that are not compared. No sum of ours has them, and they are no differences. */
export type OtherRows = {
  /** Money of other products by currency, in its smallest unit, with a few ids to look up at the provider. */
  readonly foreign: readonly {
    readonly currency: string;
    readonly count: number;
    readonly amount: number;
    readonly ids: readonly string[];
  }[];
  /** Our objects whose shape or words we do not know. */
  readonly unreadable: readonly Pick<Movement, "kind" | "id">[];
};

export type BookChecks = {
  readonly payments: number;
  /** Payments that became tickets, were refunded as a whole, or wait for an administrator. */
  readonly answered: number;
  /** Orders whose tickets are valid, without invitations and test purchases. */
  readonly sold: number;
  /** How many of `sold` have their price paid. */
  readonly paidFor: number;
  readonly invitations: number;
  /** The sum in bani over all accounts; it must be zero. */
  readonly sum: number;
};

/** The key of a movement; the same in both sides' lists. */
export const keyOf = ({ kind, id }: Pick<Movement, "kind" | "id">) => `${kind} ${id}`;

/**
 * Every movement on which the two sides disagree, to the ban. A payment that only the provider has and that was
 * refunded as a whole is not a difference: it stays so after a restore to an older moment.
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

/** Payments that only the provider has and whose movements add up to zero. */
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
