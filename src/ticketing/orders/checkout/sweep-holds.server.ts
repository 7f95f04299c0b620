import { isUnavailable } from "#platform/database/database.server.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { durations } from "#ticketing/limits.ts";
import { changeOrders, lockOverdueHolds } from "#ticketing/orders/order-store.server.ts";
import { releaseOrder } from "./release-order.server.ts";

const perBatch = 500;
const pagesPerSweep = 50;
/** How many pages are closed at once: each takes a third of a second, and keeps places in a rush meanwhile. */
const atOnce = 6;

/**
 * Frees the places of expired holds. Orders that never had a card page are freed by the hundred in one transaction;
 * the others one by one, after the provider closed their page. An order that cannot be freed is logged, kept, and
 * does not block the others. Safe in several processes. Returns how many orders ended.
 */
export async function sweepHolds(services: Services): Promise<number> {
  const freed = await freeUnopened(services);
  return freed + (await releaseEach(services, await overdueWithPages(services)));
}

async function freeUnopened(services: Services): Promise<number> {
  for (let freed = 0; ; ) {
    try {
      const batch = await freeTogether(services);
      freed += batch;
      if (batch < perBatch) return freed;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      services.log.warn({ error: String(error) }, "expired holds could not be freed together");
      return freed + (await releaseEach(services, await overdueWithoutPages(services)));
    }
  }
}

async function freeTogether(services: Services): Promise<number> {
  return services.database.withDuty("settle", async (sql) => {
    const overdue = await lockOverdueHolds(sql, perBatch);
    if (overdue.length === 0) return 0;
    await changeOrders(
      sql,
      overdue.map((order) => ({ order, state: "expired", stake: "none" })),
      { kind: "sweeper" },
    );
    await faultPoint("sweep.written");
    return overdue.length;
  });
}

async function overdueWithoutPages(services: Services): Promise<string[]> {
  return services.database.withDuty("settle", async (sql) =>
    (await lockOverdueHolds(sql, perBatch)).map((order) => order.id),
  );
}

async function releaseEach(services: Services, orderIds: readonly string[]): Promise<number> {
  const waiting = [...orderIds];
  let freed = 0;
  const work = async () => {
    for (let orderId = waiting.shift(); orderId !== undefined; orderId = waiting.shift())
      if (await release(services, orderId)) freed += 1;
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return freed;
}

async function release(services: Services, orderId: string): Promise<boolean> {
  try {
    const released = await releaseOrder(services, { orderId });
    if (released.ok) return true;
    services.log.warn({ orderId, reason: released.refusal.reason }, "an expired hold is kept");
  } catch (error) {
    services.log.error({ orderId, error: String(error) }, "an expired hold could not be freed");
  }
  return false;
}

/**
 * Expired orders with card pages, least recently checked first, so that orders of unknown state never block the rest.
 * Marks all attempts of an order, so that one whose pages are closed but which cannot be freed moves back too.
 */
async function overdueWithPages(services: Services): Promise<string[]> {
  return services.database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<{ id: string }>({
      name: "overdue-with-pages",
      text: `WITH overdue AS MATERIALIZED (
               SELECT o.id, (SELECT max(coalesce(a.polled_at, a.created_at)) FROM checkout_attempts a WHERE a.order_id = o.id) AS asked_at
               FROM orders o WHERE o.stake = 'held' AND o.state IN ('held', 'checkout_open') AND o.hold_expires_at <= now()
                 AND (o.line_at IS NULL OR o.state <> 'held' OR o.hold_expires_at <= now() - make_interval(secs => $2))),
             next AS (SELECT id, asked_at FROM overdue WHERE asked_at IS NOT NULL ORDER BY asked_at LIMIT $1),
             marked AS (UPDATE checkout_attempts a SET polled_at = now() FROM next WHERE a.order_id = next.id)
             SELECT id FROM next ORDER BY asked_at`,
      values: [pagesPerSweep, durations.holdInQueue],
    });
    return rows.map((row) => row.id);
  });
}
