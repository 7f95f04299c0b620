import type { Sql } from "#platform/database/sql.ts";
import { durations } from "#ticketing/limits.ts";

/** In SQL, whether a guest `g` may still correct the address, $2 seconds after the first payment at most; null before one. */
export const mayCorrectAddress = `g.contact_corrected_at IS NULL AND g.contact_proven_at IS NULL
  AND (SELECT min(paid_at) FROM orders WHERE user_id = g.id) > now() - make_interval(secs => $2)`;

/** What a guest reads of the own address, as far as the role of the transaction may. */
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

/** Of an order that a guest has, who the guest is and which version the order's link has. */
export async function findGuestOfOrder(
  sql: Sql,
  orderId: string,
): Promise<
  { readonly userId: string; readonly fullName: string | null; readonly version: number } | undefined
> {
  const { rows } = await sql.query<{ userId: string; fullName: string | null; version: number }>({
    name: "guest-of-order",
    text: `SELECT g.id AS "userId", g.full_name AS "fullName", g.contact_version AS version
           FROM orders o JOIN profiles g ON g.id = o.user_id WHERE o.id = $1 AND g.is_guest`,
    values: [orderId],
  });
  return rows[0];
}
