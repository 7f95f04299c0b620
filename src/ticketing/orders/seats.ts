import { bani, type Money, split } from "#kernel/money.ts";
import type { CodeKind } from "#ticketing/events/code-per.ts";

export type PaidLine = {
  readonly no: number;
  readonly quantity: number;
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
  readonly price: Money;
  readonly share: Money;
};

/** A line's seats, each with what was paid for it and how many people it lets in. */
type Seat = {
  readonly seatNo: number;
  readonly unitNo: number | null;
  readonly quantity: number;
  readonly places: number;
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
  if (codePer === "order")
    return [{ seatNo: 1, unitNo: null, quantity, places: quantity * entries, paid: total }];
  return split(total, Array<number>(quantity).fill(1)).flatMap((price, unit) =>
    split(price, Array<number>(entries).fill(1)).map((paid, at) => ({
      seatNo: unit * entries + at + 1,
      unitNo: unit + 1,
      quantity: at === 0 ? 1 : 0,
      places: 1,
      paid,
    })),
  );
}
