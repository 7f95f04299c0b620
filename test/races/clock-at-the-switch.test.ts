import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import type { DedicatedConnection } from "#platform/database/database.server.ts";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { testServices } from "#test/support/services.ts";
import { type HoldQueue, openHoldQueue } from "#ticketing/orders/checkout/hold-queue.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

/** How a hold learns which phase is over: as it is, by the moment its batch began, by its process's clock, or without its lock. */
type Way = "as it is" | "by the begin" | "by its own clock" | "without the lock";

/** A batch, by the sessions in it; the moments are the database's, in ms, right before and after it read the types. */
type Batch = { readonly sessions: readonly string[]; before: number; after: number };

const wait = (ms: number) => new Promise((resume) => setTimeout(resume, ms));
const clock = "SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS at";

/** A connection that notes the moments of its batches, and pauses under the locks so that others wait for them. */
function watched(client: DedicatedConnection, way: Way, aheadMs: number, batches: Batch[]) {
  let before: Promise<pg.QueryResult<{ at: number }>> | undefined;
  let types: Promise<pg.QueryResult<{ at: number }>> | undefined;
  let sessions: readonly string[] = [];
  const query = async (given: unknown, ...more: unknown[]) => {
    const ask = client.query.bind(client) as (given: unknown, ...more: unknown[]) => Promise<unknown>;
    const statement = given as { name?: string; text: string; values: unknown[] };
    const changed = (from: string, to: string) =>
      ask({ ...statement, name: undefined, text: statement.text.replaceAll(from, to) }, ...more);
    if (statement.name === "hold-lock" && way === "without the lock") return changed(" FOR UPDATE", "");
    if (statement.name === "hold-types") {
      before = client.query(clock);
      const own = `'${new Date(Date.now() + aheadMs).toISOString()}'::timestamptz`;
      const read =
        way === "by the begin"
          ? changed("statement_timestamp()", "now()")
          : way === "by its own clock"
            ? changed("statement_timestamp()", own)
            : ask(given, ...more);
      types = client.query(clock);
      return read;
    }
    if (statement.name === "hold-mailboxes") sessions = statement.values[0] as string[];
    const answer = await ask(given, ...more);
    if (statement.name === "hold-customers") {
      const [from, to] = [(await before)?.rows[0]?.at ?? 0, (await types)?.rows[0]?.at ?? 0];
      batches.push({ sessions, before: from, after: to });
      await wait(60);
    }
    return answer;
  };
  return new Proxy(client, {
    get: (target, name) => {
      const value = name === "query" ? query : Reflect.get(target, name, target);
      return typeof value === "function" && name !== "query" ? value.bind(target) : value;
    },
  });
}

/** Two processes that hold; by its own clock one is three quarters of a second behind the database, the other as much ahead. */
async function openGround(way: Way) {
  const database = await testDatabase();
  const season = await openSeasonBuilder(database.ownerUrl);
  const site = await testServices(database);
  const office = new pg.Client({ connectionString: database.ownerUrl });
  const batches: Batch[] = [];
  const queues: HoldQueue[] = [];
  beforeAll(async () => {
    await office.connect();
    if (way === "without the lock")
      await season.client.query("ALTER TABLE stock_counters DROP CONSTRAINT stock_never_oversold");
    for (const ahead of [-750, 750]) {
      const dedicated = async () => watched(await site.database.dedicated(), way, ahead, batches);
      queues.push(openHoldQueue({ ...site, database: { ...site.database, dedicated } }));
    }
  });
  afterAll(async () => {
    await Promise.all(queues.map((queue) => queue.close()));
    await office.end();
  });

  /**
   * 150 buyers in two seconds of a cheap phase that ends in the middle of them. Others have the counter from a moment before
   * the end to a moment after it, so that holds that began in time get their locks too late.
   */
  async function acrossTheSwitch(capacity?: number) {
    const type = await season.ticketType({ events: [await season.night()] });
    const people = await season.people(150);
    const [early = "", full = ""] = await season.phases(type, [
      { price: 8000, endsInSeconds: 1, ...(capacity ? { capacity } : {}) },
      { price: 10_000 },
    ]);
    const { rows } = await season.client.query<{ end: number }>(
      "SELECT extract(epoch FROM ends_at)::float8 * 1000 AS end FROM price_phases WHERE id = $1",
      [early],
    );
    const end = rows[0]?.end ?? 0;
    const locked = holdCounter(office, type, early);
    const answers = await Promise.all(
      people.map(async ({ sessionHash }, i) => {
        await wait(i * 13);
        const total = [8000, 10_000, null][i % 3] ?? null;
        const answer = await queues[i % 2]?.takeHold({
          ...{ sessionHash, lines: [{ ticketTypeId: type, quantity: 1 }], total, code: null },
          ...({ eventId: null, priceId: null, origin: "event", requestKey: null } as const),
        });
        const batch = batches.find(({ sessions }) => sessions.includes(sessionHash));
        if (!answer || !batch) throw new Error("no answer");
        return { total, answer, batch };
      }),
    );
    await locked;
    return { answers, end, early, full };
  }

  /** The lines of each phase, with what its counter says. */
  async function phaseOf(id: Uuid) {
    const { rows } = await season.client.query<{ lines: number; held: number; prices: number[] }>(
      `SELECT (SELECT count(*)::int FROM order_lines WHERE phase_id = $1) AS lines, held,
         (SELECT array_agg(DISTINCT total::int) FROM order_lines WHERE phase_id = $1) AS prices FROM stock_counters WHERE id = $1`,
      [id],
    );
    return rows[0];
  }
  return { season, acrossTheSwitch, phaseOf };
}

async function holdCounter(office: pg.Client, type: Uuid, phase: Uuid): Promise<void> {
  const until =
    "SELECT pg_sleep(extract(epoch FROM ends_at + $2::interval - clock_timestamp())) FROM price_phases WHERE id = $1";
  await office.query(until, [phase, "-250 milliseconds"]);
  await office.query("BEGIN");
  await office.query("SELECT FROM stock_counters WHERE id = $1 FOR UPDATE", [type]);
  await office.query(until, [phase, "250 milliseconds"]);
  await office.query("COMMIT");
}

type Answered = Awaited<ReturnType<Awaited<ReturnType<typeof openGround>>["acrossTheSwitch"]>>;

const priceOf = ({ answer }: Answered["answers"][number]) => (answer.kind === "new" ? answer.order.total : 0);

/** Answers that the database's clock at their hold contradicts. */
function untrue({ answers, end }: Pick<Answered, "answers" | "end">) {
  const isChanged = ({ answer }: Answered["answers"][number]) =>
    answer.kind === "refused" && answer.refusal.reason === "price_changed" && answer.refusal.total === 10_000;
  return {
    cheapTooLate: answers.filter((one) => priceOf(one) === 8000 && one.batch.before >= end).length,
    dearTooEarly: answers.filter(
      (one) => (priceOf(one) === 10_000 || isChanged(one)) && one.batch.after < end,
    ).length,
    dearerThanShown: answers.filter((one) => one.total !== null && priceOf(one) > one.total).length,
    neither: answers.filter((one) => priceOf(one) === 0 && !isChanged(one)).length,
  };
}

const none = { cheapTooLate: 0, dearTooEarly: 0, dearerThanShown: 0, neither: 0 };

describe("a phase that ends while buyers come to two processes", async () => {
  const { season, acrossTheSwitch, phaseOf } = await openGround("as it is");

  it("sells each at the price in force when it holds, by the database's clock, and none above the total shown (I2, L1, L2, decision 40)", async () => {
    const run = await acrossTheSwitch();
    expect(untrue(run)).toEqual(none);
    // both prices were sold, and some who saw the old one came too late
    const counts = [8000, 10_000, 0].map(
      (price) => run.answers.filter((one) => priceOf(one) === price).length,
    );
    expect(counts.every((n) => n > 10)).toBe(true);
    expect(await phaseOf(run.early)).toEqual({ lines: counts[0], held: counts[0], prices: [8000] });
    expect(await phaseOf(run.full)).toEqual({ lines: counts[1], held: counts[1], prices: [10_000] });
    expect(await findViolations(season.client, dataInvariants)).toEqual([]);
  });

  it("sells no more at its price than it has, before its end and at it (I1, I2, L2, decision 40)", async () => {
    const run = await acrossTheSwitch(30);
    expect(untrue(run)).toMatchObject({ cheapTooLate: 0, dearerThanShown: 0, neither: 0 });
    expect(await phaseOf(run.early)).toEqual({ lines: 30, held: 30, prices: [8000] });
    expect(await findViolations(season.client, dataInvariants)).toEqual([]);
  });
});

describe("the negative control: the same by the moment the batch began", async () => {
  const { acrossTheSwitch } = await openGround("by the begin");

  it("sells the old price after its end to who waited for the lock, so the race above can fail", async () => {
    expect(untrue(await acrossTheSwitch()).cheapTooLate).toBeGreaterThan(0);
  });
});

describe("the negative control: the same by the clocks of the processes", async () => {
  const { acrossTheSwitch } = await openGround("by its own clock");

  it("sells the old price after its end in one process, and the new one before it in the other", async () => {
    const { cheapTooLate, dearTooEarly } = untrue(await acrossTheSwitch());
    expect([cheapTooLate > 0, dearTooEarly > 0]).toEqual([true, true]);
  });
});

describe("the negative control: the same without the lock and the CHECK", async () => {
  const { season, acrossTheSwitch, phaseOf } = await openGround("without the lock");

  it("sells more of the phase than it has", async () => {
    const { early } = await acrossTheSwitch(30);
    expect((await phaseOf(early))?.lines).toBeGreaterThan(30);
    const broken = await findViolations(season.client, dataInvariants);
    expect(broken.map(({ id }) => id)).toContain("I1");
  });
});
