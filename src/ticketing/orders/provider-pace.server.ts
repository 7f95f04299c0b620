import { setTimeout as pause } from "node:timers/promises";
import type { PacedCall } from "#platform/card-checkout/card-checkout.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { awaitTurn } from "./await-turn.server.ts";
import { type Turn, takeProviderTurns } from "./provider-turn.server.ts";

type Waiting = { readonly go: (turn: Turn) => void; readonly fail: (error: unknown) => void };

/**
 * Turns for the calls that nobody stands in a line for: reads of a card session, and ends. Shared by all processes as
 * those for card pages are. Who comes while the database is being asked is asked for together with the others.
 */
export function createProviderPace(
  database: Pick<Database, "withDuty">,
  rate: number,
): (kind: PacedCall) => Promise<void> {
  const queues: Record<PacedCall, Waiting[]> = { read: [], expiry: [] };
  const serving = new Set<PacedCall>();

  async function serve(kind: PacedCall): Promise<void> {
    const queue = queues[kind];
    while (queue.length > 0) {
      const { turns, wait } = await database.withDuty("settle", async ({ $client }) => {
        // a turn that a crash of the database forgets is taken again: that needs no disk
        const hasty = $client.query("SET LOCAL synchronous_commit = off");
        const [taken] = await Promise.all([
          takeProviderTurns($client, { rate, wanted: queue.length, turnFor: kind }),
          hasty,
        ]);
        return taken;
      });
      for (const turn of turns) queue.shift()?.go(turn);
      if (wait > 0) await pause(Math.min(wait, 1) * 1000);
    }
  }

  const take = (kind: PacedCall) =>
    new Promise<Turn>((go, fail) => {
      queues[kind].push({ go, fail });
      if (serving.has(kind)) return;
      serving.add(kind);
      serve(kind)
        .catch((error: unknown) => {
          for (const { fail: tell } of queues[kind].splice(0)) tell(error);
        })
        .finally(() => serving.delete(kind));
    });

  return async (kind) => awaitTurn(await take(kind), () => take(kind));
}
