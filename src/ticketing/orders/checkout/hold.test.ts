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
import type { HoldRequest } from "./hold-request.ts";
import type { SellableType } from "./sellable-type.ts";

const night = sellableNight();
const typeOf = (given: Partial<SellableType> = {}) =>
  sellableType({ price: bani(8000), events: [night], ...given });

type Wish = Partial<Omit<HoldRequest, "lines">> & {
  readonly lines: readonly [type: SellableType, n: number][];
};

type Given = { left?: number; places?: number; olderBuild?: OlderBuild | null };

/** What one customer after the other is answered, with this many of each type and this many places in the night. */
function decide(wishes: readonly Wish[], { left = 100, places = 100, olderBuild = null }: Given = {}) {
  const types = new Map(wishes.flatMap(({ lines }) => lines.map(([type]) => [type.id, type] as const)));
  const counterOf = (id: Uuid, capacity: number) => [id, { id, capacity, held: 0, sold: 0 }] as const;
  return decideBatch({
    requests: wishes.map(({ lines, ...more }) =>
      holdRequest({ eventId: night.id, ...more, lines: linesOf(lines) }),
    ),
    customers: wishes.map(() => knownCustomer()),
    types,
    counters: new Map([
      ...[...types.keys()].map((id) => counterOf(id, left)),
      ...[...types.values()].flatMap(({ events }) => events.map(({ id }) => counterOf(id, places))),
    ]),
    olderBuild,
  });
}

const refusalOf = (...given: Parameters<typeof decide>) => {
  const [decision] = decide(...given).decisions;
  return decision?.kind === "refused" ? decision.refusal : decision?.kind;
};

describe("an order of several lines", () => {
  it("is one order with each line at its price, and takes each type once and the night for all of them", () => {
    const [general, couple] = [typeOf(), typeOf({ title: "Cuplu", price: bani(15_000), entries: 2 })];
    const { decisions, moves } = decide([
      {
        lines: [of(general, 3), of(couple, 2)],
      },
    ]);
    expect(decisions).toMatchObject([
      {
        kind: "new",
        order: {
          total: 54_000,
          eventIds: [night.id],
          lines: [
            { ticketTypeId: general.id, quantity: 3, entries: 1, listPrice: 8000, total: 24_000 },
            { ticketTypeId: couple.id, quantity: 2, entries: 2, listPrice: 15_000, total: 30_000 },
          ],
        },
      },
    ]);
    expect(Object.fromEntries(moves)).toEqual({
      [general.id]: { held: 3, sold: 0 },
      [couple.id]: { held: 2, sold: 0 },
      [night.id]: { held: 7, sold: 0 },
    });
  });

  it("is refused whole where one line lacks tickets, or the lines together lack places, and says of which", () => {
    const [general, terrace] = [typeOf(), typeOf({ title: "Terasă" })];
    const both = (n: number, m: number): Wish => ({
      lines: [of(general, n), of(terrace, m)],
    });
    expect(refusalOf([both(2, 3)], { left: 2 })).toEqual({
      reason: "not_enough",
      ticketTypeId: terrace.id,
      available: 2,
    });
    expect(refusalOf([both(3, 3)], { places: 5 })).toEqual({
      reason: "not_enough",
      ticketTypeId: terrace.id,
      available: 2,
    });
    expect(refusalOf([both(3, 2)], { places: 5 })).toBe("new");
    const { decisions, moves } = decide([both(3, 3), both(2, 0 + 1)], { places: 5 });
    expect(decisions.map(({ kind }) => kind)).toEqual(["refused", "new"]);
    expect(moves.get(night.id)).toEqual({ held: 3, sold: 0 });
  });

  it("admits twenty people at most, counting what each ticket lets in", () => {
    const group = typeOf({ entries: 4 });
    expect(refusalOf([{ lines: [[group, 6]] }])).toEqual({ reason: "too_many_people", most: 20 });
    expect(refusalOf([{ lines: [[group, 5]] }])).toBe("new");
    expect(
      refusalOf([
        {
          lines: [of(group, 4), of(typeOf(), 5)],
        },
      ]),
    ).toEqual({ reason: "too_many_people", most: 20 });
  });

  it("holds no pass beside another type, and no types of two nights", () => {
    const elsewhere = { ...night, id: newId() };
    const [general, pass] = [typeOf(), typeOf({ family: "season_pass" })];
    const beside = (other: SellableType, eventId: Uuid | null = night.id): Wish => ({
      eventId,
      lines: [of(general, 1), of(other, 1)],
    });
    expect(refusalOf([beside(pass)])).toEqual({ reason: "sold_alone" });
    expect(refusalOf([beside(typeOf({ family: "early_bird" }))])).toEqual({ reason: "sold_alone" });
    expect(refusalOf([beside(typeOf({ events: [elsewhere] }))])).toEqual({ reason: "wrong_event" });
    expect(refusalOf([beside(typeOf({ events: [elsewhere] }), null)])).toEqual({ reason: "wrong_event" });
    expect(refusalOf([{ eventId: null, lines: [[pass, 1]] }])).toBe("new");
  });

  it.each<[string, Partial<SellableType>, string]>([
    ["hidden", { off: "hidden" }, "unknown_type"],
    ["archived", { off: "archived" }, "unknown_type"],
    ["outside its window", { off: "not_yet" }, "not_on_sale"],
    ["without an agreed price", { off: "price_pending" }, "no_price"],
    ["of a night whose sale is stopped", { events: [{ ...night, off: "stopped" }] }, "sale_stopped"],
    ["good for no entry any more", { events: [{ ...night, isEntryOver: true }] }, "not_on_sale"],
    ["of a night that is over", { events: [{ ...night, off: "ended" }] }, "event_past"],
  ])("is refused whole where its second type is %s", (_what, given, reason) => {
    const { decisions, moves } = decide([
      {
        lines: [of(typeOf(), 1), of(typeOf(given), 1)],
      },
    ]);
    expect(decisions).toMatchObject([{ kind: "refused", refusal: { reason } }]);
    expect(moves.size).toBe(0);
  });

  it("costs what was shown or less: a higher total is refused with the one of now", () => {
    const general = typeOf();
    const shown = (total: number | null) => refusalOf([{ total, lines: [[general, 2]] }]);
    expect(shown(15_999)).toEqual({ reason: "price_changed", total: 16_000 });
    expect([shown(16_000), shown(20_000), shown(null)]).toEqual(["new", "new", "new"]);
  });

  it("is asked about again where it was just made for more than is shown now", () => {
    const [userId, general] = [newId(), typeOf()];
    const shown = (total: number): Wish => ({ userId, total, lines: [[general, 2]] });
    const { decisions } = decide([shown(16_000), shown(15_999), shown(16_001)]);
    expect(decisions.map((made) => (made.kind === "refused" ? made.refusal : made.kind))).toEqual([
      "new",
      { reason: "price_changed", total: 16_000 },
      "same",
    ]);
  });

  it("is the same order when the same types are asked for again in another order, and another one else", () => {
    const [userId, general, terrace] = [newId(), typeOf(), typeOf()];
    const wish = (...lines: [SellableType, number][]): Wish => ({ userId, lines });
    const { decisions } = decide([
      wish([general, 1], [terrace, 2]),
      wish([terrace, 2], [general, 1]),
      wish([general, 1]),
      wish([general, 2], [terrace, 1]),
      wish([general, 1], [terrace, 2], [typeOf(), 1]),
    ]);
    expect(decisions.map((one) => (one.kind === "refused" ? one.refusal.reason : one.kind))).toEqual([
      "new",
      "same",
      "other_order_open",
      "other_order_open",
      "other_order_open",
    ]);
  });
});

describe("while a process of an older build runs", () => {
  const older = { olderBuild: "before_lines" } as const;
  const [one, other] = [typeOf({ codePer: "order" }), typeOf({ codePer: "order" })];

  it("an order of one line and one code is sold, as that build understands it", () => {
    expect(refusalOf([{ lines: [[one, 2]] }], older)).toBe("new");
  });

  it("several lines, and a code for each person, are refused for the moment", () => {
    const refusal = { reason: "older_build_runs" };
    const lines: Wish["lines"] = [of(one, 1), of(other, 1)];
    expect(refusalOf([{ lines }], older)).toEqual(refusal);
    expect(refusalOf([{ lines: [[typeOf({ codePer: "person" }), 1]] }], older)).toEqual(refusal);
    expect(refusalOf([{ lines }])).toBe("new");
  });

  it("an open order is not in the way of what is refused for the moment", () => {
    const userId = newId();
    const wish = (...lines: [SellableType, number][]): Wish => ({ userId, lines });
    const { decisions } = decide([wish([one, 1]), wish([one, 1], [other, 1]), wish([one, 2])], older);
    expect(decisions.map((made) => (made.kind === "refused" ? made.refusal.reason : made.kind))).toEqual([
      "new",
      "older_build_runs",
      "other_order_open",
    ]);
  });
});
