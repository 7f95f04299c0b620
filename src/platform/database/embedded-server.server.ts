import { mkdirSync, realpathSync } from "node:fs";
import { dataFolderOwner, lockDataFolder } from "./data-folder-lock.server.ts";
import { binariesCache, isRoot, openServerHome } from "./embedded-account.server.ts";
import { addressAt, type DatabaseAddress } from "./embedded-address.ts";
import { findBinaries } from "./embedded-binaries.server.ts";
import { clusterIn, ensureCluster, syncCluster } from "./embedded-cluster.server.ts";
import { launchServer, superviseServer } from "./embedded-launch.server.ts";
import { endPostmaster, findPostmaster } from "./postmaster.server.ts";

export type EmbeddedServerOptions = {
  /** The program's data folder (DATA_DIR); the server lies in `postgres/` inside it. */
  dataDir: string;
  /** The role that owns everything. */
  superuser?: string;
  /** The program's database, created when it is missing. */
  database?: string;
  /** Called with each line for the log, such as a server that was left running, or a restart. */
  log?: (line: string) => void;
  /** Called when the server's process has been started; it does not answer yet. */
  onLaunch?: () => void;
  /** Used when this process is root: the user to run the server as. Default: `postgres`, else `nobody`. */
  account?: string;
  /** A prepared cluster (`makeDatabaseTemplate`). A first start copies it, which is faster than initdb. */
  templateDir?: string;
  /** Server settings that override ours, for tests. */
  settings?: Record<string, string>;
  /** The package of the binaries, if it is not the installed one. */
  packageDir?: string;
  /** `never` behaves as on a machine without setpriv, where a server may outlive a killed program. */
  endWithProgram?: "where-possible" | "never";
};

export type EmbeddedServer = DatabaseAddress & {
  /** The process id; it changes with a restart. */
  readonly pid: number;
  /** How the cluster was made; `found` at every start but the first. */
  origin: "found" | "copied" | "made";
  /** Resolves when a new cluster has been flushed to the disk. */
  durable: Promise<void>;
  /** Ends the server after it has written everything, and unlocks the folder. Safe to call twice. */
  stop(): Promise<void>;
};

const defaults = { superuser: "estival_owner", database: "estival" };

/**
 * Starts the embedded PostgreSQL of a data folder and resolves when it answers. It makes the cluster at the first
 * start, recovers after a crash, ends a server that a killed program left running, and restarts it whenever it dies
 * while this process runs.
 *
 * @throws when another running program uses the folder, or the server cannot run; the message says what to do.
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { superuser, database, settings, templateDir, log } = {
    ...defaults,
    settings: {},
    templateDir: undefined,
    log: () => {},
    ...options,
  };
  mkdirSync(options.dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  const dataDir = realpathSync(options.dataDir);
  const lock = lockDataFolder(dataDir);
  try {
    const { home, account } = openServerHome(dataDir, options.account);
    const { packageDir } = options;
    const installedBinaries = await findBinaries({ account, cacheDir: binariesCache(dataDir), packageDir });
    const binaries =
      options.endWithProgram === "never" ? { ...installedBinaries, setpriv: undefined } : installedBinaries;
    const origin = await ensureCluster({ home, account, binaries, superuser, templateDir });

    const { onLaunch } = options;
    const request = { home, account, binaries, settings, superuser, database, log, onLaunch };
    const orphan = findPostmaster(clusterIn(home));
    if (orphan) {
      log(`a killed program left its database server running (process ${orphan.pid}): it is ended first`);
      await endPostmaster(orphan);
    }
    const server = superviseServer(await launchServer(request), request);
    const durable = syncCluster(request);
    durable.catch(() => {}); // `stop` reports the error; the next start tries again

    const stop = async (): Promise<void> => {
      try {
        await durable;
      } finally {
        await server.end();
        lock.release();
      }
    };
    let stopped: Promise<void> | undefined;
    return {
      ...addressAt({ socketDir: server.current().socketDir, superuser, database }),
      get pid() {
        return server.current().pid;
      },
      origin,
      durable,
      stop() {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * The server that a running program has on a data folder, for a second program that wants to read or write at the same
 * time (backup, checks, a new administrator); undefined when the program is not running.
 */
export function findEmbeddedServer(dataDir: string, names = defaults): DatabaseAddress | undefined {
  try {
    if (!dataFolderOwner(dataDir)) return undefined;
    const server = findPostmaster(clusterIn(realpathSync(`${dataDir}/postgres`)));
    return server && addressAt({ socketDir: server.socketDir, ...names });
  } catch {
    return undefined; // no such folder yet
  }
}
