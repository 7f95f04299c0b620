import { removeDataFolder } from "#platform/database/embedded-account.server.ts";
import { type EmbeddedServer, startEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { memoryFolder } from "./memory-folder.ts";

/** An embedded server with one migrated database. `stop` removes its data. */
export async function startTestServer(
  database: string,
  more: Record<string, string> = {},
): Promise<{ server: EmbeddedServer; stop: () => Promise<void> }> {
  const dataDir = memoryFolder("estival-test-");
  // A power cut ends the test run anyway, so nothing waits for the disk.
  const settings = { fsync: "off", full_page_writes: "off", max_connections: "120", max_wal_size: "256MB" };
  const server = await startEmbeddedServer({ dataDir, settings: { ...settings, ...more }, database });
  await prepareDatabase({
    ownerUrl: server.ownerUrl(),
    folder: "migrations",
    rolePrefix: "app",
    passwordOf: () => null,
  });
  const stop = async () => {
    await server.stop();
    removeDataFolder(dataDir);
  };
  return { server, stop };
}
