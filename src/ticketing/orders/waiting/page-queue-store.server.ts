import type { Sql } from "#platform/database/sql.ts";
import { durations } from "#ticketing/limits.ts";
import { type LockedOrder, lockOrder } from "#ticketing/orders/order-store.server.ts";

/** Puts a locked order into the queue. Its number is its position, so a second call changes nothing. */
export async function joinPageQueue(client: Sql, orderId: string): Promise<void> {
  await client.query({
    name: "join-line",
    text: "UPDATE orders SET line_at = clock_timestamp() WHERE id = $1 AND line_at IS NULL",
    values: [orderId],
  });
}

/** Takes an order out of the queue. It keeps its places until its hold ends. */
export async function leavePageQueue(client: Sql, orderId: string): Promise<void> {
  await client.query({
    name: "leave-line",
    text: "UPDATE orders SET line_at = NULL WHERE id = $1 AND line_at IS NOT NULL",
    values: [orderId],
  });
}

/** How many orders in the queue have no call under way; counts up to `atMost`. */
export async function countFirstInPageQueue(client: Sql, atMost: number): Promise<number> {
  const { rows } = await client.query<{ n: number }>({
    name: "count-first-in-line",
    text: `SELECT count(*)::int AS n FROM (SELECT FROM orders o WHERE o.line_at IS NOT NULL AND o.state = 'held'
             AND NOT EXISTS (${callsUnderWay("o.id")}) LIMIT $1) AS first`,
    values: [atMost, durations.cardPageCall],
  });
  return rows[0]?.n ?? 0;
}

/**
 * Locks the first orders in the queue that have no call under way, first to last; skips orders locked by others.
 * Returns fewer than `atMost`, or none, if others took them between the read and the lock.
 */
export async function lockFirstInPageQueue(client: Sql, atMost: number): Promise<readonly LockedOrder[]> {
  const { rows } = await client.query<{ id: string }>({
    name: "first-in-line",
    text: `SELECT o.id FROM orders o WHERE o.line_at IS NOT NULL AND o.state = 'held' AND NOT EXISTS (${callsUnderWay("o.id")})
           ORDER BY o.number LIMIT $1 FOR UPDATE OF o SKIP LOCKED`,
    values: [atMost, durations.cardPageCall],
  });
  // The locking statement sees an older snapshot; only a later statement sees what the previous holder of the lock
  // wrote.
  const queuedOrders = await Promise.all(
    rows.map(async ({ id }) => {
      const callsQuery = {
        name: "is-being-asked",
        text: callsUnderWay("$1"),
        values: [id, durations.cardPageCall],
      };
      const [order, { rowCount }] = await Promise.all([lockOrder(client, id), client.query(callsQuery)]);
      return order?.isQueued && rowCount === 0 ? [order] : [];
    }),
  );
  return queuedOrders.flat();
}

/** SQL: the calls for an order's card page that are under way; $2 is how many seconds one may last. */
function callsUnderWay(orderId: string): string {
  return `SELECT FROM checkout_attempts a WHERE a.order_id = ${orderId} AND a.state = 'prepared'
            AND coalesce(a.polled_at, a.created_at) > now() - make_interval(secs => $2)`;
}

/** Starts a queued hold's time again: it counts from the opening of the card page, not from the wait for it. */
export async function restartHold(client: Sql, orderId: string, holdSeconds: number): Promise<void> {
  await client.query({
    name: "begin-hold-anew",
    // as the hold itself, it ends with the last night
    text: `UPDATE orders SET hold_expires_at = greatest(hold_expires_at,
             least(now() + make_interval(secs => $2), (SELECT max(e.ends_at) FROM events e WHERE e.id = ANY (event_ids)))) WHERE id = $1`,
    values: [orderId, holdSeconds],
  });
}

/** The ids of all orders in the queue, first to last. */
export async function readPageQueue(client: Sql): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: "read-line",
    text: "SELECT id FROM orders WHERE line_at IS NOT NULL AND state = 'held' ORDER BY number",
  });
  return rows.map((row) => row.id);
}
