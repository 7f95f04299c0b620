import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { type DatedStream, openCopyAdapter } from "./copy-out.server.ts";
import type { LoginUrls, RoleNames } from "./database-roles.ts";
import { actingOptions, cutConnection, surviveRestart } from "./login-pools.server.ts";
import type { Sql } from "./sql.ts";
import { refuseOld, secondsBehind } from "./standby-age.server.ts";
import { startWithDuty, type TransactionStart } from "./transaction-start.server.ts";

/** The answer of a long read. */
export type LongRead<T> = {
  readonly value: T;
  /** How old the data are at most, when they come from the standby; null: of this moment, from the primary. */
  readonly secondsOld: number | null;
};

export type StandbyOptions = {
  /** The addresses there of the logins that make long reads. */
  readonly urls: Pick<LoginUrls, "office" | "worker" | "export">;
  /** Called with the reason each time that the standby could not be read. */
  readonly onFailure: (why: string) => void;
};

export type Standby = {
  /** The answer of this read, or undefined when the primary has to be asked. Never throws. */
  read<T>(start: TransactionStart, work: (sql: Sql) => Promise<T>): Promise<LongRead<T> | undefined>;
  /** As `copyOut` of the database; undefined when the primary has to be asked. Never throws. */
  copy(statements: readonly string[], values: readonly string[]): Promise<DatedStream | "busy" | undefined>;
  /** Seconds; infinite when it cannot be read. */
  age(): Promise<number>;
  close(): Promise<void>;
};

/** Milliseconds for a connection, and for the first answer on one: a server that stands still is not waited for. */
const firstAnswer = 2000;
/** Milliseconds for a whole report. */
const wholeRead = 30_000;
/** Milliseconds for which files come from the primary after one broke off in the middle. */
const restAfterBreak = 600_000;
const mostConnections = 4;

/**
 * The server of DATABASE_READ_URL, for long reads that decide nothing. Whatever fails there, because it does not answer,
 * is too far behind, cancelled the statement for what it receives, or the work itself fails, is told once and is the
 * primary's. Its transactions begin as those of the primary do: with the same role, and read only.
 */
export function openStandby({ urls, onFailure }: StandbyOptions, roles: RoleNames): Standby {
  const open = (login: "office" | "worker") => {
    const pool = new pg.Pool({
      connectionString: urls[login],
      connectionTimeoutMillis: firstAnswer,
      application_name: `estival standby ${login}`,
      max: mostConnections,
      pipeline: true,
      options: actingOptions,
    });
    // an idle connection is lost when the standby restarts; the next read opens another
    pool.on("error", () => {});
    surviveRestart(pool);
    return pool;
  };
  const pools = { office: open("office"), worker: open("worker") };
  const copies = openCopyAdapter(urls.export, roles.export, { isStandby: true });
  let restsUntil = Number.NEGATIVE_INFINITY;
  // the builder's own error repeats the values of the statement, which no log may hold
  const failed = (thrown: unknown) => {
    const error = thrown instanceof DrizzleQueryError ? thrown.cause : thrown;
    onFailure(error instanceof Error ? error.message : String(error));
  };

  async function within<T>(
    { login, begin, setting }: TransactionStart,
    work: (sql: Sql, secondsOld: number) => Promise<T>,
  ): Promise<T> {
    if (login !== "office" && login !== "worker") throw new TypeError(`${login} makes no long reads`);
    const client = await pools[login].connect();
    let limit = setTimeout(() => cutConnection(client), firstAnswer);
    try {
      const started = Promise.all([client.query(begin), setting && client.query(setting)]);
      started.catch(() => {});
      const secondsOld = await secondsBehind(client);
      await started;
      clearTimeout(limit);
      limit = setTimeout(() => cutConnection(client), wholeRead);
      const value = await work(client, secondsOld);
      await client.query("COMMIT");
      client.release();
      return value;
    } catch (error) {
      // closing it ends its transaction
      client.release(true);
      throw error;
    } finally {
      clearTimeout(limit);
    }
  }

  return {
    async read(start, work) {
      try {
        return await within(start, async (sql, secondsOld) => {
          refuseOld(secondsOld);
          return { value: await work(sql), secondsOld };
        });
      } catch (error) {
        failed(error);
        return undefined;
      }
    },
    async copy(statements, values) {
      if (performance.now() < restsUntil) return undefined;
      try {
        const copied = await copies.copyOut(statements, values);
        if (copied !== "busy")
          copied.stream.once("error", (error) => {
            restsUntil = performance.now() + restAfterBreak;
            failed(error);
          });
        return copied;
      } catch (error) {
        failed(error);
        return undefined;
      }
    },
    async age() {
      try {
        const start = startWithDuty(roles, "settle", "REPEATABLE READ READ ONLY");
        return await within(start, async (_, secondsOld) => secondsOld);
      } catch {
        return Number.POSITIVE_INFINITY;
      }
    },
    async close() {
      await Promise.all([pools.office.end(), pools.worker.end()]);
    },
  };
}
