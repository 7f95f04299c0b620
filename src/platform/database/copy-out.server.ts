import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { to } from "pg-copy-streams";
import { applicationName, sessionSettings } from "./login-pools.server.ts";

/** How many exports run at once. More would slow down the sale. */
const mostAtOnce = 2;

/** The longest time for one export: enough for a slow network and a million rows. */
const exportTimeout = "30min";

/**
 * Streams rows from the database to the reader. Each export has its own connection, with the login and role of
 * exports. COPY takes no parameters, so values are settings of the transaction: `export.v1` and so on. Dates are
 * DD.MM.YYYY HH:MM:SS. Resolves to "busy" when too many exports are running.
 */
export function openCopyAdapter(
  url: string,
  role: string,
): { copyOut(statement: string, values: readonly string[]): Promise<Readable | "busy"> } {
  let running = 0;
  return {
    async copyOut(statement, values) {
      if (running >= mostAtOnce) return "busy";
      running += 1;
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: 2000,
        application_name: applicationName("export"),
        // This date style writes DD.MM.YYYY. `to_char` would take a third of an export's time.
        options: sessionSettings(
          "datestyle=German",
          `statement_timeout=${exportTimeout}`,
          "lock_timeout=3s",
          `idle_in_transaction_session_timeout=${exportTimeout}`,
        ),
      });
      // The stream reports a lost server; without this listener the process would end.
      client.on("error", () => {});
      let isOver = false;
      const finish = () => {
        if (isOver) return;
        isOver = true;
        running -= 1;
        // Cut the socket instead of ending politely: the server may still be writing a million rows.
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
        stream.once("close", finish);
        pipeline(client.query(to(statement)), stream).catch((error: Error) => stream.destroy(error));
        return stream;
      } catch (error) {
        finish();
        throw error;
      }
    },
  };
}
