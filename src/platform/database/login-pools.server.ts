import pg from "pg";
import type { LoginName, LoginUrls, RoleNames } from "./database-roles.ts";

/** The logins for persons and duties; exports have connections of their own (copy-out.server.ts). */
export type ActingLogin = Exclude<LoginName, "export">;

type LoginPools = {
  readonly anonymous: pg.Pool;
  readonly identity: pg.Pool;
  /** For transactions; statements that need not wait for each other share a round trip. */
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

/**
 * A process whose machine has lost its network cannot end its transactions, and they keep their locks. No transaction of
 * ours waits longer than this for its next statement, in seconds.
 */
export const endsSilence = "idle_in_transaction_session_timeout=5s";

/**
 * Settings of a session, as a connection asks for them. Our statements are short and often prepared, where compiling one
 * (`jit`, on in most servers) takes a hundred times as long as running it.
 */
export const sessionSettings = (...settings: readonly string[]) =>
  ["jit=off", ...settings].map((setting) => `-c ${setting}`).join(" ");

/**
 * Milliseconds for an answer from a server that says nothing any more: five seconds more than the server itself gives
 * the statement, whose own limit is in seconds. A statement without an answer fails as one of a lost connection, and
 * its connection is not used again. What commits must not be given up so (`commitStatement`, and the identity login,
 * whose single statements commit): while the only standby is away, a commit waits, its connection at the server too, and
 * others in its place would use them up.
 */
export const answersWithin = (statementSeconds: number) => ({
  query_timeout: (statementSeconds + 5) * 1000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5000,
});

/** The end of what changed something. Waits as long as the server lets it: see `answersWithin`. */
export const commitStatement = { text: "COMMIT", query_timeout: 2 ** 31 - 1 };

/** A connection is opened when it is first needed. */
export function openPools({
  urls,
  roles,
  poolSize,
  connectionTimeoutMillis,
  onIdleError,
}: PoolOptions): LoginPools {
  const open = (login: ActingLogin, most: number, config: pg.PoolConfig) => {
    const pool = new pg.Pool({
      ...config,
      connectionString: urls[login],
      connectionTimeoutMillis,
      application_name: applicationName(login),
      max: Math.min(most, poolSize),
    });
    pool.on("error", onIdleError);
    surviveRestart(pool);
    return pool;
  };
  const acting = (login: ActingLogin, most: number) =>
    open(login, most, {
      pipeline: true,
      options: sessionSettings("lock_timeout=3s", "statement_timeout=30s", endsSilence),
      ...answersWithin(30),
    });
  const pools = {
    anonymous: open("public", 8, {
      options: sessionSettings(
        `role=${roles.anon}`,
        "default_transaction_read_only=on",
        "statement_timeout=10s",
      ),
      ...answersWithin(10),
    }),
    identity: open("identity", 5, {
      options: sessionSettings(
        `role=${roles.identity}`,
        "lock_timeout=3s",
        "statement_timeout=10s",
        endsSilence,
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
 * The pool listens for errors of its idle connections only. Without a listener, a connection in use that the server
 * ends between two statements would end the whole process; with it, the next statement fails.
 */
export function surviveRestart(pool: pg.Pool): void {
  pool.on("connect", (client) => client.on("error", () => {}));
}
