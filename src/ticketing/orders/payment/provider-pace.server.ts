import { setTimeout as pause } from "node:timers/promises";
import { type Turn, waitFor } from "#platform/card-checkout/call-turn.server.ts";
import type { PacedCall } from "#platform/card-checkout/card-checkout.server.ts";
import type { Database } from "#platform/database/database.server.ts";
import { takeProviderTurns } from "./provider-turn.server.ts";

type Waiting = { readonly go: (turn: Turn) => void; readonly fail: (error: unknown) => void };

/**
 * Waits for turns of calls without a page queue: reads and ends of card sessions. All processes share them, as those
 * for card pages. Calls that come during a statement wait and are served together by the next one.
 */
export function createProviderPace(
  database: Pick<Database, "withDuty">,
  rate: number,
): (kind: PacedCall) => Promise<void> {
  const queues: Record<PacedCall, Waiting[]> = { read: [], expiry: [] };
  const serving = new Set<PacedCall>();

  async function serve(kind: PacedCall): Promise<void> {
    const queue = queues[kind];
    serving.add(kind);
    try {
      while (queue.length > 0) {
        const { turns, wait } = await takeTurns(kind, queue.length);
        for (const turn of turns) queue.shift()?.go(turn);
        if (wait > 0) await pause(Math.min(wait, 1) * 1000);
      }
    } catch (error) {
      for (const { fail } of queue.splice(0)) fail(error);
    } finally {
      // Synchronously after the last check of the queue, so that a call that comes now starts a new round.
      serving.delete(kind);
    }
  }

  const takeTurns = (turnFor: PacedCall, wanted: number) =>
    database.withDuty("settle", async (sql) => {
      // A turn that a crash of the database loses is taken again, so no need to wait for the disk.
      const withoutSync = sql.query("SET LOCAL synchronous_commit = off");
      const [taken] = await Promise.all([takeProviderTurns(sql, { rate, wanted, turnFor }), withoutSync]);
      return taken;
    });

  const take = (kind: PacedCall) =>
    new Promise<Turn>((go, fail) => {
      queues[kind].push({ go, fail });
      if (!serving.has(kind)) void serve(kind);
    });

  return async (kind) => waitFor(await take(kind));
}
