import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ofScale, scale, seedOr } from "#test/support/scale.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { noLimit } from "#ticketing/stock/stock.ts";
import { openRealSale, realSystem } from "./real-sale.ts";
import { buyCommand, onLine, onOrder, phaseCommand, type SaleSystem, saleCommands } from "./sale-commands.ts";
import { heldBy } from "./sale-model.ts";
import type { SaleModel } from "./sale-nouns.ts";
import { capacities, counted } from "./sale-stock.ts";

const runs = ofScale({ sample: 10, all: 40, long: 10_000 });
const seed = seedOr(1);
/** The controls have a seed of their own: its runs always come to the step that fails. */
const controlSeed = 1;
// Each stretch has a database of its own, because the rows of many runs would slow the next ones down.
const stretch = 500;
const stretches = Array.from({ length: Math.ceil(runs / stretch) }, (_, i) => ({
  first: i * stretch + 1,
  last: Math.min(runs, (i + 1) * stretch),
  seed: seed + i,
}));
const size = {
  customers: 3,
  offers: 6,
  together: [0, 1, 4, 5],
  codes: 4,
  phases: [
    [0, 0],
    [0, 1],
  ] as const,
};

// Small enough to matter within one run; longer than a hold, so that each hold counts the same.
const hoarding = { placesAtOnce: 5, placeMinutesPerDay: 60 * 6, leastMinutes: 60 };

const ordinary = {
  entries: 1,
  isPass: false,
  codePer: "order",
  phases: [],
  pool: null,
  isHidden: false,
} as const;
const code = { value: 0, offers: null, capacity: noLimit, perPerson: noLimit, returnsUses: false } as const;

function newModel(): SaleModel {
  return {
    nights: [8, 6],
    pools: [5],
    offers: [
      {
        ...ordinary,
        nights: [0],
        capacity: 5,
        codePer: "person",
        pool: 0,
        price: 10_000,
        phases: [
          { price: 8000, capacity: 2 },
          { price: 9001, capacity: noLimit },
          { price: 10_000, capacity: noLimit },
        ],
      },
      { ...ordinary, entries: 2, nights: [0], capacity: 4, codePer: "person", price: 15_001, pool: 0 },
      { ...ordinary, nights: [1], capacity: 20, price: 11_000 },
      { ...ordinary, nights: [0, 1], isPass: true, capacity: 3, price: 30_000 },
      { ...ordinary, nights: [0], capacity: 4, codePer: "person", price: 9000, isHidden: true },
      // parking
      { ...ordinary, entries: 0, nights: [0], capacity: 3, codePer: "person", price: 3000 },
    ],
    codes: [
      { ...code, kind: "percent", value: 33, capacity: 4, perPerson: 2, returnsUses: true },
      // one ticket of the first phase is free, and one of offer 2 costs less than a card pays
      { ...code, kind: "fixed", value: 10_900, offers: [0, 2], perPerson: 2 },
      { ...code, kind: "unlock", offers: [4], capacity: 3 },
      { ...code, kind: "percent", value: 100, offers: [1, 4], capacity: 2, returnsUses: true },
    ],
    over: new Set(),
    orders: [],
    mailboxes: [0, 0, 1],
    hoarding,
  };
}

/** No system: the model runs alone and is checked against its own rules. */
const nothing: SaleSystem = {
  buy: async () => undefined,
  pay: async () => {},
  settle: async () => {},
  letGo: async () => {},
  runOut: async () => {},
  runOutUnseen: async () => {},
  movePhase: async () => {},
  refundAll: async () => {},
  split: async () => {},
  giveBackUnit: async () => {},
  async compare(model) {
    const all = capacities(model);
    for (const [key, { held, sold }] of counted(model))
      expect([key, Math.min(held, sold) >= 0, held + sold <= (all.get(key) ?? 0)]).toEqual([key, true, true]);
    for (const mailbox of model.mailboxes) {
      const held = heldBy(model, mailbox);
      const together = held.length > 1 ? held.reduce((a, b) => a + b) : 0;
      expect(together).toBeLessThanOrEqual(hoarding.placesAtOnce);
    }
  },
};

/** Plays seeded sequences of steps on the model and on such a system. */
const sequences = (systemOf: (model: SaleModel) => Promise<SaleSystem> | SaleSystem) =>
  fc.asyncProperty(saleCommands(size), async (commands) => {
    const model = newModel();
    const real = await systemOf(model);
    await fc.asyncModelRun(() => ({ model, real }), commands);
  });

describe("the model of the sale", () => {
  it("never oversells, for any sequence of actions (I1, I5)", async () => {
    await fc.assert(
      sequences(() => nothing),
      { numRuns: runs * 5, seed },
    );
  }, 600_000);
});

describe("the real system", () => {
  it.each(stretches)(
    "equals the model after each step, in any order of steps, and keeps every invariant, in the seeded runs $first to $last (I1, I2, I3, I6, I30, L1, L2, L5)",
    async ({ first, last, seed }) => {
      const ground = await openRealSale(hoarding);
      await fc.assert(
        sequences((model) => realSystem(model, ground)),
        { numRuns: last - first + 1, endOnFailure: false, seed },
      );
      expect(await findViolations(ground.season.client, dataInvariants)).toEqual([]);
    },
    stretch * 5_000,
  );
});

describe.skipIf(scale === "sample")("controls: a system", () => {
  const fails = async (systemOf: Parameters<typeof sequences>[0]) => {
    const found = await fc.check(sequences(systemOf), {
      numRuns: 500,
      endOnFailure: true,
      seed: controlSeed,
    });
    expect(found.failed).toBe(true);
  };

  it.each([
    ["places at once", { ...hoarding, placesAtOnce: 1000 }],
    ["place-minutes of a day", { ...hoarding, placeMinutesPerDay: 1_000_000 }],
  ])("that does not count a person's %s fails in the same steps", async (_what, limit) => {
    const ground = await openRealSale(limit);
    await fails((model) => realSystem(model, ground));
  });

  const buys = (customer: number, offer: number, quantity = 1) =>
    buyCommand({ customer, lines: [{ offer, quantity }], code: null, sees: "nothing" });
  /** Steps in which each act changes something that is compared, or what the next buyer is told. */
  const steps = [
    buys(0, 2, 2),
    onOrder.payAndSettle(0),
    onLine.split(0, 0),
    onLine.giveBackUnit(0, 0),
    buys(0, 1),
    onOrder.letGo(1),
    buys(0, 1),
    onOrder.runOut(2),
    buys(0, 1),
    onOrder.runOutUnseen(3),
    phaseCommand([0, 0], true),
    buys(2, 0),
    onOrder.payAndSettle(4),
    onOrder.refundAll(4),
  ];
  const play = async (leftOut: Partial<SaleSystem>) => {
    const model = newModel();
    const real = { ...(await realSystem(model, await openRealSale(hoarding))), ...leftOut };
    for (const step of steps) await step.run(model, real);
  };

  it("that leaves out nothing passes these steps", () => play({}));

  it.each(["settle", "letGo", "runOut", "runOutUnseen", "movePhase", "refundAll", "split", "giveBackUnit"])(
    "that leaves out one act fails in them: %s",
    async (act) => {
      await expect(play({ [act]: async () => {} })).rejects.toThrow(/ equal /);
    },
  );
});
