import { setTimeout as pause } from "node:timers/promises";
import { awaitTurn, type Turn } from "#platform/card-checkout/call-turn.server.ts";
import type { Services } from "#platform/services.ts";
import { takeProviderTurns } from "./provider-turn.server.ts";

/**
 * Resolves when a call about a card page may go out: at the turn that was taken before, or at one that is taken now.
 * Where the provider takes nothing at all (a rate of 0) there are no turns, and nobody waits for one.
 */
export async function awaitPageTurn(services: Services, taken?: Turn): Promise<void> {
  const { providerRate: rate } = services.settings;
  if (rate <= 0) return;
  const takeAnother = () => takeTurn(services);
  await awaitTurn(taken ?? (await takeAnother()), { rate, takeAnother });
}

/** Whoever was in the line stays before everybody else: this is a turn for the line. */
async function takeTurn(services: Services): Promise<Turn> {
  for (;;) {
    const { turns, wait } = await services.database.withDuty("sell", (sql) =>
      takeProviderTurns(sql.$client, {
        rate: services.settings.providerRate,
        wanted: 1,
        turnFor: "line",
      }),
    );
    if (turns[0] !== undefined) return turns[0];
    await pause(Math.min(wait, 1) * 1000);
  }
}
