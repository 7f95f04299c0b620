import fc from "fast-check";
import { expect } from "vitest";
import { buy, giveBackUnit, letGo, pay, refundAll, runOutUnseen, settle, splitLine } from "./sale-model.ts";
import type { BuyAnswer, ModelLine, ModelOrder, SaleModel, Wish } from "./sale-nouns.ts";
import { shownTotal } from "./sale-prices.ts";

/** The system that the commands drive: the real one, or none (then the model runs alone). */
export type SaleSystem = {
  /** Undefined: no system; the model's own answer counts. */
  buy(customer: number, wish: Wish, shown: number | null): Promise<BuyAnswer | undefined>;
  pay(order: number): Promise<void>;
  /** `copies` callers at once: webhook event, success page, poller. */
  settle(order: number, copies: number): Promise<void>;
  letGo(order: number): Promise<void>;
  runOut(order: number): Promise<void>;
  /** The hold ends, although its page is open or paid. */
  runOutUnseen(order: number): Promise<void>;
  /** The moment of a phase comes, or is put off. */
  movePhase(offer: number, no: number, isOver: boolean): Promise<void>;
  refundAll(order: number): Promise<void>;
  split(order: number, line: number): Promise<void>;
  giveBackUnit(order: number, line: number): Promise<void>;
  /** Throws when the system differs from the model. */
  compare(model: SaleModel): Promise<void>;
};

/** A line has no more units. */
const fourTimes = [1, 2, 3, 4];

type Command = fc.AsyncCommand<SaleModel, SaleSystem>;

/** `together`: offers that one order may name, because they are tickets of one night. */
export type SaleSize = {
  readonly customers: number;
  readonly offers: number;
  readonly together: readonly number[];
  readonly codes: number;
  /** Phases that end at a moment: offer and number. */
  readonly phases: readonly (readonly [number, number])[];
};

/** Any sequence of people's actions. An order is named by a number, modulo the number of orders. */
export function saleCommands(size: SaleSize): fc.Arbitrary<Iterable<Command>> {
  const { customers, offers, together, codes, phases } = size;
  const order = fc.nat({ max: 20 });
  const quantity = fc.integer({ min: 1, max: 4 });
  const linesOf = (offer: fc.Arbitrary<number>, maxLength: number) =>
    fc.uniqueArray(fc.record({ offer, quantity }), {
      selector: (line: ModelLine) => line.offer,
      minLength: 1,
      maxLength,
    });
  const any = fc.nat({ max: offers - 1 });
  // one offer, several of a night, or any
  const lines = fc.oneof(
    { arbitrary: linesOf(any, 1), weight: 4 },
    { arbitrary: linesOf(fc.constantFrom(...together), 3), weight: 3 },
    { arbitrary: linesOf(any, 3), weight: 1 },
  );
  const buying = fc
    .record({
      customer: fc.nat({ max: customers - 1 }),
      lines,
      code: fc.option(fc.nat({ max: codes - 1 }), { freq: 2 }),
      sees: fc.constantFrom("nothing", "nothing", "first prices", "last prices"),
    })
    .map(buyCommand);
  return fc.commands(
    [
      ...Array(3).fill(buying),
      fc.tuple(fc.constantFrom(...phases), fc.boolean()).map(([at, isOver]) => phaseCommand(at, isOver)),
      fc
        .record({ n: order, copies: fc.integer({ min: 1, max: 3 }) })
        .map(({ n, copies }) =>
          orderCommand(`is settled by ${copies}`, n, settle, (system, index) => system.settle(index, copies)),
        ),
      ...Object.values(onOrder).map((act) => order.map(act)),
      ...Object.values(onLine).map((act) => fc.tuple(order, fc.nat({ max: 4 })).map((at) => act(...at))),
    ],
    { maxCommands: 40, size: "+1" },
  );
}

/** The acts on an order, which is named by a number, modulo how many there are. */
export const onOrder = {
  pay: (n: number) => orderCommand("is paid", n, pay, (system, index) => system.pay(index)),
  payAndSettle: (n: number) =>
    orderCommand(
      "is paid and settled",
      n,
      (found, model) => {
        pay(found);
        settle(found, model);
      },
      async (system, index) => {
        await system.pay(index);
        await system.settle(index, 1);
      },
    ),
  letGo: (n: number) =>
    orderCommand(
      "is released",
      n,
      (found) => letGo(found, "cancelled"),
      (system, index) => system.letGo(index),
    ),
  runOut: (n: number) =>
    orderCommand(
      "runs out",
      n,
      (found) => letGo(found, "expired"),
      (system, index) => system.runOut(index),
    ),
  runOutUnseen: (n: number) =>
    orderCommand("runs out unseen", n, runOutUnseen, (system, index) => system.runOutUnseen(index)),
  refundAll: (n: number) =>
    orderCommand("is refunded", n, refundAll, (system, index) => system.refundAll(index)),
};

/** The acts on a line of an order; both are named so. */
export const onLine = {
  split: (n: number, no: number) =>
    lineCommand("is split", [n, no], splitLine, (system, ...at) => system.split(...at)),
  giveBackUnits: (n: number, no: number) =>
    lineCommand(
      "gives its units back one by one",
      [n, no],
      (...line) => {
        for (const _ of fourTimes) giveBackUnit(...line);
      },
      async (system, ...at) => {
        for (const _ of fourTimes) await system.giveBackUnit(...at);
      },
    ),
  giveBackUnit: (n: number, no: number) =>
    lineCommand("gives a unit back", [n, no], giveBackUnit, (system, ...at) => system.giveBackUnit(...at)),
};

function lineCommand(
  what: string,
  [n, no]: readonly [n: number, no: number],
  inModel: (model: SaleModel, order: ModelOrder, line: number) => void,
  inSystem: (system: SaleSystem, index: number, line: number) => Promise<void>,
): Command {
  let line = 0;
  return orderCommand(
    `${what} of line ${no}`,
    n,
    (order, model) => {
      line = no % order.parts.length;
      inModel(model, order, line);
    },
    (system, index) => inSystem(system, index, line),
  );
}

export function buyCommand({ customer, ...wish }: { customer: number } & Wish): Command {
  return {
    check: () => true,
    async run(model, system) {
      const shown = shownTotal(model, wish);
      const expected = buy(model, customer, wish);
      const answer = await system.buy(customer, wish, shown);
      if (answer) expect(answer).toEqual(expected);
      await system.compare(model);
    },
    toString: () =>
      `buyer ${customer} wants ${wish.lines.map(({ offer, quantity }) => `${quantity} of offer ${offer}`).join(" and ")} with code ${wish.code}, sees ${wish.sees}`,
  };
}

export function phaseCommand([offer, no]: readonly [number, number], isOver: boolean): Command {
  return {
    check: () => true,
    async run(model, system) {
      if (isOver) model.over.add(`phase ${offer}.${no}`);
      else model.over.delete(`phase ${offer}.${no}`);
      await system.movePhase(offer, no, isOver);
    },
    toString: () => `phase ${offer}.${no} ${isOver ? "ends" : "goes on"}`,
  };
}

function orderCommand(
  what: string,
  n: number,
  inModel: (order: ModelOrder, model: SaleModel) => void,
  inSystem: (system: SaleSystem, index: number) => Promise<void>,
): Command {
  return {
    check: (model) => model.orders.length > 0,
    async run(model, system) {
      const index = n % model.orders.length;
      const order = model.orders[index];
      if (!order) return;
      inModel(order, model);
      await inSystem(system, index);
      await system.compare(model);
    },
    toString: () => `order ${n} ${what}`,
  };
}
