import pg from "pg";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { callClock, gapSeconds, mayBeLate, sendInTurn } from "#platform/card-checkout/call-turn.server.ts";
import { openDatabase } from "#platform/database/database.server.ts";
import { testDatabase } from "#test/support/database.ts";
import { createProviderPace } from "./provider-pace.server.ts";
import { clockDifference, type TurnFor, takeProviderTurns } from "./provider-turn.server.ts";

const { ownerUrl, urls } = await testDatabase();
const owner = new pg.Client({ connectionString: ownerUrl });
await owner.connect();
const open = () => openDatabase({ urls, rolePrefix: "app" });
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

describe("turns at the card provider, for all processes together (decision 27, G2b)", () => {
  it("come one after the other with the same gap, also after a long pause", async () => {
    const begun = callClock();
    const turns = await turnsOf(6, { rate: 0.5, wanted: 3, turnFor: "queued" });
    expect(turns).toHaveLength(1);
    expect(turns[0]).toBeGreaterThanOrEqual(begun - 1);
    await nextPageIn(-3600);
    const ahead = await turnsOf(6, { rate: 24, wanted: 3, turnFor: "queued" });
    const gaps = ahead.slice(1).map((turn, n) => turn - (ahead[n] as number));
    // Taken by two processes, each by its own clock.
    for (const gap of gaps) expect(Math.abs(gap - 1025 / 24)).toBeLessThan(2);
    expect(ahead.length).toBeGreaterThanOrEqual(9);
  });

  it("are given less than a second ahead, to a newcomer less than half, and without one comes the time to wait", async () => {
    for (const [turnFor, seconds] of [
      ["newcomer", 0.35],
      ["queued", 0.8],
    ] as const) {
      await nextPageIn(-3600);
      const begun = callClock();
      const turns = await turnsOf(1, { rate: 24, wanted: 1000, turnFor });
      expect(turns).toHaveLength(Math.floor(seconds / gapSeconds(24)) + 1);
      expect((turns.at(-1) as number) - begun).toBeLessThan(seconds * 1000 + 500);
    }
    await nextPageIn(3600);
    const none = await one.withDuty("sell", (sql) =>
      takeProviderTurns(sql, { rate: 24, wanted: 1, turnFor: "queued" }),
    );
    expect(none.turns).toEqual([]);
    expect(none.wait).toBeGreaterThan(3500);
    expect(none.wait).toBeLessThan(3600);
  });

  it("are counted per kind of call, as the provider's limits are", async () => {
    await nextPageIn(3600);
    expect(await turnsOf(1, { rate: 24, turnFor: "newcomer" })).toHaveLength(0);
    expect(await turnsOf(1, { rate: 24, turnFor: "read" })).toHaveLength(1);
    expect(await turnsOf(1, { rate: 24, turnFor: "expiry" })).toHaveLength(1);
  });

  it("are not given while the provider rate is 0", async () => {
    expect(await turnsOf(3, { rate: 0 })).toEqual([]);
  });

  it("are given to reads in the order of arrival, in every process", async () => {
    const calls: { from: number; at: number }[] = [];
    const paces = [createProviderPace(one, 100), createProviderPace(other, 100)];
    const begun = callClock();
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const turn = await paces[n % 2]?.("read");
        calls.push({ from: n % 2, at: turn?.at ?? 0 });
      }),
    );
    expect(calls).toHaveLength(20);
    // Twenty calls have nineteen gaps between them.
    expect(Math.max(...calls.map(({ at }) => at)) - begun).toBeGreaterThanOrEqual(185);
  });

  it("are also given to a call that comes just when the last one before was served", async () => {
    const pace = createProviderPace(one, 1000);
    const turns: number[] = [];
    for (let n = 0; n < 50; n += 1) turns.push((await pace("read"))?.at ?? 0);
    // Each has a turn of its own, after the one before.
    expect(new Set(turns).size).toBe(50);
    expect(turns).toEqual(turns.toSorted((a, b) => a - b));
  });

  it("fail with the database's error for a reader without an answer", async () => {
    const pace = createProviderPace(
      {
        withDuty: () => Promise.reject(new Error("gone")),
      },
      24,
    );
    await expect(Promise.all([pace("read"), pace("read")])).rejects.toThrow("gone");
  });
});

describe("waiting for a turn", () => {
  it("allows a delay that leaves no second with more than one call above the rate (G2b)", () => {
    for (const rate of [1, 6, 24, 100]) {
      const inASecond = Math.floor((1 + mayBeLate(rate) / 1000) / gapSeconds(rate)) + 1;
      expect(inASecond).toBeLessThanOrEqual(rate + 1);
    }
  });

  it("takes another turn after a larger delay, and calls in the end on a machine that is always late", async () => {
    const seen: { at: number; mayBeLate: number }[] = [];
    const turn = { at: 1, mayBeLate: 31, takeAnother: async () => seen.length + 1 };
    const sentAt = (which: number) =>
      sendInTurn(turn, async (due) => {
        seen.push(due);
        return due.at === which || due.mayBeLate > 31 ? "sent" : "missed";
      });
    expect(await sentAt(1)).toBe("sent");
    expect(seen.splice(0)).toEqual([{ at: 1, mayBeLate: 31 }]);
    expect(await sentAt(3)).toBe("sent");
    expect(seen.splice(0).map(({ at }) => at)).toEqual([1, 2, 3]);
    expect(await sentAt(99)).toBe("sent");
    expect(seen.map(({ at }) => at)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(seen.at(-1)?.mayBeLate).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([
    [{ asked: 1000, there: 1005, answered: 1010 }, 0],
    [{ asked: 1000, there: 999.5, answered: 1010 }, 0],
    [{ asked: 1000, there: 400, answered: 1010 }, 600],
    [{ asked: 1000, there: 1410, answered: 1010 }, -400],
  ])("goes by our own clock where it cannot be the database's: %o", (moments, difference) => {
    expect(clockDifference(moments)).toBe(difference);
  });
});
