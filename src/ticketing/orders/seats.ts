import { bani, type Money, split } from "#kernel/money.ts";
import type { CodeKind } from "#ticketing/events/type-family.ts";

export type PaidLine = {
  readonly no: number;
  readonly quantity: number;
  /** How many people one ticket admits; 0 for an add-on. */
  readonly entries: number;
  readonly total: Money;
  readonly codePer: CodeKind;
};

/** A planned row of `ticket_purchases`. Prices in bani. */
export type PlannedTicket = {
  readonly lineNo: number;
  readonly seatNo: number;
  readonly unitNo: number | null;
  /** Index of the night in the line's list of nights. */
  readonly night: number;
  readonly quantity: number;
  readonly units: number;
  readonly places: number;
  /** How often the ticket can be used at the gate: once per person; an add-on once per piece bought. */
  readonly uses: number;
  readonly price: Money;
  readonly share: Money;
};

/** A seat of a line: what was paid for it, and how many people it admits. */
type Seat = Pick<PlannedTicket, "seatNo" | "unitNo" | "quantity" | "places" | "uses"> & {
  readonly paid: Money;
};

/**
 * The tickets of a paid line on its nights, in order: one seat for the whole line, or one per person at an equal part
 * of the unit's price. Units and price stand only on the first night, so that sums over rows are right. Quantity
 * stands on the unit's first seat, on every night. `share` is the night's part of the seat's price.
 */
export function ticketsOfLine(line: PaidLine, nights: number): PlannedTicket[] {
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

/** How often one ticket can be used at the gate: once per person it admits; an add-on, which admits nobody, once. */
export function usesOf(entries: number): number {
  return Math.max(1, entries);
}
