import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { replay, scale, seedOr } from "#test/support/scale.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { processServices, testServices } from "#test/support/services.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { allCases, type Course, casesOfRun, courses, deliveries, type NoticeCase } from "./notice-cases.ts";
import { findEnding, playCase, prepareSale, ticket } from "./play-case.ts";

const seed = seedOr(1);
const only = process.env.TEST_CASE;
const cases = only ? allCases().filter(({ name }) => name === only) : casesOfRun(seed);

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const site = await testServices(database);
const other = await processServices(database, site.provider);
const watcher = new pg.Pool({ connectionString: database.ownerUrl, max: 4 });
afterAll(() => watcher.end());

const takenBy = (course: Course) => {
  // The customer who came in between still holds the freed places.
  const held = course.ending.takes === "held" || course.before === "freed_and_gone" ? ticket.quantity : 0;
  const sold = course.ending.takes === "sold" ? ticket.quantity : 0;
  return `${held} held ${sold} sold, ${held} held ${sold} sold`;
};

async function play(notices: NoticeCase): Promise<void> {
  const again = `TEST_CASE="${notices.name}" ${replay(seed, "test/permutations/notice-permutations.test.ts")}`;
  const sale = await prepareSale(notices, season, site);
  const client = await watcher.connect();
  try {
    await playCase(notices, sale, site, [site, other], client);
    const seen = await findEnding(sale, site, client);
    expect(seen, again).toEqual({
      ending: notices.course.ending,
      ledger: seen.atProvider,
      atProvider: seen.atProvider,
      unbalanced: 0,
      taken: takenBy(notices.course),
    });
  } finally {
    client.release();
  }
}

describe.each(courses)("a card page that was $name", (course) => {
  it.each(deliveries)(
    "ends in the same state for any order of its webhook events, delivered %s (I6, I7, F14, F15, F16)",
    async (delivery) => {
      const mine = cases.filter((one) => one.course === course && one.delivery === delivery);
      expect(mine.length > 0 || only || scale === "sample").toBeTruthy();
      for (const one of mine) await play(one);
    },
    600_000,
  );
});

describe("after all of them", () => {
  it("every invariant holds for all their rows (I1-I9)", async () => {
    const client = await watcher.connect();
    try {
      expect(await findViolations(client, dataInvariants)).toEqual([]);
    } finally {
      client.release();
    }
  });

  it("the table has enough cases, all different", () => {
    const names = new Set(allCases().map(({ name }) => name));
    expect(names.size).toBe(allCases().length);
    expect(names.size).toBeGreaterThanOrEqual(2000);
  });
});
