import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { journalSql } from "#ticketing/journal/record-change.server.ts";
import { enqueueLetters } from "#ticketing/letters/enqueue-letter.server.ts";
import { durations } from "#ticketing/limits.ts";
import { isPaidInSql } from "#ticketing/people/person-queries.server.ts";
import { mayCorrectAddress } from "./guest-order-queries.server.ts";
import { ticketAdmits } from "./ticket-store.server.ts";
import type { TicketsSentAnew } from "./tickets-sent-anew.ts";

export type LockedGuest = {
  readonly email: string;
  /** Whether the guest has typed a code that was emailed to the address. */
  readonly isProven: boolean;
  /** Whether the guest may still correct the address; null while the guest has no ticket. */
  readonly mayCorrect: boolean | null;
};

/** Reads a guest and locks the row, so that two corrections at once run one after the other. */
export async function lockGuest(sql: Sql, guestId: Uuid): Promise<LockedGuest | undefined> {
  const { rows } = await sql.query<LockedGuest>({
    name: "lock-guest",
    text: `SELECT contact_email AS email, contact_proven_at IS NOT NULL AS "isProven", ${mayCorrectAddress} AS "mayCorrect"
           FROM profiles g WHERE id = $1 AND is_guest FOR UPDATE`,
    values: [guestId, durations.contactCorrection],
  });
  return rows[0];
}

type NewAddress = {
  readonly guestId: Uuid;
  /** The address in its canonical spelling. */
  readonly email: string;
  readonly by: { readonly userId: Uuid; readonly role: string };
  /** Whether one more email about tickets that this guest did not pay for may go to the new address. */
  readonly mayWrite?: () => Promise<boolean>;
};

/**
 * Gives a locked guest another address. Links to the old one end, and so do the codes of all tickets: those that admit are
 * sent again now, suspended ones when they do (`sendResumedTickets`).
 */
export async function changeGuestAddress(
  sql: Sql,
  { guestId, email, by, mayWrite }: NewAddress,
): Promise<TicketsSentAnew> {
  const { rows } = await sql.query<{ version: number }>({
    name: "correct-address",
    text: `UPDATE profiles SET contact_email = $2, contact_corrected_at = now(), contact_version = contact_version + 1
           WHERE id = $1 RETURNING contact_version AS version`,
    values: [guestId, email],
  });
  await sql.query({
    name: "end-old-codes",
    text: `WITH renewed AS (
             UPDATE ticket_purchases p SET secret_version = secret_version + 1 WHERE user_id = $1 AND p.status = 'paid')
           UPDATE letters SET recipient = $2 WHERE user_id = $1 AND state = 'queued'`,
    values: [guestId, email],
  });
  const { rows: orders } = await sql.query<SentOrder>({
    name: "orders-to-send-anew",
    text: `WITH paid AS (SELECT DISTINCT ON (o.id) o.id, o.family, p.id AS purchase, ${ticketAdmits} AS admits, o.user_id = $1 AND ${isPaidInSql("o")} AS "isOwed" FROM orders o JOIN ticket_purchases p ON p.order_id = o.id
             WHERE p.user_id = $1 AND p.status = 'paid' AND p.share_returned_at IS NULL ORDER BY o.id, NOT ${ticketAdmits}, p.line_no, p.seat_no, p.id),
           told AS (${journalSql("$2::uuid, $3::text, 'order', id, 'address_corrected', NULL, NULL", "FROM paid")})
           SELECT id, family, purchase, admits, "isOwed" FROM paid`,
    values: [guestId, by.userId, by.role],
  });
  const admitting = orders.filter(({ admits }) => admits);
  const sent: SentOrder[] = [];
  for (const order of admitting) if (order.isOwed || !mayWrite || (await mayWrite())) sent.push(order);
  await enqueueLetters(
    sql,
    sent.map(({ id, family, purchase }) => ({
      kind: family === "ordinary" ? "ticket_confirmation" : "season_pass_confirmation",
      dedupeKey: `corrected:${id}:${guestId}:${rows[0]?.version}`,
      recipient: email,
      userId: guestId,
      orderId: id,
      purchaseId: purchase,
    })),
  );
  return {
    sent: sent.length,
    unsent: admitting.length - sent.length,
    suspended: orders.length - admitting.length,
  };
}

type SentOrder = {
  readonly id: Uuid;
  readonly family: string;
  readonly purchase: Uuid;
  readonly admits: boolean;
  /** The guest paid money for it. */
  readonly isOwed: boolean;
};
