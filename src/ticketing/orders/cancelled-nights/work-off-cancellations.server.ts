import type { Uuid } from "#kernel/id.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { releaseOrder } from "#ticketing/orders/checkout/release-order.server.ts";
import { tellListedGuests } from "#ticketing/orders/told-guests-store.server.ts";
import { findOpenOrders, giveNextOrderBack } from "./cancelled-order-store.server.ts";

/**
 * Releases the open orders of cancelled nights, tells guests of lists, and gives back each paid order in its own transaction; `returnMoney`
 * calls the provider later. Orders being paid or refunded wait for the next round; disputed ones and those under
 * review, for a decision. Safe in several processes and to repeat. Returns how many orders were given back.
 */
export async function workOffCancellations(services: Services): Promise<number> {
  for (const orderId of await findOpenOrders(services.database)) await release(services, orderId);
  await tellListedGuests(services.database, "night_cancelled");
  for (let orders = 0; ; ) {
    const next = await giveNextOrderBack(services.database);
    if (next === "none") return orders;
    if (next === "given") orders += 1;
    await faultPoint("cancellation.order");
  }
}

async function release(services: Services, orderId: Uuid): Promise<void> {
  const released = await releaseOrder(services, { orderId });
  if (!released.ok)
    services.log.warn(
      { orderId, reason: released.refusal.reason },
      "an order of a cancelled night is not released yet",
    );
}
