import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Services } from "#platform/services.ts";
import { askForPage, type CallToMake, type CardPageRefusal } from "./ask-for-page.server.ts";
import { joinLine } from "./line-store.server.ts";
import { isOpen } from "./order-state.ts";
import { lockOrder } from "./order-store.server.ts";
import { findOpenPage, prepareAttempt } from "./prepare-attempt.server.ts";
import { takeProviderTurns } from "./provider-turn.server.ts";

/**
 * The address of the hosted card page of an order: the one that is open, or a new one. The attempt is committed
 * before the provider is called; without an answer the same bytes are sent again under the same key, so that a
 * crash at any point leaves at most one page, and one that we can find. Where the provider has no turn to give, the
 * order stands in the line from then on and is served by its number (`serveLine`).
 */
export async function openCardPage(
  services: Services,
  orderId: string,
): Promise<Outcome<{ url: string }, CardPageRefusal>> {
  const begun = await begin(services, orderId);
  if (!begun.ok) return begun;
  return "url" in begun.value ? done({ url: begun.value.url }) : askForPage(services, orderId, begun.value);
}

async function begin(
  services: Services,
  orderId: string,
): Promise<Outcome<{ readonly url: string } | CallToMake, CardPageRefusal>> {
  return services.database.withDuty("sell", async (sql) => {
    const client = sql.$client;
    const order = await lockOrder(client, orderId);
    if (!order || !isOpen(order.state) || order.state === "payment_pending")
      return refused({ reason: "ended" });
    if (order.isInLine) return refused({ reason: "wait" });
    if (order.isHoldOver) return refused({ reason: "ended" });
    const url = await findOpenPage(client, orderId);
    if (url !== null) return done({ url });
    const { providerRate } = services.settings;
    const { turns } = await takeProviderTurns(client, { rate: providerRate, wanted: 1, turnFor: "newcomer" });
    const [turn] = turns;
    if (turn === undefined) {
      // where the provider takes nothing at all there is no line: nobody would be served, and holds run out
      if (order.state === "held" && providerRate > 0) await joinLine(client, orderId);
      return refused({ reason: "wait" });
    }
    return done({ attempt: await prepareAttempt(services, client, order), turn });
  });
}
