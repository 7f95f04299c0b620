import type { SessionOrder } from "#platform/card-checkout/card-answers.ts";
import type { Sql } from "#platform/database/sql.ts";
import { durations } from "#ticketing/limits.ts";

/** `bad_address` and `bad_order`: the provider refused for good, because of the email or for another reason. */
export type AttemptState = "prepared" | "opened" | "refused" | "bad_address" | "bad_order" | "closed";

export type Attempt = {
  readonly no: number;
  readonly state: AttemptState;
  readonly request: Omit<SessionOrder, "expiresAt"> & { readonly expiresAt: string };
  readonly sessionId: string | null;
  readonly url: string | null;
  readonly isOver: boolean;
};

/** All attempts of an order, oldest first. The caller locks the order's row if it needs to. */
export async function readAttempts(client: Sql, orderId: string): Promise<Attempt[]> {
  const { rows } = await client.query<Attempt>({
    name: "read-attempts",
    text: `SELECT no, state, request, session_id AS "sessionId", url, expires_at <= now() AS "isOver" FROM checkout_attempts WHERE order_id = $1 ORDER BY no`,
    values: [orderId],
  });
  return rows;
}

export async function insertAttempt(
  client: Sql,
  orderId: string,
  no: number,
  request: SessionOrder,
): Promise<void> {
  await client.query({
    name: "insert-attempt",
    // The present moment, not the transaction's beginning: the transaction may have waited long for its turn.
    text: "INSERT INTO checkout_attempts (order_id, no, expires_at, request, created_at) VALUES ($1, $2, $3, $4, clock_timestamp())",
    values: [orderId, no, request.expiresAt, JSON.stringify(request)],
  });
}

/** Records that the call is being repeated with this attempt's key, so that `servePageQueue` leaves it alone. */
export async function noteRepeatedCall(client: Sql, orderId: string, no: number): Promise<void> {
  await client.query({
    name: "repeat-call",
    text: "UPDATE checkout_attempts SET polled_at = now() WHERE order_id = $1 AND no = $2",
    values: [orderId, no],
  });
}

/** Ends an attempt; refused only while it has no page, because a page that somebody received must be closed. */
export async function closeAttempt(
  client: Sql,
  orderId: string,
  no: number,
  state: Exclude<AttemptState, "prepared" | "opened">,
): Promise<void> {
  await client.query({
    name: "close-attempt",
    text: "UPDATE checkout_attempts SET state = $3 WHERE order_id = $1 AND no = $2 AND (state = 'prepared' OR $3 = 'closed')",
    values: [orderId, no, state],
  });
}

export async function keepSession(
  client: Sql,
  orderId: string,
  no: number,
  session: { sessionId: string; url: string },
): Promise<void> {
  await client.query({
    name: "keep-session",
    text: "UPDATE checkout_attempts SET state = 'opened', session_id = $3, url = $4 WHERE order_id = $1 AND no = $2",
    values: [orderId, no, session.sessionId, session.url],
  });
}

/** Whether this attempt ended just now and had the address that its buyer still has. */
export async function wouldBeSameAgain(client: Sql, orderId: string, no: number): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "would-be-same-again",
    text: `SELECT FROM checkout_attempts a JOIN orders o ON o.id = a.order_id JOIN profiles p ON p.id = o.user_id
           WHERE a.order_id = $1 AND a.no = $2 AND a.created_at > now() - make_interval(secs => $3)
             AND a.request->>'customerEmail' IS NOT DISTINCT FROM p.contact`,
    values: [orderId, no, durations.refusedCardPage],
  });
  return rowCount === 1;
}

/** The request as first sent, byte for byte: the provider compares requests that have the same key. */
export function sameRequest(attempt: Attempt): SessionOrder {
  return { ...attempt.request, expiresAt: new Date(attempt.request.expiresAt) };
}
