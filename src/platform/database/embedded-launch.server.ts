import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { Client, escapeIdentifier } from "pg";
import { addressAt } from "./embedded-address.ts";
import { clusterIn } from "./embedded-cluster.server.ts";
import { lastLogLines, type SpawnRequest, spawnPostmaster } from "./embedded-process.server.ts";
import { clearDeadServer, endPostmaster, type Postmaster } from "./postmaster.server.ts";
import { isAlive } from "./process-identity.server.ts";

export type LaunchRequest = SpawnRequest & {
  superuser: string;
  database: string;
  log: (line: string) => void;
  onLaunch?: (() => void) | undefined;
};

const noSuchDatabase = "3D000";

/** A server that answers and is restarted when it dies. */
export type SupervisedServer = {
  current(): Postmaster;
  /** Ends the server and its supervision. */
  end(): Promise<void>;
};

/** Starts a server on the cluster, also after a crash, and resolves when it answers. */
export async function launchServer(request: LaunchRequest): Promise<Postmaster> {
  await clearDeadServer(clusterIn(request.home));
  const server = spawnPostmaster(request);
  request.onLaunch?.();
  if (await answers(server, request)) return server;
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
async function answers(server: Postmaster, { superuser, database, log }: LaunchRequest): Promise<boolean> {
  for (let tries = 1; isAlive(server); tries += 1) {
    const { ownerUrl } = addressAt({ socketDir: server.socketDir, superuser, database });
    try {
      await ask(ownerUrl());
      return true;
    } catch (error) {
      const { code = "", message } = error as NodeJS.ErrnoException;
      if (code === noSuchDatabase) {
        await ask(ownerUrl("postgres"), `CREATE DATABASE ${escapeIdentifier(database)}`);
        return true;
      }
      // 28...: the server answers but refuses our login. Waiting does not change that.
      if (code.startsWith("28")) throw new Error(`The database server refuses us: ${message}`);
      if (tries % 1_000 === 0) log(`waiting for the database server: ${message}`);
    }
    await pause(10);
  }
  return false;
}

async function ask(connectionString: string, statement?: string): Promise<void> {
  // not those of PGOPTIONS
  const client = new Client({ connectionString, options: "-c statement_timeout=0" });
  client.on("error", () => {}); // the connection may break at any moment; the next connection finds out
  await client.connect();
  try {
    if (statement) await client.query(statement);
  } finally {
    await client.end();
  }
}
