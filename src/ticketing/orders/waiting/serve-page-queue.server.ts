import { setTimeout as pause } from "node:timers/promises";
import type { Turn } from "#platform/card-checkout/call-turn.server.ts";
import type { Services } from "#platform/services.ts";
import { askForPage, type CallToMake } from "#ticketing/orders/payment/ask-for-page.server.ts";
import { prepareAttempt } from "#ticketing/orders/payment/prepare-attempt.server.ts";
import { takeProviderTurns } from "#ticketing/orders/payment/provider-turn.server.ts";
import { countFirstInPageQueue, lockFirstInPageQueue, restartHold } from "./page-queue-store.server.ts";

/**
 * The most calls at once: at 24 a second this allows for a provider that takes two seconds for each, after the wait for
 * its turn.
 */
const callsAtOnce = 64;
/** The most orders of one step: a step is a few round trips, and in a rush it takes as long as this many turns. */
const perStep = 20;
/** How often the queue is read while it is empty and calls are in progress. */
const recheckMs = 50;

type Step =
  | { readonly kind: "empty" }
  | { readonly kind: "wait"; readonly seconds: number }
  | { readonly kind: "calls"; readonly calls: readonly Call[] };

type Call = CallToMake & { readonly orderId: string };

/**
 * Opens card pages for the orders in the queue, first come first served, at the pace of the provider's turns. Works
 * until the queue is empty and every call is answered, or the signal aborts. Safe in several processes: the turns are
 * shared, and each order is taken by one process. When the provider does not answer, it pauses. Resolves to how many
 * pages were opened.
 */
export async function servePageQueue(services: Services, signal: AbortSignal): Promise<number> {
  const calls = new Set<Promise<void>>();
  let [opened, unanswered] = [0, 0];

  async function call({ orderId, ...toMake }: Call): Promise<void> {
    try {
      const page = await askForPage(services, orderId, toMake);
      if (page.ok) [opened, unanswered] = [opened + 1, 0];
      else if (page.refusal.reason === "provider_unavailable") unanswered += 1;
    } catch (error) {
      unanswered += 1;
      services.log.error({ orderId, error: String(error) }, "a card page could not be opened");
    }
  }

  while (!signal.aborted) {
    if (unanswered >= 3) {
      await pause(2000, undefined, { signal }).catch(() => {});
      break;
    }
    if (calls.size >= callsAtOnce) {
      await Promise.race(calls);
      continue;
    }
    // An order whose call was refused during this step is back in the queue.
    const wereUnderWay = calls.size > 0;
    const step = await takeStep(services);
    if (step.kind === "empty") {
      if (!wereUnderWay) break;
      // An order that arrives now must not wait for the slowest of the calls.
      await Promise.race([...calls, pause(recheckMs)]);
      continue;
    }
    if (step.kind === "wait") {
      await pause(Math.min(step.seconds, 1) * 1000, undefined, { signal }).catch(() => {});
      continue;
    }
    for (const one of step.calls) {
      const counted = call(one).finally(() => calls.delete(counted));
      calls.add(counted);
    }
  }
  await Promise.all(calls);
  return opened;
}

async function takeStep(services: Services): Promise<Step> {
  const { providerRate, holdMinutes } = services.settings;
  return services.database.withDuty("sell", async (sql): Promise<Step> => {
    const wanted = await countFirstInPageQueue(sql, perStep);
    if (wanted === 0) return { kind: "empty" };
    // The turns first: their lock is held until the commit, so this transaction is alone with the queue and nobody
    // overtakes the first.
    const { turns, wait } = await takeProviderTurns(sql, { rate: providerRate, wanted, turnFor: "queued" });
    if (turns.length === 0) return { kind: "wait", seconds: wait };
    const orders = await lockFirstInPageQueue(sql, turns.length);
    const calls = orders.map(async (order, at): Promise<Call> => {
      const begun = restartHold(sql, order.id, holdMinutes * 60);
      const [attempt] = await Promise.all([prepareAttempt(services, sql, order), begun]);
      return { orderId: order.id, attempt, turn: turns[at] as Turn };
    });
    return { kind: "calls", calls: await Promise.all(calls) };
  });
}
