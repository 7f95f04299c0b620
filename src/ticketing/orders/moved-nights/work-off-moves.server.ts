import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { tellListedGuests } from "#ticketing/orders/told-guests-store.server.ts";
import { tellNextOrder } from "./moved-order-store.server.ts";

/**
 * Does what a moved night leaves to do: tells guests of lists, and the people of each order made before the move, one
 * order per transaction. Orders being paid or disputed are told once that is over,
 * if the night is not. Safe in several processes and to repeat.
 * Returns how many orders were told.
 */
export async function workOffMoves({ database }: Pick<Services, "database">): Promise<number> {
  await tellListedGuests(database, "night_moved");
  for (let orders = 0; ; ) {
    const next = await tellNextOrder(database);
    if (next === "none") return orders;
    if (next === "told") orders += 1;
    await faultPoint("move.told");
  }
}
