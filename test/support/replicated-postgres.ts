import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { processesIn } from "#platform/database/process-identity.server.ts";
import { until } from "./embedded-owner.ts";
import type { Machine } from "./machines.ts";
import { giveTo, type PostgresPrograms } from "./postgres-programs.ts";
import { freePort } from "./site.ts";

export type ReplicatedServer = {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly data: string;
  readonly on: Machine | undefined;
};

/**
 * A PostgreSQL with standbys that stream from it, as docs/operations.md sets them up, and one address that moves to
 * the server that is written to. With machines each server runs on one of its own, in their order; the address is a port
 * of our 127.0.0.1, which `port` names.
 */
export async function startReplicatedPostgres(
  programs: PostgresPrograms,
  { machines = [], port }: { machines?: readonly Machine[]; port?: number } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "estival-replicated-"));
  chmodSync(folder, 0o711);
  const { account } = programs;
  const as = { ...account, cwd: "/", env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" } };
  const run = (program: string, args: readonly string[]) =>
    execFileSync(program, args, { ...as, stdio: ["ignore", "pipe", "pipe"] });
  const started = new Map<string, ChildProcess>();

  let made = 0;
  async function newServer(name: string): Promise<ReplicatedServer> {
    const data = join(folder, name);
    mkdirSync(data, { mode: 0o700 });
    giveTo(programs, data);
    const on = machines[made++];
    return { name, data, on, host: on?.address ?? "127.0.0.1", port: await freePort() };
  }

  async function start(server: ReplicatedServer): Promise<void> {
    const settings = [
      `listen_addresses=${server.host}`,
      `port=${server.port}`,
      `unix_socket_directories=${server.data}`,
      "max_connections=150",
      "wal_level=replica",
      "max_wal_senders=10",
      "wal_receiver_timeout=5s",
      "wal_sender_timeout=5s",
      "wal_keep_size=256MB",
    ];
    const start = [programs.postgres, "-D", server.data, ...settings.flatMap((one) => ["-c", one])] as const;
    // only root may enter another machine, and becomes the server's account there
    const ids = ["--reuid", `${account?.uid}`, "--regid", `${account?.gid}`, "--clear-groups"];
    const [program, ...args] = server.on?.command("setpriv", ...ids, ...start) ?? start;
    const child = spawn(program as string, args, {
      ...(server.on ? { ...as, uid: 0, gid: 0 } : as),
      stdio: "ignore",
    });
    started.set(server.name, child);
    const answers = () => ask(server, "SELECT 1").then(Boolean, () => false);
    if (!(await until(answers, 30_000))) throw new Error(`${server.name} did not start`);
  }

  const primary = await newServer("first");
  run(programs.initdb, ["-D", primary.data, "-U", "operator", "-E", "UTF8", "--auth=trust", "-N"]);
  appendFileSync(
    join(primary.data, "pg_hba.conf"),
    "host all all 10.77.0.0/16 trust\nhost replication all 10.77.0.0/16 trust\n",
  );
  await start(primary);
  await ask(
    primary,
    "CREATE DATABASE estival TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'",
    "postgres",
  );
  const address = await openMovingAddress(primary, port ?? (await freePort()));

  /** Ends every process of the server at once, as a machine that loses its power. */
  function kill(server: ReplicatedServer): void {
    killIn(server.data);
    started.delete(server.name);
  }

  return {
    primary,
    ownerUrl: urlAt(address, "operator"),
    /** A copy of the present server that follows it under this name. */
    async addStandby(name: string, from: ReplicatedServer = primary): Promise<ReplicatedServer> {
      const standby = await newServer(name);
      const source = `host=${from.host} port=${from.port} user=operator application_name=${name}`;
      if (programs.basebackup)
        run(programs.basebackup, ["-D", standby.data, "-d", source, "-R", "-X", "stream", "-c", "fast"]);
      else await copyRunning(programs, from, standby);
      appendFileSync(join(standby.data, "postgresql.auto.conf"), `primary_conninfo = '${source}'\n`);
      await start(standby);
      return standby;
    },
    /** Which standbys a commit waits for, as in `synchronous_standby_names`; empty: none. */
    async waitFor(names: string, at: ReplicatedServer = primary): Promise<void> {
      await ask(at, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
      await ask(at, "SELECT pg_reload_conf()");
      if (names === "") return;
      const isFollowed = () =>
        ask(at, "SELECT FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')").then(Boolean);
      if (!(await until(isFollowed, 20_000))) throw new Error("no standby follows");
    },
    kill,
    /** The standby gets nothing any more, as on a cut network, and its server goes on. */
    freezeReceiver(standby: ReplicatedServer): void {
      const pids = processesIn(standby.data).filter((pid) =>
        readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("walreceiver"),
      );
      if (pids.length === 0) throw new Error(`${standby.name} receives nothing`);
      for (const pid of pids) process.kill(pid, "SIGSTOP");
    },
    /** The standby follows nobody any more. What a frozen receiver had in its buffer it would still write once it goes on. */
    async cutOff(standby: ReplicatedServer): Promise<void> {
      await ask(standby, "ALTER SYSTEM SET primary_conninfo = ''");
      await ask(standby, "SELECT pg_reload_conf()");
      const isAlone = async () => !(await ask(standby, "SELECT FROM pg_stat_wal_receiver"));
      if (!(await until(isAlone, 20_000))) throw new Error(`${standby.name} still follows`);
    },
    /** Makes the standby the server that is written to, and moves the address to it. */
    async promote(standby: ReplicatedServer): Promise<void> {
      await ask(standby, "SELECT pg_promote()");
      address.moveTo(standby);
    },
    ask,
    async stop() {
      address.close();
      for (const name of [...started.keys()]) killIn(join(folder, name));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Place = { readonly host: string; readonly port: number };

function urlAt({ host, port }: Place, user: string, database = "estival"): string {
  return `postgresql://${user}@${host}:${port}/${database}`;
}

function killIn(data: string): void {
  for (const pid of processesIn(data))
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // it has ended meanwhile
    }
}

/** What pg_basebackup does: the files of a server that runs, and from where on the copy has to follow it. */
async function copyRunning(
  programs: PostgresPrograms,
  from: ReplicatedServer,
  to: ReplicatedServer,
): Promise<void> {
  const client = new pg.Client({ connectionString: urlAt(from, "operator", "postgres") });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('standby', true)");
    execFileSync("cp", ["-a", `${from.data}/.`, to.data]);
    const { rows } = await client.query("SELECT labelfile FROM pg_backup_stop(false)");
    rmSync(join(to.data, "postmaster.pid"));
    for (const name of readdirSync(join(to.data, "pg_wal"), { withFileTypes: true }))
      if (name.isFile()) rmSync(join(to.data, "pg_wal", name.name));
    for (const [name, text] of [
      ["backup_label", rows[0].labelfile],
      ["standby.signal", ""],
    ]) {
      writeFileSync(join(to.data, name), text, { mode: 0o600 });
      giveTo(programs, join(to.data, name));
    }
  } finally {
    await client.end();
  }
}

/** The first row of a statement of the operator, at one server. */
async function ask(server: ReplicatedServer, statement: string, database = "postgres") {
  const client = new pg.Client({ connectionString: urlAt(server, "operator", database) });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query(statement);
    return rows[0] as Record<string, unknown> | undefined;
  } finally {
    await client.end();
  }
}

/** A port that leads to another one, and can be moved: connections to the former end. */
async function openMovingAddress(first: Place, port: number) {
  let target = first;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    host: "127.0.0.1",
    port,
    moveTo(next: Place) {
      target = next;
      cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}
