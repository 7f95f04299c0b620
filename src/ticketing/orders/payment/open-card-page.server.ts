import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Services } from "#platform/services.ts";
import { isOrderOpen } from "#ticketing/orders/order-state.ts";
import { lockOrder } from "#ticketing/orders/order-store.server.ts";
import { joinPageQueue } from "#ticketing/orders/waiting/page-queue-store.server.ts";
import { askForPage, type CallToMake, type CardPageRefusal } from "./ask-for-page.server.ts";
import { findLastAnswer, prepareAttempt } from "./prepare-attempt.server.ts";
import { takeProviderTurns } from "./provider-turn.server.ts";
import { settleFreeOrder } from "./settle-free-order.server.ts";

/**
 * The address of an order's card page: the open one, or a new one. The attempt is committed before the call and
 * repeated with the same bytes and key, so a crash leaves at most one page, and we can find it. Without a free turn
 * the order joins the queue. A free order is settled here without a page: the caller gets `ended`.
 */
export async function openCardPage(
  services: Services,
  orderId: string,
): Promise<Outcome<{ url: string }, CardPageRefusal>> {
  const pageOrCall = await findPageOrPrepareCall(services, orderId);
  if (!pageOrCall.ok) return pageOrCall;
  if ("isFree" in pageOrCall.value) {
    await settleFreeOrder(services, orderId);
    return refused({ reason: "ended" });
  }
  return "url" in pageOrCall.value
    ? done({ url: pageOrCall.value.url })
    : askForPage(services, orderId, pageOrCall.value);
}

async function findPageOrPrepareCall(
  services: Services,
  orderId: string,
): Promise<Outcome<{ readonly url: string } | { readonly isFree: true } | CallToMake, CardPageRefusal>> {
  return services.database.withDuty("sell", async (sql) => {
    const order = await lockOrder(sql, orderId);
    if (!order || !isOrderOpen(order.state) || order.state === "payment_pending")
      return refused({ reason: "ended" });
    if (order.isQueued) return refused({ reason: "wait" });
    if (order.isHoldOver) return refused({ reason: "ended" });
    if (order.total === 0) return done({ isFree: true });
    const known = await findLastAnswer(sql, orderId);
    if (known) return known;
    const { providerRate } = services.settings;
    const { turns } = await takeProviderTurns(sql, { rate: providerRate, wanted: 1, turnFor: "newcomer" });
    const [turn] = turns;
    if (turn === undefined) {
      // With a provider rate of 0 there is no queue: nobody would serve it, and holds would expire.
      if (order.state === "held" && providerRate > 0) await joinPageQueue(sql, orderId);
      return refused({ reason: "wait" });
    }
    return done({ attempt: await prepareAttempt(services, sql, order), turn });
  });
}
