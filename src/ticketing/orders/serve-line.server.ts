import { setTimeout as pause } from "node:timers/promises";
import type { Turn } from "#platform/card-checkout/call-turn.server.ts";
import type { Services } from "#platform/services.ts";
import { askForPage, type CallToMake } from "./ask-for-page.server.ts";
import { beginHoldAnew, countFirstInLine, lockFirstInLine } from "./line-store.server.ts";
import { prepareAttempt } from "./prepare-attempt.server.ts";
import { takeProviderTurns } from "./provider-turn.server.ts";

/** Calls under way at once: at 24 a second this is a provider that takes two seconds for each, after the wait for its turn. */
const callsAtOnce = 64;
/** Orders of one step: a step is some round trips, and in a rush it takes as long as the turns of so many last. */
const perStep = 20;
/** How often the line is looked at while nobody waits and calls are under way. */
const lookAgainMs = 50;

type Step =
  | { readonly kind: "nobody" }
  | { readonly kind: "wait"; readonly seconds: number }
  | { readonly kind: "calls"; readonly calls: readonly Call[] };

type Call = CallToMake & { readonly orderId: string };

/**
 * Opens card pages for those who wait, first come first served, as fast as the provider's turns come and no faster.
 * Works until nobody waits and every call is answered, or the signal says so. Safe in several processes: turns come one after the other for all of them, and each
 * order is taken by one of them. When the provider does not answer, the line rests. Resolves to how many pages opened.
 */
export async function serveLine(services: Services, signal: AbortSignal): Promise<number> {
  const calls = new Set<Promise<void>>();
  let [opened, silences] = [0, 0];

  async function call({ orderId, ...toMake }: Call): Promise<void> {
    try {
      const page = await askForPage(services, orderId, toMake);
      if (page.ok) [opened, silences] = [opened + 1, 0];
      else if (page.refusal.reason === "provider_unavailable") silences += 1;
    } catch (error) {
      silences += 1;
      services.log.error({ orderId, error: String(error) }, "a card page could not be opened");
    }
  }

  while (!signal.aborted) {
    if (silences >= 3) {
      await pause(2000, undefined, { signal }).catch(() => {});
      break;
    }
    if (calls.size >= callsAtOnce) {
      await Promise.race(calls);
      continue;
    }
    // whose call was refused while the step looked is back in the line
    const wereUnderWay = calls.size > 0;
    const step = await takeStep(services);
    if (step.kind === "nobody") {
      if (!wereUnderWay) break;
      // who arrives meanwhile must not wait for the slowest of the calls
      await Promise.race([...calls, pause(lookAgainMs)]);
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
    const client = sql.$client;
    const wanted = await countFirstInLine(client, perStep);
    if (wanted === 0) return { kind: "nobody" };
    // the turns first: whoever has them is alone with the line until the commit, so that nobody passes the first
    const { turns, wait } = await takeProviderTurns(client, { rate: providerRate, wanted, turnFor: "line" });
    if (turns.length === 0) return { kind: "wait", seconds: wait };
    const orders = await lockFirstInLine(client, turns.length);
    const calls = orders.map(async (order, at): Promise<Call> => {
      const begun = beginHoldAnew(client, order.id, holdMinutes * 60);
      const [attempt] = await Promise.all([prepareAttempt(services, client, order), begun]);
      return { orderId: order.id, attempt, turn: turns[at] as Turn };
    });
    return { kind: "calls", calls: await Promise.all(calls) };
  });
}
