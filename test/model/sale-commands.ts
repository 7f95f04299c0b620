import fc from "fast-check";
import {
  type BuyAnswer,
  buy,
  letGo,
  type ModelLine,
  pay,
  refundAll,
  type SaleModel,
  settle,
} from "./sale-model.ts";

/** The system that the commands drive: the real one, or none (then the model runs alone). */
export type SaleSystem = {
  /** Undefined: no system; the model's own answer counts. */
  buy(customer: number, lines: readonly ModelLine[]): Promise<BuyAnswer | undefined>;
  pay(order: number): Promise<void>;
  /** `copies` callers at once: webhook event, success page, poller. */
  settle(order: number, copies: number): Promise<void>;
  letGo(order: number): Promise<void>;
  runOut(order: number): Promise<void>;
  refundAll(order: number): Promise<void>;
  /** Throws when the system differs from the model. */
  compare(model: SaleModel): Promise<void>;
};

type Command = fc.AsyncCommand<SaleModel, SaleSystem>;

/** `together`: offers that one order may name, because they are tickets of one night. */
export type SaleSize = {
  readonly customers: number;
  readonly offers: number;
  readonly together: readonly number[];
};

/** Any sequence of people's actions. An order is named by a number, modulo the number of orders. */
export function saleCommands({ customers, offers, together }: SaleSize): fc.Arbitrary<Iterable<Command>> {
  const order = fc.nat({ max: 20 });
  const quantity = fc.integer({ min: 1, max: 4 });
  const linesOf = (offer: fc.Arbitrary<number>, maxLength: number) =>
    fc.uniqueArray(fc.record({ offer, quantity }), {
      ...{ selector: (line: ModelLine) => line.offer, minLength: 1, maxLength },
    });
  const any = fc.nat({ max: offers - 1 });
  // one offer, several of a night, or any
  const lines = fc.oneof(
    { arbitrary: linesOf(any, 1), weight: 4 },
    { arbitrary: linesOf(fc.constantFrom(...together), 3), weight: 3 },
    { arbitrary: linesOf(any, 3), weight: 1 },
  );
  return fc.commands(
    [
      fc
        .record({
          customer: fc.nat({ max: customers - 1 }),
          lines,
        })
        .map(buyCommand),
      order.map((n) => orderCommand("is paid", n, pay, (system, index) => system.pay(index))),
      fc
        .record({ n: order, copies: fc.integer({ min: 1, max: 3 }) })
        .map(({ n, copies }) =>
          orderCommand(`is settled by ${copies}`, n, settle, (system, index) => system.settle(index, copies)),
        ),
      order.map((n) =>
        orderCommand(
          "is released",
          n,
          (found) => letGo(found, "cancelled"),
          (system, index) => system.letGo(index),
        ),
      ),
      order.map((n) =>
        orderCommand(
          "runs out",
          n,
          (found) => letGo(found, "expired"),
          (system, index) => system.runOut(index),
        ),
      ),
      order.map((n) => orderCommand("is refunded", n, refundAll, (system, index) => system.refundAll(index))),
    ],
    { maxCommands: 40, size: "+1" },
  );
}

function buyCommand({ customer, lines }: { customer: number; lines: readonly ModelLine[] }): Command {
  return {
    check: () => true,
    async run(model, system) {
      const expected = buy(model, customer, lines);
      const answer = await system.buy(customer, lines);
      if (answer && JSON.stringify(answer) !== JSON.stringify(expected)) {
        throw new Error(`bought ${JSON.stringify(answer)}, the model expects ${JSON.stringify(expected)}`);
      }
      await system.compare(model);
    },
    toString: () =>
      `buyer ${customer} wants ${lines.map(({ offer, quantity }) => `${quantity} of offer ${offer}`).join(" and ")}`,
  };
}

function orderCommand(
  what: string,
  n: number,
  inModel: (order: SaleModel["orders"][number]) => void,
  inSystem: (system: SaleSystem, index: number) => Promise<void>,
): Command {
  return {
    check: (model) => model.orders.length > 0,
    async run(model, system) {
      const index = n % model.orders.length;
      const order = model.orders[index];
      if (!order) return;
      inModel(order);
      await inSystem(system, index);
      await system.compare(model);
    },
    toString: () => `order ${n} ${what}`,
  };
}
