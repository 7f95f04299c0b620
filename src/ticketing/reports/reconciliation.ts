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
 * Every movement on which the two sides disagree. A payment that only the provider has and that was refunded as a
 * whole is not a difference: after a restore from a backup our books do not have it, and nobody lost money.
 */
export function compareBooks(ours: readonly Movement[], theirs: readonly Movement[]): Difference[] {
  const oursByKey = new Map(ours.map((movement) => [keyOf(movement), movement]));
  const differences: Difference[] = [];
  for (const movement of theirs) {
    const ourMovement = oursByKey.get(keyOf(movement));
    oursByKey.delete(keyOf(movement));
    const { amount: theirs, ...about } = movement;
    if (ourMovement?.amount === theirs || (!ourMovement && theirs === 0)) continue;
    differences.push({
      ...about,
      orderId: ourMovement?.orderId ?? about.orderId,
      ours: ourMovement?.amount ?? null,
      theirs,
    });
  }
  for (const { amount: ourAmount, ...about } of oursByKey.values())
    if (ourAmount !== 0) differences.push({ ...about, ours: ourAmount, theirs: null });
  const returnedPayments = findReturnedPayments(differences);
  return differences.filter(({ paymentId }) => paymentId === null || !returnedPayments.has(paymentId));
}

/** Payments that only the provider has and whose movements add up to zero. */
function findReturnedPayments(differences: readonly Difference[]): ReadonlySet<string> {
  const sumByPayment = new Map<string, number>();
  const ourPayments = new Set<string>();
  for (const { paymentId, ours, theirs } of differences) {
    if (paymentId === null) continue;
    if (ours !== null) ourPayments.add(paymentId);
    sumByPayment.set(paymentId, (sumByPayment.get(paymentId) ?? 0) + (theirs ?? 0));
  }
  return new Set(
    [...sumByPayment].filter(([id, sum]) => sum === 0 && !ourPayments.has(id)).map(([id]) => id),
  );
}

export function sumOf(movements: readonly Movement[]): number {
  return movements.reduce((sum, { amount }) => sum + amount, 0);
}
