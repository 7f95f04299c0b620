/** The evening on several machines, which are namespaces of this system's network, through a cut cable and a dead database. */
import { expect, it } from "vitest";
import { eveningOnMachines } from "#devkit/lab/evening/evening-plan.ts";
import { openElsewhere } from "#devkit/lab/evening/open-elsewhere.ts";
import { playEvening } from "#devkit/lab/evening/play-evening.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { findSystemPostgres } from "#test/support/debian-postgres.ts";
import { mayMakeMachines } from "#test/support/machines.ts";

const system = findSystemPostgres();
const isLong = process.env.TEST_SCALE === "long";
const isAble = isLong && system !== undefined && mayMakeMachines();
if (isLong && !isAble)
  console.log("evening on machines: skipped, it needs root, iproute2 and PostgreSQL of the system");

it.runIf(isAble)(
  "two machines with a standby of the database keep every promise when one's network is cut and the database's first server dies (I1, I2, I3, I6, I9, I19, I20)",
  async () => {
    const { ownerUrl, loginUrl, elsewhere, close } = await openElsewhere(2, system ?? "");
    try {
      await prepareDatabase({ ownerUrl, folder: "migrations", rolePrefix: "app", passwordOf: () => null });
      const { promises, story } = await playEvening(eveningOnMachines, {
        ownerUrl,
        loginUrl,
        elsewhere,
        tell: console.log,
      });
      for (const { promise, seen } of promises) console.log(`${promise}: ${seen}`);
      const broken = promises.filter(({ kept, isTiming }) => !kept && !isTiming);
      expect(broken.map(({ promise, seen }) => `${promise}: ${seen}`).join("; "), story.join("\n")).toBe("");
      expect(promises.filter(({ isTiming }) => !isTiming)).toHaveLength(10);
    } finally {
      await close();
    }
  },
  600_000,
);
