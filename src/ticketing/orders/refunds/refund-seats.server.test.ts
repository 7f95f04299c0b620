import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { refused } from "#kernel/outcome.ts";
import { failsLate, openMoneyStage } from "#test/support/money-stage.ts";
import { whyNot } from "#test/support/outcomes.ts";
import { lockOrder } from "#ticketing/orders/order-store.server.ts";
import { splitCode } from "#ticketing/orders/split-code.server.ts";
import { foldSales } from "#ticketing/reports/fold-sales.server.ts";
import { findOrderOverview } from "#ticketing/reports/order-overview-queries.server.ts";
import { agreeWithMoney } from "./agree-with-money.server.ts";
import { settleRefunds } from "./settle-refunds.server.ts";

const stage = await openMoneyStage();
const { db, site, admin, soldLines, seatsOf, shown, ids, stateOf, counterOf, revenueOf, holds } = stage;
const { refund, refundUnheard, askAgain, failAtProvider, one } = stage;

/** Two persons at 110, a couple at 150,01 with two seats, two at the terrace at 90 on one code, and a free one. */
const group = () =>
  soldLines([
    { quantity: 2, codePer: "person" },
    { quantity: 1, entries: 2, price: 15_001, codePer: "person" },
    { quantity: 2, price: 9_000 },
    { quantity: 1, price: 0, codePer: "person" },
  ]);
const valid = async (orderId: string) => (await seatsOf(orderId)).filter(({ status }) => status === "paid");
const letters = async (orderId: string) =>
  await db`SELECT variables->>'reason' AS reason, (variables->>'amount')::int AS amount FROM letters WHERE order_id = ${orderId} AND kind = 'payment_returned' ORDER BY created_at`;

describe("refunding seats", () => {
  it("gives back what was paid for them, ends them, frees their places, and leaves the others as they are (I2, I5, I11, I13, L3, L4)", async () => {
    const { orderId, nights, types, paymentId } = await group();
    const [night = newId()] = nights;
    const [general = newId(), couple = newId()] = types;
    expect(await shown(orderId)).toEqual([
      "1.1 paid 11000",
      "1.2 paid 11000",
      "2.1 paid 7500",
      "2.2 paid 7501",
      "3.1 paid 18000",
      "4.1 paid 0",
    ]);
    const seats = await ids(orderId, "1.2", "2.1", "2.2");
    expect(await refund(orderId, { kind: "seats", seats })).toEqual({ ok: true, value: { amount: 26_001 } });
    expect(await stateOf(orderId)).toBe("partially_refunded");
    expect(await shown(orderId)).toEqual([
      "1.1 paid 11000",
      "1.2 refunded 11000",
      "2.1 refunded 7500",
      "2.2 refunded 7501",
      "3.1 paid 18000",
      "4.1 paid 0",
    ]);
    expect([(await counterOf(general)).sold, (await counterOf(couple)).sold]).toEqual([1, 0]);
    expect((await counterOf(night)).sold).toBe(4);
    expect(await revenueOf(orderId)).toBe(29_000);
    expect(await site.cards.listRefundsOf(paymentId)).toMatchObject({ refunds: [{ amount: 26_001 }] });
    expect(await letters(orderId)).toEqual([{ reason: "refunded", amount: 26_001 }]);
    await holds();
    await foldSales(site);
    await holds();
  });

  it("one after the other, the last of which ends the order", async () => {
    const { orderId, nights, types } = await soldLines([
      { quantity: 2, codePer: "person" },
      { quantity: 1, price: 9_000, codePer: "person" },
    ]);
    for (const [place, state] of [
      ["1.1", "partially_refunded"],
      ["2.1", "partially_refunded"],
      ["1.2", "refunded"],
    ] as const) {
      const seats = await ids(orderId, place);
      expect(await refund(orderId, { kind: "seats", seats })).toMatchObject({ ok: true });
      expect(await stateOf(orderId)).toBe(state);
      await holds();
    }
    for (const id of [...nights, ...types]) expect((await counterOf(id)).sold).toBe(0);
    expect(await revenueOf(orderId)).toBe(0);
  });

  it("that cost nothing ends them at once, without a refund row, and free seats outlive those that were paid for", async () => {
    const { orderId, types } = await soldLines([
      { quantity: 1, codePer: "person" },
      { quantity: 2, price: 0, codePer: "person" },
    ]);
    await refund(orderId, { kind: "seats", seats: await ids(orderId, "2.2") }, { stock: "keep_back" });
    expect(await one("SELECT count(*)::int AS n FROM refunds WHERE order_id = $1", [orderId])).toEqual({
      n: 0,
    });
    expect(await counterOf(types[1] ?? newId())).toEqual({ capacity: 19, sold: 1 });
    expect(await stateOf(orderId)).toBe("paid");
    await holds();
    await refund(orderId, { kind: "seats", seats: await ids(orderId, "1.1") });
    expect([await stateOf(orderId), await revenueOf(orderId)]).toEqual(["partially_refunded", 0]);
    expect((await valid(orderId)).map(({ line }) => line)).toEqual([2]);
    await holds();
    expect(await refund(orderId, { kind: "whole" })).toEqual({ ok: true, value: { amount: 0 } });
    expect(await stateOf(orderId)).toBe("refunded");
    await holds();
  });

  it("keeps their units back by type when asked to; those that stay are sold again when they end", async () => {
    const { orderId, types } = await group();
    const [general = newId(), couple = newId(), terrace = newId()] = types;
    const seats = await ids(orderId, "1.1", "2.1", "2.2");
    await refund(orderId, { kind: "seats", seats }, { stock: "keep_back" });
    expect(await counterOf(general)).toEqual({ capacity: 19, sold: 1 });
    expect(await counterOf(couple)).toEqual({ capacity: 19, sold: 0 });
    await refund(orderId, { kind: "whole" });
    expect(await counterOf(general)).toEqual({ capacity: 19, sold: 0 });
    expect(await counterOf(terrace)).toEqual({ capacity: 20, sold: 0 });
    await holds();
  });

  it("whole with keeping back takes every type's units out of the sale", async () => {
    const { orderId, types } = await group();
    await refund(orderId, { kind: "part", line: 3, tickets: 1 });
    await refund(orderId, { kind: "whole" }, { stock: "keep_back" });
    const left = [];
    for (const type of types) left.push(await counterOf(type));
    expect(left.map(({ capacity }) => capacity)).toEqual([18, 19, 19, 19]);
    expect(left.map(({ sold }) => sold)).toEqual([0, 0, 0, 0]);
    await holds();
  });

  it("suspends them until the money has left, and no others", async () => {
    const { orderId, nights } = await group();
    await refundUnheard(orderId, { kind: "seats", seats: await ids(orderId, "1.1") });
    const suspended = async () =>
      (await seatsOf(orderId)).filter((seat) => seat.suspended).map(({ line, seat }) => `${line}.${seat}`);
    expect([await suspended(), (await valid(orderId)).length]).toEqual([["1.1"], 6]);
    expect((await counterOf(nights[0] ?? newId())).sold).toBe(7);
    const other = await ids(orderId, "1.2");
    expect(await whyNot(refund(orderId, { kind: "seats", seats: other }))).toBe("under_way");
    await holds();
    await askAgain(orderId);
    expect([await suspended(), (await valid(orderId)).length]).toEqual([[], 5]);
    expect((await counterOf(nights[0] ?? newId())).sold).toBe(6);
    await holds();
  });

  it("of no seat, a free amount, lowers all prices and ends nothing; it is told as such, and leaves something of the order", async () => {
    const { orderId, nights, paymentId } = await group();
    const wish = (amount: number) => ({ kind: "amount", amount }) as const;
    expect(await refund(orderId, wish(5_501), { why: "goodwill" })).toEqual({
      ok: true,
      value: { amount: 5_501 },
    });
    expect([await stateOf(orderId), await revenueOf(orderId)]).toEqual(["partially_refunded", 49_500]);
    const seats = await valid(orderId);
    expect([seats.length, seats.reduce((sum, { price }) => sum + Number(price), 0)]).toEqual([6, 49_500]);
    expect((await counterOf(nights[0] ?? newId())).sold).toBe(7);
    expect(await letters(orderId)).toEqual([{ reason: "lowered", amount: 5_501 }]);
    await holds();
    for (const amount of [0, -1, 0.5, 49_500, 49_501])
      expect(await refund(orderId, wish(amount))).toEqual(refused({ reason: "not_less", left: 49_500 }));
    expect(await refund(orderId, wish(49_499))).toMatchObject({ ok: true });
    expect([await revenueOf(orderId), (await valid(orderId)).length]).toEqual([1, 6]);
    await foldSales(site);
    await holds();
    expect(await refund(orderId, { kind: "whole" })).toEqual({ ok: true, value: { amount: 1 } });
    const { refunds } = await site.cards
      .listRefundsOf(paymentId)
      .then((found) => found as never as { refunds: { amount: number }[] });
    expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(55_001);
    await holds();
  });

  it("of a free amount stops nobody at the door while the money is on its way, and keeps no place back", async () => {
    const { orderId, types } = await group();
    await refundUnheard(orderId, { kind: "amount", amount: 2_000 }, { stock: "keep_back" });
    expect(await whyNot(refund(orderId, { kind: "amount", amount: 100 }))).toBe("under_way");
    await site.database.withDuty("settle", async (sql) => {
      const order = await lockOrder(sql, orderId);
      if (order) await agreeWithMoney(sql, order, { kind: "provider" });
    });
    expect((await seatsOf(orderId)).some(({ suspended }) => suspended)).toBe(false);
    expect(await revenueOf(orderId)).toBe(55_001);
    await holds();
    await askAgain(orderId);
    expect([await revenueOf(orderId), await stateOf(orderId)]).toEqual([53_001, "partially_refunded"]);
    await holds();
    await refund(orderId, { kind: "seats", seats: await ids(orderId, "1.1") });
    await refund(orderId, { kind: "whole" });
    expect(await counterOf(types[0] ?? newId())).toEqual({ capacity: 20, sold: 0 });
    await holds();
  });

  it("of a pass ends them on every night", async () => {
    const { orderId, nights } = await soldLines([{ quantity: 3, price: 10_000, codePer: "person" }], {
      nights: 3,
    });
    expect(await refund(orderId, { kind: "seats", seats: await ids(orderId, "1.2") })).toMatchObject({
      value: { amount: 10_000 },
    });
    for (const night of nights) expect((await counterOf(night)).sold).toBe(2);
    await holds();
  });

  it("is counted by the night as one purchase, until its last seat ends", async () => {
    const { orderId, nights, types } = await group();
    const sums = async (kind: string, id: string) =>
      one(
        "SELECT sum(purchases)::int AS purchases, sum(quantity)::int AS quantity, sum(revenue)::int AS revenue FROM sales_totals WHERE kind = $1 AND grain = 'ever' AND subject_id = $2",
        [kind, id],
      );
    await foldSales(site);
    const [night = ""] = nights;
    expect(await sums("event", night)).toEqual({ purchases: 1, quantity: 6, revenue: 55_001 });
    expect(await sums("type", types[2] ?? "")).toEqual({ purchases: 0, quantity: 2, revenue: 18_000 });
    await refund(orderId, { kind: "seats", seats: await ids(orderId, "1.1", "1.2") });
    await foldSales(site);
    expect(await sums("event", night)).toEqual({ purchases: 1, quantity: 4, revenue: 33_001 });
    await holds();
    await refund(orderId, { kind: "whole" });
    await foldSales(site);
    expect(await sums("event", night)).toEqual({ purchases: 0, quantity: 0, revenue: 0 });
    await holds();
  });

  it("in part takes tickets from the code of that line alone, at its price", async () => {
    const { orderId, types } = await group();
    expect(await refund(orderId, { kind: "part", line: 3, tickets: 1 })).toMatchObject({
      value: { amount: 9_000 },
    });
    expect(await shown(orderId)).toContain("3.1 paid 9000");
    expect((await counterOf(types[2] ?? newId())).sold).toBe(1);
    expect(await refund(orderId, { kind: "part", line: 1, tickets: 1 })).toMatchObject({
      refusal: { reason: "too_many", most: 0 },
    });
    await holds();
  });

  it("that fails late leaves the others as they are, and owes its money, which goes back alone (F24, I11, I13)", async () => {
    const { orderId, paymentId } = await soldLines(
      [
        { quantity: 2, price: 10_000, codePer: "person" },
        { quantity: 1, price: 5_000 },
      ],
      { card: failsLate },
    );
    await refund(orderId, { kind: "seats", seats: await ids(orderId, "1.2") });
    await failAtProvider(paymentId);
    expect(await shown(orderId)).toEqual(["1.1 paid 10000", "1.2 refunded 10000", "2.1 paid 5000"]);
    expect([await stateOf(orderId), await revenueOf(orderId)]).toEqual(["partially_refunded", 15_000]);
    await holds();
    const overview = () => site.database.readAs(admin, (sql) => findOrderOverview(sql, orderId));
    expect(await overview()).toMatchObject({ owed: 10_000, returned: 0 });
    expect(await refund(orderId, { kind: "owed" })).toEqual({ ok: true, value: { amount: 10_000 } });
    expect(await overview()).toMatchObject({ owed: 0, returned: 10_000 });
    expect((await valid(orderId)).map(({ suspended }) => suspended)).toEqual([null, null]);
    expect([await stateOf(orderId), await revenueOf(orderId)]).toEqual(["partially_refunded", 15_000]);
    expect(await refund(orderId, { kind: "owed" })).toMatchObject({ ok: false });
    await holds();
    // It fails again, and the next seat goes back at its own price.
    await failAtProvider(paymentId);
    const seats = await ids(orderId, "1.1");
    expect(await refund(orderId, { kind: "seats", seats })).toMatchObject({ value: { amount: 10_000 } });
    await holds();
    expect(await refund(orderId, { kind: "whole" })).toMatchObject({ value: { amount: 15_000 } });
    expect(await stateOf(orderId)).toBe("refunded");
    await holds();
    await failAtProvider(paymentId);
    expect(await stateOf(orderId)).toBe("manual_review");
    expect(await refund(orderId, { kind: "whole" })).toMatchObject({ value: { amount: 25_000 } });
    await holds();
  });

  it("of which all that cost something failed late owes it beside a free seat, and ends with it (F24)", async () => {
    const { orderId, paymentId } = await soldLines([{ quantity: 1 }, { quantity: 1, price: 0 }], {
      card: failsLate,
    });
    await refund(orderId, { kind: "seats", seats: await ids(orderId, "1.1") });
    await failAtProvider(paymentId);
    expect(await shown(orderId)).toEqual(["1.1 refunded 11000", "2.1 paid 0"]);
    await holds();
    expect(await refund(orderId, { kind: "whole" })).toEqual({ ok: true, value: { amount: 11_000 } });
    expect([await stateOf(orderId), (await valid(orderId)).length]).toEqual(["refunded", 0]);
    await holds();
  });

  it("in part that fails late owes what its tickets cost, and no code of the others costs more (F24, I11)", async () => {
    const { orderId, paymentId, types } = await soldLines([{ quantity: 3, price: 9_000 }, { quantity: 1 }], {
      card: failsLate,
    });
    await refund(orderId, { kind: "part", line: 1, tickets: 1 });
    await failAtProvider(paymentId);
    expect(await shown(orderId)).toEqual(["1.1 paid 18000", "2.1 paid 11000"]);
    await holds();
    const before = await counterOf(types[0] ?? newId());
    // the seats ended before: there is nothing to keep back
    expect(await refund(orderId, { kind: "owed" }, { stock: "keep_back" })).toMatchObject({
      value: { amount: 9_000 },
    });
    const rows =
      await db`SELECT restock, (SELECT after->>'stock' FROM journal WHERE subject_id = ${orderId}::uuid AND what = 'refund_wanted' ORDER BY at DESC LIMIT 1) AS told
       FROM refunds WHERE order_id = ${orderId}::uuid ORDER BY created_at DESC LIMIT 1`;
    expect([rows, await counterOf(types[0] ?? newId())]).toEqual([[{ restock: true, told: null }], before]);
    await holds();
  });
});

it("a code whose order has money on its way back is not split, so that a part of it lowers no other price", async () => {
  const { orderId, buyer } = await soldLines([{ quantity: 3, price: 9_000 }, { quantity: 1 }]);
  const actor = { userId: buyer.userId, role: "user" } as const;
  const { id: purchaseId } = await one<{ id: string }>(
    "SELECT id FROM ticket_purchases WHERE order_id = $1 AND line_no = 1",
    [orderId],
  );
  await refundUnheard(orderId, { kind: "part", line: 1, tickets: 1 });
  expect(await splitCode(site, { actor, purchaseId })).toEqual(refused({ reason: "not_valid" }));
  await askAgain(orderId);
  expect(await shown(orderId)).toEqual(["1.1 paid 18000", "2.1 paid 11000"]);
  expect(await splitCode(site, { actor, purchaseId })).toEqual({ ok: true, value: { codes: 2 } });
  await holds();
});

describe("money that went back at the provider", () => {
  it("lowers the prices of the valid seats in proportion, ends none, and is told once", async () => {
    const { orderId, paymentId } = await group();
    await refund(orderId, { kind: "seats", seats: await ids(orderId, "1.1") });
    await site.cards.refund({ key: newId(), paymentId, amount: 4_401 });
    for (let n = 0; n < 2; n++) await settleRefunds(site, paymentId);
    expect(await shown(orderId)).toEqual([
      "1.1 refunded 11000",
      "1.2 paid 9900",
      "2.1 paid 6750",
      "2.2 paid 6751",
      "3.1 paid 16199",
      "4.1 paid 0",
    ]);
    expect(await stateOf(orderId)).toBe("partially_refunded");
    expect(await letters(orderId)).toEqual([
      { reason: "refunded", amount: 11_000 },
      { reason: "lowered", amount: 4_401 },
    ]);
    await holds();
    // A seat is refunded at what is left of its price.
    expect(await refund(orderId, { kind: "seats", seats: await ids(orderId, "1.2") })).toMatchObject({
      value: { amount: 9_900 },
    });
    await holds();
  });

  it("lowers the others while the money of a seat is on its way, which comes back whole", async () => {
    const { orderId, paymentId } = await soldLines([{ quantity: 3, price: 10_000, codePer: "person" }]);
    site.provider.faults.set({ only: "POST /v1/refunds", loseNext: 1 });
    await refund(orderId, { kind: "seats", seats: await ids(orderId, "1.1") });
    site.provider.faults.reset();
    await site.cards.refund({ key: newId(), paymentId, amount: 5_000 });
    await settleRefunds(site, paymentId);
    expect(await shown(orderId)).toEqual(["1.1 paid 10000", "1.2 paid 7500", "1.3 paid 7500"]);
    await holds();
    await askAgain(orderId);
    expect(await shown(orderId)).toEqual(["1.1 refunded 10000", "1.2 paid 7500", "1.3 paid 7500"]);
    await holds();
  });

  it("and fails there later raises prices to what was paid at most; the rest is owed (F24, I11)", async () => {
    const { orderId, paymentId } = await soldLines([{ quantity: 2, price: 10_000, codePer: "person" }], {
      card: failsLate,
    });
    await site.cards.refund({ key: newId(), paymentId, amount: 10_000 });
    await settleRefunds(site, paymentId);
    await refund(orderId, { kind: "seats", seats: await ids(orderId, "1.2") });
    expect(await shown(orderId)).toEqual(["1.1 paid 5000", "1.2 refunded 5000"]);
    await failAtProvider(paymentId);
    expect(await shown(orderId)).toEqual(["1.1 paid 10000", "1.2 refunded 5000"]);
    await holds();
    expect(await refund(orderId, { kind: "owed" })).toMatchObject({ value: { amount: 10_000 } });
    await holds();
  });

  it("for all of them ends the order, free seats as well, and says so", async () => {
    const { orderId, paymentId, types } = await group();
    await site.cards.refund({ key: newId(), paymentId, amount: 55_001 });
    await settleRefunds(site, paymentId);
    expect([await stateOf(orderId), (await valid(orderId)).length]).toEqual(["refunded", 0]);
    for (const type of types) expect(await counterOf(type)).toEqual({ capacity: 20, sold: 0 });
    expect(await letters(orderId)).toEqual([{ reason: "refunded", amount: 55_001 }]);
    await holds();
  });
});
