import { isUuid } from "#kernel/id.ts";
import type { Money } from "#kernel/money.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { olderBuildRuns } from "#ticketing/events/older-build-queries.server.ts";
import { lockOrder } from "#ticketing/orders/order-store.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { findRefundAllowance } from "./refund-allowance-queries.server.ts";
import { leftToRefund, type NoRefund, planRefund, type RefundWish } from "./refund-plan.ts";
import { lockRefundsOf, type RefundTerms, readRefundable, writeRefund } from "./refund-store.server.ts";
import { returnMoney } from "./return-money.server.ts";

export type RefundOrderRequest = Omit<RefundTerms, "eventId"> & {
  readonly orderId: string;
  readonly wish: RefundWish;
  /** What the form showed as left. If it differs now, nothing is refunded: the same form sent twice refunds once. */
  readonly left?: string;
};

export type RefundOrderRefusal =
  | NotAllowed
  | { readonly reason: "unknown_order" }
  /**
   * Not paid, refunded before, or disputed (then the bank decides); another refund is under way; too many tickets;
   * invalid seats; or used entries that were not confirmed.
   */
  | NoRefund
  /** Owed money waits while a build from before order lines runs, which would take it from the revenue. */
  | { readonly reason: "older_build_runs" }
  /** More bani than this person may still refund today. `limit` is that of a whole day; 0 means no refunds at all. */
  | { readonly reason: "over_limit"; readonly left: Money; readonly limit: Money };

/**
 * Refunds all or part of an order (`RefundWish`). The refund is a row before the provider is called, so a crash loses
 * and repeats nothing. Its seats admit nobody from now on and end when the money has left; single tickets of a seat
 * are taken back at once. Returns the bani; 0 for free seats, which end without a refund.
 */
export async function refundOrder(
  services: Services,
  request: RefundOrderRequest,
): Promise<Outcome<{ amount: number }, RefundOrderRefusal>> {
  const { actor, orderId } = request;
  if (!isUuid(orderId)) return refused({ reason: "unknown_order" });
  const storedPlan = await services.database.withDuty("settle", async (sql) => {
    const role = await mayStillDo(sql, actor, "refund-order");
    if (!role) return refused(notAllowed);
    const order = await lockOrder(sql, orderId);
    if (!order) return refused({ reason: "unknown_order" } as const);
    const facts = await readRefundable(sql, order);
    const plan = planRefund(facts, request.wish);
    if (!plan.ok) return plan;
    if (request.left !== undefined && request.left !== leftToRefund(facts.seats))
      return refused({ reason: "changed_meanwhile" } as const);
    if (plan.value.owed > 0 && (await olderBuildRuns(sql)))
      return refused({ reason: "older_build_runs" } as const);
    await lockRefundsOf(sql, actor);
    const allowance = await findRefundAllowance(sql, { ...actor, role });
    if (allowance && (allowance.limit === 0 || plan.value.amount > allowance.left))
      return refused({ reason: "over_limit", ...allowance } as const);
    const seats = facts.seats.filter(({ id }) => plan.value.seats.includes(id));
    await writeRefund(sql, { order, plan: plan.value, seats }, request);
    await faultPoint("refund.wanted");
    return done(plan.value);
  });
  if (!storedPlan.ok) return storedPlan;
  if (storedPlan.value.amount > 0) await returnMoney(services, { orderId });
  return done({ amount: storedPlan.value.amount });
}
