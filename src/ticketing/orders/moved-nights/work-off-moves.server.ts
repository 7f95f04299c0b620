import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { workOffOrders } from "#ticketing/orders/changed-night-queue.server.ts";
import { tellListedGuests } from "#ticketing/orders/told-guests-store.server.ts";
import { tellNextOrder } from "./moved-order-store.server.ts";

/**
 * Does what a moved night leaves to do: tells guests of lists, and the people of each order made before the move, one
 * order per transaction. Orders being paid or disputed are told once that is over,
 * if the night is not. Safe in several processes and to repeat.
 * Returns how many orders were told.
 */
export async function workOffMoves(services: Pick<Services, "database" | "log">): Promise<number> {
  await tellListedGuests(services.database, "night_moved");
  return workOffOrders(services, async (failed, began) => {
    const next = await tellNextOrder(services.database, failed, began);
    if (next !== "none") await faultPoint("move.told");
    return next;
  });
}
