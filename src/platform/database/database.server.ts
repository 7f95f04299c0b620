import type { Readable } from "node:stream";
import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { type Listener, openListener } from "./change-listener.server.ts";
import { openCopyAdapter } from "./copy-out.server.ts";
import { type Actor, type Duty, type LoginUrls, type RoleNames, roleNames } from "./database-roles.ts";
import {
  type ActingLogin,
  answerTimeout,
  applicationName,
  commitStatement,
  idleTransactionTimeout,
  openPools,
  sessionSettings,
} from "./login-pools.server.ts";
import type { Sql } from "./sql.ts";
import {
  startAsActor,
  startWithCode,
  startWithDuty,
  type TransactionStart,
} from "./transaction-start.server.ts";

export type DedicatedConnection = Sql & Omit<pg.Client, "query">;

/**
 * The only ways to the database: single statements in a fixed role, a transaction as a person (to write, or only to
 * read), a transaction for a duty, a file that the database writes. The person or duty decides the login, and no
 * login can become another's role (database-roles.ts). No pooled connection leaves this file without its role.
 */
export type Database = {
  /** Reads that anybody may make. No transaction, read-only, role `anon`. */
  readonly anonymous: Sql;
  /** Reads for anybody who knows this code: as `anonymous`, in one transaction in which policies see the code. */
  readWithCode<T>(code: string, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Single statements of the duty "identity", for that adapter: a request reads its session before its person. */
  readonly identity: Sql;
  /** One transaction as this person: role and user id are set for it and row-level security applies. */
  withActor<T>(actor: Actor, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** A read-only transaction as this person. It resolves before COMMIT is answered, one round trip earlier. */
  readAs<T>(actor: Actor, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** As `readAs`, for a person or a duty, but every statement sees the same moment, for answers that must agree. */
  readMoment<T>(who: Actor | Duty, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** One transaction with a duty's rights, for acts that may do more than the person. The act checks the person. */
  withDuty<T>(duty: Duty, work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * A statement `COPY ... TO STDOUT` with the rights of exports, as a stream; "busy" when too many are running. It reads
   * the first value as `current_setting('export.v1')`, and so on. The act checks the person.
   */
  copyOut(statement: string, values?: readonly string[]): Promise<Readable | "busy">;
  /** A pipelined connection of the duties' login outside the pools, for the queue of holds. The caller ends it. */
  dedicated(): Promise<DedicatedConnection>;
  /**
   * Calls `onNotify` once now and at each notification on this channel. It also calls `onNotify` after a lost connection is
   * open again, because notifications in between were missed.
   */
  listen(channel: string, onNotify: () => Promise<void>): Promise<Listener>;
  readonly roles: RoleNames;
  /** Ends the phase of the start: from now on a request waits at most two seconds for a connection. */
  started(): void;
  close(): Promise<void>;
};

type DatabaseOptions = {
  readonly urls: LoginUrls;
  readonly rolePrefix: string;
  /** The most connections of each pool; some pools have a lower limit of their own. */
  readonly poolSize?: number;
  /** Milliseconds to wait for a connection until `started` is called. Absent: the timeout of requests. */
  readonly startTimeout?: number;
  readonly onIdleError?: (error: Error) => void;
};

/** Thrown when the database cannot be used: no connection in time, server gone, or busy after the retries. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
}

/** Milliseconds. A request that waits longer for a connection fails as unavailable. */
const requestTimeout = 2000;

const retriedCodes = new Set(["40001", "40P01", "55P03"]);
const statementTimeout = "57014";
// the last ones: codes of a failed network or of a host name that does not resolve
const lostCodes = new Set(
  "57P01 57P02 57P03 08000 08003 08006 53300 ECONNREFUSED ECONNRESET ENOENT EPIPE EHOSTDOWN EHOSTUNREACH ENETDOWN ENETUNREACH ETIMEDOUT EAI_AGAIN ENOTFOUND".split(
    " ",
  ),
);

export function openDatabase({
  urls,
  rolePrefix,
  poolSize = 10,
  startTimeout = requestTimeout,
  onIdleError = () => {},
}: DatabaseOptions): Database {
  const roles = roleNames(rolePrefix);
  const pools = openPools({ urls, roles, poolSize, connectionTimeoutMillis: startTimeout, onIdleError });
  const copyAdapter = openCopyAdapter(urls.export, roles.export);
  const ownConnection = (login: ActingLogin) => ({
    connectionString: urls[login],
    connectionTimeoutMillis: startTimeout,
    application_name: applicationName(login),
  });

  async function transaction<T>(
    { login, begin, setting }: TransactionStart,
    work: (sql: Sql) => Promise<T>,
    { waitsForEnd }: { readonly waitsForEnd: boolean },
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const client = await connect(pools.acting[login]);
      let ended: Promise<Error | undefined> | undefined;
      try {
        // Not awaited, so that they travel with the first statement of `work`. That statement fails if they fail.
        const started = Promise.all([client.query(begin), setting && client.query(setting)]);
        started.catch(() => {});
        const value = await work(client);
        await started;
        const committed = client.query(waitsForEnd ? commitStatement : "COMMIT");
        if (waitsForEnd) await committed;
        else ended = failureOf(committed);
        return value;
      } catch (thrown) {
        // Drizzle's own error repeats the statement's values, which no log may hold
        const error = thrown instanceof DrizzleQueryError ? thrown.cause : thrown;
        ended = failureOf(client.query("ROLLBACK"));
        await ended;
        if (isGone(error)) throw new DatabaseUnavailable("the database is unreachable", { cause: error });
        if (!isRetried(error)) throw error;
        if (attempt > 3) throw new DatabaseUnavailable("the database is busy", { cause: error });
      } finally {
        if (ended) void ended.then((failure) => client.release(failure));
        else client.release();
      }
      await new Promise((resume) => setTimeout(resume, 5 * 2 ** attempt * (0.5 + Math.random())));
    }
  }

  return {
    anonymous: pools.anonymous,
    identity: pools.identity,
    readWithCode(code, work) {
      return transaction(startWithCode(roles, code), work, { waitsForEnd: false });
    },
    withActor(actor, work) {
      const start = startAsActor(roles, actor, "READ COMMITTED READ WRITE");
      return transaction(start, work, { waitsForEnd: true });
    },
    readAs(actor, work) {
      const start = startAsActor(roles, actor, "READ COMMITTED READ ONLY");
      return transaction(start, work, { waitsForEnd: false });
    },
    readMoment(who, work) {
      const start =
        typeof who === "string"
          ? startWithDuty(roles, who, "REPEATABLE READ READ ONLY")
          : startAsActor(roles, who, "REPEATABLE READ READ ONLY");
      return transaction(start, work, { waitsForEnd: false });
    },
    withDuty(duty, work) {
      const start = startWithDuty(roles, duty, "READ COMMITTED");
      return transaction(start, work, { waitsForEnd: true });
    },
    async copyOut(statement, values = []) {
      try {
        return await copyAdapter.copyOut(statement, values);
      } catch (error) {
        if (isGone(error)) throw new DatabaseUnavailable("the database is unreachable", { cause: error });
        throw error;
      }
    },
    async dedicated() {
      const client = new pg.Client({
        ...ownConnection("worker"),
        pipeline: true,
        ...answerTimeout(10),
        options: sessionSettings("lock_timeout=3s", "statement_timeout=10s", idleTransactionTimeout),
      });
      await client.connect();
      return client;
    },
    listen: (channel, onNotify) =>
      openListener({ ...ownConnection("public"), ...answerTimeout(10), onIdleError }, channel, onNotify),
    roles,
    started() {
      for (const pool of pools.all) pool.options.connectionTimeoutMillis = requestTimeout;
    },
    async close() {
      await Promise.all(pools.all.map((pool) => pool.end()));
    },
  };
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw new DatabaseUnavailable("no connection to the database", { cause: error });
  }
}

function failureOf(statement: Promise<unknown>): Promise<Error | undefined> {
  return statement.then(
    () => undefined,
    (failure: Error) => failure,
  );
}

/** The server is unreachable, or closed the connection. */
export function isGone(error: unknown): boolean {
  return (
    lostCodes.has(codeOf(error)) ||
    (error instanceof Error &&
      /Connection terminated|not queryable|connection error|Query read timeout/i.test(error.message))
  );
}

/** True when the database could not be used, in any of its ways: the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (
      cause instanceof DatabaseUnavailable ||
      isGone(cause) ||
      codeOf(cause) === statementTimeout ||
      /timeout exceeded when trying to connect/i.test(cause.message)
    )
      return true;
  return false;
}

/** Deadlock, serialisation failure or lock timeout: the same transaction may succeed a moment later. */
export function isRetried(error: unknown): boolean {
  return retriedCodes.has(codeOf(error));
}

/** The SQLSTATE or system code of an error or of its cause. */
export function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === "string") return code;
  }
  return "";
}
