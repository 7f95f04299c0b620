import type { Uuid } from "#kernel/id.ts";
import { isUnavailable } from "#platform/database/database.server.ts";
import type { Services } from "#platform/services.ts";

/** `done` or `taken` by another process; `none`: no order is left. */
type Step = "done" | "taken" | "none";

/**
 * Runs `step` for one order after another until none is left. `step` leaves out the orders of `failed` and says with
 * `began` which one it has. An order that fails is logged, does not block the others, and is tried again in the next
 * run. Rejects when the database is away. Returns how many orders were done.
 */
export async function workOffOrders(
  { log }: Pick<Services, "log">,
  step: (failed: readonly Uuid[], began: (orderId: Uuid) => void) => Promise<Step>,
): Promise<number> {
  const failed: Uuid[] = [];
  for (let orders = 0; ; ) {
    let present: Uuid | undefined;
    try {
      const taken = await step(failed, (orderId) => {
        present = orderId;
      });
      if (taken === "none") return orders;
      if (taken === "done") orders += 1;
    } catch (error) {
      if (present === undefined || isUnavailable(error)) throw error;
      failed.push(present);
      log.error({ orderId: present, error: String(error) }, "what is owed to an order failed");
    }
  }
}
