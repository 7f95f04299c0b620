import type { Sql } from "#platform/database/sql.ts";
import { changeOrders, type LockedOrder } from "#ticketing/orders/order-store.server.ts";
import { readOrderMoney } from "#ticketing/orders/payment/payment-store.server.ts";
import { endTickets, lowerPrices, suspendTickets } from "#ticketing/orders/ticket-store.server.ts";
import { lockSeats, movesOfSeats, type ValidSeat } from "#ticketing/orders/valid-seats.server.ts";
import { addVoucherReturns } from "#ticketing/orders/voucher-returns-store.server.ts";
import { lockCounters, moveStock, withdrawFromSale } from "#ticketing/stock/move-stock.server.ts";
import { stateOfSeats } from "./refund-decision.ts";
import { pricesOfSeats } from "./seat-prices.ts";

/**
 * A stored refund. `seats`: null for a refund of everything left, empty for one of money owed. `isPart`: it is for
 * some tickets of one seat.
 */
type StoredRefund = {
  readonly seats: readonly string[] | null;
  readonly isPart: boolean;
  readonly state: "waiting" | "succeeded";
  readonly keepBack: boolean;
};

/**
 * Brings a sold order into agreement with the ledger. Seats whose refund has left end; seats whose refund is under
 * way stay suspended; the other prices are set to add up to what is left. Returns `over` when no seat stays valid or
 * all money went back. While a dispute is open the state stays; `dispute` says that it was just decided, and how.
 */
export async function agreeWithMoney(
  sql: Sql,
  order: LockedOrder,
  actor: { kind: string; id?: string },
  dispute: "open" | "won" | "lost" = "open",
): Promise<"valid" | "over"> {
  const [money, seats, refunds] = await Promise.all([
    readOrderMoney(sql, order.id),
    lockSeats(sql, order.id),
    refundsOf(sql, order.id),
  ]);
  const isDisputeOpen = order.state === "disputed" && dispute === "open";
  const waiting = refunds.filter(({ state, isPart }) => state === "waiting" && !isPart);
  const isSeatIn = (some: readonly StoredRefund[], seat: ValidSeat) =>
    some.some((refund) => refund.seats?.includes(seat.id));
  const succeeded = refunds.filter(({ state, isPart, seats }) => state === "succeeded" && !isPart && seats);
  const ending = seats.filter((seat) => isSeatIn(succeeded, seat) && !isSeatIn(waiting, seat));
  const staying = seats.filter((seat) => !ending.includes(seat));
  const isLost = dispute === "lost";
  const next = stateOfSeats(money, staying, isLost);
  const isKeptBack = (seat: ValidSeat) =>
    refunds.some(
      ({ state, isPart, seats, keepBack }) =>
        keepBack &&
        state === "succeeded" &&
        !isPart &&
        (seats?.includes(seat.id) ?? !isSeatIn(succeeded, seat)),
    );
  if (next.stake === "none") {
    if (isDisputeOpen) {
      await setPrices(sql, seats, money.revenueLeft);
      return "over";
    }
    await changeOrders(sql, [{ order, state: isLost ? "charged_back" : next.state, stake: "none" }], actor);
    await endTickets(sql, order.id, isLost ? "cancelled" : "refunded");
    await withdrawSeats(sql, seats.filter(isKeptBack));
    return "over";
  }
  await endSeats(sql, order.id, ending, isKeptBack);
  const isWaiting = (seat: ValidSeat) => waiting.some((refund) => refund.seats?.includes(seat.id) ?? true);
  await setPrices(sql, staying, money.revenueLeft, isWaiting);
  if (isDisputeOpen) return "valid";
  if (next.state !== order.state) await changeOrders(sql, [{ order, ...next }], actor);
  const suspended = staying.filter(isWaiting).flatMap(({ codeIds }) => codeIds);
  await suspendTickets(sql, order.id, "refund", suspended);
  return "valid";
}

/** Ends some seats of an order. Their places become free; units that are kept back are not sold again. */
export async function endSeats(
  sql: Sql,
  orderId: string,
  seats: readonly ValidSeat[],
  isKeptBack: (seat: ValidSeat) => boolean,
): Promise<void> {
  if (seats.length === 0) return;
  const moves = movesOfSeats(seats);
  await addVoucherReturns(sql, moves, orderId, seats);
  await lockCounters(sql, moves.keys());
  await moveStock(sql, moves);
  await withdrawSeats(sql, seats.filter(isKeptBack));
  const codeIds = seats.flatMap((seat) => seat.codeIds);
  await endTickets(sql, orderId, "refunded", codeIds);
}

/** Takes the units of ended seats off sale. The caller has locked their counters. */
export async function withdrawSeats(sql: Sql, seats: readonly ValidSeat[]): Promise<void> {
  for (const { ticketTypeId, tickets } of seats)
    if (tickets > 0) await withdrawFromSale(sql, ticketTypeId, tickets);
}

/** Sets the seats' prices to add up to `left` bani. A seat being refunded keeps its price, if enough is left. */
async function setPrices(
  sql: Sql,
  seats: readonly ValidSeat[],
  left: number,
  isPromised: (seat: ValidSeat) => boolean = () => false,
): Promise<void> {
  const promised = seats.filter(isPromised).reduce((sum, { price }) => sum + price, 0);
  const others = seats.filter((seat) => !isPromised(seat));
  const isKept = others.length > 0 && promised <= left;
  const changed = isKept ? others : seats;
  const prices = pricesOfSeats(isKept ? left - promised : left, changed);
  await lowerPrices(
    sql,
    changed.map(({ bearerId, price }, at) => ({ codeId: bearerId, by: price - (prices[at] ?? price) })),
  );
}

async function refundsOf(sql: Sql, orderId: string): Promise<StoredRefund[]> {
  const { rows } = await sql.query<StoredRefund>({
    name: "refunds-of-seats",
    text: `SELECT bundle_ids AS seats, units > 0 AS "isPart", CASE state WHEN 'succeeded' THEN state ELSE 'waiting' END AS state, NOT restock AS "keepBack"
           FROM refunds WHERE order_id = $1 AND reason = 'administrator' AND state <> 'failed'`,
    values: [orderId],
  });
  return rows;
}
