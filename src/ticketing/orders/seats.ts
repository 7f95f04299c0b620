import { bani, type Money, split } from "#kernel/money.ts";
import type { CodeKind } from "#ticketing/events/type-family.ts";

export type PaidLine = {
  readonly no: number;
  readonly quantity: number;
  /** How many people a ticket lets in; none: an add-on. */
  readonly entries: number;
  readonly total: Money;
  readonly codePer: CodeKind;
};

/** What one code is to be: a row of `ticket_purchases`. Prices in bani. */
export type PlannedCode = {
  readonly lineNo: number;
  readonly seatNo: number;
  readonly unitNo: number | null;
  /** Which of the nights it admits to, by its place in them. */
  readonly night: number;
  readonly quantity: number;
  readonly units: number;
  readonly places: number;
  /** How often it is good at the gate: once for each person, and an add-on once for each bought. */
  readonly uses: number;
  readonly price: Money;
  readonly share: Money;
};

/** A line's seats, each with what was paid for it and how many people it lets in. */
type Seat = {
  readonly seatNo: number;
  readonly unitNo: number | null;
  readonly quantity: number;
  readonly places: number;
  readonly uses: number;
  readonly paid: Money;
};

/**
 * The codes of a paid line for its nights, in their order: one seat for the whole line, or one for each person, whose
 * price is an equal part of the unit's. Units and price stand on the first night's code alone, so that sums over rows are
 * right; quantity stands on the first seat of a unit, on every night. `share` is the night's part of the seat's price.
 */
export function codesOfLine(line: PaidLine, nights: number): PlannedCode[] {
  return seatsOf(line).flatMap(({ paid, ...seat }) =>
    split(paid, Array<number>(nights).fill(1)).map((share, night) => ({
      ...seat,
      lineNo: line.no,
      night,
      units: night === 0 ? seat.quantity : 0,
      price: night === 0 ? paid : bani(0),
      share,
    })),
  );
}

function seatsOf({ quantity, entries, total, codePer }: PaidLine): Seat[] {
  const codes = usesOf(entries);
  if (codePer === "order")
    return [
      { seatNo: 1, unitNo: null, quantity, places: quantity * entries, uses: quantity * codes, paid: total },
    ];
  return split(total, Array<number>(quantity).fill(1)).flatMap((price, unit) =>
    split(price, Array<number>(codes).fill(1)).map((paid, at) => ({
      seatNo: unit * codes + at + 1,
      unitNo: unit + 1,
      quantity: at === 0 ? 1 : 0,
      places: entries === 0 ? 0 : 1,
      uses: 1,
      paid,
    })),
  );
}

/** How often one ticket that lets in so many people is good at the gate: an add-on, which lets nobody in, once. */
export function usesOf(entries: number): number {
  return Math.max(1, entries);
}
