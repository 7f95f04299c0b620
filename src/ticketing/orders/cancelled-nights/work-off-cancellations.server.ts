import type { Uuid } from "#kernel/id.ts";
import { refused } from "#kernel/outcome.ts";
import { isUnavailable } from "#platform/database/database.server.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { workOffOrders } from "#ticketing/orders/changed-night-queue.server.ts";
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
  return workOffOrders(services, async (failed, began) => {
    const next = await giveNextOrderBack(services.database, failed, began);
    if (next !== "none") await faultPoint("cancellation.order");
    return next;
  });
}

/** An order that cannot be released is logged, does not block the others, and is tried again in the next run. */
async function release(services: Services, orderId: Uuid): Promise<void> {
  const released = await releaseOrder(services, { orderId }).catch((error: unknown) => {
    if (isUnavailable(error)) throw error;
    return refused({ reason: String(error) });
  });
  if (!released.ok)
    services.log.warn(
      { orderId, reason: released.refusal.reason },
      "an order of a cancelled night is not released yet",
    );
}
