import pg from "pg";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { waitFor } from "#platform/card-checkout/call-turn.server.ts";
import { openTestDatabase, testDatabase } from "#test/support/database.ts";
import { type TurnFor, takeProviderTurns, waitForCall } from "./provider-turn.server.ts";

const { ownerUrl, urls } = await testDatabase();
const owner = new pg.Client({ connectionString: ownerUrl });
await owner.connect();
const open = () => openTestDatabase(urls);
const [one, other] = [open(), open()];
afterAll(async () => {
  await one.close();
  await other.close();
  await owner.end();
});

/** When the next call for a card page may be made, in seconds from now. */
const nextPageIn = (seconds: number) =>
  owner.query(
    "INSERT INTO provider_pace (kind, next_at) VALUES ('page', now() + make_interval(secs => $1)) ON CONFLICT (kind) DO UPDATE SET next_at = excluded.next_at",
    [seconds],
  );

/** Seconds, by the clock of the turns. */
const clock = async (): Promise<number> =>
  (await owner.query("SELECT extract(epoch FROM clock_timestamp())::float8 AS at")).rows[0].at;

beforeEach(() => nextPageIn(-3600));

/** Takes turns in two processes at once; all turns in ascending order. */
async function turnsOf(
  asked: number,
  { rate, wanted = 1, turnFor = "newcomer" }: { rate: number; wanted?: number; turnFor?: TurnFor },
): Promise<number[]> {
  const given = await Promise.all(
    Array.from({ length: asked }, (_, n) =>
      (n % 2 ? one : other).withDuty("sell", (sql) => takeProviderTurns(sql, { rate, wanted, turnFor })),
    ),
  );
  return given.flatMap(({ turns }) => turns).sort((a, b) => a - b);
}

describe("turns at the card provider, for all processes together", () => {
  it("are given one gap apart, and none twice", async () => {
    const before = await clock();
    expect(await turnsOf(6, { rate: 0.001, wanted: 3, turnFor: "queued" })).toHaveLength(1);
    await nextPageIn(-3600);
    const given = await turnsOf(40, { rate: 24, wanted: 3, turnFor: "queued" });
    // as many as fit into the time that passed and the 0.8 s for which they are given ahead, however many ask
    const passed = (await clock()) - before;
    expect(given.length).toBeLessThanOrEqual(Math.floor((passed + 0.8) * 24) + 1);
    expect(given.length).toBeGreaterThanOrEqual(Math.floor(0.8 * 23));
    const next = await owner.query(
      "SELECT extract(epoch FROM next_at)::float8 AS at FROM provider_pace WHERE kind = 'page'",
    );
    expect(next.rows[0].at - before).toBeGreaterThanOrEqual(given.length / 24);
  });

  it.each([
    ["newcomer", 0.35],
    ["queued", 0.8],
  ] as const)("are given to one %s %s s ahead, as many as fit", async (turnFor, seconds) => {
    expect(await turnsOf(1, { rate: 24, wanted: 1000, turnFor })).toHaveLength(
      Math.floor((seconds * 24) / 1.025) + 1,
    );
  });

  it("come with the time to wait where none is given", async () => {
    await nextPageIn(3600);
    const none = await one.withDuty("sell", (sql) =>
      takeProviderTurns(sql, { rate: 24, wanted: 1, turnFor: "queued" }),
    );
    expect(none.turns).toEqual([]);
    expect(none.wait).toBeGreaterThan(1000);
  });

  it("are counted per kind of call, as the provider's limits are", async () => {
    await nextPageIn(3600);
    expect(await turnsOf(1, { rate: 24, turnFor: "newcomer" })).toHaveLength(0);
    await waitForCall(one, 24, "read");
    await waitForCall(one, 24, "expiry");
  });

  it("are not given while the provider rate is 0", async () => {
    expect(await turnsOf(3, { rate: 0 })).toEqual([]);
  });

  it("are one gap apart for the reads of all processes", async () => {
    const before = await clock();
    await Promise.all(Array.from({ length: 20 }, (_, n) => waitForCall(n % 2 ? one : other, 100, "read")));
    // each of the twenty took a gap, and the last one waited for the nineteen before
    expect((await clock()) - before).toBeGreaterThanOrEqual(0.19);
    const { rows } = await owner.query(
      "SELECT extract(epoch FROM next_at)::float8 AS at FROM provider_pace WHERE kind = 'read'",
    );
    expect(rows[0].at - before).toBeGreaterThanOrEqual(0.2);
  });

  it("fail with the database's error for a reader without an answer", async () => {
    const gone = { withDuty: () => Promise.reject(new Error("gone")) };
    await expect(waitForCall(gone, 24, "read")).rejects.toThrow("gone");
  });
});

it("a call goes out at its turn and not before, and at once when that is over", async () => {
  const turn = performance.now() + 30;
  await waitFor(turn);
  // timers count whole milliseconds
  expect(performance.now()).toBeGreaterThan(turn - 2);
  await waitFor(0);
});
