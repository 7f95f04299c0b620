/** The sums of an order, in bani. Emails, pages and the office use the same names. */
type OrderSum = { readonly what: "paid" | "returned" | "taken" | "kept"; readonly amount: number };
/** What came in for an order, what of it went back to the buyer, and what banks took back. */
export type MoneyOfOrder = { readonly paid: number; readonly returned: number; readonly taken: number };

/** What remains of the paid amount. */
export const keptOf = ({ paid, returned, taken }: MoneyOfOrder): number => paid - returned - taken;

/** The paid sum; once money went back or a bank took some, also these sums and the kept one. */
export function orderSums(money: MoneyOfOrder): OrderSum[] {
  const { paid, returned, taken } = money;
  const gone = [{ what: "returned", amount: returned } as const, { what: "taken", amount: taken } as const];
  const left = gone.filter(({ amount }) => amount > 0);
  return [
    { what: "paid", amount: paid },
    ...left,
    ...(left.length > 0 ? [{ what: "kept", amount: keptOf(money) } as const] : []),
  ];
}
