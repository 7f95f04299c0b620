import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { to } from "pg-copy-streams";
import { applicationName } from "./login-pools.server.ts";

/** More exports at once would take from the sale what it needs. */
const mostAtOnce = 2;

/** At the longest, for a person with a slow line and a million rows. */
const longest = "30min";

/**
 * Lets the database write rows straight to whoever reads them, each on a connection of its own that ends with it, by
 * the login and role of exports. COPY takes no values beside it: they are settings of the transaction, `export.v1` and
 * so on. Dates are written DD.MM.YYYY HH:MM:SS. Several statements follow one another in one stream and see the same
 * moment. Undefined when as many are running as may.
 */
export function openCopyDoor(
  url: string,
  role: string,
): {
  copyOut(statements: readonly string[], values: readonly string[]): Promise<Readable | undefined>;
} {
  let running = 0;
  return {
    async copyOut(statements, values) {
      if (running >= mostAtOnce) return undefined;
      running += 1;
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: 2000,
        application_name: applicationName("export"),
        // dates as people here write them: to_char would take a third of the whole work
        options: `-c datestyle=German -c statement_timeout=${longest} -c lock_timeout=3s -c idle_in_transaction_session_timeout=${longest}`,
      });
      // a server that goes away is heard of by the stream
      client.on("error", () => {});
      let isOver = false;
      const over = () => {
        if (isOver) return;
        isOver = true;
        running -= 1;
        // cut, not asked to end: the server may be in the middle of a million rows that nobody wants any more
        (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
      };
      try {
        await client.connect();
        await client.query(
          `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL ROLE ${pg.escapeIdentifier(role)}`,
        );
        await client.query(
          "SELECT set_config('export.v' || place, value, true) FROM unnest($1::text[]) WITH ORDINALITY AS given (value, place)",
          [values],
        );
        const stream = new PassThrough();
        stream.once("close", over);
        writeInTurn(client, statements, stream).catch((error: Error) => stream.destroy(error));
        return stream;
      } catch (error) {
        over();
        throw error;
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
