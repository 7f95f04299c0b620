import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { changeOrders, lockOverdueHolds } from "./order-store.server.ts";
import { releaseOrder } from "./release-order.server.ts";

const perBatch = 500;
const pagesPerSweep = 50;

/**
 * Frees the places of holds that have run out. Those never offered a card page go by the hundred in one transaction;
 * the others one by one, after the provider has closed their page. Safe in several processes at once. Resolves to
 * how many orders ended.
 */
export async function sweepHolds(services: Services): Promise<number> {
  let freed = 0;
  for (;;) {
    const batch = await services.database.withDuty("settle", async (sql) => {
      const overdue = await lockOverdueHolds(sql.$client, perBatch);
      if (overdue.length > 0) {
        await changeOrders(
          sql.$client,
          overdue.map((order) => ({ order, state: "expired", stake: "none" })),
          { kind: "sweeper" },
        );
      }
      if (overdue.length > 0) await faultPoint("sweep.written");
      return overdue.length;
    });
    freed += batch;
    if (batch < perBatch) break;
  }
  for (const orderId of await overdueWithPages(services)) {
    const released = await releaseOrder(services, { orderId });
    if (released.ok) freed += 1;
    else services.log.warn({ orderId, reason: released.refusal.reason }, "a hold that ran out is kept");
  }
  return freed;
}

/** Those asked about longest ago first, so that some that nobody can tell anything about never stand before the rest. */
async function overdueWithPages(services: Services): Promise<string[]> {
  return services.database.withDuty("settle", async (sql) => {
    const { rows } = await sql.$client.query<{ id: string }>({
      name: "overdue-with-pages",
      text: `WITH overdue AS MATERIALIZED (
               SELECT o.id, (SELECT max(coalesce(a.polled_at, a.created_at)) FROM checkout_attempts a WHERE a.order_id = o.id) AS asked_at
               FROM orders o WHERE o.stake = 'held' AND o.state IN ('held', 'checkout_open') AND o.hold_expires_at <= now()
                 AND (o.line_at IS NULL OR o.state <> 'held' OR o.hold_expires_at <= now() - interval '2 hours')),
             next AS (SELECT id, asked_at FROM overdue WHERE asked_at IS NOT NULL ORDER BY asked_at LIMIT $1),
             marked AS (UPDATE checkout_attempts a SET polled_at = now() FROM next WHERE a.order_id = next.id AND a.state IN ('prepared', 'opened'))
             SELECT id FROM next ORDER BY asked_at`,
      values: [pagesPerSweep],
    });
    return rows.map((row) => row.id);
  });
}
