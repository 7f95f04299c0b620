import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Turn } from "#platform/card-checkout/call-turn.server.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { closeAttempt, keepSession } from "./attempt-store.server.ts";
import { leaveLine } from "./line-store.server.ts";
import { isOpen } from "./order-state.ts";
import { changeOrders, lockOrder } from "./order-store.server.ts";
import type { PreparedAttempt } from "./prepare-attempt.server.ts";
import { pageTurn } from "./provider-turn.server.ts";

export type CardPageRefusal =
  /** The order has ended, or was never there. */
  | { readonly reason: "ended" }
  /** No turn at the provider now; the order keeps its places, and its place in the line. */
  | { readonly reason: "wait" }
  /** The provider did not answer, or cannot answer now; the order can be continued. */
  | { readonly reason: "provider_unavailable" }
  /** The provider opens no page for an order like this one (too small an amount, an address it takes for none). */
  | { readonly reason: "page_refused" };

/** A call that was written down, and when it may go out. */
export type CallToMake = { readonly attempt: PreparedAttempt; readonly turn: Turn };

/**
 * Makes a call that was written down before, at its turn, and keeps the page that comes of it. An order that ended meanwhile has
 * its page closed again: nobody may pay on it. One that the provider would refuse again stands in nobody's way: it leaves
 * the line and ends with its hold, unless its owner asks again.
 */
export async function askForPage(
  services: Services,
  orderId: string,
  { attempt: { no, request, isRepeated }, turn }: CallToMake,
): Promise<Outcome<{ url: string }, CardPageRefusal>> {
  await faultPoint("card-page.prepared");
  const answer = await services.cards.openSession(request, await pageTurn(services, turn));
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
    // of bytes that were too old already the next ones say nothing
    const isForGood = answer.reason === "invalid" && !isRepeated;
    await services.database.withDuty("sell", async (sql) => {
      if (isForGood) await leaveLine(sql.$client, orderId);
      await closeAttempt(sql.$client, orderId, no, "refused");
    });
    if (isForGood) return refused({ reason: "page_refused" });
    return refused({ reason: answer.reason === "rate_limited" ? "wait" : "provider_unavailable" });
  }
  const kept = await services.database.withDuty("sell", async (sql) => {
    const order = await lockOrder(sql.$client, orderId);
    await keepSession(sql.$client, orderId, no, answer);
    await faultPoint("card-page.keeping");
    if (!order || !isOpen(order.state)) return false;
    if (order.state === "held")
      await changeOrders(sql.$client, [{ order, state: "checkout_open", stake: "held" }], { kind: "system" });
    return true;
  });
  await faultPoint("card-page.kept");
  if (kept) return done({ url: answer.url });
  const closed = await services.cards.expireSession(answer.sessionId);
  if (closed.kind === "expired")
    await services.database.withDuty("sell", (sql) => closeAttempt(sql.$client, orderId, no, "closed"));
  return refused({ reason: "ended" });
}
