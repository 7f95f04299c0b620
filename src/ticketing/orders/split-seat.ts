import { bani, type Money, split, sum } from "#kernel/money.ts";

/** One night of a seat for several people: a row of `ticket_purchases`. Prices in bani. */
export type NightOfSeat = {
  readonly quantity: number;
  readonly units: number;
  readonly places: number;
  readonly price: Money;
  /** Null in rows issued before shares existed. */
  readonly share: Money | null;
};

/** One person's part of that night. */
export type PersonsNight = NightOfSeat & { readonly seatNo: number; readonly unitNo: number };

/**
 * Splits a seat for several people into one seat per person, for each night, as `ticketsOfLine` would have issued them.
 * Every night keeps its units, places, price and share. The shares of any two people differ by at most one ban.
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

/** Each person's part of an amount: divided among the units, then among the people of a unit. */
function partsOf(amount: Money, { quantity, places }: NightOfSeat): Money[] {
  const entries = places / quantity;
  return split(amount, Array<number>(quantity).fill(1)).flatMap((unit) =>
    split(unit, Array<number>(entries).fill(1)),
  );
}

/**
 * Each person's share of each night. The odd bani of a night go to those who have received least, so that totals
 * differ by at most one ban. Undefined if a night has no share.
 */
function sharesOfPeople(nights: readonly NightOfSeat[]): Money[][] | undefined {
  const [first] = nights;
  const shares = nights.flatMap(({ share }) => (share === null ? [] : [share]));
  if (!first || shares.length < nights.length) return undefined;
  const stillDue = [...partsOf(sum(shares), first)].map(Number);
  return shares.map((share) => {
    const least = Math.floor(share / stillDue.length);
    const odd = share - least * stillDue.length;
    const seatsWithOddBan = stillDue
      .map((due, seat) => ({ lacks: due, seat }))
      .sort((a, b) => b.lacks - a.lacks || a.seat - b.seat)
      .slice(0, odd)
      .map(({ seat }) => seat);
    return stillDue.map((due, seat) => {
      const part = least + (seatsWithOddBan.includes(seat) ? 1 : 0);
      stillDue[seat] = due - part;
      return bani(part);
    });
  });
}
