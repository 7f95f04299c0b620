/**
 * Two acts on one order at the same moment, in two processes. The end must equal one of the ends that they have one
 * after the other. So both orders are played first, on equal orders, and the end of the race is compared with those.
 * The process that has locked the order waits a little, so that the other comes in between if it can.
 */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import { testDatabase } from "#test/support/database.ts";
import { orderStages } from "#test/support/order-stages.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { processServices, testServices } from "#test/support/services.ts";
import { slowedHolds, slowedServices } from "#test/support/without-lock.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { type ActName, acts, type Scene, workOffNights } from "./pair-acts.ts";
import {
  betweenSteps,
  endOf,
  needTheirLock,
  type Pair,
  pairs,
  type StageName,
  setSubject,
  stages,
} from "./pair-stages.ts";

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const first = await testServices(database);
const second = await processServices(database, first.provider);
const keys = await openSigningKeys({
  database: first.database,
  appSecret: "a secret of the test, long enough",
});
const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 4 });
afterAll(() => owner.end());
const admin = await season.person("admin");
const { rows } = await owner.query("SELECT email FROM profiles WHERE id = $1", [admin.userId]);
const scene: Scene = {
  ...{ season, owner, provider: first.provider, gateStaff: await season.person("gate") },
  admin: { userId: admin.userId, email: rows[0].email },
};
const one = { ...first, keys };
const two = { ...second, keys };
const at = orderStages(season, first);

type Played = { readonly end: string; readonly did: readonly [boolean, boolean] };

/** Whether an act changed anything. A refusal, no work, or a redirect to an ended order means that it did not. */
function didAnything(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null) return answer !== 0;
  const { ok, value } = answer as { ok?: boolean; value?: unknown };
  const isSentAway = typeof value === "object" && value !== null && "url" in value && value.url === null;
  return ok !== false && !isSentAway;
}

/** The end of a pair at once, with the locks or without them. */
async function playAtOnce(pair: Pair, lock: "locked" | "unlocked"): Promise<Played> {
  const subject = await setSubject(pair.stage, scene, { at, site: one });
  const [mine, theirs] = [one, two].map((site) => ({
    ...{ ...site, ...slowedServices(site, lock), holds: slowedHolds(site, lock) },
  }));
  const answers = await Promise.all([
    acts[pair.one](mine as typeof one, subject, scene),
    acts[pair.other](theirs as typeof two, subject, scene),
  ]).finally(() => Promise.all([mine?.holds.close(), theirs?.holds.close()]));
  await endNights([pair.one, pair.other]);
  const [did, didToo] = answers.map(didAnything);
  return { end: await endOf(subject, owner), did: [did ?? false, didToo ?? false] };
}

/** What the workers' next round does, where a night was cancelled or moved. */
async function endNights(names: readonly ActName[]): Promise<void> {
  if (names.some((name) => name === "the night is cancelled" || name === "the night is moved"))
    await workOffNights(one);
}

/** The end when these acts run one after the other. */
async function playInTurn(stage: StageName, names: readonly ActName[]): Promise<string> {
  const subject = await setSubject(stage, scene, { at, site: one });
  for (const [n, name] of names.entries()) await acts[name](n === 0 ? one : two, subject, scene);
  await endNights(names);
  return endOf(subject, owner);
}

/** Every allowed end of a pair: in either order, and without an act that changed nothing. */
async function endsInTurn(
  { stage, one: mine, other }: Pair,
  [did, didToo]: Played["did"],
): Promise<string[]> {
  const courses: ActName[][] = [
    [mine, other],
    [other, mine],
    ...(did ? [] : [[other]]),
    ...(didToo ? [] : [[mine]]),
    ...(did || didToo ? [] : [[]]),
  ];
  const ends: string[] = [];
  for (const names of courses) ends.push(await playInTurn(stage, names));
  return ends;
}

describe.each(Object.keys(stages) as StageName[])("an order: %s", (stage) => {
  it.each(pairs.filter((pair) => pair.stage === stage))(
    "$one, and at once: $other (I1, I2, I3, I6, I30)",
    async (pair) => {
      const { end, did } = await playAtOnce(pair, "locked");
      const known = betweenSteps.find(
        ({ stage, one, other }) => stage === pair.stage && one === pair.one && other === pair.other,
      );
      if (known?.says.test(end)) return;
      const ends = await endsInTurn(pair, did);
      expect(ends, `${end} is none of\n${ends.join("\n")}`).toContain(end);
    },
  );
});

describe("after all of them", () => {
  it("every invariant holds (I1-I9)", async () => {
    expect(await findViolations(season.client, dataInvariants)).toEqual([]);
  });

  it("there are enough pairs, all different", () => {
    const names = new Set(
      pairs.map(({ stage, one, other }) => `${stage}: ${[one, other].sort().join(" | ")}`),
    );
    expect(names.size).toBe(pairs.length);
    expect(names.size).toBeGreaterThanOrEqual(40);
  });
});

describe("the negative control", () => {
  it("one payment ends differently from every sequence when the lock on the order is removed", async () => {
    const strange: string[] = [];
    for (const pair of pairs.filter(({ stage }) => stage === "paid, and nobody knows")) {
      const ends = await endsInTurn(pair, [true, true]);
      const { end } = await playAtOnce(pair, "unlocked").catch((error: Error) => ({ end: error.message }));
      if (!ends.includes(end)) strange.push(`${pair.one} | ${pair.other}`);
    }
    expect(strange.length).toBeGreaterThan(0);
  }, 240_000);

  describe("without any lock, and without the CHECK that stops overselling", () => {
    beforeAll(() => owner.query("ALTER TABLE stock_counters DROP CONSTRAINT stock_never_oversold"));

    it.each(needTheirLock)(
      "$stage: $one, and at once: $other, ends differently from every sequence",
      async (pair) => {
        const inTurn = new Map<string, string[]>();
        let strange = "";
        for (let tries = 0; strange === "" && tries < 8; tries += 1) {
          const { end, did } = await playAtOnce(pair, "unlocked").catch((error: Error) => ({
            ...{ end: error.message, did: [true, true] as const },
          }));
          const ends = inTurn.get(`${did}`) ?? (await endsInTurn(pair, did));
          inTurn.set(`${did}`, ends);
          if (!ends.includes(end)) strange = end;
        }
        expect(strange).not.toBe("");
      },
      240_000,
    );
  });
});
