import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import {
  type Attempt,
  closeAttempt,
  keepSession,
  readAttempts,
  sameRequest,
} from "./attempt-store.server.ts";
import { isOpen, type OrderState } from "./order-state.ts";
import { changeOrders, lockOrder } from "./order-store.server.ts";
import { pageTurn } from "./provider-turn.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

export type ReleaseRequest = {
  readonly orderId: string;
  /** The customer who lets go, who must own the order; absent when the hold ran out. */
  readonly userId?: string;
};

export type ReleaseRefusal =
  | { readonly reason: "unknown_order" }
  /** Whether it was paid cannot be known now, so nothing is freed. */
  | { readonly reason: "provider_unknown" };

/**
 * Ends an open order and frees its places. First every card page of it is closed at the provider, so that nobody can
 * pay for places that are gone; a page that turns out paid is settled instead. Resolves to the state the order has
 * then. Safe to repeat.
 */
export async function releaseOrder(
  services: Services,
  request: ReleaseRequest,
): Promise<Outcome<{ state: OrderState }, ReleaseRefusal>> {
  const seen = await services.database.withDuty("settle", async (sql) => {
    const order = await lockOrder(sql.$client, request.orderId);
    if (!order || (request.userId !== undefined && order.userId !== request.userId)) return undefined;
    return { order, attempts: await readAttempts(sql.$client, order.id) };
  });
  if (!seen) return refused({ reason: "unknown_order" });
  if (!isOpen(seen.order.state)) return done({ state: seen.order.state });

  for (const attempt of seen.attempts) {
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
    const order = await lockOrder(sql.$client, request.orderId);
    if (!order) return undefined;
    const attempts = await readAttempts(sql.$client, order.id);
    // payment pending: the money is on its way; only the provider ends that
    if (!isOpen(order.state) || order.state === "payment_pending") return order.state;
    if (attempts.some((attempt) => attempt.state === "prepared" || attempt.state === "opened"))
      return undefined;
    const ended: OrderState = request.userId === undefined ? "expired" : "cancelled";
    await changeOrders(sql.$client, [{ order, state: ended, stake: "none" }], {
      kind: request.userId ? "user" : "sweeper",
      id: request.userId ?? null,
    });
    return ended;
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
    // we do not know whether the page exists: the same bytes under the same key tell
    const answer = await services.cards.openSession(sameRequest(attempt), await pageTurn(services));
    if (answer.kind === "unknown") return "unknown";
    if (answer.kind === "refused") {
      // an error may have come after the page was made, and is repeated to us for a day; but a page whose time is
      // over, and whose address nobody ever had, was not paid
      const mayBePaid = !attempt.isOver && ["rate_limited", "unavailable"].includes(answer.reason);
      if (mayBePaid) return "unknown";
      await services.database.withDuty("settle", (sql) =>
        closeAttempt(sql.$client, orderId, attempt.no, "refused"),
      );
      return "closed";
    }
    sessionId = answer.sessionId;
    await services.database.withDuty("settle", (sql) =>
      keepSession(sql.$client, orderId, attempt.no, answer),
    );
  }
  if (sessionId === null) return "unknown";
  const answer = await services.cards.expireSession(sessionId);
  if (answer.kind === "unknown") return "unknown";
  if (answer.kind === "complete") return { complete: sessionId };
  await services.database.withDuty("settle", (sql) =>
    closeAttempt(sql.$client, orderId, attempt.no, "closed"),
  );
  return "closed";
}
