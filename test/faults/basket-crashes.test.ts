/**
 * kill -9 of the site at the steps of a purchase of three lines (the steps: crash-points.test.ts), the rest of which
 * follows on the remaining data. Without TEST_SCALE=long one point of each step.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { abandonedInShort, purchasePoints } from "./crash-table.ts";
import {
  type CrashingSite,
  type Ground,
  limitConcurrency,
  openCrashingSite,
  prepareGround,
} from "./crashing-site.ts";

const long = process.env.TEST_SCALE === "long";
const inShort = [
  ...["hold.decided", "hold.sent", "card-page.prepared", "card-page.keeping", "checkout.page"],
  ...["notice.stored", "settle.written", "letter.claimed", "letter.marked"],
];

const limited = limitConcurrency(5);
let ground: Ground;
beforeAll(async () => {
  ground = await prepareGround();
}, 60_000);
afterAll(() => ground.remove());

function scenario(name: string, work: (site: CrashingSite) => Promise<void>): void {
  test.concurrent(name, { timeout: 500_000 }, () =>
    limited(async () => {
      const site = await openCrashingSite(ground, ground.basket);
      try {
        await work(site);
      } finally {
        await site.close();
      }
    }),
  );
}

/** What every line and the night have of their counters, `[held, sold]`, and what the person's codes say. */
const stockOf = (site: CrashingSite) =>
  site.look(async (owner) => {
    const { rows } = await owner.query(
      "SELECT c.held, c.sold FROM unnest($1::uuid[]) WITH ORDINALITY AS w(id, n) JOIN stock_counters c USING (id) ORDER BY w.n",
      [[...ground.basket.map((line) => line.type), ground.night]],
    );
    const { rows: codes } = await owner.query(
      "SELECT p.line_no AS line, p.units, p.places, p.total_price::int AS price FROM ticket_purchases p WHERE p.user_id = $1 ORDER BY p.line_no",
      [ground.ana.userId],
    );
    return { counters: rows.map(({ held, sold }) => [held, sold]), codes };
  });

const bought = {
  counters: [
    [0, 3],
    [0, 2],
    [0, 1],
    [0, 9],
  ],
  codes: [
    { line: 1, units: 3, places: 6, price: 33_000 },
    { line: 2, units: 2, places: 2, price: 22_000 },
    { line: 3, units: 1, places: 1, price: 14_050 },
  ],
};
const nothing = {
  counters: [
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ],
  codes: [],
};

describe("killed during a purchase of three lines, the customer continues (F1-F3, F5-F9)", () => {
  for (const { step, fault, at } of purchasePoints.filter(({ at }) => long || inShort.includes(at)))
    scenario(`${fault}: ${step}, at ${at}: one order with all its lines, paid once`, async (site) => {
      await site.live(`${at}:kill`);
      await site.persist();
      await site.dieAt(at);
      await site.live();
      await site.persist();
      expect(await stockOf(site)).toEqual(bought);
      expect(await site.outcome()).toMatchObject({
        ...{ orders: ["paid"], tickets: 3, payments: 1, refunds: 0 },
        ...{ sessions: ["complete/paid"], violations: [] },
      });
    });
});

describe("killed during a purchase of three lines, the customer never comes back (F1-F3, F5)", () => {
  const left = purchasePoints.filter(({ step }) => ["P1", "P2", "P3", "P4", "P5"].includes(step));
  for (const { step, fault, at } of left.filter(({ at }) => long || abandonedInShort.includes(at)))
    scenario(`${fault}: ${step}, at ${at}: every line is free after the time of the hold`, async (site) => {
      await site.live(`${at}:kill`);
      await site.buy();
      await site.dieAt(at);
      await site.timePasses();
      await site.live();
      await site.becomesQuiet();
      expect(await stockOf(site)).toEqual(nothing);
      const { sessions, violations } = await site.outcome();
      expect(violations).toEqual([]);
      // no page is left that can be paid
      expect(sessions.filter((session) => session !== "expired/unpaid")).toEqual([]);
    });
});
