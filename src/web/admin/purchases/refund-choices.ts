import { groupBy } from "#kernel/group-by.ts";
import { lei } from "#kernel/money.ts";
import { keptOf } from "#ticketing/orders/order-sums.ts";
import {
  isRedeemed,
  leftToRefund,
  mostInPart,
  priceOfPart,
  type RefundableSeat,
  seatOfLine,
} from "#ticketing/orders/refunds/refund-plan.ts";
import { countTickets } from "#ticketing/orders/ticket-count-texts.ts";
import type { OrderOverview } from "#ticketing/reports/order-overview-queries.server.ts";
import type { RefundValues } from "./purchase-list-view.ts";

type Code = OrderOverview["tickets"][number];
export type SeatOfOrder = {
  readonly id: string;
  readonly number: number;
  readonly lineNo: number;
  readonly codes: readonly Code[];
};

/** Returns the seats of an order, numbered by its lines. */
export function seatsOfOrder(order: OrderOverview): SeatOfOrder[] {
  const groups = groupBy(order.tickets, ({ lineNo, seatNo }) => `${lineNo} ${seatNo}`);
  return [...groups.values()].flatMap((codes, at) =>
    codes[0] ? [{ id: codes[0].seatId, number: at + 1, lineNo: codes[0].lineNo, codes }] : [],
  );
}

type ValidSeat = RefundableSeat & {
  readonly number: number;
  /** The person who has the seat now, or the name on it. */
  readonly holder: string | null;
};

/** Returns a seat in the form that refunds use; an empty list when the seat has ended. */
function validSeatOf({ id, number, lineNo, codes }: SeatOfOrder): ValidSeat[] {
  const valid = codes.filter(({ status }) => status === "paid");
  if (valid.length === 0) return [];
  const sum = (numberOf: (code: Code) => number) => valid.reduce((n, code) => n + numberOf(code), 0);
  return [
    {
      id,
      number,
      lineNo,
      unitNo: valid[0]?.unitNo ?? null,
      holder: valid[0]?.heldBy?.name ?? valid[0]?.holderName ?? null,
      tickets: sum(({ units }) => units),
      places: Math.max(...valid.map(({ places }) => places)),
      price: sum(({ totalPrice }) => totalPrice),
      unusedEntries: Math.min(...valid.map(({ entriesRemaining }) => entriesRemaining)),
      usedEntries: sum(({ entriesTotal, entriesRemaining }) => entriesTotal - entriesRemaining),
    },
  ];
}

export type RefundChoices = NonNullable<ReturnType<typeof refundChoices>>;
export type StockOfType = RefundChoices["types"][number];

/** Returns what can be refunded of this order; null when nothing can be, or while a refund is on its way. */
export function refundChoices(order: OrderOverview) {
  const isValid = order.state === "paid" || order.state === "partially_refunded";
  const isUnderWay = order.refunds.some(({ state }) => state === "wanted" || state === "pending");
  if (isUnderWay || (!isValid && order.state !== "manual_review")) return null;
  const valid = seatsOfOrder(order).flatMap(validSeatOf);
  const seats = valid.filter((seat) => !isRedeemed(seat));
  if (valid.length > 0 && seats.length === 0) return null;
  const groups = unitsOf(seats);
  const sum = (field: "price" | "usedEntries") => seats.reduce((n, seat) => n + seat[field], 0);
  const titleOf = (no: number) => order.lines.find((line) => line.no === no)?.title ?? "";
  return {
    whole: {
      amount: isValid ? sum("price") + (valid.length > seats.length ? 0 : order.owed) : keptOf(order),
      count: countTickets(
        seats,
        ({ places }) => places === 0,
        ({ tickets }) => tickets,
      ),
    },
    left: leftToRefund(valid),
    owed: isValid ? order.owed : 0,
    /** A free amount must be less than this; 0 when none is allowed. */
    freeAmountBelow: isValid ? sum("price") : 0,
    used: sum("usedEntries"),
    parts: order.lines.flatMap(({ no, title, entries }) => {
      const seat = seatOfLine(seats, no);
      const most = seat ? mostInPart(seat) : 0;
      if (!seat || most === 0) return [];
      return [
        {
          line: no,
          title,
          most,
          isAddOn: entries === 0,
          tickets: seat.tickets,
          price: seat.price,
          used: seat.usedEntries,
        },
      ];
    }),
    units: groups.length < 2 ? [] : groups.map((group) => unitView(group, titleOf)),
    hasJoinedSeats: groups.some(({ length }) => length > 1),
    givenOut: [...new Set(valid.filter(isRedeemed).map(({ lineNo }) => titleOf(lineNo)))],
    types: order.lines.map(({ title, typeLeft, pool, ...line }) => ({
      title,
      pool,
      left: countTickets(
        [line],
        ({ entries }) => entries === 0,
        () => typeLeft,
      ),
    })),
  };
}

/** Groups the seats by the ticket that they were bought with, which is refunded whole. */
function unitsOf(seats: readonly ValidSeat[]): ValidSeat[][] {
  const groups = groupBy(seats, (seat) => (seat.unitNo === null ? seat.id : `${seat.lineNo} ${seat.unitNo}`));
  return [...groups.values()];
}

function unitView(unit: readonly ValidSeat[], titleOf: (line: number) => string) {
  return {
    seats: unit.map(({ id }) => id),
    number: unit.map(({ number }) => number).join(", "),
    title: titleOf(unit[0]?.lineNo ?? 0),
    names: [...new Set(unit.flatMap(({ holder }) => holder || []))].join(", "),
    price: unit.reduce((n, { price }) => n + price, 0),
    used: unit.reduce((n, { usedEntries }) => n + usedEntries, 0),
  };
}

/** Returns the amount (bani) and the used entries of the chosen refund; null while the choice is incomplete. */
export function chosenRefund(
  { whole, owed, freeAmountBelow, used, parts, units }: RefundChoices,
  {
    kind,
    line,
    tickets,
    amount,
    seats,
  }: Pick<RefundValues, "kind" | "line" | "tickets" | "amount" | "seats">,
): { readonly amount: number; readonly used: number } | null {
  if (kind === "whole") return { amount: whole.amount, used };
  if (kind === "part") {
    const part = parts.find((one) => one.line === line);
    const wantedTickets = Number(tickets);
    if (!part || !Number.isInteger(wantedTickets) || wantedTickets < 1 || wantedTickets > part.most)
      return null;
    return { amount: priceOfPart(part, wantedTickets), used: 0 };
  }
  if (kind === "") return null;
  if (kind === "amount") {
    const wantedAmount = lei(amount) ?? 0;
    return wantedAmount > 0 && wantedAmount < freeAmountBelow ? { amount: wantedAmount, used: 0 } : null;
  }
  if (kind === "owed") return { amount: owed, used: 0 };
  const chosenUnits = units.filter((unit) => unit.seats.every((id) => seats.includes(id)));
  if (chosenUnits.length === 0) return null;
  return {
    amount: chosenUnits.reduce((n, { price }) => n + price, 0),
    used: chosenUnits.reduce((n, unit) => n + unit.used, 0),
  };
}
