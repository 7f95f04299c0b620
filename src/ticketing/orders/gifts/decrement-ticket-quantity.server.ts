import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import { lockCounters, moveStock } from "#ticketing/stock/move-stock.server.ts";
import { addMoves, availableTickets, leftInCounter, type Move, takesOf } from "#ticketing/stock/stock.ts";

type Decrement = {
  readonly ticketTypeId: string;
  readonly eventIds: readonly string[];
  readonly quantity: number;
  /** How many people one ticket admits. */
  readonly entries: number;
  readonly poolId: string | null;
};

/**
 * Moves units of a ticket type and their places from available to sold, all or none, under the counters' locks. For
 * the transaction of a purchase without payment; no route calls it.
 */
export async function decrementTicketQuantity(
  client: Sql,
  { ticketTypeId, eventIds, quantity, entries, poolId }: Decrement,
): Promise<Outcome<null, { readonly reason: "not_enough"; readonly available: number }>> {
  const takes = takesOf([{ ticketTypeId, eventIds, quantity, entries, poolId }]);
  const counters = await lockCounters(client, takes.keys());
  const leftOf = (id: string) => {
    const counter = counters.get(id);
    return counter ? leftInCounter(counter) : 0;
  };
  const places = poolId === null ? eventIds : [...eventIds, poolId];
  const available = availableTickets(leftOf(ticketTypeId), entries, places.map(leftOf));
  if (quantity > available) return refused({ reason: "not_enough", available });
  const moves = new Map<string, Move>();
  addMoves(moves, takes, { held: 0, sold: 1 });
  await moveStock(client, moves);
  return done(null);
}
