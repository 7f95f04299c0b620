import { execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { until } from "./embedded-owner.ts";

const root = "/usr/lib/postgresql";

/** The oldest PostgreSQL installed on the system; undefined if there is none. */
export function findSystemPostgres(): string | undefined {
  if (!existsSync(root)) return undefined;
  return readdirSync(root)
    .filter((version) => existsSync(join(root, version, "bin", "initdb")))
    .sort((a, b) => Number(a) - Number(b))[0];
}

export function systemProgram(version: string, name: string): string {
  return join(root, version, "bin", name);
}

/** A server of that version in a folder of its own, started as an operator would, for one test. */
export async function startSystemPostgres(version: string) {
  const folder = mkdtempSync(join(tmpdir(), "estival-postgres-"));
  chmodSync(folder, 0o711);
  const account = serverAccount();
  const data = join(folder, "cluster");
  mkdirSync(data, { mode: 0o700 });
  if (account) chownSync(data, account.uid, account.gid);
  const bin = (name: string) => systemProgram(version, name);
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
  const as = { ...account, cwd: "/", env };
  execFileSync(bin("initdb"), ["-D", data, "-U", "operator", "-E", "UTF8", "--auth=trust", "-N"], as);
  const settings = ["listen_addresses=", `unix_socket_directories=${data}`, "max_connections=150"];
  const server = spawn(bin("postgres"), ["-D", data, ...settings.flatMap((one) => ["-c", one])], {
    ...as,
    stdio: "ignore",
  });
  const withUs = () => server.kill("SIGKILL");
  process.once("exit", withUs);
  // The folder of the socket belongs to the server alone; the site runs as another user.
  const socketDir = encodeURIComponent(data);
  const urlFor = (user: string, database: string) => `postgresql://${user}@/${database}?host=${socketDir}`;
  const answers = async () => {
    const client = new pg.Client({ connectionString: urlFor("operator", "postgres") });
    try {
      await client.connect();
      await client.query("CREATE DATABASE estival TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'");
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  };
  if (!(await until(answers, 15_000))) throw new Error(`PostgreSQL ${version} did not start`);
  return {
    ownerUrl: urlFor("operator", "estival"),
    urlFor: (user: string) => urlFor(user, "estival"),
    async stop() {
      const ended = new Promise((done) => server.once("exit", done));
      server.kill("SIGINT");
      await ended;
      process.off("exit", withUs);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL does not run as root, so the account that its package made is used. */
export function serverAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const ask = (what: string) => Number(execFileSync("id", [what, "postgres"], { encoding: "utf8" }));
  return { uid: ask("-u"), gid: ask("-g") };
}
