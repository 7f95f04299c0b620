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
import { giveTo, type PostgresPrograms } from "./postgres-programs.ts";
import { freePort } from "./site.ts";

export type ReplicatedServer = { readonly name: string; readonly port: number; readonly data: string };

/**
 * A PostgreSQL with standbys that stream from it, as docs/operations.md sets them up, and one address that
 * moves to whichever server is written to.
 */
export async function startReplicatedPostgres(programs: PostgresPrograms) {
  const folder = mkdtempSync(join(tmpdir(), "estival-replicated-"));
  chmodSync(folder, 0o711);
  const { account } = programs;
  const as = { ...account, cwd: "/", env: { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" } };
  const run = (program: string, args: readonly string[]) =>
    execFileSync(program, args, { ...as, stdio: ["ignore", "pipe", "pipe"] });
  const started = new Map<string, ChildProcess>();
  const frozen: number[] = [];

  async function newFolder(name: string): Promise<ReplicatedServer> {
    const data = join(folder, name);
    mkdirSync(data, { mode: 0o700 });
    giveTo(programs, data);
    return { name, data, port: await freePort() };
  }

  async function start(server: ReplicatedServer): Promise<void> {
    const settings = [
      ...["listen_addresses=127.0.0.1", `port=${server.port}`, `unix_socket_directories=${server.data}`],
      ...["max_connections=150", "wal_level=replica", "max_wal_senders=10", "wal_receiver_timeout=5s"],
      ...["wal_sender_timeout=5s", "wal_keep_size=256MB"],
    ];
    const child = spawn(programs.postgres, ["-D", server.data, ...settings.flatMap((one) => ["-c", one])], {
      ...as,
      stdio: "ignore",
    });
    started.set(server.name, child);
    const answers = () => ask(server, "SELECT 1").then(Boolean, () => false);
    if (!(await until(answers, 30_000))) throw new Error(`${server.name} did not start`);
  }

  const primary = await newFolder("first");
  run(programs.initdb, ["-D", primary.data, "-U", "operator", "-E", "UTF8", "--auth=trust", "-N"]);
  await start(primary);
  await ask(primary, "CREATE DATABASE estival", "postgres");
  const address = await openMovingAddress(primary.port);

  /** Ends every process of the server at once, as a machine that loses its power. */
  function kill(server: ReplicatedServer): void {
    for (const pid of processesIn(server.data))
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // it has ended meanwhile
      }
    started.delete(server.name);
  }

  return {
    primary,
    ownerUrl: urlAt(address.port, "operator"),
    ownerUrlOf: ({ port }: ReplicatedServer) => urlAt(port, "operator"),
    /** A copy of the present server that follows it under this name. */
    async addStandby(name: string, from: ReplicatedServer = primary): Promise<ReplicatedServer> {
      const standby = await newFolder(name);
      const source = `host=127.0.0.1 port=${from.port} user=operator application_name=${name}`;
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
      frozen.push(...pids);
    },
    /** The standby follows nobody any more. What a frozen receiver had in its buffer it would still write once it goes on. */
    async cutOff(standby: ReplicatedServer): Promise<void> {
      await ask(standby, "ALTER SYSTEM SET primary_conninfo = ''");
      await ask(standby, "SELECT pg_reload_conf()");
      const isAlone = async () => !(await ask(standby, "SELECT FROM pg_stat_wal_receiver"));
      if (!(await until(isAlone, 20_000))) throw new Error(`${standby.name} still follows`);
    },
    thaw(): void {
      for (const pid of frozen.splice(0)) process.kill(pid, "SIGCONT");
    },
    /** Makes the standby the server that is written to, and moves the address to it. */
    async promote(standby: ReplicatedServer): Promise<void> {
      await ask(standby, "SELECT pg_promote()");
      address.moveTo(standby.port);
    },
    ask,
    async stop() {
      address.close();
      for (const name of [...started.keys()]) kill({ name, port: 0, data: join(folder, name) });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function urlAt(port: number, user: string, database = "estival"): string {
  return `postgresql://${user}@127.0.0.1:${port}/${database}`;
}

/** What pg_basebackup does: the files of a server that runs, and from where on the copy has to follow it. */
async function copyRunning(
  programs: PostgresPrograms,
  from: ReplicatedServer,
  to: ReplicatedServer,
): Promise<void> {
  const client = new pg.Client({ connectionString: urlAt(from.port, "operator", "postgres") });
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
  const client = new pg.Client({ connectionString: urlAt(server.port, "operator", database) });
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
async function openMovingAddress(firstPort: number) {
  let target = firstPort;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
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
  const port = await freePort();
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port,
    moveTo(next: number) {
      target = next;
      cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}
