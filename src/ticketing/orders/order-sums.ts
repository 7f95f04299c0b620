/** The sums of an order, in bani: letters, pages and the back-office tell them apart by the same names. */
type OrderSum = { readonly what: "paid" | "returned" | "kept"; readonly amount: number };
type Money = { readonly paid: number; readonly returned: number };

/** What remains of what was paid; the bank may have taken some. */
export const keptOf = ({ paid, returned, taken = 0 }: Money & { readonly taken?: number }): number =>
  paid - returned - taken;

/** What was paid; once some of it went back, that too, and what remains. */
export function orderSums(money: Money): OrderSum[] {
  const paid: OrderSum = { what: "paid", amount: money.paid };
  if (money.returned === 0) return [paid];
  return [paid, { what: "returned", amount: money.returned }, { what: "kept", amount: keptOf(money) }];
}
