/** The sums of an order, in bani. Emails, pages and the office use the same names. */
type OrderSum = { readonly what: "paid" | "returned" | "taken" | "kept"; readonly amount: number };
type PaidAndReturned = { readonly paid: number; readonly returned: number };

/** What remains of the paid amount. `taken` is what the bank took back. */
export const keptOf = ({
  paid,
  returned,
  taken = 0,
}: PaidAndReturned & { readonly taken?: number }): number => paid - returned - taken;

/** The paid sum; once money went back or a bank took some, also these sums and the kept one. */
export function orderSums(money: PaidAndReturned & { readonly taken?: number }): OrderSum[] {
  const { paid, returned, taken = 0 } = money;
  const gone = [{ what: "returned", amount: returned } as const, { what: "taken", amount: taken } as const];
  const left = gone.filter(({ amount }) => amount > 0);
  return [
    { what: "paid", amount: paid },
    ...left,
    ...(left.length > 0 ? [{ what: "kept", amount: keptOf(money) } as const] : []),
  ];
}
