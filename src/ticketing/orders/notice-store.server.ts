import type pg from "pg";
import { type LeasedNotice, leaseSeconds } from "./notice-lease.ts";

export type NewNotice = {
  readonly id: string;
  readonly type: string;
  readonly sessionId: string | null;
  readonly paymentIntentId: string | null;
  readonly createdAt: Date;
  readonly body: Buffer;
};

/**
 * Stores a notice: leased to the process that took it in, or put aside at once. False when it was stored before, and
 * then nothing changes.
 */
export async function insertNotice(
  client: pg.ClientBase,
  notice: NewNotice,
  state: "received" | "ignored",
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "insert-notice",
    text: `INSERT INTO payment_notices (event_id, type, session_id, payment_intent_id, state, sent_at, body, attempts, next_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, CASE $5 WHEN 'received' THEN 1 ELSE 0 END, now() + make_interval(secs => ${leaseSeconds})) ON CONFLICT (event_id) DO NOTHING`,
    values: [
      notice.id,
      notice.type,
      notice.sessionId,
      notice.paymentIntentId,
      state,
      notice.createdAt,
      notice.body,
    ],
  });
  return rowCount === 1;
}

/** Leases the notices that are due, those that waited longest first; skips what others are leasing just now. */
export async function leaseNotices(client: pg.ClientBase, limit: number): Promise<LeasedNotice[]> {
  const { rows } = await client.query<LeasedNotice>({
    name: "lease-notices",
    text: `WITH due AS MATERIALIZED (
             SELECT event_id, next_at FROM payment_notices WHERE state = 'received' AND next_at <= now() ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED),
           leased AS (
             UPDATE payment_notices n SET attempts = attempts + 1, next_at = now() + make_interval(secs => ${leaseSeconds}) FROM due WHERE n.event_id = due.event_id
             RETURNING n.event_id, n.type, n.session_id, n.payment_intent_id, n.received_at, due.next_at AS waited_since)
           SELECT event_id AS "eventId", type, session_id AS "sessionId", payment_intent_id AS "paymentIntentId",
             received_at < now() - interval '1 day' AS "isOld" FROM leased ORDER BY waited_since`,
    values: [limit],
  });
  return rows;
}

/** Nothing is to be done about these any more. */
export async function closeNotices(
  client: pg.ClientBase,
  eventIds: readonly string[],
  state: "processed" | "ignored" | "quarantined",
): Promise<void> {
  await client.query({
    name: "close-notices",
    text: "UPDATE payment_notices SET state = $2, processed_at = now() WHERE event_id = ANY($1) AND state = 'received'",
    values: [eventIds, state],
  });
}

/** To be looked at again, each time twice as long after, ten minutes at most. */
export async function postponeNotice(client: pg.ClientBase, eventId: string): Promise<void> {
  await client.query({
    name: "postpone-notice",
    text: `UPDATE payment_notices SET next_at = now() + make_interval(secs => least(600, 2 ^ least(attempts, 10)))
           WHERE event_id = $1 AND state = 'received'`,
    values: [eventId],
  });
}
