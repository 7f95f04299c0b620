import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Database } from "#platform/database/database.server.ts";
import { forgottenLetter } from "#ticketing/letters/forget-letters.server.ts";
import { isProven } from "#ticketing/people/person-queries.server.ts";

/**
 * Deletes what names a person who bought or holds tickets, also in emails and at the card provider. Amounts, tickets
 * and their codes stay, as the law requires, and so do the names of other holders. Refused while an order waits for
 * its payment. Safe to repeat. `forgetMailboxes` deletes mailbox keys later.
 */
export async function forgetBuyer(
  { database }: { readonly database: Database },
  { userId }: { userId: Uuid },
): Promise<Outcome<null, "order_open">> {
  return database.withDuty("settle", async (sql) => {
    const { rowCount: open } = await sql.query(
      "SELECT FROM orders WHERE user_id = $1 AND state IN ('held', 'checkout_open', 'payment_pending')",
      [userId],
    );
    if (open !== 0) return refused("order_open");
    await sql.query("UPDATE ticket_purchases SET holder_name = NULL WHERE user_id = $1", [userId]);
    // a ticket that nobody accepted stays here, and its link ends; every writer of a transfer locks its order
    await sql.query(
      "SELECT FROM orders WHERE id IN (SELECT order_id FROM transfers WHERE from_id = $1 AND state = 'waiting') ORDER BY id FOR UPDATE",
      [userId],
    );
    await sql.query(
      "UPDATE transfers SET state = 'ended', ended_at = now() WHERE from_id = $1 AND state = 'waiting'",
      [userId],
    );
    await sql.query(
      `UPDATE checkout_attempts SET request = request - 'customerEmail'
       WHERE order_id IN (SELECT id FROM orders WHERE user_id = $1)`,
      [userId],
    );
    await sql.query(
      `UPDATE payment_notices SET body = NULL WHERE body IS NOT NULL AND state IN ('processed', 'ignored')
         AND (order_id IN (SELECT id FROM orders WHERE user_id = $1)
           OR session_id IN (SELECT a.session_id FROM checkout_attempts a JOIN orders o ON o.id = a.order_id WHERE o.user_id = $1))`,
      [userId],
    );
    // Earlier addresses count too, unless another person has proven to have them now: anybody can type an address. If
    // the account never proved its own, none counts: it may be a stranger's.
    const { rows } = await sql.query<{ address: string }>(
      `SELECT address FROM (SELECT lower(email::text) AS address FROM profiles WHERE id = $1
         UNION SELECT lower(recipient) FROM letters WHERE user_id = $1 AND recipient <> '' AND kind <> 'confirm_new_address') known
       WHERE EXISTS (SELECT FROM profiles me WHERE me.id = $1 AND ${isProven("me")})
         AND NOT EXISTS (SELECT FROM profiles p WHERE p.contact = address::citext AND p.id <> $1 AND ${isProven("p")})`,
      [userId],
    );
    const addresses = rows.map(({ address }) => address);
    await sql.query(
      "UPDATE transfers SET name = NULL, recipient = NULL WHERE from_id = $1 OR to_id = $1 OR recipient = ANY($2)",
      [userId, addresses],
    );
    await sql.query(
      `UPDATE newsletter_subscriptions SET status = 'unsubscribed', unsubscribed_at = coalesce(unsubscribed_at, now()), email = 'sters-' || id || '@invalid'
       WHERE email = ANY($1)`,
      [addresses],
    );
    await sql.query("UPDATE listed_guests SET email = NULL WHERE lower(email) = ANY($1)", [addresses]);
    await sql.query(
      `UPDATE letters SET ${forgottenLetter},
         state = CASE WHEN state = 'queued' THEN 'dead' ELSE state END
       WHERE user_id = $1 OR (user_id IS NULL AND order_id IN (SELECT id FROM orders WHERE user_id = $1))
         OR (user_id IS NULL AND order_id IS NULL AND lower(recipient) = ANY($2))`,
      [userId, addresses],
    );
    return done(null);
  });
}
