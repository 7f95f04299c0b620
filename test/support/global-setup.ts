import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { removeDataFolder } from "#platform/database/embedded-account.server.ts";
import { type ServerNames, startEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The one server of the run; its database is the migrated one to copy. */
    testServer: ServerNames;
  }
}

/** Starts one embedded server for the whole run, with one migrated database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "estival-test-"));
  // What a test run loses in a power cut is a test run.
  const settings = { fsync: "off", full_page_writes: "off", max_connections: "120" };
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
