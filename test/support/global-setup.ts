import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { removeDataFolder } from "#platform/database/embedded-account.server.ts";
import { startEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";

const template = "template_estival";

declare module "vitest" {
  export interface ProvidedContext {
    /** The one server of the run: where its socket is, who owns it, and the migrated database to copy. */
    testServer: { socketDir: string; superuser: string; template: string };
  }
}

/** Starts one embedded server for the whole run, with one migrated database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "estival-test-"));
  // What a test run loses in a power cut is a test run.
  const settings = { fsync: "off", full_page_writes: "off", max_connections: "120" };
  const server = await startEmbeddedServer({ dataDir, settings });
  const owner = new Client(server.ownerUrl());
  await owner.connect();
  await owner.query(`CREATE DATABASE ${template}`);
  await owner.end();
  await prepareDatabase(server.ownerUrl(template));
  project.provide("testServer", { socketDir: server.socketDir, superuser: server.superuser, template });
  return async () => {
    await server.stop();
    removeDataFolder(dataDir);
  };
}
