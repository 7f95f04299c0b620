import type { Database } from "#platform/database/database.server.ts";
import type { Log } from "#platform/log/log.server.ts";
import type { Stop } from "./stop.ts";
import { listStops } from "./stop-queries.server.ts";

/** What is stopped, as this process knows it: for what pages say. */
export type StopBoard = {
  readonly stops: readonly Stop[];
  /** Reads at once: who has just stopped something sees it on the next page. */
  refresh(): Promise<void>;
  close(): Promise<void>;
};

type BoardOptions = {
  readonly database: Pick<Database, "anonymous" | "listen">;
  readonly log: Log;
  /** Called when something was stopped, lifted, or ended by itself. */
  readonly changed: () => void;
};

/**
 * Reads what is stopped whenever the database says that it changed, when the connection to it was lost and is there
 * again, and when a stop ends by itself.
 */
export async function openStopBoard({ database, log, changed }: BoardOptions): Promise<StopBoard> {
  let stops: readonly Stop[] = [];
  let known = "";
  let ending: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function read(): Promise<void> {
    try {
      const found = await listStops(database.anonymous.$client);
      if (isClosed) return;
      stops = found;
      const next = JSON.stringify(found.map(({ secondsLeft, ...stop }) => stop));
      if (known !== "" && next !== known) changed();
      known = next;
      plan();
    } catch (error) {
      log.error({ error: String(error) }, "what is stopped could not be read");
      if (!isClosed) again(1000);
    }
  }

  function again(milliseconds: number): void {
    clearTimeout(ending);
    ending = setTimeout(() => void read(), milliseconds).unref();
  }

  function plan(): void {
    clearTimeout(ending);
    const ends = stops.flatMap(({ secondsLeft }) => (secondsLeft === null ? [] : [secondsLeft]));
    if (ends.length > 0) again(Math.min(Math.max(0, Math.min(...ends)) * 1000 + 50, 3_600_000));
  }

  const bell = await database.listen("stops", read);
  return {
    get stops() {
      return stops;
    },
    refresh: read,
    async close() {
      isClosed = true;
      clearTimeout(ending);
      await bell.close();
    },
  };
}
