import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { durations } from "#ticketing/limits.ts";

/**
 * SQL: whether guest `g` may still correct the address. $2 is the time limit in seconds after the guest's first ticket,
 * bought or received. Null while the guest has had none. For the duties "settle" and "deliver", which see all of both: a
 * customer does not see received ones, and by a link one order alone.
 */
export const mayCorrectAddress = `g.contact_corrected_at IS NULL AND g.contact_proven_at IS NULL
  AND least((SELECT min(paid_at) FROM orders WHERE user_id = g.id),
    (SELECT min(ended_at) FROM transfers WHERE to_id = g.id)) > now() - make_interval(secs => $2)`;

/** The guest's address, and whether the guest may correct it; undefined for others. The caller has checked the guest. */
export async function findGuestAddress(
  { database }: Pick<Services, "database">,
  guestId: string,
): Promise<{ readonly email: string; readonly mayCorrect: boolean } | undefined> {
  const { rows } = await database.readMoment("settle", (sql) =>
    sql.query<{ email: string; mayCorrect: boolean }>({
      name: "guest-address",
      text: `SELECT contact_email AS email, coalesce(${mayCorrectAddress}, false) AS "mayCorrect" FROM profiles g WHERE id = $1 AND is_guest`,
      values: [guestId, durations.contactCorrection],
    }),
  );
  return rows[0];
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
