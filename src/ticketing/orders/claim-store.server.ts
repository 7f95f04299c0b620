import type { Uuid } from "#kernel/id.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import { journalSql } from "#ticketing/journal/record-change.server.ts";
import { lockHolder } from "#ticketing/people/holder-locks.server.ts";

/** How many orders, and how many tickets sent by others, moved to the account. */
export type Claimed = { readonly orders: number; readonly received: number };

/**
 * Moves everything of a guest into an account: paid orders with their tickets and emails, received tickets and sent
 * tickets. A transfer between the guest and the account itself ends. Locks all these orders first, because every
 * writer of a transfer locks its order. Moves nothing and resolves to undefined when the guest's address is by now not
 * the account's: it was corrected, or the account moved to another or was erased.
 */
export async function moveToAccount(sql: Sql, guestId: Uuid, accountId: Uuid): Promise<Claimed | undefined> {
  if (!(await lockHolder(sql, accountId))) return undefined;
  const { rows: locked } = await sql.query<{ id: string }>({
    name: "lock-claimed",
    text: `SELECT id FROM orders WHERE (user_id = $1 AND paid_at IS NOT NULL) OR id IN (SELECT order_id FROM ticket_purchases WHERE user_id = $1)
             OR id IN (SELECT order_id FROM transfers WHERE from_id = $1 OR to_id = $1) ORDER BY id FOR UPDATE`,
    values: [guestId],
  });
  const { rowCount: same } = await sql.query({
    name: "lock-claiming",
    text: "SELECT FROM profiles g JOIN profiles a ON a.email = g.contact_email WHERE g.id = $1 AND a.id = $2 FOR UPDATE OF g",
    values: [guestId, accountId],
  });
  if (same !== 1) return undefined;
  const { rows } = await sql.query<Claimed>({
    name: "claim-orders",
    text: `WITH moved AS (
             UPDATE orders SET user_id = $2, request_key = NULL WHERE user_id = $1 AND paid_at IS NOT NULL AND id = ANY($3) RETURNING id),
           tickets AS (
             UPDATE ticket_purchases SET user_id = $2 WHERE user_id = $1 AND order_id = ANY($3) RETURNING order_id, line_no, seat_no),
           written AS (
             -- what went to an address that the guest corrected stays with the order alone: it may be a stranger's
             UPDATE letters SET user_id = CASE WHEN recipient::citext = (SELECT contact FROM profiles WHERE id = $2) THEN $2::uuid END WHERE user_id = $1 AND order_id = ANY($3)),
           sent AS (
             UPDATE transfers SET from_id = CASE WHEN from_id = $1 THEN $2 ELSE from_id END,
               to_id = CASE WHEN to_id = ANY(ARRAY[$1, $2]) AND from_id = ANY(ARRAY[$1, $2]) THEN NULL WHEN to_id = $1 THEN $2 ELSE to_id END,
               state = CASE WHEN to_id = ANY(ARRAY[$1, $2]) AND from_id = ANY(ARRAY[$1, $2]) THEN 'ended' ELSE state END
             WHERE (from_id = $1 OR to_id = $1) AND order_id = ANY($3)),
           told AS (${journalSql("$2::uuid, 'user', 'order', id, 'claimed', NULL, NULL", "FROM moved")})
           SELECT (SELECT count(*)::int FROM moved) AS orders,
             (SELECT count(DISTINCT (order_id, line_no, seat_no))::int FROM tickets WHERE order_id NOT IN (SELECT id FROM moved)) AS received`,
    values: [guestId, accountId, locked.map(({ id }) => id)],
  });
  return only(rows);
}
