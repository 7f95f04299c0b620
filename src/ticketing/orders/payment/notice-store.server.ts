import type { CardNotice } from "#platform/card-checkout/card-answers.ts";
import type { Sql } from "#platform/database/sql.ts";
import { durations } from "#ticketing/limits.ts";

/** A webhook event that one process works on for `durations.noticeLease`, and after that time another. */
export type LeasedNotice = {
  readonly eventId: string;
  readonly type: string;
  readonly sessionId: string | null;
  readonly paymentId: string | null;
  /** Whether the event arrived more than `durations.unknownNotice` ago. */
  readonly isOld: boolean;
};

export type NewNotice = Pick<CardNotice, "id" | "type" | "sessionId" | "paymentId" | "createdAt"> & {
  readonly body: Buffer;
};

/** Stores a webhook event, to be processed at once or ignored. False if it was stored before. */
export async function insertNotice(
  client: Sql,
  notice: NewNotice,
  state: "received" | "ignored",
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "insert-notice",
    text: `INSERT INTO payment_notices (event_id, type, session_id, payment_intent_id, state, sent_at, body)
           VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (event_id) DO NOTHING`,
    values: [
      notice.id,
      notice.type,
      notice.sessionId,
      notice.paymentId,
      state,
      notice.createdAt,
      notice.body,
    ],
  });
  return rowCount === 1;
}

/** Leases due webhook events, longest waiting first; skips events that other processes are leasing. */
export async function leaseNotices(client: Sql, limit: number): Promise<LeasedNotice[]> {
  const { rows } = await client.query<LeasedNotice>({
    name: "lease-notices",
    text: `WITH due AS MATERIALIZED (
             SELECT event_id, next_at FROM payment_notices WHERE state = 'received' AND next_at <= now() ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED),
           leased AS (
             UPDATE payment_notices n SET attempts = attempts + 1, next_at = now() + make_interval(secs => $2) FROM due WHERE n.event_id = due.event_id
             RETURNING n.event_id, n.type, n.session_id, n.payment_intent_id, n.received_at, due.next_at AS waited_since)
           SELECT event_id AS "eventId", type, session_id AS "sessionId", payment_intent_id AS "paymentId",
             received_at < now() - make_interval(secs => $3) AS "isOld" FROM leased ORDER BY waited_since`,
    values: [limit, durations.noticeLease, durations.unknownNotice],
  });
  return rows;
}

/** Ends a webhook event: nothing more is done for it. */
export async function closeNotice(
  client: Sql,
  eventId: string,
  state: "processed" | "ignored" | "quarantined",
): Promise<void> {
  await client.query({
    name: "close-notice",
    text: "UPDATE payment_notices SET state = $2, processed_at = now() WHERE event_id = $1 AND state = 'received'",
    values: [eventId, state],
  });
}

/** Plans the next try. Each wait is twice the one before, at most `durations.noticeRetry`. */
export async function postponeNotice(client: Sql, eventId: string): Promise<void> {
  await client.query({
    name: "postpone-notice",
    text: `UPDATE payment_notices SET next_at = now() + make_interval(secs => least($2, 2 ^ least(attempts, 10)))
           WHERE event_id = $1 AND state = 'received'`,
    values: [eventId, durations.noticeRetry],
  });
}
