import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { enqueueLetters } from "#ticketing/letters/enqueue-letter.server.ts";
import { durations } from "#ticketing/limits.ts";
import { mayCorrectAddress } from "./guest-order-queries.server.ts";

export type CorrectionRefusal =
  /** No guest, or one without a ticket. */
  | "not_found"
  /** It was corrected once, or the address is proven, or too long ago. */
  | "too_late";

/**
 * Corrects the address that a guest gave: once, within 24 hours of the first payment or received ticket, and not when it is
 * proven (decision 65). The person who got the letters at the wrong address has nothing any more: links and codes of them end, and the tickets go
 * out anew.
 *
 * @param email in its canonical spelling
 */
export async function correctAddress(
  { database }: Pick<Services, "database">,
  { guestId, email }: { readonly guestId: Uuid; readonly email: string },
): Promise<Outcome<null, CorrectionRefusal>> {
  return database.withDuty("settle", async (sql) => {
    const guest = await lockGuest(sql, guestId);
    if (!guest) return refused("not_found");
    if (!guest.mayCorrect) return refused("too_late");
    const { rows } = await sql.query<{ version: number }>({
      name: "correct-address",
      text: `UPDATE profiles SET contact_email = $2, contact_corrected_at = now(), contact_version = contact_version + 1
             WHERE id = $1 RETURNING contact_version AS version`,
      values: [guestId, email],
    });
    await sql.query({
      name: "end-old-codes",
      text: `WITH renewed AS (
               UPDATE ticket_purchases SET secret_version = secret_version + 1 WHERE user_id = $1 AND status = 'paid')
             UPDATE letters SET recipient = $2 WHERE user_id = $1 AND state = 'queued'`,
      values: [guestId, email],
    });
    const { rows: orders } = await sql.query<SentOrder>({
      name: "orders-to-send-anew",
      text: `WITH paid AS (SELECT DISTINCT ON (o.id) o.id, o.family, p.id AS purchase FROM orders o JOIN ticket_purchases p ON p.order_id = o.id
               WHERE p.user_id = $1 AND p.status = 'paid' ORDER BY o.id, p.line_no, p.seat_no, p.id),
             told AS (INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) SELECT $1, 'user', 'order', id, 'address_corrected' FROM paid)
             SELECT id, family, purchase FROM paid`,
      values: [guestId],
    });
    await enqueueLetters(
      sql,
      orders.map(({ id, family, purchase }) => ({
        kind: family === "ordinary" ? "ticket_confirmation" : "season_pass_confirmation",
        dedupeKey: `corrected:${id}:${rows[0]?.version}`,
        ...{ recipient: email, userId: guestId, orderId: id, purchaseId: purchase },
      })),
    );
    return done(null);
  });
}

type SentOrder = { readonly id: Uuid; readonly family: string; readonly purchase: Uuid };

/** The guest, locked until the end of the transaction, so that two corrections at once are one. */
async function lockGuest(sql: Sql, guestId: Uuid): Promise<{ mayCorrect: boolean } | undefined> {
  const { rows } = await sql.query<{ mayCorrect: boolean | null }>({
    name: "lock-guest",
    text: `SELECT ${mayCorrectAddress} AS "mayCorrect" FROM profiles g WHERE id = $1 AND is_guest FOR UPDATE`,
    values: [guestId, durations.contactCorrection],
  });
  const [guest] = rows;
  return guest && guest.mayCorrect !== null ? { mayCorrect: guest.mayCorrect } : undefined;
}
