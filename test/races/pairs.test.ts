/**
 * Two acts on one order at the same moment, in two processes. The end must equal one of the ends that they have one
 * after the other, on equal orders. One act is held right after it has locked what it works on, while the other goes as far
 * as it can; then the same the other way round.
 */
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import { type Barrier, openBarrier, overlap } from "#test/support/barrier.ts";
import { raceServices } from "#test/support/changed-statements.ts";
import { testDatabase } from "#test/support/database.ts";
import { onOneDay } from "#test/support/days.ts";
import { orderStages } from "#test/support/order-stages.ts";
import { ofScale, replay, seedOr } from "#test/support/scale.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { processServices, testServices } from "#test/support/services.ts";
import { openHoldQueue } from "#ticketing/orders/checkout/hold-queue.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { type ActName, acts, type Scene, workOffNights } from "./pair-acts.ts";
import { bothWays, isBetweenSteps, needTheirLock } from "./pair-ends.ts";
import { endOf, type Pair, pairs, type StageName, setSubject } from "./pair-stages.ts";
import { seededRandom } from "./seeded-random.ts";

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
  season,
  owner,
  provider: first.provider,
  gateStaff: await season.person("gate"),
  admin: { userId: admin.userId, email: rows[0].email },
};
const one = { ...first, keys };
const two = { ...second, keys };
const at = orderStages(season, first);

/** A hold sends its lock and its reads together; "hold-customers" is the last of them. */
const firstLock = /^(?:lock-(?:order|seat|counters|ticket$)|hold-customers)/;

/** Where the first act of the play at hand is held. */
let barrier: Barrier;
let holdsAfter = firstLock;
const hold = (name: string) => (holdsAfter.test(name) ? barrier.hold() : undefined);

/** Two processes, the first of which is held, with the locks on what the acts sell and on their orders and codes, or without. */
function racing(lock: "locked" | "unlocked") {
  const processes = [raceServices(one, lock, hold), raceServices(two, lock)].map((site) => {
    const holds = openHoldQueue(site);
    afterAll(() => holds.close());
    return { ...site, holds };
  });
  return processes as [typeof two, typeof two];
}
const racers = { locked: racing("locked"), unlocked: racing("unlocked") };

type Played = { readonly end: string; readonly did: readonly [boolean, boolean]; readonly wasHeld: boolean };

/** Whether an act changed anything. A refusal, no work, or a redirect to an ended order means that it did not. */
function didAnything(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null) return answer !== 0;
  const { ok, value } = answer as { ok?: boolean; value?: unknown };
  const isSentAway = typeof value === "object" && value !== null && "url" in value && value.url === null;
  return ok !== false && !isSentAway;
}

/** The end of a pair at once: the first act is held after it has read, until the other one has ended or waits for it. */
async function playAtOnce(pair: Pair, lock: "locked" | "unlocked"): Promise<Played> {
  const subject = await setSubject(pair.stage, scene, { at, site: one });
  barrier = openBarrier();
  const { ends, wasHeld } = await overlap(owner, {
    barrier,
    first: () => acts[pair.one](racers[lock][0], subject, scene),
    second: () => acts[pair.other](racers[lock][1], subject, scene),
  });
  const failed = ends.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
  await endNights([pair.one, pair.other]);
  const [did = false, didToo = false] = ends.map(
    (end) => end.status === "fulfilled" && didAnything(end.value),
  );
  return { end: await endOf(subject, owner), did: [did, didToo], wasHeld };
}

/** What the workers' next rounds do, where a night was cancelled or moved: one waits for money that was on its way before. */
async function endNights(names: readonly ActName[]): Promise<void> {
  if (!names.some((name) => name === "the night is cancelled" || name === "the night is moved")) return;
  await workOffNights(one);
  await workOffNights(one);
}

const inTurn = new Map<string, Promise<string>>();

/** The end when these acts run one after the other. */
function endInTurn(stage: StageName, names: readonly ActName[]): Promise<string> {
  const key = [stage, ...names].join("; ");
  const known = inTurn.get(key) ?? playInTurn(stage, names);
  inTurn.set(key, known);
  return known;
}

async function playInTurn(stage: StageName, names: readonly ActName[]): Promise<string> {
  const subject = await setSubject(stage, scene, { at, site: one });
  for (const [n, name] of names.entries()) await acts[name](n === 0 ? one : two, subject, scene);
  await endNights(names);
  return endOf(subject, owner);
}

/** Whether a pair at once ended as in either order, or without an act that changed nothing; and the ends that it may have. */
async function endsAsInTurn({ stage, one: mine, other }: Pair, { end, did: [did, didToo] }: Played) {
  const courses: ActName[][] = [
    [mine, other],
    [other, mine],
    ...(did ? [] : [[other]]),
    ...(didToo ? [] : [[mine]]),
    ...(did || didToo ? [] : [[]]),
  ];
  const ends: string[] = [];
  for (const names of courses) {
    ends.push(await endInTurn(stage, names));
    if (ends.at(-1) === end) return { isAsInTurn: true, ends };
  }
  return { isAsInTurn: false, ends };
}

const seed = seedOr(1);
const random = seededRandom(seed);
const chosen = ofScale({
  sample: [...new Set(Array.from({ length: 10 }, () => random.pick(pairs)))],
  all: pairs,
  long: pairs,
});

// their nights are today
beforeEach(() => onOneDay());

describe.each([...new Set(chosen.map(({ stage }) => stage))])("an order: %s", (stage) => {
  it.each(chosen.filter((pair) => pair.stage === stage))(
    "$one, and at once: $other (I1, I2, I3, I6, I30)",
    async (pair) => {
      for (const turned of bothWays(pair)) {
        const played = await playAtOnce(turned, "locked");
        if (isBetweenSteps(turned, played.end)) continue;
        const { isAsInTurn, ends } = await endsAsInTurn(turned, played);
        const again = replay(seed, "test/races/pairs.test.ts");
        expect(isAsInTurn, `${played.end} is none of\n${ends.join("\n")}\n${again}`).toBe(true);
      }
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

describe("the negative control: without any lock, and without the CHECK that stops overselling", () => {
  beforeAll(() => owner.query("ALTER TABLE stock_counters DROP CONSTRAINT stock_never_oversold"));

  it.each(ofScale({ sample: needTheirLock.slice(0, 4), all: needTheirLock, long: needTheirLock }))(
    "$stage: $one, and meanwhile: $other, ends differently from every sequence",
    async (pair) => {
      holdsAfter = new RegExp(`^${pair.after}$`);
      const played = await playAtOnce(pair, "unlocked").catch((error: Error) => error);
      // a refusal of the database is no end of any sequence either
      const differs =
        played instanceof Error
          ? "code" in played
          : played.wasHeld && !(await endsAsInTurn(pair, played)).isAsInTurn;
      expect(differs, JSON.stringify(played)).toBe(true);
    },
  );
});
