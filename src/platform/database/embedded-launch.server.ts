import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client, escapeIdentifier } from "pg";
import type { ServerHome } from "./embedded-account.server.ts";
import { addressAt } from "./embedded-address.ts";
import { type Binaries, serverEnvironment } from "./embedded-binaries.server.ts";
import { clusterIn } from "./embedded-cluster.server.ts";
import { clearDeadServer, endPostmaster, type Postmaster } from "./postmaster.server.ts";
import { identifyProcess, isAlive } from "./process-identity.server.ts";

type LaunchRequest = SpawnRequest & {
  superuser: string;
  database: string;
  log: (line: string) => void;
  onLaunch?: (() => void) | undefined;
};

const noSuchDatabase = "3D000";

/** A server that answers and is restarted when it dies. */
type SupervisedServer = {
  current(): Postmaster;
  /** Ends the server and its supervision. */
  end(): Promise<void>;
};

/** Starts a server on the cluster, also after a crash, and resolves when it answers. */
export async function launchServer(request: LaunchRequest): Promise<Postmaster> {
  await clearDeadServer(clusterIn(request.home));
  const server = spawnPostmaster(request);
  request.onLaunch?.();
  if (await waitForServer(server, request)) return server;
  throw new Error(`The database server did not start.\n${lastLogLines(request.home)}`);
}

/** Watches a server and starts it again when it dies (F10, F11); every acknowledged write is kept. */
export function superviseServer(first: Postmaster, request: LaunchRequest): SupervisedServer {
  let server = first;
  let ending = false;
  let restart: Promise<void> | undefined;

  const startAgain = async (): Promise<void> => {
    request.log("the database server died; starting it again");
    for (let wait = 100; !ending; wait = Math.min(wait * 2, 5_000)) {
      try {
        server = await launchServer(request);
        request.log(`the database server runs again (process ${server.pid})`);
        break;
      } catch (error) {
        request.log((error as Error).message);
        await pause(wait);
      }
    }
    restart = undefined;
  };
  const watch = setInterval(() => {
    if (!restart && !isAlive(server)) restart = startAgain();
  }, 100).unref();

  return {
    current: () => server,
    async end() {
      ending = true;
      clearInterval(watch);
      await restart;
      await endPostmaster(server);
      rmSync(server.socketDir, { recursive: true, force: true });
    },
  };
}

/**
 * Connects until the server answers (true) or is gone (false). Recovery after a crash may take minutes. The first
 * connection may have to create the program's database.
 */
async function waitForServer(
  server: Postmaster,
  { superuser, database, log }: LaunchRequest,
): Promise<boolean> {
  for (let tries = 1; isAlive(server); tries += 1) {
    const { ownerUrl } = addressAt({ socketDir: server.socketDir, superuser, database });
    try {
      await tryConnection(ownerUrl());
      return true;
    } catch (error) {
      const { code = "", message } = error as NodeJS.ErrnoException;
      if (code === noSuchDatabase) {
        await tryConnection(ownerUrl("postgres"), `CREATE DATABASE ${escapeIdentifier(database)}`);
        return true;
      }
      // Codes that begin with 28: the server answers but refuses our login. Waiting does not change that.
      if (code.startsWith("28")) throw new Error(`The database server refuses us: ${message}`);
      if (tries % 1_000 === 0) log(`waiting for the database server: ${message}`);
    }
    await pause(10);
  }
  return false;
}

async function tryConnection(connectionString: string, statement?: string): Promise<void> {
  // our own options, not those of PGOPTIONS
  const client = new Client({ connectionString, options: "-c statement_timeout=0" });
  client.on("error", () => {}); // the connection may break at any moment; the next connection finds out
  await client.connect();
  try {
    if (statement) await client.query(statement);
  } finally {
    await client.end();
  }
}

const socketName = ".s.PGSQL.5432";

/** Durable, as paid orders need it, and sized for a small machine. The command line outranks every settings file. */
const settings = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  wal_level: "replica",
  shared_buffers: "128MB",
  max_connections: "60",
  max_wal_size: "2GB",
  timezone: "UTC",
  log_timezone: "UTC",
  password_encryption: "scram-sha-256",
  // The program receives errors itself. The server's log would repeat personal values.
  log_min_messages: "log",
  log_error_verbosity: "terse",
};

type SpawnRequest = ServerHome & { binaries: Binaries; settings: Record<string, string> };

/**
 * Starts postgres on the cluster. It is not ready yet, and may still fail; its output goes to `server.log`.
 *
 * Call it from the main thread only: the kernel ties the server to the thread that started it.
 */
function spawnPostmaster(request: SpawnRequest): Postmaster {
  const { home, account, binaries } = request;
  const socketDir = openSocketDir(request);
  const options: Record<string, string> = {
    ...settings,
    ...request.settings,
    hba_file: join(home, "pg_hba.conf"),
    ident_file: join(home, "pg_ident.conf"),
    unix_socket_directories: socketDir,
  };
  const command = [binaries.postgres, "-D", clusterIn(home)];
  for (const [name, value] of Object.entries(options)) command.push("-c", `${name}=${value}`);
  if (binaries.setpriv) command.unshift(binaries.setpriv, "--pdeathsig", "INT");
  const log = openLog(home);
  const child = spawn(command[0] as string, command.slice(1), {
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
    cwd: home,
    env: serverEnvironment(),
    stdio: ["ignore", log, log],
    detached: true, // Ctrl-C in the terminal must not reach the server: it has to outlive our last transactions
  });
  closeSync(log);
  child.on("error", () => {}); // the start failed: `isAlive` later sees that no such process runs
  child.unref();
  const identity = child.pid === undefined ? undefined : identifyProcess(child.pid);
  return { ...(identity ?? { pid: child.pid ?? 0, startTime: "never" }), socketDir };
}

/** The last lines of the server's log, for the message of a start that failed. */
function lastLogLines(home: string): string {
  try {
    return readFileSync(join(home, "server.log"), "utf8").trimEnd().split("\n").slice(-6).join("\n");
  } catch {
    return "";
  }
}

function openLog(home: string): number {
  const file = join(home, "server.log");
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 8_000_000) renameSync(file, `${file}.1`);
  return openSync(file, "a", 0o600);
}

/**
 * The socket's folder: in the server's folder if its path is short enough (107 bytes), else in the temporary folder.
 */
function openSocketDir({ home, account }: ServerHome): string {
  const inHome = join(home, "socket");
  const name = `estival-${createHash("sha256").update(home).digest("hex").slice(0, 16)}`;
  const dir = [inHome, join(tmpdir(), name), join("/tmp", name)].find(
    // PostgreSQL reads this setting as a list separated by commas, and a socket's path has at most 107 bytes
    (path) => !path.includes(",") && Buffer.byteLength(join(path, socketName)) <= 107,
  ) as string;
  const uid = account?.uid ?? process.getuid?.();
  try {
    mkdirSync(dir, { mode: 0o700 });
    if (account) chownSync(dir, account.uid, account.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const stat = lstatSync(dir);
  // Every user may make folders in /tmp, so only a folder of the server's own user is used.
  if (!stat.isDirectory() || stat.uid !== uid) throw new Error(`${dir} is not ours; remove it.`);
  if ((stat.mode & 0o777) !== 0o700) chmodSync(dir, 0o700);
  // The socket lock of a killed server names its process id. While a zombie has that id, PostgreSQL would not start.
  for (const file of [socketName, `${socketName}.lock`]) rmSync(join(dir, file), { force: true });
  return dir;
}
