/** The sums of an order, in bani: letters, pages and the back-office tell them apart by the same names. */
type OrderSum = { readonly what: "paid" | "returned" | "taken" | "kept"; readonly amount: number };

type Money = { readonly paid: number; readonly returned: number; readonly taken?: number };

/** What remains of what was paid. */
export const keptOf = ({ paid, returned, taken = 0 }: Money): number => paid - returned - taken;

/** What was paid; once some of it went back, or the bank took some, that too, and what remains. */
export function orderSums(money: Money): OrderSum[] {
  const { paid, returned, taken = 0 } = money;
  const less: OrderSum[] = [
    { what: "returned", amount: returned },
    { what: "taken", amount: taken },
  ];
  const gone = less.filter(({ amount }) => amount > 0);
  const end: OrderSum[] = gone.length > 0 ? [{ what: "kept", amount: keptOf(money) }] : [];
  return [{ what: "paid", amount: paid }, ...gone, ...end];
}
