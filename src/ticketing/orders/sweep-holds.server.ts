import { isUnavailable } from "#platform/database/database.server.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { changeOrders, lockOverdueHolds } from "./order-store.server.ts";
import { releaseOrder } from "./release-order.server.ts";

const perBatch = 500;
const pagesPerSweep = 50;
/** Pages being closed at once: a provider that takes a third of a second for each would let a rush wait for its places. */
const atOnce = 6;

/**
 * Frees the places of holds that have run out. Those never offered a card page go by the hundred in one transaction;
 * the others one by one, after the provider has closed their page. One that cannot be freed is told of and kept, and
 * holds up no other. Safe in several processes at once. Resolves to how many orders ended.
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
      services.log.warn({ error: String(error) }, "holds that ran out could not be freed together");
      return freed + (await releaseEach(services, await overdueWithoutPages(services)));
    }
  }
}

async function freeTogether(services: Services): Promise<number> {
  return services.database.withDuty("settle", async (sql) => {
    const overdue = await lockOverdueHolds(sql.$client, perBatch);
    if (overdue.length === 0) return 0;
    await changeOrders(
      sql.$client,
      overdue.map((order) => ({ order, state: "expired", stake: "none" })),
      { kind: "sweeper" },
    );
    await faultPoint("sweep.written");
    return overdue.length;
  });
}

async function overdueWithoutPages(services: Services): Promise<string[]> {
  return services.database.withDuty("settle", async (sql) =>
    (await lockOverdueHolds(sql.$client, perBatch)).map((order) => order.id),
  );
}

async function releaseEach(services: Services, orderIds: readonly string[]): Promise<number> {
  const waiting = [...orderIds];
  let freed = 0;
  const lane = async () => {
    for (let orderId = waiting.shift(); orderId !== undefined; orderId = waiting.shift())
      if (await release(services, orderId)) freed += 1;
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return freed;
}

async function release(services: Services, orderId: string): Promise<boolean> {
  try {
    const released = await releaseOrder(services, { orderId });
    if (released.ok) return true;
    services.log.warn({ orderId, reason: released.refusal.reason }, "a hold that ran out is kept");
  } catch (error) {
    services.log.error({ orderId, error: String(error) }, "a hold that ran out could not be freed");
  }
  return false;
}

/**
 * Those asked about longest ago first, so that some that nobody can tell anything about never stand before the rest. All
 * attempts of an order are marked: one whose pages are closed and which cannot be freed must go behind the others too.
 */
async function overdueWithPages(services: Services): Promise<string[]> {
  return services.database.withDuty("settle", async (sql) => {
    const { rows } = await sql.$client.query<{ id: string }>({
      name: "overdue-with-pages",
      text: `WITH overdue AS MATERIALIZED (
               SELECT o.id, (SELECT max(coalesce(a.polled_at, a.created_at)) FROM checkout_attempts a WHERE a.order_id = o.id) AS asked_at
               FROM orders o WHERE o.stake = 'held' AND o.state IN ('held', 'checkout_open') AND o.hold_expires_at <= now()
                 AND (o.line_at IS NULL OR o.state <> 'held' OR o.hold_expires_at <= now() - interval '2 hours')),
             next AS (SELECT id, asked_at FROM overdue WHERE asked_at IS NOT NULL ORDER BY asked_at LIMIT $1),
             marked AS (UPDATE checkout_attempts a SET polled_at = now() FROM next WHERE a.order_id = next.id)
             SELECT id FROM next ORDER BY asked_at`,
      values: [pagesPerSweep],
    });
    return rows.map((row) => row.id);
  });
}
