import { execFile } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { autocannon } from "../autocannon.ts";
import type { BenchSite } from "./bench-site.ts";

const run = promisify(execFile);

/** A client program of the newest PostgreSQL on the machine. */
export function postgresProgram(name: "pgbench" | "psql"): string {
  const root = "/usr/lib/postgresql";
  const found = (existsSync(root) ? readdirSync(root) : [])
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, "bin", name))
    .find((path) => existsSync(path));
  if (!found) throw new Error(`${name} is missing: install PostgreSQL's programs (Debian: postgresql).`);
  return found;
}

/** D: durable commits a second of one client on one row, counted by pgbench. */
export async function commitsPerSecond(
  { server, owner }: BenchSite,
  { seconds, folder }: { readonly seconds: number; readonly folder: string },
): Promise<number> {
  await owner.query("CREATE TABLE IF NOT EXISTS bench_row AS SELECT 0 AS n");
  const script = join(folder, "commits.sql");
  writeFileSync(script, "UPDATE bench_row SET n = n + 1;\n");
  const { stdout } = await run(postgresProgram("pgbench"), [
    "-h",
    server.socketDir,
    "-U",
    server.superuser,
    "-n",
    "-M",
    "prepared",
    "-c",
    "1",
    "-T",
    String(seconds),
    "-f",
    script,
    server.database,
  ]);
  const found = /tps = ([\d.]+)/.exec(stdout);
  if (!found?.[1]) throw new Error(`pgbench said no rate: ${stdout}`);
  return Number(found[1]);
}

/** H: a bare node:http server that says hello; requests a second. */
export async function bareHellos(connections: number, seconds: number): Promise<number> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8").end("<!doctype html><title>hello</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  try {
    const shot = await autocannon({ url: `http://127.0.0.1:${port}/`, connections, duration: seconds });
    return shot.requests.average;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
