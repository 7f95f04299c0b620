import { type Day, dayOf } from "#kernel/time.ts";
import type { Sql } from "#platform/database/database.server.ts";

/** What somebody has already who looks at the offers. */
export type ActiveOffer =
  | { readonly kind: "subscription"; readonly until: Day }
  | { readonly kind: "ticket" };

/** The latest orders decide; further back nothing is looked for. */
const ordersLookedAt = 20;

/**
 * A subscription that runs, with its last day; without one, tickets if any of the asking person's latest paid orders
 * is complete; else null.
 */
export async function findActiveOffer(sql: Sql): Promise<ActiveOffer | null> {
  const { rows } = await sql.$client.query<{ until: number | null; hasTicket: boolean }>({
    name: "find-active-offer",
    text: `SELECT (SELECT CASE subscription_status WHEN 'active' THEN current_period_end::float8 END
                     FROM stripe_user_subscriptions ORDER BY current_period_end DESC LIMIT 1) AS until,
             EXISTS (SELECT FROM (SELECT order_status FROM stripe_user_orders WHERE payment_status = 'paid'
                     ORDER BY order_date DESC LIMIT ${ordersLookedAt}) latest WHERE order_status = 'completed') AS "hasTicket"`,
  });
  const [found] = rows;
  if (found?.until != null) return { kind: "subscription", until: dayOf(new Date(found.until * 1000)) };
  return found?.hasTicket ? { kind: "ticket" } : null;
}
