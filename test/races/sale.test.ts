import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { ofScale, replay, seedOr } from "#test/support/scale.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { processServices, testServices } from "#test/support/services.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { openHoldRace, times } from "./hold-race.ts";
import { runSale } from "./sale-run.ts";

const path = "test/races/sale.test.ts";
const runs = ofScale({ sample: 8, all: 40, long: 1000 });
const first = seedOr(1);
const seeds = Array.from({ length: runs }, (_, i) => first + i);
// Each stretch has a database of its own, because the invariants read all rows again and again.
const stretch = 50;
const stretches = Array.from({ length: Math.ceil(seeds.length / stretch) }, (_, i) => {
  const part = seeds.slice(i * stretch, (i + 1) * stretch);
  return { seeds: part, first: part[0], last: part.at(-1) };
});

/** Two processes on a database of their own, and an observer. */
async function openGround() {
  const database = await testDatabase(onTestFinished);
  const season = await openSeasonBuilder(database.ownerUrl, onTestFinished);
  const one = await testServices(database, {}, onTestFinished);
  const two = await processServices(database, one.provider, {}, onTestFinished);
  const watching = new pg.Client({ connectionString: database.ownerUrl });
  await watching.connect();
  const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 8 });
  onTestFinished(async () => {
    await watching.end();
    await pool.end();
  });
  return { season, one, two, watching, pool };
}

/** Runs one sale and checks the end; resolves to how many holds were given. */
async function play(seed: number, { season, one, two, watching, pool }: Ground): Promise<number> {
  let running = true;
  // The bank test: an observer sees every invariant hold at any moment of the run.
  const watch = async () => {
    while (running) {
      const broken = await findViolations(watching, dataInvariants);
      if (broken.length > 0) return broken;
      await new Promise((resume) => setTimeout(resume, 150));
    }
    return [];
  };
  const [{ counters, held }, seen] = await Promise.all([
    runSale({
      seed,
      buyers: 64,
      sites: seed % 2 === 0 ? [one, two] : [one],
      pagesBase: one.provider.pagesBase,
      season,
      owner: pool,
    }).finally(() => {
      running = false;
    }),
    watch(),
  ]);
  expect(seen).toEqual([]);
  const { rows } = await season.client.query(
    "SELECT count(*) FILTER (WHERE held <> 0)::int AS leaked, count(*) FILTER (WHERE held + sold > capacity)::int AS oversold FROM stock_counters WHERE id = ANY($1)",
    [counters],
  );
  expect(rows).toEqual([{ leaked: 0, oversold: 0 }]);
  const open = await season.client.query(
    "SELECT count(*)::int AS n FROM orders WHERE state IN ('held', 'checkout_open', 'payment_pending', 'late_paid')",
  );
  expect(open.rows).toEqual([{ n: 0 }]);
  const told = await season.client.query("SELECT DISTINCT state FROM payment_notices");
  expect(told.rows.filter(({ state }) => state !== "processed")).toEqual([]);
  expect(await findViolations(watching, dataInvariants)).toEqual([]);
  return held;
}

type Ground = Awaited<ReturnType<typeof openGround>>;

describe("many buyers at once", () => {
  it.each(stretches)(
    "never oversell, and leave counters equal to rows, in the seeded runs $first to $last of 64 (I1, I2, I3, I5, I6, I7, I8, I9)",
    async ({ seeds }) => {
      const ground = await openGround();
      let held = 0;
      for (const seed of seeds)
        held += await play(seed, ground).catch((cause: Error) => {
          throw new Error(`${cause.message}\nseed ${seed}; all of them again: ${replay(first, path)}`, {
            cause,
          });
        });
      expect(held, "the runs must have sold something to mean anything").toBeGreaterThan(seeds.length);
    },
    stretch * 20_000,
  );
});

describe("the negative control", async () => {
  const { season, rush, heldOf } = await openHoldRace("unlocked");

  it("oversells without the lock and without the CHECK of the counters, so the runs above can fail", async () => {
    const type = await season.ticketType({ events: [await season.night()], capacity: 20 });
    await rush(times(64, { type }));
    expect(await heldOf(type)).toBe(40);
    const broken = await findViolations(season.client, dataInvariants);
    expect(broken.map((violation) => violation.id)).toContain("I1");
  });
});
