import { describe, expect, it } from "vitest";
import { openDoorStage } from "#test/support/door-stage.ts";
import { someAtOnce } from "#test/support/turns.ts";
import { doorInvariants } from "#ticketing/reports/door-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { type DoorRules, openDoor, strictDoor } from "./door-rules.ts";
import { type DoorResult, type DoorSize, runDoor } from "./door-run.ts";

const stage = await openDoorStage();
const isLong = process.env.TEST_SCALE === "long";
const first = Number(process.env.TEST_SEED ?? 20_261_127);
/** Some 25 scans each in the long run, more than 10,000 in all, half of them at two gates and half at four. */
const runs = isLong ? 450 : 40;
/** Where the difference is large, fewer evenings show it. */
const [few, some] = isLong ? [60, 200] : [12, 24];
const patience = { timeout: isLong ? 3_600_000 : 300_000 };

/** Tickets of many people, who come one by one to every gate. */
const groups = { entries: [4, 6] } as const;

async function evenings(
  rules: DoorRules,
  count: number,
  size: DoorSize = {},
  from = first,
): Promise<DoorResult[]> {
  const seeds = Array.from({ length: count }, (_, n) => from + n);
  const results = new Map<number, DoorResult>();
  const sizeOf = (seed: number) => (isLong ? { gates: seed % 2 === 0 ? 2 : 4, ...size } : size);
  await someAtOnce(seeds, 4, async (seed) =>
    results.set(seed, await runDoor(stage, seed, rules, sizeOf(seed))),
  );
  return seeds.map((seed) => results.get(seed) as DoorResult);
}

const sum = (results: readonly DoorResult[], of: (one: DoorResult) => number) =>
  results.reduce((n, one) => n + of(one), 0);
const excess = (results: readonly DoorResult[]) => sum(results, (one) => one.excess);

async function expectKept(results: readonly DoorResult[]): Promise<void> {
  for (const one of results) {
    expect(one.lost).toBe(0);
    // every ticket with too many people is listed, with each of its entries, and no other
    expect(one.listed.map(({ purchaseId, entered }) => [purchaseId, entered]).sort()).toEqual(
      one.doubles.map(({ ticket, rows }) => [ticket.purchaseId, rows.length]).sort(),
    );
    for (const { rows, entered } of one.listed) expect(rows).toHaveLength(entered);
  }
  expect(await findViolations(stage.season.client, doorInvariants)).toEqual([]);
}

describe("the door, with phones that lose their network, and messages that are lost, late, repeated and out of order", () => {
  let open: readonly DoorResult[] = [];
  let strict: readonly DoorResult[] = [];

  it(
    `open: loses no row, lists every double, and stays within its bound (I16, F46, F47; seed ${first})`,
    patience,
    async () => {
      open = await evenings(openDoor, runs);
      await expectKept(open);
      for (const { entered, entries, aloneOn } of open)
        for (const [id, people] of entered)
          expect(people).toBeLessThanOrEqual((entries.get(id) ?? 0) * (1 + (aloneOn.get(id) ?? 0)));
      expect(sum(open, (one) => one.scans)).toBeGreaterThan(isLong ? 10_000 : runs * 25);
      expect(excess(open)).toBeGreaterThan(runs);
    },
  );

  it(
    `strict: the same, and each double is of a ticket that its own gate's phone let in alone, and somebody else within 15 seconds of its loss of connection (seed ${first})`,
    patience,
    async () => {
      strict = await evenings(strictDoor, runs);
      await expectKept(strict);
      for (const { doubles } of strict)
        for (const { rows } of doubles) {
          const others = (alone: number) =>
            rows.filter(({ at, aloneSince }) => aloneSince !== alone && Math.abs(at - alone) <= 15);
          expect(
            rows.some(({ aloneSince }) => aloneSince !== null && others(aloneSince).length > 0),
            rows.map(({ at, aloneSince }) => `${at} s, alone since ${aloneSince}`).join("; "),
          ).toBe(true);
        }
      expect(sum(strict, (one) => one.scans)).toBeGreaterThan(isLong ? 10_000 : runs * 25);
      expect(excess(strict)).toBeLessThan(excess(open) / 4);
    },
  );

  it(
    "strict: the server lets nobody in on a ticket of which an absent phone has an entry that it does not know",
    patience,
    async () => {
      expect(sum(strict, (one) => one.blind)).toBe(0);
      expect(sum(await evenings(strictDoor, few, groups), (one) => one.blind)).toBe(0);
    },
  );

  it.each<[string, Partial<DoorRules>]>([
    ["the server decides for phones that are away", { leavesToAway: false }],
    ["a phone counts as back before its rows are here", { sendsFirst: false }],
  ])(`a control: where %s, it does (${some} evenings)`, patience, async (_how, without) => {
    const worse = await evenings({ ...strictDoor, ...without }, some, groups);
    expect(sum(worse, (one) => one.blind)).toBeGreaterThan(1);
  });

  it(
    "strict, while the chief changes which phone decides: never two of a gate believe it, and the server lets nobody in beside them",
    patience,
    async () => {
      const swapped = await evenings({ ...strictDoor, swaps: true }, few, groups);
      await expectKept(swapped);
      expect(sum(swapped, (one) => one.swapped)).toBeGreaterThan(few);
      expect(sum(swapped, (one) => one.twoDecide)).toBe(0);
      expect(sum(swapped, (one) => one.blind)).toBe(0);
    },
  );

  it("a control: where the chief's word moves it at once, two of a gate believe it", patience, async () => {
    let blind = 0;
    // two phones must be shown one ticket within a moment, which one evening in ten brings about
    for (let batch = 0; batch < 8 && blind === 0; batch++) {
      const from = first + batch * few;
      const worse = await evenings({ ...strictDoor, swaps: true, yieldsFirst: false }, few, groups, from);
      expect(sum(worse, (one) => one.twoDecide)).toBeGreaterThan(few);
      blind = sum(worse, (one) => one.blind);
    }
    expect(blind).toBeGreaterThan(0);
  });

  it.each<[string, Partial<DoorRules>]>([
    ["phones decide every gate's tickets without network", { ownTickets: false }],
    ["a newer list hides the phone's own rows", { ownRows: false }],
  ])(`a control: where %s, more people come in twice (${few} evenings)`, patience, async (_how, without) => {
    const worse = await evenings({ ...strictDoor, ...without }, few);
    expect(excess(worse)).toBeGreaterThan(2 * excess(strict.slice(0, few)));
  });

  it(
    "a control: where a phone forgets what it sent before it is acknowledged, rows are lost",
    patience,
    async () => {
      const worse = await evenings({ ...openDoor, keepsRows: false }, few);
      expect(sum(worse, (one) => one.lost)).toBeGreaterThan(0);
    },
  );
});
