import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import type { OrderState } from "./order-state.ts";
import { settleDisputes } from "./settle-disputes.server.ts";
import { settlePayment } from "./settle-payment.server.ts";
import { settleRefunds } from "./settle-refunds.server.ts";

export type RecheckRefusal =
  | { readonly reason: "not_allowed" }
  | { readonly reason: "unknown_order" }
  /** The provider does not answer now; nothing was changed. */
  | { readonly reason: "provider_unknown" };

/**
 * Asks the card provider again about everything of one order (pages, refunds, disputes) and follows what it says.
 * Resolves to the state the order has then.
 */
export async function recheckPayment(
  services: Services,
  { actor, orderId }: { readonly actor: Actor; readonly orderId: string },
): Promise<Outcome<{ state: OrderState }, RecheckRefusal>> {
  if (!mayDo(actor, "recheck-payment")) return refused({ reason: "not_allowed" });
  if (!isUuid(orderId)) return refused({ reason: "unknown_order" });
  const found = await services.database.withDuty("settle", async (sql) => {
    const { rows } = await sql.$client.query<{ sessions: string[] }>(
      `SELECT ARRAY(SELECT session_id FROM checkout_attempts WHERE order_id = $1 AND session_id IS NOT NULL ORDER BY no) AS sessions FROM orders WHERE id = $1`,
      [orderId],
    );
    return rows[0];
  });
  if (!found) return refused({ reason: "unknown_order" });
  for (const sessionId of found.sessions) {
    const settled = await settlePayment(services, { sessionId, by: "admin" });
    if (!settled.ok && settled.refusal.reason === "provider_unknown") return refused(settled.refusal);
  }
  for (const paymentIntentId of await paymentsOf(services, orderId))
    for (const settle of [settleRefunds, settleDisputes]) {
      const settled = await settle(services, paymentIntentId);
      if (!settled.ok && settled.refusal.reason === "provider_unknown")
        return refused({ reason: "provider_unknown" });
    }
  return services.database.withDuty("settle", async (sql) => {
    const { rows } = await sql.$client.query<{ state: OrderState }>(
      `WITH told AS (INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES ($2, 'admin', 'order', $1, 'rechecked'))
       SELECT state FROM orders WHERE id = $1`,
      [orderId, actor.userId],
    );
    return rows[0] ? done({ state: rows[0].state }) : refused({ reason: "unknown_order" });
  });
}

async function paymentsOf(services: Services, orderId: string): Promise<string[]> {
  return services.database.withDuty("settle", async (sql) => {
    const { rows } = await sql.$client.query<{ id: string }>(
      "SELECT payment_intent_id AS id FROM payments WHERE order_id = $1 AND payment_intent_id IS NOT NULL",
      [orderId],
    );
    return rows.map(({ id }) => id);
  });
}
