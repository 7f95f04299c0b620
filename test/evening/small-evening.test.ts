/** The evening benchmark in small, in every run of the tests: it checks the invariants and measures nothing. */

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { smallEvening } from "#devkit/lab/evening/evening-plan.ts";
import { mostInASecond } from "#devkit/lab/evening/judge-evening.ts";
import { playEvening } from "#devkit/lab/evening/play-evening.ts";
import { removeDataFolder } from "#platform/database/embedded-account.server.ts";
import { startEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { findSystemPostgres, startSystemPostgres } from "#test/support/debian-postgres.ts";

type Server = { readonly ownerUrl: string; readonly loginUrl: string; stop(): Promise<void> };

async function startEmbedded(): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), "estival-evening-"));
  const server = await startEmbeddedServer({ dataDir, settings: { max_connections: "150" } });
  return {
    ownerUrl: server.ownerUrl(),
    loginUrl: loginAddresses(server.ownerUrl(), "app").public,
    async stop() {
      await server.stop();
      removeDataFolder(dataDir);
    },
  };
}

/** Three processes share the oldest supported server, if the system has it. */
const system = findSystemPostgres();
const servers = [
  { name: "the embedded PostgreSQL, one process", processes: 1, start: startEmbedded },
  {
    name: `PostgreSQL ${system ?? "as it is embedded"}, three processes`,
    processes: 3,
    start: async (): Promise<Server> => {
      if (system === undefined) return startEmbedded();
      const { ownerUrl, stop } = await startSystemPostgres(system);
      return { ownerUrl, loginUrl: loginAddresses(ownerUrl, "app").public, stop };
    },
  },
];

describe.each(servers)("a small on-sale on $name", ({ processes, start }) => {
  it("sells everything and nothing twice, through a kill -9, a slow and failing provider and failing mail (I1, I2, I3, I6, I9, I19, I20, F49)", async () => {
    const { ownerUrl, loginUrl, stop } = await start();
    try {
      await prepareDatabase({ ownerUrl, folder: "migrations", rolePrefix: "app", passwordOf: () => null });
      const { promises, story } = await playEvening(
        { ...smallEvening, processes },
        { ownerUrl, loginUrl, tell: () => {} },
      );
      const broken = promises
        .filter(({ kept, isTiming }) => !kept && !isTiming)
        .map(({ promise, seen }) => `${promise}: ${seen}`);
      expect(broken.join("; "), story.join("\n")).toBe("");
      expect(promises.filter(({ isTiming }) => !isTiming)).toHaveLength(10);
    } finally {
      await stop();
    }
  }, 240_000);
});

describe("the measures of an evening", () => {
  it("the busiest second may begin at any moment, not only on the clock's second", () => {
    expect(mostInASecond([900, 950, 1000, 1050, 1899, 1900])).toBe(5);
    expect(mostInASecond([])).toBe(0);
  });
});
