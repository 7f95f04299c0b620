import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { removeDataFolder } from "#platform/database/embedded-account.server.ts";
import { type EmbeddedServer, startEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";

export type BenchDatabase = {
  readonly server: EmbeddedServer;
  readonly owner: pg.Client;
  readonly dataDir: string;
  close(): Promise<void>;
};

/** A PostgreSQL of its own, durable as in production, with an empty season. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), "estival-bench-"));
  const server = await startEmbeddedServer({ dataDir });
  await server.durable;
  await prepareDatabase({
    ownerUrl: server.ownerUrl(),
    folder: join(import.meta.dirname, "..", "..", "migrations"),
    rolePrefix: "app",
    passwordOf: () => null,
  });
  const owner = new pg.Client({ connectionString: server.ownerUrl() });
  await owner.connect();
  await owner.query("INSERT INTO installation (mode) VALUES ('demo') ON CONFLICT DO NOTHING");
  return {
    server,
    owner,
    dataDir,
    async close() {
      await owner.end();
      await server.stop();
      removeDataFolder(dataDir);
    },
  };
}
