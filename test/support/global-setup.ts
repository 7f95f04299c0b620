import type { TestProject } from "vitest/node";
import { removeDataFolder } from "#platform/database/embedded-account.server.ts";
import { type ServerNames, startEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { memoryFolder } from "./memory-folder.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The one server of the run; its database is the migrated one to copy. */
    testServer: ServerNames;
  }
}

/** Starts one embedded server for the whole run, with one migrated database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = memoryFolder("estival-test-");
  // A power cut ends the test run anyway, so nothing waits for the disk.
  const settings = { fsync: "off", full_page_writes: "off", max_connections: "120", max_wal_size: "256MB" };
  const server = await startEmbeddedServer({ dataDir, settings, database: "template_estival" });
  await prepareDatabase({
    ownerUrl: server.ownerUrl(),
    folder: "migrations",
    rolePrefix: "app",
    passwordOf: () => null,
  });
  const { socketDir, superuser, database } = server;
  project.provide("testServer", { socketDir, superuser, database });
  return async () => {
    await server.stop();
    removeDataFolder(dataDir);
  };
}
