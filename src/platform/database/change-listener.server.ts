import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

/** Hears what is notified on one channel, until it is closed. */
export type Listener = { close(): Promise<void> };

type ListenerOptions = pg.ClientConfig & { readonly onIdleError: (error: Error) => void };

const againAfterMilliseconds = 500;

/**
 * A connection of its own that LISTENs. Resolves after the first `heard`, so that whoever waits for it knows what there
 * is to know. A lost connection is made again until it is there; needs the server itself and no transaction pooler.
 */
export async function openListener(
  { onIdleError, ...config }: ListenerOptions,
  channel: string,
  heard: () => Promise<void>,
): Promise<Listener> {
  const closing = new AbortController();
  let client: pg.Client | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...config, keepAlive: true });
    next.on("error", onIdleError);
    next.on("notification", () => void heard());
    await next.connect();
    await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    client = next;
    next.on("end", () => {
      client = undefined;
      void reconnect();
    });
    await heard();
  }

  async function reconnect(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await pause(againAfterMilliseconds, undefined, { signal: closing.signal });
        return await connect();
      } catch (error) {
        if (!closing.signal.aborted) onIdleError(error as Error);
      }
    }
  }

  await connect();
  return {
    async close() {
      closing.abort();
      await client?.end();
    },
  };
}
