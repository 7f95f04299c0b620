import type pg from "pg";
import { type LockedOrder, lockOrder } from "./order-store.server.ts";

/** Seconds after which an unanswered call for a card page is made again: longer than any call may last. */
const callSeconds = 30;

/** Puts a locked order into the line; where it stands is its number, so that nobody passes by asking again. */
export async function joinLine(client: pg.ClientBase, orderId: string): Promise<void> {
  await client.query({
    name: "join-line",
    text: "UPDATE orders SET line_at = clock_timestamp() WHERE id = $1 AND line_at IS NULL",
    values: [orderId],
  });
}

/** Takes an order out of the line; it keeps its places for as long as its hold says. */
export async function leaveLine(client: pg.ClientBase, orderId: string): Promise<void> {
  await client.query({
    name: "leave-line",
    text: "UPDATE orders SET line_at = NULL WHERE id = $1 AND line_at IS NOT NULL",
    values: [orderId],
  });
}

/** How many of the first few in the line wait for somebody to ask for their card page. */
export async function countFirstInLine(client: pg.ClientBase, atMost: number): Promise<number> {
  const { rows } = await client.query<{ n: number }>({
    name: "count-first-in-line",
    text: `SELECT count(*)::int AS n FROM (SELECT FROM orders o WHERE o.line_at IS NOT NULL AND o.state = 'held'
             AND NOT EXISTS (${calls("o.id")}) LIMIT $1) AS first`,
    values: [atMost],
  });
  return rows[0]?.n ?? 0;
}

/**
 * Locks the first few in the line whose card page nobody is asking for just now, first to last, passing over those that
 * others hold. Fewer than asked for, or none, when others took them between the look and the lock.
 */
export async function lockFirstInLine(
  client: pg.ClientBase,
  atMost: number,
): Promise<readonly LockedOrder[]> {
  const { rows } = await client.query<{ id: string }>({
    name: "first-in-line",
    text: `SELECT o.id FROM orders o WHERE o.line_at IS NOT NULL AND o.state = 'held' AND NOT EXISTS (${calls("o.id")})
           ORDER BY o.number LIMIT $1 FOR UPDATE OF o SKIP LOCKED`,
    values: [atMost],
  });
  // what was read with the lock is as old as the look; only statements after it see what the last holder wrote
  const seen = await Promise.all(
    rows.map(async ({ id }) => {
      const asked = { name: "is-being-asked", text: calls("$1"), values: [id] };
      const [order, { rowCount }] = await Promise.all([lockOrder(client, id), client.query(asked)]);
      return order?.isInLine && rowCount === 0 ? [order] : [];
    }),
  );
  return seen.flat();
}

function calls(orderId: string): string {
  return `SELECT FROM checkout_attempts a WHERE a.order_id = ${orderId} AND a.state = 'prepared'
            AND coalesce(a.polled_at, a.created_at) > now() - make_interval(secs => ${callSeconds})`;
}

/** The customer's own time begins when the card page opens, not while waiting for it. */
export async function beginHoldAnew(
  client: pg.ClientBase,
  orderId: string,
  holdSeconds: number,
): Promise<void> {
  await client.query({
    name: "begin-hold-anew",
    text: "UPDATE orders SET hold_expires_at = greatest(hold_expires_at, now() + make_interval(secs => $2)) WHERE id = $1",
    values: [orderId, holdSeconds],
  });
}

/** Everybody in the line, first to last. */
export async function readLine(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: "read-line",
    text: "SELECT id FROM orders WHERE line_at IS NOT NULL AND state = 'held' ORDER BY number",
  });
  return rows.map((row) => row.id);
}
