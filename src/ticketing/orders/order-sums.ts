/** The sums of an order, in bani. Emails, pages and the office use the same three names. */
type OrderSum = { readonly what: "paid" | "returned" | "kept"; readonly amount: number };
type PaidAndReturned = { readonly paid: number; readonly returned: number };

/** What remains of the paid amount. `taken` is what the bank took back. */
export const keptOf = ({
  paid,
  returned,
  taken = 0,
}: PaidAndReturned & { readonly taken?: number }): number => paid - returned - taken;

/** The paid sum; once money went back, also the returned and the kept sum. */
export function orderSums(money: PaidAndReturned): OrderSum[] {
  const paid: OrderSum = { what: "paid", amount: money.paid };
  if (money.returned === 0) return [paid];
  return [paid, { what: "returned", amount: money.returned }, { what: "kept", amount: keptOf(money) }];
}
