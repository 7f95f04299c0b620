import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { bani } from "#kernel/money.ts";
import {
  decideBatch,
  holdRequest,
  knownCustomer,
  linesOf,
  of,
  sellableNight,
  sellableType,
} from "#test/support/hold-batch.ts";
import type { OlderBuild } from "#ticketing/events/older-build.ts";
import { noLimit } from "#ticketing/stock/stock.ts";
import type { ExistingOrder } from "./hold-request.ts";
import type { SellableType } from "./sellable-type.ts";

const night = sellableNight();
const phase = (price: number, isOver = false) => ({ id: newId(), price: bani(price), isOver });

const typeOf = (given: Partial<SellableType> = {}) =>
  sellableType({ codePer: "order", events: [night], ...given });

type Wish = {
  readonly lines: readonly [type: SellableType, n: number][];
  readonly total?: number;
  readonly open?: ExistingOrder;
};
type Given = { readonly left?: Record<Uuid, number>; readonly olderBuild?: OlderBuild };

/** What one customer after the other is answered; what is not named has no limit. */
function decide(wishes: readonly Wish[], { left = {}, olderBuild }: Given = {}) {
  const types = wishes.flatMap(({ lines }) => lines.map(([type]) => type));
  const ids = types.flatMap(({ id, poolId, phases }) => [
    id,
    night.id,
    ...phases.map((one) => one.id),
    ...(poolId === null ? [] : [poolId]),
  ]);
  return decideBatch({
    requests: wishes.map(({ lines, total = null }) =>
      holdRequest({ eventId: night.id, total, lines: linesOf(lines) }),
    ),
    customers: wishes.map(({ open = null }) => knownCustomer({ openOrder: open })),
    types: new Map(types.map((type) => [type.id, type])),
    counters: new Map(ids.map((id) => [id, { id, capacity: left[id] ?? noLimit, held: 0, sold: 0 }])),
    olderBuild: olderBuild ?? null,
  });
}

/** Of each decision the lines, as `quantity x price`, or the refusal. */
const shown = (...given: Parameters<typeof decide>) =>
  decide(...given).decisions.map((decision) => {
    if (decision.kind === "refused") return decision.refusal;
    if (decision.kind === "same") return "same";
    return decision.order.lines
      .map((line) => `${line.quantity} x ${"listPrice" in line ? line.listPrice : ""}`)
      .join(", ");
  });

describe("a type with price phases", () => {
  const [early, full] = [phase(8000), phase(10_000)];
  const general = typeOf({ phases: [early, full] });
  const buys = (n: number, total?: number): Wish => ({
    lines: [[general, n]],
    ...(total === undefined ? {} : { total }),
  });

  it("is sold at the first price until that is used up within the batch, then at the next", () => {
    const left = { left: { [early.id]: 3 } };
    expect(shown([buys(2), buys(1), buys(1)], left)).toEqual(["2 x 8000", "1 x 8000", "1 x 10000"]);
  });

  it("is sold at two prices in two lines, whose sum the call must have shown", () => {
    const left = { left: { [early.id]: 2 } };
    expect(shown([buys(4, 32_000)], left)).toEqual([{ reason: "price_changed", total: 36_000 }]);
    expect(shown([buys(4, 36_000)], left)).toEqual(["2 x 8000, 2 x 10000"]);
    // a call that names no total is the specified one, whose price is the last phase's
    expect(shown([buys(4)], left)).toEqual(["2 x 8000, 2 x 10000"]);
    expect(shown([buys(4, 40_000)], left)).toEqual(["2 x 8000, 2 x 10000"]);
  });

  it("takes tickets of the type, of each phase, and places of the night", () => {
    const { decisions, moves } = decide([buys(4)], { left: { [early.id]: 3 } });
    expect(Object.fromEntries(moves)).toEqual({
      [general.id]: { held: 4, sold: 0 },
      [night.id]: { held: 4, sold: 0 },
      [early.id]: { held: 3, sold: 0 },
      [full.id]: { held: 1, sold: 0 },
    });
    expect(decisions).toMatchObject([
      { order: { total: 34_000, lines: [{ phaseId: early.id }, { phaseId: full.id }] } },
    ]);
  });

  it("is at the next price from the moment that the first one ends", () => {
    const ended = typeOf({ phases: [{ ...early, isOver: true }, full] });
    expect(shown([{ lines: [[ended, 1]], total: 8000 }])).toEqual([
      { reason: "price_changed", total: 10_000 },
    ]);
    expect(shown([{ lines: [[ended, 1]], total: 10_000 }])).toEqual(["1 x 10000"]);
  });

  it("has no more tickets than its phases, its units and the night together allow, and says how many", () => {
    const few = (available: number) => [{ reason: "not_enough", ticketTypeId: general.id, available }];
    expect(shown([buys(6)], { left: { [early.id]: 2, [full.id]: 3 } })).toEqual(few(5));
    expect(shown([buys(6)], { left: { [early.id]: 2, [general.id]: 4 } })).toEqual(few(4));
    expect(shown([buys(6)], { left: { [early.id]: 2, [night.id]: 1 } })).toEqual(few(1));
    // that there are not enough is said before what fewer would cost
    expect(shown([buys(6, 1)], { left: { [early.id]: 2, [full.id]: 3 } })).toEqual(few(5));
    const over = typeOf({ phases: [phase(8000, true)] });
    expect(shown([{ lines: [[over, 1]] }])).toEqual([
      { reason: "not_enough", ticketTypeId: over.id, available: 0 },
    ]);
  });

  it("keeps the price of a hold for the same selection, also in two lines, when its phase has ended since", () => {
    const ended = { ...general, phases: [{ ...early, isOver: true }, full] };
    const open: ExistingOrder = {
      id: newId(),
      eventIds: [night.id],
      state: "held",
      scopeId: night.id,
      isQueued: false,
      weight: 2,
      lines: [
        { ticketTypeId: general.id, quantity: 1 },
        { ticketTypeId: general.id, quantity: 1 },
      ],
      total: bani(18_000),
      takes: { [general.id]: 2, [early.id]: 1, [full.id]: 1 },
    };
    expect(shown([{ lines: [[ended, 2]], total: 18_000, open }])).toEqual(["same"]);
    expect(shown([{ lines: [[ended, 1]], total: 10_000, open }])).toEqual([
      { reason: "other_order_open", orderId: open.id },
    ]);
  });

  it("has for another selection the cheap tickets that the open order would free", () => {
    const open: ExistingOrder = {
      id: newId(),
      eventIds: [night.id],
      state: "held",
      scopeId: night.id,
      isQueued: false,
      weight: 2,
      lines: [{ ticketTypeId: general.id, quantity: 2 }],
      total: bani(16_000),
      takes: { [general.id]: 2, [night.id]: 2, [early.id]: 2 },
    };
    const asked = (total: number) =>
      shown([{ lines: [[general, 3]], total, open }], { left: { [early.id]: 0 } });
    expect(asked(26_000)).toEqual([{ reason: "other_order_open", orderId: open.id }]);
    expect(asked(25_999)).toEqual([{ reason: "price_changed", total: 26_000 }]);
  });
});

describe("types that share a pool", () => {
  const poolId = newId();
  const general = typeOf({ poolId });
  const couple = typeOf({ poolId, entries: 2, title: "Cuplu" });

  it("take people of it, one after the other and within one order", () => {
    const few = (ticketTypeId: Uuid, available: number) => ({
      reason: "not_enough",
      ticketTypeId,
      available,
    });
    const left = { left: { [poolId]: 5 } };
    expect(
      shown(
        [
          { lines: [[general, 1]] },
          { lines: [[couple, 3]] },
          { lines: [[couple, 2]] },
          { lines: [[general, 1]] },
        ],
        left,
      ),
    ).toEqual(["1 x 10000", few(couple.id, 2), "2 x 10000", few(general.id, 0)]);
    expect(
      shown(
        [
          {
            lines: [of(general, 2), of(couple, 2)],
          },
        ],
        left,
      ),
    ).toEqual([few(couple.id, 1)]);
    const { moves } = decide(
      [
        {
          lines: [of(general, 1), of(couple, 2)],
        },
      ],
      left,
    );
    expect(moves.get(poolId)).toEqual({ held: 5, sold: 0 });
  });
});

describe("beside a build that knows no phases", () => {
  const refusal = [{ reason: "older_build_runs" }];

  it.each(["before_lines", "before_phases"] as const)(
    "%s, types with phases or a pool wait",
    (olderBuild) => {
      expect(shown([{ lines: [[typeOf({ phases: [phase(1)] }), 1]] }], { olderBuild })).toEqual(refusal);
      expect(shown([{ lines: [[typeOf({ poolId: newId() }), 1]] }], { olderBuild })).toEqual(refusal);
      expect(shown([{ lines: [[typeOf(), 1]] }], { olderBuild })).toEqual(["1 x 10000"]);
    },
  );

  it("codes for each person and several lines do not wait for one that knows lines", () => {
    const person = typeOf({ codePer: "person" });
    expect(
      shown(
        [
          {
            lines: [of(person, 1), of(typeOf(), 1)],
          },
        ],
        { olderBuild: "before_phases" },
      ),
    ).toEqual(["1 x 10000, 1 x 10000"]);
  });
});
