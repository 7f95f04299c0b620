import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "#platform/database/database.server.ts";
import type { Log } from "#platform/log/log.server.ts";
import { changesChannel } from "#ticketing/journal/record-change.server.ts";
import type { PageCache } from "#web/request/page-cache.server.ts";

type Parts = { readonly database: Database; readonly pages: PageCache; readonly log: Log };

const againAfterMs = 1000;

/**
 * Ends kept pages when a person changed something in another process. What was changed while nobody listened (the
 * connection was lost) is unknown, so everything kept then ends. Resolves when it listens, or could not yet.
 */
export async function followChanges({ database, pages, log }: Parts): Promise<{ stop(): Promise<void> }> {
  const stopped = new AbortController();
  let connection: Awaited<ReturnType<Database["dedicated"]>> | undefined;

  async function listen(): Promise<void> {
    const client = await database.dedicated();
    if (stopped.signal.aborted) return client.end();
    const lost = () => {
      if (connection !== client) return;
      connection = undefined;
      void again();
    };
    client.on("error", lost).on("end", lost);
    client.on("notification", ({ payload = "" }) => drop(pages, payload));
    connection = client;
    await client.query(`LISTEN ${changesChannel}`);
    pages.dropAll();
  }

  async function again(): Promise<void> {
    while (!stopped.signal.aborted) {
      await pause(againAfterMs, undefined, { signal: stopped.signal }).catch(() => {});
      if (stopped.signal.aborted) return;
      try {
        return await listen();
      } catch (error) {
        log.warn({ error: String(error) }, "changes of other processes are not heard of");
      }
    }
  }

  await listen().catch(() => void again());
  return {
    async stop() {
      stopped.abort();
      const ending = connection;
      connection = undefined;
      await ending?.end().catch(() => {});
    },
  };
}

/** A night stands on its own page and in lists; what else can change stands on many. */
function drop(pages: PageCache, payload: string): void {
  if (payload.startsWith("event:")) pages.drop([payload, "content"]);
  else pages.dropAll();
}
