import pg from "pg";
import type { LoginName, LoginUrls, RoleNames } from "./database-roles.ts";

/** The logins for persons and duties; exports have connections of their own (copy-out.server.ts). */
export type ActingLogin = Exclude<LoginName, "export">;

type LoginPools = {
  readonly anonymous: pg.Pool;
  readonly identity: pg.Pool;
  /** Pools for transactions. Pipelined statements that need not wait for each other share a round trip. */
  readonly acting: Readonly<Record<ActingLogin, pg.Pool>>;
  readonly all: readonly pg.Pool[];
};

type PoolOptions = {
  readonly urls: LoginUrls;
  readonly roles: RoleNames;
  /** No pool has more connections than this. */
  readonly poolSize: number;
  readonly connectionTimeoutMillis: number;
  readonly onIdleError: (error: Error) => void;
};

/** The name of a login's connections at the server. Earlier versions used "estival" alone. */
export const applicationName = (login: LoginName) => `estival ${login}`;

/** A transaction of ours waits at most 5 seconds for its next statement: without a network it keeps no locks. */
export const idleTransactionTimeout = "idle_in_transaction_session_timeout=5s";

/** Settings that a connection asks for at its start. Without `jit`: compiling takes longer than our short statements. */
export const sessionSettings = (...settings: readonly string[]) =>
  ["jit=off", ...settings].map((setting) => `-c ${setting}`).join(" ");

/**
 * Milliseconds to wait for an answer from a silent server: five seconds more than the server's own limit for the
 * statement. A statement without an answer fails like a lost connection, which is not used again. A COMMIT must not be
 * given up this way (`commitStatement`; the single statements of the identity login commit too). While the only
 * standby is away, commits wait at the server; retries on new connections would use up all connections.
 */
export const answerTimeout = (statementSeconds: number) => ({
  query_timeout: (statementSeconds + 5) * 1000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5000,
});

/** Ends a transaction that changed something. It waits as long as the server lets it: see `answerTimeout`. */
export const commitStatement = { text: "COMMIT", query_timeout: 2 ** 31 - 1 };

/** Opens the pools. A connection is opened when it is first needed. */
export function openPools({
  urls,
  roles,
  poolSize,
  connectionTimeoutMillis,
  onIdleError,
}: PoolOptions): LoginPools {
  const open = (login: ActingLogin, maxConnections: number, config: pg.PoolConfig) => {
    const pool = new pg.Pool({
      ...config,
      connectionString: urls[login],
      connectionTimeoutMillis,
      application_name: applicationName(login),
      max: Math.min(maxConnections, poolSize),
    });
    pool.on("error", onIdleError);
    surviveRestart(pool);
    return pool;
  };
  const acting = (login: ActingLogin, maxConnections: number) =>
    open(login, maxConnections, {
      pipeline: true,
      options: sessionSettings("lock_timeout=3s", "statement_timeout=30s", idleTransactionTimeout),
      ...answerTimeout(30),
    });
  const pools = {
    anonymous: open("public", 8, {
      options: sessionSettings(
        `role=${roles.anon}`,
        "default_transaction_read_only=on",
        "statement_timeout=10s",
      ),
      ...answerTimeout(10),
    }),
    identity: open("identity", 5, {
      options: sessionSettings(
        `role=${roles.identity}`,
        "lock_timeout=3s",
        "statement_timeout=10s",
        idleTransactionTimeout,
      ),
    }),
    acting: {
      public: acting("public", 6),
      office: acting("office", 4),
      identity: acting("identity", 3),
      worker: acting("worker", 6),
    },
  };
  return { ...pools, all: [pools.anonymous, pools.identity, ...Object.values(pools.acting)] };
}

/**
 * Keeps a restart of the server from ending this process. A pool listens for errors of idle connections only, so a
 * connection in use that the server ends would be an unhandled error. With this listener, the next statement fails
 * instead.
 */
export function surviveRestart(pool: pg.Pool): void {
  pool.on("connect", (client) => client.on("error", () => {}));
}
