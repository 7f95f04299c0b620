import { setTimeout as pause } from "node:timers/promises";
import type { Turn } from "#platform/card-checkout/call-turn.server.ts";
import type { Services } from "#platform/services.ts";
import { askForPage, type CallToMake } from "#ticketing/orders/payment/ask-for-page.server.ts";
import { prepareAttempt } from "#ticketing/orders/payment/prepare-attempt.server.ts";
import { takeProviderTurns } from "#ticketing/orders/payment/provider-turn.server.ts";
import { countFirstInPageQueue, lockFirstInPageQueue } from "./page-queue-store.server.ts";

/** The most calls at once: enough for 24 calls a second at a provider that needs two seconds for each. */
const callsAtOnce = 64;
/**
 * The most orders per step: about as many as the provider's turns that pass while one step lasts. A step is a few round
 * trips to the database, which are slow in a rush.
 */
const perStep = 20;
/** Milliseconds between reads of an empty queue while calls are under way. */
const recheckMs = 50;

type Step =
  | { readonly kind: "empty" }
  | { readonly kind: "wait"; readonly seconds: number }
  | { readonly kind: "calls"; readonly calls: readonly Call[] };

type Call = CallToMake & { readonly orderId: string };

/**
 * Opens card pages for queued orders, first come first served, at the pace of the provider's turns. Works until the
 * queue is empty and all calls are answered, or the signal aborts. Safe in several processes: they share the turns,
 * and each order is taken by one. Pauses when the provider does not answer. Returns how many pages it opened.
 */
export async function servePageQueue(services: Services, signal: AbortSignal): Promise<number> {
  const calls = new Set<Promise<void>>();
  let [opened, unanswered] = [0, 0];

  async function call({ orderId, ...callToMake }: Call): Promise<void> {
    try {
      const page = await askForPage(services, orderId, callToMake);
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
    // An order whose call is refused during this step is back in the queue.
    const wereUnderWay = calls.size > 0;
    const step = await takeStep(services);
    if (step.kind === "empty") {
      if (!wereUnderWay) break;
      // An order that arrives now must not wait for the slowest call.
      await Promise.race([...calls, pause(recheckMs)]);
      continue;
    }
    if (step.kind === "wait") {
      await pause(Math.min(step.seconds, 1) * 1000, undefined, { signal }).catch(() => {});
      continue;
    }
    for (const one of step.calls) {
      const running = call(one).finally(() => calls.delete(running));
      calls.add(running);
    }
  }
  await Promise.all(calls);
  return opened;
}

async function takeStep(services: Services): Promise<Step> {
  const { providerRate } = services.settings;
  return services.database.withDuty("sell", async (sql): Promise<Step> => {
    const wanted = await countFirstInPageQueue(sql, perStep);
    if (wanted === 0) return { kind: "empty" };
    // Turns are taken first: their lock lasts until the commit, so no other process reads the queue meanwhile and
    // nobody overtakes the first order.
    const { turns, wait } = await takeProviderTurns(sql, { rate: providerRate, wanted, turnFor: "queued" });
    if (turns.length === 0) return { kind: "wait", seconds: wait };
    const orders = await lockFirstInPageQueue(sql, turns.length);
    const calls = orders.map(async (order, at): Promise<Call> => {
      const attempt = await prepareAttempt(services, sql, order);
      return { orderId: order.id, attempt, turn: turns[at] as Turn };
    });
    return { kind: "calls", calls: await Promise.all(calls) };
  });
}
