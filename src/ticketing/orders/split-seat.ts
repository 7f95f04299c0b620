import { bani, type Money, split, sum } from "#kernel/money.ts";

/** One night of a seat that several people enter on: a row of `ticket_purchases`. Prices in bani. */
export type NightOfSeat = {
  readonly quantity: number;
  readonly units: number;
  readonly places: number;
  readonly price: Money;
  /** Null in rows that were issued before there were shares. */
  readonly share: Money | null;
};

/** The same night of one person's seat. */
export type PersonsNight = NightOfSeat & { readonly seatNo: number; readonly unitNo: number };

/**
 * A seat of several people as one seat for each person, night by night: as `codesOfLine` would have issued them. Every
 * night keeps its units, places, price and share, and each person's shares are an equal part of all of them, to the ban.
 */
export function splitSeat(nights: readonly NightOfSeat[]): PersonsNight[][] {
  const shares = sharesOfPeople(nights);
  return nights.map((night, at) => {
    const { quantity, units, places, price } = night;
    const entries = places / quantity;
    const prices = partsOf(price, night);
    return prices.map((part, seat) => {
      const isFirst = seat % entries === 0;
      return {
        seatNo: seat + 1,
        unitNo: Math.floor(seat / entries) + 1,
        quantity: isFirst ? 1 : 0,
        units: isFirst && units > 0 ? 1 : 0,
        places: 1,
        price: part,
        share: shares?.[at]?.[seat] ?? null,
      };
    });
  });
}

/** Of an amount each person's part: first among the units, then among the people of each. */
function partsOf(amount: Money, { quantity, places }: NightOfSeat): Money[] {
  const entries = places / quantity;
  return split(amount, Array<number>(quantity).fill(1)).flatMap((unit) =>
    split(unit, Array<number>(entries).fill(1)),
  );
}

/** What a night cannot share equally goes to those who lack most, so that nobody's parts differ by more than a ban. */
function sharesOfPeople(nights: readonly NightOfSeat[]): Money[][] | undefined {
  const [first] = nights;
  const shares = nights.flatMap(({ share }) => (share === null ? [] : [share]));
  if (!first || shares.length < nights.length) return undefined;
  const lacking = [...partsOf(sum(shares), first)].map(Number);
  return shares.map((share) => {
    const least = Math.floor(share / lacking.length);
    const odd = share - least * lacking.length;
    const most = lacking
      .map((lacks, seat) => ({ lacks, seat }))
      .sort((a, b) => b.lacks - a.lacks || a.seat - b.seat)
      .slice(0, odd)
      .map(({ seat }) => seat);
    return lacking.map((lacks, seat) => {
      const part = least + (most.includes(seat) ? 1 : 0);
      lacking[seat] = lacks - part;
      return bani(part);
    });
  });
}
