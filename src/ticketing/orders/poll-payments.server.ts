import type { Services } from "#platform/services.ts";
import { settlePayment } from "./settle-payment.server.ts";

const perRound = 20;
/** Questions under way at once: few, because turns to read are shared with notices, sixteen of which are at work. */
const atOnce = 2;

/**
 * Asks the provider about card pages that have been open for a minute and more, oldest question first, so that who
 * paid gets the tickets even when neither the notice nor the customer ever comes back.
 */
export async function pollPayments(services: Services): Promise<number> {
  const sessions = await services.database.withDuty("settle", async (sql) => {
    const { rows } = await sql.$client.query<{ session_id: string }>({
      name: "pages-to-poll",
      text: `UPDATE checkout_attempts a SET polled_at = now() FROM (
               SELECT c.order_id, c.no FROM checkout_attempts c JOIN orders o ON o.id = c.order_id
               WHERE c.state = 'opened' AND o.state IN ('held', 'checkout_open', 'payment_pending')
                 AND coalesce(c.polled_at, c.created_at) < now() - interval '60 seconds'
               ORDER BY coalesce(c.polled_at, c.created_at) LIMIT $1 FOR UPDATE OF c SKIP LOCKED) due
             WHERE a.order_id = due.order_id AND a.no = due.no RETURNING a.session_id`,
      values: [perRound],
    });
    return rows.map((row) => row.session_id);
  });
  const waiting = [...sessions];
  const lane = async () => {
    for (let sessionId = waiting.shift(); sessionId !== undefined; sessionId = waiting.shift())
      await ask(services, sessionId);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return sessions.length;
}

/** One that cannot be settled holds up no other; it is asked about again in a minute. */
async function ask(services: Services, sessionId: string): Promise<void> {
  try {
    await settlePayment(services, { sessionId, by: "poller" });
  } catch (error) {
    services.log.error({ sessionId, error: String(error) }, "a payment could not be settled");
  }
}
