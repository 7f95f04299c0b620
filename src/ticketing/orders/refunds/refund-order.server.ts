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
  /** What the form showed (`leftToRefund`): of anything else nothing is refunded, nor by a form that came before. */
  readonly left?: string;
};

export type RefundOrderRefusal =
  | NotAllowed
  | { readonly reason: "unknown_order" }
  /**
   * Not paid, refunded before, or disputed (then the bank decides); a refund is on its way; more tickets than are unused;
   * seats that are not valid; entries that were used and not confirmed.
   */
  | NoRefund
  /** What is owed cannot go back while a build from before orders had lines runs: it would take it from the revenue. */
  | { readonly reason: "older_build_runs" }
  /** More bani than this person may still give back today; `limit` is that of a whole day, 0 when there is none at all. */
  | { readonly reason: "over_limit"; readonly left: Money; readonly limit: Money };

/**
 * Refunds an order: whole, some of its seats, some tickets of one code (bani as they were paid), or what is owed for ended
 * ones. The refund is a row before the provider is called, so that a crash loses nothing and repeats nothing. Seats, of the
 * whole order as well, admit nobody from then on and are void when the money has left; a part of a code is taken back at
 * once. A person who has a limit a day is refused what exceeds it; two refunds of one person wait for each other.
 * Resolves to the amount; 0 ends an invitation or a free seat, which nobody paid for.
 */
export async function refundOrder(
  services: Services,
  request: RefundOrderRequest,
): Promise<Outcome<{ amount: number }, RefundOrderRefusal>> {
  const { actor, orderId } = request;
  if (!isUuid(orderId)) return refused({ reason: "unknown_order" });
  const wanted = await services.database.withDuty("settle", async (sql) => {
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
  if (!wanted.ok) return wanted;
  if (wanted.value.amount > 0) await returnMoney(services, { orderId });
  return done({ amount: wanted.value.amount });
}
