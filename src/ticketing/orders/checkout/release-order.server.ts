import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { isOrderOpen, type OrderState } from "#ticketing/orders/order-state.ts";
import { changeOrders, lockOrder } from "#ticketing/orders/order-store.server.ts";
import {
  type Attempt,
  closeAttempt,
  keepSession,
  readAttempts,
  sameRequest,
} from "#ticketing/orders/payment/attempt-store.server.ts";
import { waitForPageTurn } from "#ticketing/orders/payment/provider-turn.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";

export type ReleaseRequest = {
  readonly orderId: string;
  /** The customer who releases the order and must own it; absent when the hold has expired. */
  readonly userId?: string;
};

export type ReleaseRefusal =
  | { readonly reason: "unknown_order" }
  /** The provider could not say whether the order was paid, so nothing is freed. */
  | { readonly reason: "provider_unknown" };

/**
 * Ends an open order and frees its places. First closes all its card pages at the provider, so that nobody can pay
 * for places that are gone. If a page turns out to be paid, settles the order instead. Returns the order's new state.
 * Safe to repeat.
 */
export async function releaseOrder(
  services: Services,
  request: ReleaseRequest,
): Promise<Outcome<{ state: OrderState }, ReleaseRefusal>> {
  const orderAndAttempts = await services.database.withDuty("settle", async (sql) => {
    const order = await lockOrder(sql, request.orderId);
    if (!order || (request.userId !== undefined && order.userId !== request.userId)) return undefined;
    return { order, attempts: await readAttempts(sql, order.id) };
  });
  if (!orderAndAttempts) return refused({ reason: "unknown_order" });
  if (!isOrderOpen(orderAndAttempts.order.state)) return done({ state: orderAndAttempts.order.state });

  for (const attempt of orderAndAttempts.attempts) {
    if (attempt.state !== "prepared" && attempt.state !== "opened") continue;
    await faultPoint("release.begin");
    const closed = await closeAtProvider(services, request.orderId, attempt);
    if (closed === "unknown") return refused({ reason: "provider_unknown" });
    if (closed !== "closed") {
      const settled = await settlePayment(services, {
        sessionId: closed.complete,
        by: request.userId ? "customer" : "sweeper",
      });
      if (!settled.ok) return refused({ reason: "provider_unknown" });
    }
  }
  await faultPoint("release.closed");

  const state = await services.database.withDuty("settle", async (sql) => {
    const order = await lockOrder(sql, request.orderId);
    if (!order) return undefined;
    const attempts = await readAttempts(sql, order.id);
    // With `payment_pending` the money is on its way; only the provider ends that.
    if (!isOrderOpen(order.state) || order.state === "payment_pending") return order.state;
    if (attempts.some((attempt) => attempt.state === "prepared" || attempt.state === "opened"))
      return undefined;
    const endState: OrderState = request.userId === undefined ? "expired" : "cancelled";
    await changeOrders(sql, [{ order, state: endState, stake: "none" }], {
      kind: request.userId ? "user" : "sweeper",
      id: request.userId ?? null,
    });
    return endState;
  });
  await faultPoint("release.committed");
  return state ? done({ state }) : refused({ reason: "provider_unknown" });
}

async function closeAtProvider(
  services: Services,
  orderId: string,
  attempt: Attempt,
): Promise<"closed" | "unknown" | { complete: string }> {
  let sessionId = attempt.sessionId;
  if (attempt.state === "prepared") {
    // Whether the page exists is not known. The same request with the same key finds out.
    await waitForPageTurn(services);
    const answer = await services.cards.openSession(sameRequest(attempt));
    if (answer.kind === "unknown") return "unknown";
    if (answer.kind === "refused") {
      // The error may have come after the page was opened; the provider repeats it for a day. An expired page whose
      // address nobody received was certainly not paid.
      const mayBePaid = !attempt.isOver && ["rate_limited", "unavailable"].includes(answer.reason);
      if (mayBePaid) return "unknown";
      await services.database.withDuty("settle", (sql) => closeAttempt(sql, orderId, attempt.no, "refused"));
      return "closed";
    }
    sessionId = answer.sessionId;
    await services.database.withDuty("settle", (sql) => keepSession(sql, orderId, attempt.no, answer));
  }
  if (sessionId === null) return "unknown";
  const answer = await services.cards.expireSession(sessionId);
  if (answer.kind === "unknown") return "unknown";
  if (answer.kind === "complete") return { complete: sessionId };
  await services.database.withDuty("settle", (sql) => closeAttempt(sql, orderId, attempt.no, "closed"));
  return "closed";
}
