import type { Readable } from "node:stream";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { isUuid } from "#kernel/id.ts";
import { type Listener, openListener } from "./change-listener.server.ts";
import { openCopyDoor } from "./copy-out.server.ts";
import {
  type Actor,
  type Duty,
  groupOfActor,
  groupOfDuty,
  type LoginUrls,
  type RoleNames,
  roleNames,
} from "./database-roles.ts";
import { type ActingLogin, applicationName, openPools } from "./login-pools.server.ts";

/** A transaction, or a connection of the read-only pool. `$client` is the driver's own connection for plain SQL. */
export type Sql = NodePgDatabase & { $client: pg.ClientBase };

/**
 * The ways to the database; there are no others: single statements in a fixed role, a transaction as a person (to
 * change something, or to read only), a transaction for a duty, a file that the database writes. Who is served decides by
 * which login: none can become what another can (database-roles.ts). No connection of a pool leaves this file without its role.
 */
export type Database = {
  /** Reads that anybody may make. No transaction, read-only, role `anon`. */
  readonly anonymous: NodePgDatabase & { $client: pg.Pool };
  /**
   * Single statements with the rights of the duty "identity", for its door alone: whose session this is must be known
   * before there is a person, and every request asks.
   */
  readonly identity: NodePgDatabase & { $client: pg.Pool };
  /** One transaction as this person: role and user id are set for it and row-level security applies. */
  withActor<T>(actor: Actor, work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * The same to look and change nothing, which the database sees to. What was read is there a round trip earlier: nobody
   * waits for the end of a transaction in which nothing could be written.
   */
  readAs<T>(actor: Actor, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** The same where several questions are asked whose answers must agree: all of it as of one moment. */
  readMoment<T>(actor: Actor, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** One transaction with a duty's rights, for acts that do more than the person may. The act checks the person. */
  withDuty<T>(duty: Duty, work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Statements `COPY ... TO STDOUT` with the rights of exports, as one stream; undefined when too many are running. The
   * first of the values is `current_setting('export.v1')` to them, and so on. The act checks the person.
   */
  copyOut(statements: readonly string[], values?: readonly string[]): Promise<Readable | undefined>;
  /** A connection of the duties' login, kept for one purpose, pipelined, outside the pools (the combiner). The caller ends it. */
  dedicated(): Promise<pg.Client>;
  /**
   * Calls `heard` once now, and whenever somebody notifies this channel; also after the connection was lost and is
   * there again, because what was said meanwhile was not heard.
   */
  listen(channel: string, heard: () => Promise<void>): Promise<Listener>;
  readonly roles: RoleNames;
  /** The start is over: from now on nobody waits long for a connection. */
  started(): void;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  readonly urls: LoginUrls;
  readonly rolePrefix: string;
  /** Connections of each pool at most; each has its own most besides. */
  readonly poolSize?: number;
  /** Milliseconds that a connection is waited for until `started` is called; as for a request without it. */
  readonly startPatience?: number;
  readonly onIdleError?: (error: Error) => void;
};

/** Thrown when the database cannot be had: no connection in time, server gone, or busy after the retries. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
}

/** How a transaction begins, and for which login. */
type Beginning = { readonly login: ActingLogin; readonly begin: string; readonly userId?: string };

const asPerson = { name: "as-person", text: "SELECT set_config('app.user_id', $1, true)" };

const loginOfDuty = {
  sell: "worker",
  settle: "worker",
  deliver: "worker",
  admit: "office",
  identity: "identity",
} as const satisfies Record<Duty, ActingLogin>;

/** Milliseconds: who waits longer for a connection is told to come back. */
const requestPatience = 2000;

const retried = new Set(["40001", "40P01", "55P03"]);
const gone = new Set([
  "57P01",
  "57P02",
  "57P03",
  "08000",
  "08003",
  "08006",
  "53300",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
]);

export function openDatabase({
  urls,
  rolePrefix,
  poolSize = 10,
  startPatience = requestPatience,
  onIdleError = () => {},
}: DatabaseOptions): Database {
  const roles = roleNames(rolePrefix);
  const pools = openPools({ urls, roles, poolSize, connectionTimeoutMillis: startPatience, onIdleError });
  const copies = openCopyDoor(urls.export, roles.export);
  const alone = (login: ActingLogin) => ({
    connectionString: urls[login],
    connectionTimeoutMillis: startPatience,
    application_name: applicationName(login),
  });

  async function transaction<T>(
    { login, begin, userId }: Beginning,
    work: (sql: Sql) => Promise<T>,
    { waitsForEnd }: { readonly waitsForEnd: boolean },
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const client = await connect(pools.acting[login]);
      let ended: Promise<Error | undefined> | undefined;
      try {
        // not waited for: they travel with the first statement of the work, which fails if they do
        const begun = Promise.all([
          client.query(begin),
          userId === undefined ? undefined : client.query({ ...asPerson, values: [userId] }),
        ]);
        begun.catch(() => {});
        const value = await work(drizzle(client) as unknown as Sql);
        await begun;
        const committed = client.query("COMMIT");
        if (waitsForEnd) await committed;
        else ended = failureOf(committed);
        return value;
      } catch (error) {
        ended = failureOf(client.query("ROLLBACK"));
        await ended;
        if (isGone(error)) throw new DatabaseUnavailable("the database is not there", { cause: error });
        if (!isRetried(error)) throw error;
        if (attempt > 3) throw new DatabaseUnavailable("the database is busy", { cause: error });
      } finally {
        if (ended) void ended.then((failure) => client.release(failure));
        else client.release();
      }
      await new Promise((resume) => setTimeout(resume, 5 * 2 ** attempt * (0.5 + Math.random())));
    }
  }

  function asActor(
    { role, userId }: Actor,
    how: "READ COMMITTED READ WRITE" | "READ COMMITTED READ ONLY" | "REPEATABLE READ READ ONLY",
  ): Beginning {
    if (!isUuid(userId)) throw new TypeError("an actor has an id");
    const group = pg.escapeIdentifier(roles[groupOfActor[role]]);
    return {
      login: role === "user" ? "public" : "office",
      begin: `BEGIN ISOLATION LEVEL ${how}; SET LOCAL ROLE ${group}`,
      userId,
    };
  }

  return {
    anonymous: drizzle(pools.anonymous) as NodePgDatabase & { $client: pg.Pool },
    identity: drizzle(pools.identity) as NodePgDatabase & { $client: pg.Pool },
    withActor(actor, work) {
      return transaction(asActor(actor, "READ COMMITTED READ WRITE"), work, { waitsForEnd: true });
    },
    readAs(actor, work) {
      return transaction(asActor(actor, "READ COMMITTED READ ONLY"), work, { waitsForEnd: false });
    },
    readMoment(actor, work) {
      return transaction(asActor(actor, "REPEATABLE READ READ ONLY"), work, { waitsForEnd: false });
    },
    withDuty(duty, work) {
      const group = pg.escapeIdentifier(roles[groupOfDuty[duty]]);
      const begin = `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL ROLE ${group}`;
      return transaction({ login: loginOfDuty[duty], begin }, work, { waitsForEnd: true });
    },
    async copyOut(statements, values = []) {
      try {
        return await copies.copyOut(statements, values);
      } catch (error) {
        if (isGone(error)) throw new DatabaseUnavailable("the database is not there", { cause: error });
        throw error;
      }
    },
    async dedicated() {
      const client = new pg.Client({
        ...alone("worker"),
        pipeline: true,
        options: "-c lock_timeout=3s -c statement_timeout=10s",
      });
      await client.connect();
      return client;
    },
    listen: (channel, heard) => openListener({ ...alone("public"), onIdleError }, channel, heard),
    roles,
    started() {
      for (const pool of pools.all) pool.options.connectionTimeoutMillis = requestPatience;
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

function failureOf(question: Promise<unknown>): Promise<Error | undefined> {
  return question.then(
    () => undefined,
    (failure: Error) => failure,
  );
}

/** The server is not there, or took the connection away. */
export function isGone(error: unknown): boolean {
  return (
    gone.has(codeOf(error)) ||
    (error instanceof Error && /Connection terminated|not queryable|connection error/i.test(error.message))
  );
}

/** The database could not be had, whichever of the ways to it was tried: the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (
      at instanceof DatabaseUnavailable ||
      isGone(at) ||
      /timeout exceeded when trying to connect/i.test(at.message)
    )
      return true;
  return false;
}

/** Deadlock, serialisation failure or lock timeout: the same transaction may succeed a moment later. */
export function isRetried(error: unknown): boolean {
  return retried.has(codeOf(error));
}

/** The SQLSTATE or system code of an error, also when Drizzle has wrapped it. */
export function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === "string") return code;
  }
  return "";
}
