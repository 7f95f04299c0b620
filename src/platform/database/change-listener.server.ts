import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

/** Listens for notifications on one channel until it is closed. */
export type Listener = { close(): Promise<void> };

type ListenerOptions = pg.ClientConfig & { readonly onIdleError: (error: Error) => void };

const reconnectDelayMilliseconds = 500;

/**
 * Opens its own connection that LISTENs. Resolves after the first call of `onNotify`, so that the caller knows the
 * present state. A lost connection is opened again. It needs a direct connection; a transaction pooler does not work.
 */
export async function openListener(
  { onIdleError, ...config }: ListenerOptions,
  channel: string,
  onNotify: () => Promise<void>,
): Promise<Listener> {
  const closing = new AbortController();
  let client: pg.Client | undefined;

  async function connect(): Promise<void> {
    const newClient = new pg.Client(config);
    newClient.on("error", onIdleError);
    newClient.on("notification", () => void onNotify());
    await newClient.connect();
    await newClient.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    client = newClient;
    newClient.on("end", () => {
      client = undefined;
      void reconnect();
    });
    await onNotify();
  }

  async function reconnect(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await pause(reconnectDelayMilliseconds, undefined, { signal: closing.signal });
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
