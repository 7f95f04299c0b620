import type { TestProject } from "vitest/node";
import type { ServerNames } from "#platform/database/embedded-address.ts";
import { startTestServer } from "./test-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The one server of the run; its database is the migrated one to copy. */
    testServer: ServerNames;
  }
}

/** Starts one embedded server for the whole run, with one migrated database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startTestServer("template_estival");
  const { socketDir, superuser, database } = server;
  project.provide("testServer", { socketDir, superuser, database });
  return stop;
}
