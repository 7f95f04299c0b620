/** An amount of money in whole bani (1 leu = 100 bani). Never a fraction, never a float of lei. */
export type Money = number & { readonly brand: "bani" };

/** `amount` as bani. Throws for a fraction, for NaN and for an integer that a double cannot hold exactly. */
export function bani(amount: number): Money {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of bani: ${amount}`);
  return amount as Money;
}

/** Reads what a person types: "160", "160,5", "1.250,00" are lei. Undefined when it is not an amount. */
export function lei(text: string): Money | undefined {
  const match = /^(\d{1,3}(?:\.\d{3})+|\d{1,9})(?:,(\d{1,2}))?$/.exec(text.trim());
  if (!match) return undefined;
  const whole = Number((match[1] ?? "").replaceAll(".", ""));
  return bani(whole * 100 + Number((match[2] ?? "").padEnd(2, "0")));
}

export function sum(amounts: Iterable<Money>): Money {
  let total = 0;
  for (const amount of amounts) total += amount;
  return bani(total);
}

export function times(amount: Money, quantity: number): Money {
  return bani(amount * quantity);
}

/**
 * Splits `amount` in proportion to `weights` (whole numbers, not all 0). The parts add up to it exactly: the largest
 * remainders get one more, at equal remainders the later part.
 */
export function split(amount: Money, weights: readonly number[]): Money[] {
  const whole = weights.reduce((n, weight) => n + weight, 0);
  // BigInt, because amount times weight may exceed what a double holds exactly
  const parts = weights.map((weight, at) => {
    const exact = BigInt(amount) * BigInt(weight);
    return { at, part: Number(exact / BigInt(whole)), rest: exact % BigInt(whole) };
  });
  const undivided = amount - parts.reduce((n, { part }) => n + part, 0);
  const byRemainder = [...parts].sort((a, b) => (a.rest === b.rest ? b.at - a.at : a.rest < b.rest ? 1 : -1));
  for (const one of byRemainder.slice(0, undivided)) one.part += 1;
  return parts.map(({ part }) => bani(part));
}

const wholeLei = new Intl.NumberFormat("ro-RO", { useGrouping: "always" });
const exactLei = new Intl.NumberFormat("ro-RO", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: "always",
});

/** An amount in lei without ",00": "220", "220,50", "1.250". The screen adds the unit. */
export function formatLei(amount: number): string {
  return amount % 100 === 0 ? wholeLei.format(amount / 100) : exactLei.format(amount / 100);
}

/** An amount in lei, always with two decimals: "220,00". */
export function formatLeiExact(amount: number): string {
  return exactLei.format(amount / 100);
}

/** An amount in lei for other programs: "1220.50". */
export function decimalLei(amount: number): string {
  return (amount / 100).toFixed(2);
}
