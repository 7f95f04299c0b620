import { once } from "node:events";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { to } from "pg-copy-streams";
import { applicationName, cutConnection } from "./login-pools.server.ts";
import { refuseOld, secondsBehind } from "./standby-age.server.ts";

/** A file that is being made. */
export type DatedStream = {
  readonly stream: Readable;
  /** How old its data are at most, when they come from the standby; null: of the moment when it began. */
  readonly secondsOld: number | null;
};

/** More exports at once would slow down the sale. */
const mostAtOnce = 2;

/** Enough for a person with a slow network and a million rows. */
const longest = "30min";

/** Milliseconds that a standby has to say how old its data are, and then for the first bytes. */
const firstAnswer = 2000;
const firstBytes = 30_000;

/**
 * Streams rows from the database to the reader. Each export has a connection of its own, with the login and role of
 * exports. COPY takes no parameters: values are settings of the transaction, `export.v1` and so on. Dates are written
 * DD.MM.YYYY HH:MM:SS. Several statements follow one another in one stream and see the same moment. "busy" when the
 * most exports allowed at once are running. Of a standby it throws when the data are too old, or no byte comes in time.
 */
export function openCopyAdapter(
  url: string,
  role: string,
  { isStandby }: { readonly isStandby: boolean },
): {
  copyOut(statements: readonly string[], values: readonly string[]): Promise<DatedStream | "busy">;
} {
  let running = 0;
  return {
    async copyOut(statements, values) {
      if (running >= mostAtOnce) return "busy";
      running += 1;
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: 2000,
        application_name: isStandby ? "estival standby export" : applicationName("export"),
        // The date style gives DD.MM.YYYY; `to_char` would take a third of the time of an export.
        options: `-c datestyle=German -c statement_timeout=${longest} -c lock_timeout=3s -c idle_in_transaction_session_timeout=${longest}`,
      });
      // The stream reports a lost server.
      client.on("error", () => {});
      let isOver = false;
      const over = () => {
        if (isOver) return;
        isOver = true;
        running -= 1;
        // Cut the socket instead of ending politely: the server may still be writing a million rows.
        cutConnection(client);
      };
      let limit = isStandby ? setTimeout(over, firstAnswer) : undefined;
      try {
        await client.connect();
        await client.query(
          `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL ROLE ${pg.escapeIdentifier(role)}`,
        );
        const secondsOld = isStandby ? await secondsBehind(client) : null;
        if (secondsOld !== null) refuseOld(secondsOld);
        clearTimeout(limit);
        await client.query(
          "SELECT set_config('export.v' || place, value, true) FROM unnest($1::text[]) WITH ORDINALITY AS given (value, place)",
          [values],
        );
        const stream = new PassThrough();
        stream.once("close", over);
        writeInTurn(client, statements, stream).catch((error: Error) => stream.destroy(error));
        if (isStandby) {
          // until the first bytes are there, the primary can still make the file instead
          limit = setTimeout(over, firstBytes);
          await once(stream, "readable");
        }
        return { stream, secondsOld };
      } catch (error) {
        over();
        throw error;
      } finally {
        clearTimeout(limit);
      }
    },
  };
}

async function writeInTurn(
  client: pg.Client,
  statements: readonly string[],
  into: PassThrough,
): Promise<void> {
  for (const statement of statements) await pipeline(client.query(to(statement)), into, { end: false });
  into.end();
}
