import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import type { OrderState } from "#ticketing/orders/order-state.ts";
import { settleRefunds } from "#ticketing/orders/refunds/settle-refunds.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { settleDisputes } from "./settle-disputes.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

export type RecheckRefusal =
  | NotAllowed
  | { readonly reason: "unknown_order" }
  /** The provider does not answer now; nothing was changed. */
  | { readonly reason: "provider_unknown" };

/** Reads an order's pages, refunds and disputes at the provider again, and settles it. Returns its new state. */
export async function recheckPayment(
  services: Services,
  { actor, orderId }: { readonly actor: Actor; readonly orderId: string },
): Promise<Outcome<{ state: OrderState }, RecheckRefusal>> {
  if (!isUuid(orderId)) return refused({ reason: "unknown_order" });
  const found = await services.database.withDuty("settle", async (sql) => {
    if (!(await mayStillDo(sql, actor, "recheck-payment"))) return refused(notAllowed);
    const { rows } = await sql.query<{ sessions: string[] }>(
      `SELECT ARRAY(SELECT session_id FROM checkout_attempts WHERE order_id = $1 AND session_id IS NOT NULL ORDER BY no) AS sessions FROM orders WHERE id = $1`,
      [orderId],
    );
    return rows[0] ? done(rows[0].sessions) : refused({ reason: "unknown_order" } as const);
  });
  if (!found.ok) return found;
  for (const sessionId of found.value) {
    const settled = await settlePayment(services, { sessionId, by: actor.role });
    if (!settled.ok && settled.refusal.reason === "provider_unknown") return refused(settled.refusal);
  }
  for (const paymentId of await paymentsOf(services, orderId))
    for (const settle of [settleRefunds, settleDisputes]) {
      const settled = await settle(services, paymentId);
      if (!settled.ok && settled.refusal.reason === "provider_unknown")
        return refused({ reason: "provider_unknown" });
    }
  return services.database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<{ state: OrderState }>("SELECT state FROM orders WHERE id = $1", [
      orderId,
    ]);
    await recordChange(sql, actor, { subjectKind: "order", subjectId: orderId, what: "rechecked" });
    return rows[0] ? done({ state: rows[0].state }) : refused({ reason: "unknown_order" });
  });
}

async function paymentsOf(services: Services, orderId: string): Promise<string[]> {
  return services.database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<{ id: string }>(
      "SELECT payment_intent_id AS id FROM payments WHERE order_id = $1 AND payment_intent_id IS NOT NULL",
      [orderId],
    );
    return rows.map(({ id }) => id);
  });
}
