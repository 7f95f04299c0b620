import { execFile } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import autocannon from "autocannon";
import type pg from "pg";
import type { EmbeddedServer } from "#platform/database/embedded-server.server.ts";

const run = promisify(execFile);

/** pgbench of the newest PostgreSQL on the machine; undefined where there is none. */
export function findPgbench(): string | undefined {
  const root = "/usr/lib/postgresql";
  if (!existsSync(root)) return undefined;
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, "bin", "pgbench"))
    .find((path) => existsSync(path));
}

export async function prepareYardsticks(owner: pg.Client): Promise<void> {
  await owner.query(
    "CREATE TABLE IF NOT EXISTS bench_rows (id int PRIMARY KEY, n int NOT NULL DEFAULT 0) WITH (fillfactor = 50)",
  );
  await owner.query("INSERT INTO bench_rows (id) SELECT generate_series(1, 1000) ON CONFLICT DO NOTHING");
}

type Commits = { readonly clients: 1 | 16; readonly seconds: number; readonly folder: string };

/** D (one client, one row) or C (16 clients, different rows): durable commits a second, counted by pgbench. */
export async function commitsPerSecond(
  server: EmbeddedServer,
  pgbench: string,
  { clients, seconds, folder }: Commits,
): Promise<number> {
  const script = join(folder, `commits-${clients}.sql`);
  writeFileSync(
    script,
    clients === 1
      ? "UPDATE bench_rows SET n = n + 1 WHERE id = 1;\n"
      : "\\set id random(1, 1000)\nUPDATE bench_rows SET n = n + 1 WHERE id = :id;\n",
  );
  const threads = clients === 1 ? "1" : "2";
  const { stdout } = await run(pgbench, [
    "-h",
    server.socketDir,
    "-U",
    server.superuser,
    "-n",
    "-M",
    "prepared",
    "-c",
    String(clients),
    "-j",
    threads,
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

/** H: a bare node:http server that says hello. HP: the same with a JSON body read and parsed. Requests a second. */
export async function bareHttp(
  kind: "H" | "HP",
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const server = createServer((request, response) => {
    if (request.method === "GET") {
      response
        .setHeader("content-type", "text/html; charset=utf-8")
        .end("<!doctype html><title>hello</title>");
      return;
    }
    let body = "";
    request.setEncoding("utf8").on("data", (part) => (body += part));
    request.on("end", () => {
      JSON.parse(body);
      response.setHeader("content-type", "application/json").end('{"ok":true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  try {
    const shot = await autocannon({
      url: `http://127.0.0.1:${port}/`,
      connections,
      duration: seconds,
      ...(kind === "HP"
        ? {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ price_id: "price_1", mode: "payment", quantity: 2 }),
          }
        : {}),
    });
    return shot.requests.average;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
