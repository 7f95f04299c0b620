import pg from "pg";
import type { DatabaseAddress } from "#platform/database/embedded-address.ts";
import { findEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { launchSite } from "#test/support/site.ts";

export type BenchSite = {
  readonly server: DatabaseAddress;
  readonly owner: pg.Client;
  readonly origin: string;
  readonly pid: number;
  close(): Promise<void>;
};

/** The built site as one process, with a durable database of its own; `build` is another built copy of the project. */
export async function openBenchSite(env: Record<string, string> = {}, build?: string): Promise<BenchSite> {
  const site = await launchSite({ LOG_LEVEL: "error", PROVIDER_RATE: "0", TRUST_PROXY: "1", ...env }, build);
  const server = (await site.isReady()) ? findEmbeddedServer(site.dataDir) : undefined;
  if (!server) {
    await site.kill("SIGKILL");
    throw new Error(`the site did not start\n${site.output()}`);
  }
  const owner = new pg.Client({ connectionString: server.ownerUrl() });
  await owner.connect();
  return {
    server,
    owner,
    origin: site.origin,
    pid: site.pid,
    async close() {
      await owner.end();
      await site.stop();
    },
  };
}
