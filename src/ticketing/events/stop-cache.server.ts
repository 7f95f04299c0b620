import type { Database } from "#platform/database/database.server.ts";
import type { Log } from "#platform/log/log.server.ts";
import type { Stop } from "./stop.ts";
import { listStops } from "./stop-queries.server.ts";

export type StopCache = {
  readonly stops: readonly Stop[];
  /** Reads at once, so that the next page shows a stop that was just made. */
  refresh(): Promise<void>;
  close(): Promise<void>;
};

type StopCacheOptions = { readonly database: Pick<Database, "anonymous" | "listen">; readonly log: Log };

/**
 * Reads the stops when the database reports a change, when a lost connection is back, and when a stop ends by itself.
 */
export async function openStopCache({ database, log }: StopCacheOptions): Promise<StopCache> {
  let stops: readonly Stop[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function read(): Promise<void> {
    try {
      const newStops = await listStops(database.anonymous);
      if (isClosed) return;
      stops = newStops;
      readAtNextEnd();
    } catch (error) {
      log.error({ error: String(error) }, "what is stopped could not be read");
      if (!isClosed) readIn(1000);
    }
  }

  function readIn(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void read(), milliseconds).unref();
  }

  function readAtNextEnd(): void {
    clearTimeout(timer);
    const secondsUntilEnds = stops.flatMap(({ secondsLeft }) => (secondsLeft === null ? [] : [secondsLeft]));
    // a little later, so that the stop has ended by then; at most an hour, because a timer cannot wait for weeks
    if (secondsUntilEnds.length > 0)
      readIn(Math.min(Math.max(0, Math.min(...secondsUntilEnds)) * 1000 + 50, 3_600_000));
  }

  const listener = await database.listen("stops", read);
  return {
    get stops() {
      return stops;
    },
    refresh: read,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await listener.close();
    },
  };
}
