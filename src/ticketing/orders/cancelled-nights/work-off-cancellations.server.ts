import type { Uuid } from "#kernel/id.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { releaseOrder } from "#ticketing/orders/checkout/release-order.server.ts";
import { findOpenOrders, giveNextOrderBack } from "./cancelled-order-store.server.ts";

/**
 * What a cancelled night leaves to do: its open orders are released, which closes their card pages, and each paid one is
 * given back in a transaction of its own. One that is being paid, or of which money is on its way, waits for the next
 * round; a disputed one, or one under review, for its decision. The provider is asked by `returnMoney`, at its own pace.
 * Safe in several processes and to repeat. Resolves to how many orders were given back.
 */
export async function workOffCancellations(services: Services): Promise<number> {
  for (const orderId of await findOpenOrders(services.database)) await release(services, orderId);
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
