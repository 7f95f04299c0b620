import { describe, expect, it } from "vitest";
import { bani } from "#kernel/money.ts";
import {
  decideBatch,
  holdRequest,
  knownCustomer,
  sellableNight,
  sellableType,
} from "#test/support/hold-batch.ts";
import type { HoldDecision } from "./hold.ts";
import type { CustomerFacts, ExistingOrder, HoldRequest } from "./hold-request.ts";
import { admittedEvents, type SellableNight, type SellableType } from "./sellable-type.ts";

const night = (id: string, change: Partial<SellableNight> = {}) =>
  sellableNight({ id, guestHoldsId: `${id} guests`, ...change });
const type = (change: Partial<SellableType> = {}) =>
  sellableType({ id: "type", price: bani(12_000), entries: 2, events: [night("friday")], ...change });
/** So many tickets of one type. */
type Wish = Partial<Omit<HoldRequest, "lines">> & {
  readonly ticketTypeId?: string;
  readonly quantity?: number;
};
const request = ({ ticketTypeId = "type", quantity = 3, ...change }: Wish = {}) =>
  holdRequest({ userId: "ana", lines: [{ ticketTypeId, quantity }], ...change });
const customer = knownCustomer;
const hoarding = { placesAtOnce: 20, placeMinutesPerDay: 3600, leastMinutes: 5 };
const order = (change: Partial<ExistingOrder> = {}): ExistingOrder => ({
  id: "known",
  lines: [{ ticketTypeId: "type", quantity: 3 }],
  eventIds: ["friday"],
  state: "checkout_open",
  scopeId: "friday",
  isQueued: true,
  weight: 6,
  total: bani(36_000),
  takes: { type: 3, friday: 6 },
  ...change,
});
const counter = (id: string, capacity: number) => ({ id, capacity, held: 0, sold: 0 });
const unpaid = { orderId: "before", places: 2, startsIn: -3600, endsIn: -1800 };

type Asked = { request?: Wish; customer?: Partial<CustomerFacts> | null };

/** What a batch comes to, one customer after the other, where each type has 10 and each night 100 places. */
function decide(
  asked: readonly Asked[],
  change: Partial<SellableType> = {},
  left: readonly [units: number, places: number] = [10, 100],
) {
  const types = [type(change), type({ ...change, id: "other" })];
  const nights = types[0]?.events ?? [];
  return decideBatch({
    requests: asked.map((one) => request(one.request)),
    customers: asked.map((one) => (one.customer === null ? undefined : customer(one.customer))) as never,
    types: new Map(types.map((one) => [one.id, one])),
    counters: new Map([
      ...types.map(({ id }) => [id, counter(id, left[0])] as const),
      ...nights.map(({ id }) => [id, counter(id, left[1])] as const),
    ]),
    hoarding,
  });
}
const short = (decision: HoldDecision | undefined) =>
  decision?.kind === "refused" ? decision.refusal : decision?.kind;
const one = (asked: Asked, change: Partial<SellableType> = {}) => short(decide([asked], change).decisions[0]);

const inTheWay = { reason: "other_order_open", orderId: "known" };

describe("a hold that can be had", () => {
  it("is an order with everything as the type has it, and takes units and places", () => {
    const asked = { priceId: "price_1", requestKey: "k", origin: "tickets" } as const;
    const { decisions, moves } = decide([{ request: asked, customer: { mailbox: "m" } }]);
    expect(decisions).toEqual([
      {
        kind: "new",
        order: {
          id: expect.any(String),
          userId: "ana",
          mailbox: "m",
          weight: 6,
          takes: new Map([
            ["type", 3],
            ["friday", 6],
          ]),
          networks: [],
          scopeId: "friday",
          eventIds: ["friday"],
          lines: [
            {
              ticketTypeId: "type",
              quantity: 3,
              eventIds: ["friday"],
              entries: 2,
              listPrice: 12_000,
              total: 36_000,
              family: "ordinary",
              title: "Intrare generală",
              priceId: "price_1",
              codePer: "person",
              poolId: null,
              phaseId: null,
              voucherId: null,
              discount: 0,
            },
          ],
          total: 36_000,
          origin: "tickets",
          requestKey: "k",
        },
      },
    ]);
    expect(Object.fromEntries(moves)).toEqual({
      type: { held: 3, sold: 0 },
      friday: { held: 6, sold: 0 },
    });
  });

  it("goes to an administrator too, and to nobody at the gate or unknown", () => {
    expect(one({ customer: { role: "admin" } })).toBe("new");
    for (const nobody of [{ role: "gate" } as const, null])
      expect(one({ customer: nobody })).toEqual({ reason: "may_not_buy" });
  });
});

describe("a hold is refused", () => {
  const closed = night("friday", { off: "announced" });
  const room = night("friday", { hasRoom: true });
  it.each<[why: string, Asked, Partial<SellableType>, object]>([
    ["of a type that is hidden", {}, { off: "hidden" }, { reason: "unknown_type" }],
    ["of a type that is archived", {}, { off: "archived" }, { reason: "unknown_type" }],
    ["of a type there is not", { request: { ticketTypeId: "none" } }, {}, { reason: "unknown_type" }],
    ["at another price than shown", { request: { priceId: "price_2" } }, {}, { reason: "unknown_type" }],
    ["of another night", { request: { eventId: "sunday" } }, {}, { reason: "wrong_event" }],
    [
      "while the sale is stopped",
      {},
      { events: [night("friday", { off: "stopped" })] },
      { reason: "sale_stopped" },
    ],
    ["before the hour", {}, { events: [closed] }, { reason: "not_open_yet", eventId: "friday" }],
    ["outside of the room", {}, { events: [room] }, { reason: "wait_in_room", eventId: "friday" }],
    ["outside of the sales window", {}, { off: "not_yet" }, { reason: "not_on_sale" }],
    ["after the sale", {}, { off: "sale_ended" }, { reason: "not_on_sale" }],
    [
      "after the hour of the night",
      {},
      { events: [night("friday", { off: "sale_ended" })] },
      { reason: "not_on_sale" },
    ],
    ["at a price that the provider does not know", {}, { off: "price_pending" }, { reason: "no_price" }],
    [
      "of more than there are",
      { request: { quantity: 11 } },
      { entries: 1 },
      { reason: "not_enough", ticketTypeId: "type", available: 10 },
    ],
  ])("%s", (_why, asked, change, refusal) => {
    expect(one(asked, change)).toEqual(refusal);
  });

  it("but not to whom the opening does not concern: let in, an administrator, or of a pass", () => {
    expect(one({ customer: { letInto: ["friday"] } }, { events: [room] })).toBe("new");
    expect(one({ customer: { letInto: ["sunday"] } }, { events: [room] })).toMatchObject({
      reason: "wait_in_room",
    });
    expect(one({ customer: { role: "admin" } }, { events: [closed] })).toBe("new");
    expect(one({}, { family: "season_pass", events: [closed] })).toBe("new");
    expect(one({}, { family: "early_bird", events: [closed] })).toMatchObject({ reason: "not_open_yet" });
    expect(one({}, { family: "season_pass", events: [night("friday", { off: "sale_ended" })] })).toBe("new");
  });

  it("by a stop or an opening of the chosen night only", () => {
    const others = [night("friday"), night("saturday", { off: "stopped" })];
    expect(one({ request: { eventId: "friday" } }, { events: others })).toBe("new");
    expect(one({ request: { eventId: "saturday" } }, { events: others })).toEqual({ reason: "sale_stopped" });
  });

  it("of a pass as soon as one of its nights is stopped", () => {
    const events = [night("friday"), night("saturday", { off: "stopped" })];
    expect(one({}, { family: "season_pass", events })).toEqual({ reason: "sale_stopped" });
  });

  it("but not for being of the last there are", () => {
    expect(one({ request: { quantity: 10 } })).toBe("new");
  });

  it("when the places of the night are fewer than the people of the tickets", () => {
    const { decisions, moves } = decide([{}], {}, [10, 5]);
    expect(short(decisions[0])).toEqual({ reason: "not_enough", ticketTypeId: "type", available: 2 });
    expect(moves.size).toBe(0);
  });

  it("where there is no counter at all", () => {
    const batch = decideBatch({
      requests: [request()],
      customers: [customer()],
      types: new Map([["type", type()]]),
      counters: new Map(),
    });
    expect(short(batch.decisions[0])).toEqual({ reason: "not_enough", ticketTypeId: "type", available: 0 });
  });
});

describe("a batch is what would have happened one by one", () => {
  it("a later request sees what earlier ones took", () => {
    const asked = ["ana", "bob", "cora", "dan"].map((userId) => ({ request: { userId } }));
    expect(decide(asked).decisions.map(short)).toEqual([
      "new",
      "new",
      "new",
      { reason: "not_enough", ticketTypeId: "type", available: 1 },
    ]);
  });

  it("the same press again finds the order it made, whatever becomes of the key elsewhere", () => {
    const asked = { request: { requestKey: "k" } };
    const { decisions, moves } = decide([asked, asked, { request: { requestKey: "k", userId: "bob" } }]);
    const [first, second, third] = decisions;
    expect(first?.kind === "new" && first.order.id).toBe(second?.kind === "same" && second.order.id);
    expect(second).toEqual({
      kind: "same",
      order: {
        id: expect.any(String),
        lines: [expect.objectContaining({ ticketTypeId: "type", quantity: 3 })],
        eventIds: ["friday"],
        state: "held",
        scopeId: "friday",
        isQueued: false,
        weight: 6,
        total: 36_000,
        takes: { type: 3, friday: 6 },
      },
    });
    expect(third?.kind).toBe("new");
    expect(moves.get("type")).toEqual({ held: 6, sold: 0 });
  });

  it("one key is for one wish, whatever night it is for", () => {
    const events = [night("friday"), night("saturday")];
    const asked = (eventId: string, quantity: number, userId = "ana") => ({
      request: { requestKey: "k", eventId, quantity, userId },
    });
    const wishes = [
      asked("friday", 1),
      asked("friday", 2),
      asked("saturday", 1),
      asked("saturday", 1, "bob"),
    ];
    expect(decide(wishes, { events }).decisions.map(short)).toEqual([
      "new",
      { reason: "key_reused" },
      { reason: "key_reused" },
      "new",
    ]);
    const without = [
      { request: { eventId: "friday" } },
      { request: { eventId: "saturday", requestKey: "null" } },
    ];
    expect(decide(without, { events }).decisions.map(short)).toEqual(["new", "new"]);
  });

  it("a second press without a key finds the open order, and another wish is told of it (F40)", () => {
    const { decisions } = decide([
      {},
      {},
      { request: { quantity: 2 }, customer: { unpaid: [] } },
      { request: { ticketTypeId: "other" } },
    ]);
    const id = decisions[0]?.kind === "new" ? decisions[0].order.id : "";
    expect(decisions.map(short)).toEqual([
      "new",
      "same",
      { reason: "other_order_open", orderId: id },
      { reason: "other_order_open", orderId: id },
    ]);
  });

  it("orders for two nights stand beside each other", () => {
    const events = [night("friday"), night("saturday")];
    const asked = ["friday", "saturday"].map((eventId) => ({ request: { eventId } }));
    expect(decide(asked, { events }).decisions.map(short)).toEqual(["new", "new"]);
  });
});

describe("what is known of a customer", () => {
  it("an order of the same press is the answer, or the key was used for something else", () => {
    const keyedOrder = order();
    const asked = (change: Wish): Asked => ({
      request: { requestKey: "k", ...change },
      customer: { keyedOrder },
    });
    expect(decide([asked({})]).decisions).toEqual([{ kind: "same", order: keyedOrder }]);
    for (const change of [{ quantity: 2 }, { ticketTypeId: "other" }])
      expect(one(asked(change))).toEqual({ reason: "key_reused" });
    expect(one({ ...asked({}), customer: { keyedOrder: order({ scopeId: "saturday" }) } })).toEqual({
      reason: "key_reused",
    });
    expect(one(asked({ requestKey: null }))).toBe("new");
  });

  it("an order that costs more than was shown gives way to one at the price that fell, and asks at one that did not", () => {
    const shown = (total: number | null, held: Partial<CustomerFacts>, price = 10_000) =>
      one({ request: { total, requestKey: "k" }, customer: held }, { price: bani(price) });
    const open = { openOrder: order() };
    expect([35_999, 30_000].map((total) => shown(total, open))).toEqual([inTheWay, inTheWay]);
    expect(shown(29_999, open)).toEqual({ reason: "price_changed", total: 30_000 });
    expect(shown(35_999, open, 12_000)).toEqual({ reason: "price_changed", total: 36_000 });
    // the same call, sent again, makes no other order
    expect(shown(35_999, { keyedOrder: order() })).toEqual({ reason: "price_changed", total: 36_000 });
    for (const held of [open, { keyedOrder: order() }])
      expect([36_000, 40_000, null].map((total) => shown(total, held))).toEqual(["same", "same", "same"]);
  });

  it("an open order is the answer to the same wish, and in the way of another", () => {
    const openOrder = order();
    expect(decide([{ customer: { openOrder } }]).decisions).toEqual([{ kind: "same", order: openOrder }]);
    expect(one({ request: { quantity: 1 }, customer: { openOrder } })).toEqual({
      reason: "other_order_open",
      orderId: "known",
    });
  });
});

describe("another selection than the open one", () => {
  const wish = (change: Wish, held: Partial<CustomerFacts> = {}): Asked => ({
    request: { quantity: 4, ...change },
    customer: { openOrder: order(), ...held },
  });
  const stopped = [night("friday", { off: "stopped" })];
  it.each<[why: string, Wish, Partial<SellableType>, object]>([
    ["while the sale is stopped", {}, { events: stopped }, { reason: "sale_stopped" }],
    ["outside of the sales window", {}, { off: "not_yet" }, { reason: "not_on_sale" }],
    ["without a price", {}, { off: "price_pending" }, { reason: "no_price" }],
    ["of too many people", { quantity: 11 }, {}, { reason: "too_many_people", most: 20 }],
    ["dearer than shown", { total: 47_999 }, {}, { reason: "price_changed", total: 48_000 }],
  ])("is refused %s, and the open one is not in its way", (_why, request, change, refusal) => {
    expect(one(wish(request), change)).toEqual(refusal);
    expect(one({ customer: { openOrder: order() } }, change)).toBe("same");
  });

  it("has what the open one would free: it is in the way only of what fits then", () => {
    const asked = (change: Wish, left: readonly [number, number]) =>
      short(decide([wish(change)], {}, left).decisions[0]);
    const short3 = { reason: "not_enough", ticketTypeId: "type", available: 3 };
    expect(asked({}, [0, 0])).toEqual(short3);
    expect(asked({}, [100, 1])).toEqual(short3);
    expect(asked({}, [0, 100])).toEqual(short3);
    expect(asked({}, [1, 2])).toEqual(inTheWay);
    expect(asked({ quantity: 2 }, [0, 0])).toEqual(inTheWay);
    // of another type it frees only the places
    const other = { ticketTypeId: "other", quantity: 3 };
    expect(asked(other, [3, 0])).toEqual(inTheWay);
    expect(asked(other, [2, 100])).toEqual({ ...short3, ticketTypeId: "other", available: 2 });
  });

  it("has what an order of the same batch would free, and nobody else has it", () => {
    const asked = (quantity: number, userId = "ana") => ({ request: { quantity, userId } });
    const { decisions, moves } = decide([asked(3), asked(5), asked(4), asked(2, "bob")], {}, [4, 100]);
    expect(decisions.map(short)).toEqual([
      "new",
      { reason: "not_enough", ticketTypeId: "type", available: 4 },
      expect.objectContaining({ reason: "other_order_open" }),
      { reason: "not_enough", ticketTypeId: "type", available: 1 },
    ]);
    expect(moves.get("type")).toEqual({ held: 3, sold: 0 });
  });
});

describe("who keeps places without paying", () => {
  it("is asked by the captcha at the second hold within a day, with the reason it has", () => {
    for (const why of ["failed", "away"] as const) {
      expect(one({ request: { owesCaptcha: why } })).toBe("new");
      expect(one({ request: { owesCaptcha: why }, customer: { unpaid: [unpaid] } })).toEqual({
        reason: "captcha_needed",
        why,
      });
    }
    expect(one({ customer: { unpaid: [unpaid] } })).toBe("new");
  });

  it("gets no more than the limit, over all nights and all accounts of a mailbox", () => {
    const running = { ...unpaid, places: 16, startsIn: 0, endsIn: 600 };
    const refusal = { reason: "too_many_places_held", retryAfter: 600 };
    expect(one({ customer: { unpaid: [running] } })).toEqual(refusal);
    expect(one({ request: { quantity: 2 }, customer: { unpaid: [running] } })).toBe("new");
    const asked = (userId: string, mailbox: string | null, quantity: number) => ({
      request: { userId, quantity },
      customer: { mailbox },
    });
    expect(
      decide(
        [asked("ana", "m", 8), asked("bob", "m", 3), asked("cora", "n", 3)],
        {},
        [30, 100],
      ).decisions.map(short),
    ).toEqual(["new", { reason: "too_many_places_held", retryAfter: 1800 }, "new"]);
    expect(
      decide(
        [asked("ana", "m", 4), asked("bob", "m", 4), asked("cora", "m", 4)],
        {},
        [30, 100],
      ).decisions.map(short),
    ).toEqual(["new", "new", { reason: "too_many_places_held", retryAfter: 1800 }]);
  });

  it("of one account is counted by the account where no mailbox is known", () => {
    const events = [night("friday"), night("saturday"), night("sunday")];
    const asked = ["friday", "saturday", "sunday"].map((eventId) => ({ request: { eventId, quantity: 4 } }));
    expect(decide(asked, { events }, [30, 100]).decisions.map(short)).toEqual([
      "new",
      "new",
      { reason: "too_many_places_held", retryAfter: 1800 },
    ]);
  });

  it("may change the selection: the open order would make way", () => {
    const openOrder = order();
    const held = { orderId: "known", places: 16, startsIn: -60, endsIn: 1740 };
    const asked = { request: { quantity: 4 } };
    expect(one({ ...asked, customer: { openOrder, unpaid: [held] } })).toMatchObject({
      reason: "other_order_open",
    });
    expect(one({ ...asked, customer: { openOrder, unpaid: [{ ...held, orderId: "x" }] } })).toMatchObject({
      reason: "too_many_places_held",
    });
    // what it would leave behind counts for the day as if it ended now
    const before = { orderId: "x", places: 60, startsIn: -7200, endsIn: -3600 };
    expect(one({ ...asked, customer: { openOrder, unpaid: [held, before] } })).toEqual({
      reason: "held_too_long",
      retryAfter: 86_400 - 3600,
    });
    expect(
      one({ request: { quantity: 4, owesCaptcha: "failed" }, customer: { openOrder, unpaid: [held] } }),
    ).toMatchObject({ reason: "captcha_needed" });
  });
});

describe("the nights a purchase admits to", () => {
  const past = night("past", { off: "ended" });
  const shut = night("shut", { off: "unavailable" });
  const both = [night("a"), night("b")];
  const pass = { family: "season_pass" } as const;
  const not = (reason: string) => ({ reason });
  it.each<[why: string, Partial<SellableType>, expected: object, chosen?: string]>([
    ["its only night", {}, { eventIds: ["friday"], scopeId: "friday" }],
    ["the chosen one of several", { events: both }, { eventIds: ["b"], scopeId: "b" }, "b"],
    ["none of several without a choice", { events: both }, not("wrong_event")],
    ["none without a night", { events: [] }, not("event_unavailable")],
    ["none that is over", { events: [past] }, not("event_past")],
    ["none that is not on sale", { events: [shut] }, not("event_unavailable")],
    [
      "of a pass all that come and are on sale, in the order of their ids",
      { ...pass, events: [night("c"), past, shut, night("a")] },
      { eventIds: ["a", "c"], scopeId: "type" },
    ],
    ["of a pass none when all are over", { ...pass, events: [past] }, not("event_past")],
    ["of a pass none when none is on sale", { ...pass, events: [past, shut] }, not("event_unavailable")],
    ["of a pass none of a page it is not linked to", { family: "early_bird" }, not("wrong_event"), "x"],
    [
      "of a pass also from the page of a night",
      { family: "early_bird", events: both },
      { eventIds: ["a", "b"], scopeId: "type" },
      "b",
    ],
  ])("are %s", (_why, change, expected, chosen = undefined) => {
    expect(admittedEvents(type(change), chosen ?? null)).toEqual(expected);
  });
});
