import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { isOrderOpen } from "#ticketing/orders/order-state.ts";
import { changeOrders, lockOrder } from "#ticketing/orders/order-store.server.ts";
import { issuePurchases } from "./issue-purchases.server.ts";

/**
 * Issues the tickets of an order that a voucher made free, without a card page. Called any number of times, it issues
 * them once. An order that costs something, or whose hold is over, is left as it is.
 */
export async function settleFreeOrder(
  services: Pick<Services, "database">,
  orderId: string,
): Promise<Outcome<null, { readonly reason: "not_free" | "ended" }>> {
  return services.database.withDuty("settle", async (sql) => {
    const order = await lockOrder(sql, orderId);
    if (!order || order.total > 0) return refused({ reason: "not_free" });
    if (order.stake === "sold") return done(null);
    if (!isOrderOpen(order.state) || order.isHoldOver) return refused({ reason: "ended" });
    await issuePurchases(sql, [{ order, sessionId: null }]);
    await changeOrders(sql, [{ order, state: "paid", stake: "sold" }], { kind: "customer" });
    await faultPoint("settle.written");
    return done(null);
  });
}
