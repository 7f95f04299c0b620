import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { durations } from "#ticketing/limits.ts";

/**
 * SQL: whether guest `g` may still correct the address. $2 is the time limit in seconds after the first payment;
 * without a payment, after the guest was created for a received ticket. Null while the guest has neither.
 */
export const mayCorrectAddress = `g.contact_corrected_at IS NULL AND g.contact_proven_at IS NULL
  AND coalesce((SELECT min(paid_at) FROM orders WHERE user_id = g.id),
    CASE WHEN EXISTS (SELECT FROM ticket_purchases WHERE user_id = g.id) THEN g.created_at END) > now() - make_interval(secs => $2)`;

/** The guest's address, and whether the guest may correct it; undefined if the role may not read the row. */
export async function findGuestAddress(
  sql: Sql,
  guestId: string,
): Promise<{ readonly email: string; readonly mayCorrect: boolean } | undefined> {
  const { rows } = await sql.query<{ email: string; mayCorrect: boolean | null }>({
    name: "guest-address",
    text: `SELECT contact_email AS email, ${mayCorrectAddress} AS "mayCorrect" FROM profiles g WHERE id = $1 AND is_guest`,
    values: [guestId, durations.contactCorrection],
  });
  return rows[0] && { ...rows[0], mayCorrect: rows[0].mayCorrect ?? false };
}

export type GuestOfOrder = {
  readonly userId: Uuid;
  readonly fullName: string | null;
  /** The version of the guest's links to the order or the tickets. */
  readonly version: number;
  readonly isBuyer: boolean;
};

/** The guests who bought this order or hold tickets of it. */
export async function listGuestsOfOrder(sql: Sql, orderId: string): Promise<GuestOfOrder[]> {
  const { rows } = await sql.query<GuestOfOrder>({
    name: "guests-of-order",
    text: `SELECT g.id AS "userId", g.full_name AS "fullName", g.contact_version AS version, g.id = o.user_id AS "isBuyer"
           FROM orders o JOIN profiles g ON g.is_guest AND (g.id = o.user_id OR g.id IN (SELECT p.user_id FROM ticket_purchases p WHERE p.order_id = o.id))
           WHERE o.id = $1`,
    values: [orderId],
  });
  return rows;
}
