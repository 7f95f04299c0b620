import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { type Turn, waitFor } from "#platform/card-checkout/call-turn.server.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { isOrderOpen } from "#ticketing/orders/order-state.ts";
import { changeOrders, lockOrder } from "#ticketing/orders/order-store.server.ts";
import { leavePageQueue, restartHold } from "#ticketing/orders/waiting/page-queue-store.server.ts";
import { closeAttempt, keepSession } from "./attempt-store.server.ts";
import type { PageRefused, PreparedAttempt } from "./prepare-attempt.server.ts";

export type CardPageRefusal =
  /** The order has ended or does not exist. */
  | { readonly reason: "ended" }
  /** The provider has no turn free. The order keeps its places and its position in the queue. */
  | { readonly reason: "wait" }
  /** The provider did not answer, or cannot at the moment; the person can continue the order later. */
  | { readonly reason: "provider_unavailable" }
  /** The provider will never open a page for this order. */
  | PageRefused;

/** A call that is already written to the database, and the turn at which it may be made. */
export type CallToMake = { readonly attempt: PreparedAttempt; readonly turn: Turn };

/**
 * Makes a prepared call at its turn and stores the page. If the order ended meanwhile, its page is closed again, so
 * that nobody pays on it. An order that the provider would refuse again leaves the queue and ends with its hold,
 * unless its owner tries again.
 */
export async function askForPage(
  services: Services,
  orderId: string,
  { attempt: { no, request, isRepeated }, turn }: CallToMake,
): Promise<Outcome<{ url: string }, CardPageRefusal>> {
  await faultPoint("card-page.prepared");
  await waitFor(turn);
  const answer = await services.cards.openSession(request);
  await faultPoint("card-page.answered");

  if (answer.kind === "unknown") {
    services.log.warn({ orderId, no, message: answer.message }, "the card provider did not answer");
    return refused({ reason: "provider_unavailable" });
  }
  if (answer.kind === "refused") {
    services.log.warn(
      { orderId, no, reason: answer.reason, message: answer.message },
      "the card provider refused",
    );
    // A refusal of a repeated, outdated request says nothing about a new request.
    const isEmailWrong = answer.reason === "address";
    const isForGood = (isEmailWrong || answer.reason === "invalid") && !isRepeated;
    await services.database.withDuty("sell", async (sql) => {
      if (isForGood) await leavePageQueue(sql, orderId);
      await closeAttempt(
        sql,
        orderId,
        no,
        !isForGood ? "refused" : isEmailWrong ? "bad_address" : "bad_order",
      );
    });
    if (isForGood) return refused({ reason: "page_refused", isEmailWrong });
    return refused({ reason: answer.reason === "rate_limited" ? "wait" : "provider_unavailable" });
  }
  const isStillOpen = await services.database.withDuty("sell", async (sql) => {
    const order = await lockOrder(sql, orderId);
    await keepSession(sql, orderId, no, answer);
    await faultPoint("card-page.keeping");
    if (!order || !isOrderOpen(order.state)) return false;
    if (order.state === "held") {
      if (order.isQueued) await restartHold(sql, orderId, services.settings.holdMinutes * 60);
      await changeOrders(sql, [{ order, state: "checkout_open", stake: "held" }], { kind: "system" });
    }
    return true;
  });
  await faultPoint("card-page.kept");
  if (isStillOpen) return done({ url: answer.url });
  const closed = await services.cards.expireSession(answer.sessionId);
  if (closed.kind === "expired")
    await services.database.withDuty("sell", (sql) => closeAttempt(sql, orderId, no, "closed"));
  return refused({ reason: "ended" });
}
