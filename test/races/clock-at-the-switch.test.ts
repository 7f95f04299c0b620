/**
 * A phase that ends while buyers wait for the lock of its counter: which price they pay, by the database's clock. The test
 * holds the counter, ends the phase, and lets go.
 */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Change } from "#test/support/changed-statements.ts";
import { untilWaiting } from "#test/support/until-waiting.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { counts, openHoldRace } from "./hold-race.ts";

/** A process learns what it sells by another moment than that of its statement. */
const by =
  (moment: () => string): Change =>
  ({ name = "", text, ...others }, ask) =>
    name === "hold-types"
      ? ask({ ...others, text: text.replaceAll("statement_timestamp()", moment()) })
      : ask({ ...others, text, ...(name ? { name } : {}) });
const byClock = (aheadMs: number) =>
  by(() => `'${new Date(Date.now() + aheadMs).toISOString()}'::timestamptz`);
const hour = 3_600_000;

async function openGround(changes: readonly Change[] = []) {
  const { database, season, buy } = await openHoldRace("locked", changes);
  const office = new pg.Client({ connectionString: database.ownerUrl });
  beforeAll(() => office.connect());
  afterAll(() => office.end());

  /** 30 buyers in two processes before the end, 60 who wait for the counter when it comes, and 30 after it. */
  async function acrossTheSwitch(capacity?: number) {
    const type = await season.ticketType({ events: [await season.night()] });
    const [early = "", full = ""] = await season.phases(type, [
      { price: 8000, endsInSeconds: 1800, ...(capacity ? { capacity } : {}) },
      { price: 10_000 },
    ]);
    // each process is asked with every total
    const wishes = (many: number) =>
      Array.from({ length: many }, (_, i) => ({ type, total: [8000, 10_000, null][(i >> 1) % 3] ?? null }));
    const before = await buy(wishes(30));
    await office.query("BEGIN");
    await office.query("SELECT FROM stock_counters WHERE id = $1 FOR UPDATE", [type]);
    const waiting = buy(wishes(60));
    await untilWaiting(season.client, 2);
    await office.query("UPDATE price_phases SET ends_at = clock_timestamp() WHERE id = $1", [early]);
    await office.query("COMMIT");
    const [across, after] = [await waiting, await buy(wishes(30))];
    const { rows } = await season.client.query<{ lines: number; held: number; prices: number[] }>(
      `SELECT count(l.*)::int AS lines, c.held, array_agg(DISTINCT l.total::int) AS prices FROM stock_counters c
       LEFT JOIN order_lines l ON l.phase_id = c.id WHERE c.id IN ($1, $2) GROUP BY c.id ORDER BY c.id = $2`,
      [early, full],
    );
    return { before: counts(before), across: counts(across), after: counts(after), phases: rows };
  }
  return { season, acrossTheSwitch };
}

const dear = (buyers: number) => ({ "held at 10000": (buyers * 2) / 3, price_changed: buyers / 3 });

describe("a phase that ends while buyers come to two processes", async () => {
  const { season, acrossTheSwitch } = await openGround();

  it("sells each at the price in force when it holds, by the database's clock, and none above the total shown (I2, L1, L2)", async () => {
    expect(await acrossTheSwitch()).toEqual({
      before: { "held at 8000": 30 },
      across: dear(60),
      after: dear(30),
      phases: [
        { lines: 30, held: 30, prices: [8000] },
        { lines: 60, held: 60, prices: [10_000] },
      ],
    });
    expect(await findViolations(season.client, dataInvariants)).toEqual([]);
  });

  it("sells no more at its price than it has, before its end and at it (I1, I2, L2)", async () => {
    const { across, phases } = await acrossTheSwitch(20);
    expect([across, phases[0]]).toEqual([dear(60), { lines: 20, held: 20, prices: [8000] }]);
    expect(await findViolations(season.client, dataInvariants)).toEqual([]);
  });
});

describe("the negative control: the same by the moment the batch began", async () => {
  const { acrossTheSwitch } = await openGround([by(() => "now()"), by(() => "now()")]);

  it("sells the old price after its end to a buyer who waited for the lock, so the race above can fail", async () => {
    expect((await acrossTheSwitch()).across).toEqual({ "held at 8000": 60 });
  });
});

describe("the negative control: the same by the clocks of the processes, one an hour slow and one an hour fast", async () => {
  const { acrossTheSwitch } = await openGround([byClock(-hour), byClock(hour)]);

  it("sells the old price after its end in one process, and the new one before it in the other", async () => {
    const { before, after } = await acrossTheSwitch();
    expect([before["held at 10000"], after["held at 8000"]]).toEqual([10, 15]);
  });
});
