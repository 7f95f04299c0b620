/** The big evening in small, at every run of the tests: what must be true is true, and nothing is measured. */
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { smallEvening } from "#devkit/evening/evening-plan.ts";
import { mostInASecond, percentile } from "#devkit/evening/judge-evening.ts";
import { playEvening } from "#devkit/evening/play-evening.ts";
import { removeDataFolder } from "#platform/database/embedded-account.server.ts";
import { startEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { findSystemPostgres } from "#test/support/debian-postgres.ts";

const system = findSystemPostgres();
/** Which server the processes share: the embedded 18, and the oldest that is supported where the system has it. */
const servers = [
  { name: "the embedded PostgreSQL, one process", processes: 1, packageDir: undefined },
  ...(system
    ? [{ name: `PostgreSQL ${system.version}, three processes`, processes: 3, packageDir: system.packageDir }]
    : [{ name: "the embedded PostgreSQL, three processes", processes: 3, packageDir: undefined }]),
];

describe.each(servers)("a small on-sale on $name", ({ processes, packageDir }) => {
  it("sells all there is and nothing twice, through a kill -9, a slow and failing provider and mail that stops (I1, I2, I3, I6, I9, I19, I20, G2b)", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "estival-evening-"));
    chmodSync(dataDir, 0o711);
    const server = await startEmbeddedServer({
      dataDir,
      settings: { fsync: "off", max_connections: "150" },
      ...(packageDir ? { packageDir } : {}),
    });
    try {
      await prepareDatabase({
        ownerUrl: server.ownerUrl(),
        folder: "migrations",
        rolePrefix: "app",
        loginPassword: "evening",
      });
      const { promises, story } = await playEvening(
        { ...smallEvening, processes },
        {
          ownerUrl: server.ownerUrl(),
          loginUrl: server.connectionString(server.database, "app_login"),
          tell: () => {},
        },
      );
      const broken = promises.filter(({ kept, isTiming }) => !kept && !isTiming);
      expect(broken, story.join("\n")).toEqual([]);
      expect(promises.filter(({ isTiming }) => !isTiming)).toHaveLength(10);
    } finally {
      await server.stop();
      removeDataFolder(dataDir);
    }
  }, 150_000);
});

describe("what an evening is judged by", () => {
  it("is the busiest second wherever it begins, not the one of the clock", () => {
    expect(mostInASecond([900, 950, 1000, 1050, 1899, 1900])).toBe(5);
    expect(mostInASecond([])).toBe(0);
  });

  it("is the value that so many stay under", () => {
    const hundred = Array.from({ length: 100 }, (_, n) => n + 1);
    expect(percentile(hundred, 0.99)).toBe(100);
    expect(percentile(hundred, 0.5)).toBe(51);
  });
});

afterAll(() => {
  if (system) removeDataFolder(system.packageDir);
});
