import type pg from "pg";
import type { SessionOrder } from "#platform/card-checkout/card-answers.ts";

export type Attempt = {
  readonly no: number;
  readonly state: "prepared" | "opened" | "refused" | "closed";
  readonly request: Omit<SessionOrder, "expiresAt"> & { readonly expiresAt: string };
  readonly sessionId: string | null;
  readonly url: string | null;
  readonly isOver: boolean;
};

/** Every attempt of an order, oldest first. The order's row is locked by the caller where it matters. */
export async function readAttempts(client: pg.ClientBase, orderId: string): Promise<Attempt[]> {
  const { rows } = await client.query({
    name: "read-attempts",
    text: `SELECT no, state, request, session_id AS "sessionId", url, expires_at <= now() AS "isOver" FROM checkout_attempts WHERE order_id = $1 ORDER BY no`,
    values: [orderId],
  });
  return rows;
}

export type AttemptOfOrder = Pick<Attempt, "no" | "state" | "sessionId"> & { readonly orderId: string };

/** The attempts of several locked orders, the oldest of each first. */
export async function readAttemptsOf(
  client: pg.ClientBase,
  orderIds: readonly string[],
): Promise<AttemptOfOrder[]> {
  const { rows } = await client.query({
    name: "read-attempts-of",
    text: `SELECT order_id AS "orderId", no, state, session_id AS "sessionId" FROM checkout_attempts WHERE order_id = ANY($1::uuid[]) ORDER BY order_id, no`,
    values: [orderIds],
  });
  return rows;
}

/** The pages of these attempts are done. */
export async function closeAttempts(
  client: pg.ClientBase,
  attempts: readonly { orderId: string; no: number }[],
): Promise<void> {
  if (attempts.length === 0) return;
  await client.query({
    name: "close-attempts",
    text: `UPDATE checkout_attempts a SET state = 'closed' FROM unnest($1::uuid[], $2::int[]) AS n(order_id, no)
           WHERE a.order_id = n.order_id AND a.no = n.no`,
    values: [attempts.map(({ orderId }) => orderId), attempts.map(({ no }) => no)],
  });
}

export async function insertAttempt(
  client: pg.ClientBase,
  orderId: string,
  no: number,
  request: SessionOrder,
): Promise<void> {
  await client.query({
    name: "insert-attempt",
    // this very moment, and not when a transaction began that may have waited long for its turn
    text: "INSERT INTO checkout_attempts (order_id, no, expires_at, request, created_at) VALUES ($1, $2, $3, $4, clock_timestamp())",
    values: [orderId, no, request.expiresAt, JSON.stringify(request)],
  });
}

/** Notes that the provider is asked once more under this attempt's key; whoever serves the line leaves it alone then. */
export async function askAgain(client: pg.ClientBase, orderId: string, no: number): Promise<void> {
  await client.query({
    name: "ask-again",
    text: "UPDATE checkout_attempts SET polled_at = now() WHERE order_id = $1 AND no = $2",
    values: [orderId, no],
  });
}

/**
 * Ends an attempt. A refusal ends only what has no page yet: the same call may have been made twice, and a page that
 * somebody was given has to be closed.
 */
export async function closeAttempt(
  client: pg.ClientBase,
  orderId: string,
  no: number,
  state: "refused" | "closed",
): Promise<void> {
  await client.query({
    name: "close-attempt",
    text: "UPDATE checkout_attempts SET state = $3 WHERE order_id = $1 AND no = $2 AND (state = 'prepared' OR $3 = 'closed')",
    values: [orderId, no, state],
  });
}

export async function keepSession(
  client: pg.ClientBase,
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

/** The same bytes as the first time: what the provider compares with under the same key. */
export function sameRequest(attempt: Attempt): SessionOrder {
  return { ...attempt.request, expiresAt: new Date(attempt.request.expiresAt) };
}
