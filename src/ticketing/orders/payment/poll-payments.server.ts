import type { Services } from "#platform/services.ts";
import { durations } from "#ticketing/limits.ts";
import { settlePayment } from "./settle-payment.server.ts";

const perRound = 20;
/** How many pages are read at once. Few, because webhook events share these turns, and four of them run at once. */
const atOnce = 2;

/**
 * Reads card pages at the provider that have been open for a minute or longer, least recently read first. So a
 * customer who paid gets the tickets even if no webhook event arrives and the customer never comes back.
 */
export async function pollPayments(services: Services): Promise<number> {
  const sessions = await services.database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<{ session_id: string }>({
      name: "pages-to-poll",
      text: `UPDATE checkout_attempts a SET polled_at = now() FROM (
               SELECT c.order_id, c.no FROM checkout_attempts c JOIN orders o ON o.id = c.order_id
               WHERE c.state = 'opened' AND o.state IN ('held', 'checkout_open', 'payment_pending')
                 AND coalesce(c.polled_at, c.created_at) < now() - make_interval(secs => $2)
               ORDER BY coalesce(c.polled_at, c.created_at) LIMIT $1 FOR UPDATE OF c SKIP LOCKED) due
             WHERE a.order_id = due.order_id AND a.no = due.no RETURNING a.session_id`,
      values: [perRound, durations.betweenPolls],
    });
    return rows.map((row) => row.session_id);
  });
  const waiting = [...sessions];
  const work = async () => {
    for (let sessionId = waiting.shift(); sessionId !== undefined; sessionId = waiting.shift())
      await settleOrLog(services, sessionId);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return sessions.length;
}

/** A page that cannot be settled does not block the others; it is read again after a minute. */
async function settleOrLog(services: Services, sessionId: string): Promise<void> {
  try {
    await settlePayment(services, { sessionId, by: "poller" });
  } catch (error) {
    services.log.error({ sessionId, error: String(error) }, "a payment could not be settled");
  }
}
