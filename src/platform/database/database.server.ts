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
  type RoleNames,
  roleNames,
} from "./database-roles.ts";

/** A transaction, or a connection of the read-only pool. `$client` is the driver's own connection for plain SQL. */
export type Sql = NodePgDatabase & { $client: pg.ClientBase };

/**
 * The three ways to the database; there is no fourth: single statements in a fixed role, a transaction as a person
 * (to change something, or to read only), a transaction for a duty. No connection of a pool leaves this file without its role.
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
  /** One transaction with a duty's rights, for acts that do more than the person may. The act checks the person. */
  withDuty<T>(duty: Duty, work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Statements `COPY ... TO STDOUT` as this person, as one stream; undefined when too many are running. */
  copyOut(actor: Actor, statements: readonly string[]): Promise<Readable | undefined>;
  /** A connection kept for one purpose, pipelined, outside the pools (the combiner). The caller ends it. */
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
  readonly url: string;
  readonly rolePrefix: string;
  /** Connections for actors and duties together. */
  readonly poolSize?: number;
  /** Milliseconds that a connection is waited for until `started` is called; as for a request without it. */
  readonly startPatience?: number;
  readonly onIdleError?: (error: Error) => void;
};

/** Thrown when the database cannot be had: no connection in time, server gone, or busy after the retries. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
}

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
  url,
  rolePrefix,
  poolSize = 10,
  startPatience = requestPatience,
  onIdleError = () => {},
}: DatabaseOptions): Database {
  const roles = roleNames(rolePrefix);
  const common = {
    connectionString: url,
    connectionTimeoutMillis: startPatience,
    application_name: "estival",
  };
  const reading = new pg.Pool({
    ...common,
    max: poolSize,
    options: `-c role=${roles.anon} -c default_transaction_read_only=on -c statement_timeout=10s`,
  });
  const asking = new pg.Pool({
    ...common,
    max: Math.ceil(poolSize / 2),
    options: `-c role=${roles.identity} -c lock_timeout=3s -c statement_timeout=10s`,
  });
  const copies = openCopyDoor(url);
  const writing = new pg.Pool({
    ...common,
    // statements that need not wait for each other share a round trip
    pipeline: true,
    max: poolSize,
    options: "-c lock_timeout=3s -c statement_timeout=30s -c idle_in_transaction_session_timeout=30s",
  });
  for (const pool of [reading, asking, writing]) {
    pool.on("error", onIdleError);
    outliveTheServer(pool);
  }

  async function transaction<T>(
    prelude: string,
    work: (sql: Sql) => Promise<T>,
    { waitsForEnd }: { readonly waitsForEnd: boolean },
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const client = await connect(writing);
      let ended: Promise<Error | undefined> | undefined;
      try {
        // not waited for: it travels with the first statement of the work, which fails if it does
        const begun = client.query(prelude);
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

  function asActor(actor: Actor, access: "READ WRITE" | "READ ONLY"): string {
    if (!isUuid(actor.userId)) throw new TypeError("an actor has an id");
    const role = roles[groupOfActor[actor.role]];
    return `BEGIN ISOLATION LEVEL READ COMMITTED ${access}; SET LOCAL ROLE "${role}"; SET LOCAL app.user_id = '${actor.userId}'`;
  }

  return {
    anonymous: drizzle(reading) as NodePgDatabase & { $client: pg.Pool },
    identity: drizzle(asking) as NodePgDatabase & { $client: pg.Pool },
    withActor(actor, work) {
      return transaction(asActor(actor, "READ WRITE"), work, { waitsForEnd: true });
    },
    readAs(actor, work) {
      return transaction(asActor(actor, "READ ONLY"), work, { waitsForEnd: false });
    },
    withDuty(duty, work) {
      return transaction(
        `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL ROLE "${roles[groupOfDuty[duty]]}"`,
        work,
        { waitsForEnd: true },
      );
    },
    async copyOut(actor, statements) {
      try {
        return await copies.copyOut(asActor(actor, "READ ONLY"), statements);
      } catch (error) {
        if (isGone(error)) throw new DatabaseUnavailable("the database is not there", { cause: error });
        throw error;
      }
    },
    async dedicated() {
      const client = new pg.Client({
        ...common,
        pipeline: true,
        options: "-c lock_timeout=3s -c statement_timeout=10s",
      });
      await client.connect();
      return client;
    },
    listen: (channel, heard) => openListener({ ...common, onIdleError }, channel, heard),
    roles,
    started() {
      for (const pool of [reading, asking, writing]) pool.options.connectionTimeoutMillis = requestPatience;
    },
    async close() {
      await Promise.all([reading.end(), asking.end(), writing.end()]);
    },
  };
}

/**
 * The pool listens to its idle connections only. One that is lent out and told "the server ends" between two
 * statements would end the whole process; whoever has it hears of the loss from the next statement.
 */
export function outliveTheServer(pool: pg.Pool): void {
  pool.on("connect", (client) => client.on("error", () => {}));
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
