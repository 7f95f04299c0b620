import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { tellNextOrder } from "./moved-order-store.server.ts";

/**
 * What a moved night leaves to do: the people of each order that is older than the move are told, one order in a
 * transaction; one that is being paid or disputed once that is over. Safe in several processes and to repeat. Resolves to
 * how many orders were told.
 */
export async function workOffMoves({ database }: Pick<Services, "database">): Promise<number> {
  for (let orders = 0; ; ) {
    const next = await tellNextOrder(database);
    if (next === "none") return orders;
    if (next === "told") orders += 1;
    await faultPoint("move.told");
  }
}
