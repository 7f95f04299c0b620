import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { inDays } from "#test/support/days.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { moveAndTell } from "#test/support/moved-night.ts";
import { verdictOf } from "#test/support/shown-code.ts";
import { writtenLetter } from "#test/support/written-letter.ts";
import { ticketsOfOrder } from "#ticketing/delivery/ticket-queries.server.ts";
import { cancelNight } from "#ticketing/orders/cancelled-nights/cancel-night.server.ts";
import { workOffCancellations } from "#ticketing/orders/cancelled-nights/work-off-cancellations.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { chooseAfterMove } from "./choose-after-move.server.ts";
import { findLastMove, findNightToMove } from "./move-queries.server.ts";
import { findMovedNight, listChoicesOfBuyer, listOpenChoices } from "./moved-order-queries.server.ts";

const stage = await openMoneyStage();
const { season, db, site, keys, admin, soldLines, ids, shown, comeIn, sendToFriend, one, stateOf } = stage;
const { refund, refundUnheard, askAgain, counterOf, revenueOf, force, holds } = stage;
const cancel = (id: string) =>
  cancelNight(site, {
    actor: admin,
    id,
    form: { reason: "Furtună.", usedTickets: "refunded" },
    isProven: true,
  });

type Sold = Awaited<ReturnType<typeof soldLines>>;
const asBuyer = ({ buyer }: Sold) => ({ userId: buyer.userId, role: "user" }) as const;
/** Sells, moves the night, and tells the buyer. */
async function soldAndMoved(...about: Parameters<typeof soldLines>) {
  const order = await soldLines(...about);
  return { ...order, moveId: await moveAndTell(stage, order.nights[0] ?? "") };
}
const choose = (order: Sold & { moveId: string }, withSent = false) =>
  chooseAfterMove(site, { actor: asBuyer(order), orderId: order.orderId, moveId: order.moveId, withSent });
const asked = (order: Sold & { moveId: string }) =>
  findMovedNight(site, order.orderId as never, order.moveId as never);
const lettersTo = async (userId: string) =>
  await db`SELECT kind, (variables->>'ended')::boolean AS ended, (variables->>'amount')::int AS amount FROM letters WHERE user_id = ${userId} AND kind NOT LIKE '%confirmation' ORDER BY created_at, kind`;

it("gives all that was paid back, ends the tickets, and writes to the buyer once", async () => {
  const order = await soldAndMoved([
    { quantity: 2, codePer: "person" },
    { quantity: 1, price: 15_001 },
  ]);
  expect(await asked(order)).toMatchObject({
    whyNot: null,
    own: { tickets: 3, amount: 37_001 },
    sent: { tickets: 0, amount: 0 },
    isShare: false,
  });
  expect(await choose(order)).toEqual({ ok: true, value: { amount: 37_001 } });
  expect(await stateOf(order.orderId)).toBe("refunded");
  expect(await shown(order.orderId)).toEqual([
    "1.1 refunded 11000",
    "1.2 refunded 11000",
    "2.1 refunded 15001",
  ]);
  expect(await revenueOf(order.orderId)).toBe(0);
  for (const id of [...order.nights, ...order.types]) expect((await counterOf(id)).sold).toBe(0);
  expect(await lettersTo(order.buyer.userId)).toMatchObject([
    { kind: "night_moved", amount: 37_001 },
    { kind: "payment_returned", amount: 37_001 },
  ]);
  expect(await choose(order)).toMatchObject({ refusal: { reason: "not_now" } });
  expect(await asked(order)).toMatchObject({ whyNot: "not_now" });
  expect(
    await one(
      "SELECT actor_id AS id, actor_kind AS kind FROM journal WHERE subject_id = $1 AND what = 'refund_wanted'",
      [order.orderId],
    ),
  ).toEqual({ id: order.buyer.userId, kind: "user" });
  await holds();
});

describe("of a pass", () => {
  it("the night's share goes back once, its code admits nobody, and the other nights stay", async () => {
    const order = await soldAndMoved([{ quantity: 2, price: 10_000, codePer: "person" }], { nights: 3 });
    const [night = "", other = ""] = order.nights;
    expect(await choose(order)).toEqual({ ok: true, value: { amount: 6_666 } });
    expect(await stateOf(order.orderId)).toBe("partially_refunded");
    expect(await shown(order.orderId)).toEqual(["1.1 paid 6667", "1.2 paid 6667"]);
    expect(await lettersTo(order.buyer.userId)).toMatchObject([
      { kind: "night_moved", amount: 6_666 },
      { kind: "payment_returned", amount: 6_666 },
    ]);
    expect(await asked(order)).toMatchObject({ whyNot: "nothing" });
    expect(await choose(order)).toMatchObject({ refusal: { reason: "nothing" } });
    const codes =
      await db`SELECT event_id = ${night} AS is, share_returned_at IS NOT NULL AS back FROM ticket_purchases WHERE order_id = ${order.orderId} ORDER BY 1, 2`;
    expect(codes.map(({ is, back }) => is === back)).toEqual(Array(6).fill(true));
    const valid = await site.database.withDuty("deliver", (sql) => ticketsOfOrder(sql, keys, order.orderId));
    expect(valid.filter(({ eventId }) => eventId === night)).toEqual([]);
    expect(valid.filter(({ eventId }) => eventId === other)).toHaveLength(2);
    await holds();
  });

  it("of which a sum was given back before, no more goes back than the night's part of the rest", async () => {
    const sold = await soldLines([{ quantity: 1, price: 49_000 }], { nights: 7 });
    await refund(sold.orderId, { kind: "amount", amount: 24_500 }, { why: "goodwill" });
    const order = { ...sold, moveId: await moveAndTell(stage, sold.nights[0] ?? "") };
    expect(await choose(order)).toEqual({ ok: true, value: { amount: 3_500 } });
    expect(await shown(order.orderId)).toEqual(["1.1 paid 21000"]);
    await holds();
  });

  it("the email about the money names that night and its codes, and says that the others stay", async () => {
    const order = await soldLines([{ quantity: 2, price: 10_000, codePer: "person" }], { nights: 3 });
    const [, night = ""] = order.nights;
    await choose({ ...order, moveId: await moveAndTell(stage, night) });
    const { text } = await writtenLetter(db, site, { kind: "payment_returned", orderId: order.orderId });
    const [own] =
      await db`SELECT e.title, string_agg(p.ticket_code, ', ' ORDER BY p.seat_no) AS labels FROM ticket_purchases p JOIN events e ON e.id = p.event_id WHERE p.order_id = ${order.orderId} AND e.id = ${night} GROUP BY e.title`;
    expect(text).toMatch(new RegExp(`2 × [^,\\n]+, ${own.title}, [^:\\n]+: ${own.labels}\n`));
    expect(text).toContain("Restul comenzii rămâne valabil.");
  });

  it("the gate refuses the code of that night, and says why", async () => {
    const order = await soldLines([{ quantity: 1, price: 10_000, codePer: "person" }], { nights: 2 });
    const [night = ""] = order.nights;
    const [before] = await site.database.withDuty("deliver", (sql) =>
      ticketsOfOrder(sql, keys, order.orderId),
    );
    const moveId = await moveAndTell(stage, night);
    await choose({ ...order, moveId });
    await db`UPDATE events SET date = ${inDays(0)}, time = NULL, doors = NULL WHERE id = ${night}`;
    const operator = await season.person("gate");
    expect(await verdictOf(site, operator, night, before?.code.qr ?? "")).toBe("given_back");
  });

  it("who gave the night back is not told of its next move, and the preview no longer counts it", async () => {
    const order = await soldAndMoved([{ quantity: 1, price: 10_000, codePer: "person" }], { nights: 2 });
    const [night = ""] = order.nights;
    await choose(order);
    await db`UPDATE moves SET at = at - interval '61 minutes' WHERE event_id = ${night}`;
    await moveAndTell(stage, night, 8);
    expect((await lettersTo(order.buyer.userId)).filter(({ kind }) => kind === "night_moved")).toHaveLength(
      1,
    );
    const shown = await site.database.readAs(admin, (sql) => findNightToMove(sql, night));
    expect(shown).toMatchObject({ orders: 0, types: [] });
    expect(await site.database.readMoment("deliver", (sql) => findLastMove(sql, night))).toMatchObject({
      told: 0,
      ordersLeft: { n: 0 },
      choiceUntil: null,
      returned: { n: 0, amount: 0 },
    });
  });

  it("the last move says for how much our balance at the provider is too small, and for how much the provider gave up", async () => {
    const line = { quantity: 1, price: 10_000, codePer: "person" } as const;
    const [order, other] = [await soldAndMoved([line]), await soldAndMoved([line])];
    const both = [order.orderId, other.orderId];
    const last = () => site.database.readMoment("deliver", (sql) => findLastMove(sql, order.nights[0] ?? ""));
    site.provider.faults.set({ shortBalance: "refuses" });
    for (const one of [order, other]) await choose(one);
    await returnMoney(site);
    site.provider.faults.reset();
    const [none, all] = [
      { n: 0, amount: 0 },
      { n: 1, amount: 10_000 },
    ];
    expect(await last()).toMatchObject({ short: all, failedShort: none });
    await db`UPDATE refunds SET state = 'failed' WHERE order_id = ANY(${both})`;
    expect(await last()).toMatchObject({ short: none, failedShort: all });
    await db`UPDATE refunds SET state = 'wanted', next_at = now() WHERE order_id = ANY(${both})`;
    await returnMoney(site);
    expect(await last()).toMatchObject({ short: none, failedShort: none, returned: all });
  });

  it("a night that is cancelled after the choice gives nothing more, and tells nobody", async () => {
    const order = await soldAndMoved([{ quantity: 1, price: 10_000, codePer: "person" }], { nights: 2 });
    const [night = ""] = order.nights;
    await choose(order);
    await cancel(night);
    expect(await workOffCancellations(site)).toBe(0);
    expect(await revenueOf(order.orderId)).toBe(5_000);
    expect((await lettersTo(order.buyer.userId)).map(({ kind }) => kind)).not.toContain("night_cancelled");
    await holds();
  });

  it("a share that went back with a cancelled night does not go back again", async () => {
    const order = await soldLines([{ quantity: 1, price: 10_000, codePer: "person" }], { nights: 2 });
    const [night = ""] = order.nights;
    await cancel(night);
    await workOffCancellations(site);
    await returnMoney(site);
    // as another build would, that knows no key of cancelled_orders
    await db`DELETE FROM cancelled_orders WHERE order_id = ${order.orderId}`;
    expect(await workOffCancellations(site)).toBe(0);
    expect(await revenueOf(order.orderId)).toBe(5_000);
    await holds();
  });
});

it("counts the tickets that were bought, not the people of each", async () => {
  const tickets = async (...lines: Parameters<typeof soldAndMoved>[0]) =>
    (await asked(await soldAndMoved(lines)))?.own.tickets;
  expect(await tickets({ quantity: 1, entries: 2 })).toBe(1);
  expect(await tickets({ quantity: 2, entries: 2 }, { quantity: 1 })).toBe(3);
  expect(await tickets({ quantity: 1, entries: 2, codePer: "person" })).toBe(2);
});

describe("what stays", () => {
  it("is with what somebody came in, all of a unit for several, and what was given out", async () => {
    const order = await soldAndMoved([
      { quantity: 2, codePer: "person" },
      { quantity: 2, entries: 2, price: 9_000, codePer: "person" },
    ]);
    await comeIn(order.orderId, "1.1");
    await comeIn(order.orderId, "2.1");
    expect(await asked(order)).toMatchObject({ own: { tickets: 3, amount: 20_000 } });
    expect(await choose(order)).toEqual({ ok: true, value: { amount: 20_000 } });
    expect(await shown(order.orderId)).toEqual([
      "1.1 paid 11000",
      "1.2 refunded 11000",
      "2.1 paid 4500",
      "2.2 paid 4500",
      "2.3 refunded 4500",
      "2.4 refunded 4500",
    ]);
    await holds();
  });

  it("is what a friend has, unless the buyer asks for it; then the friend is told", async () => {
    const order = await soldLines([{ quantity: 3, codePer: "person" }]);
    const first = await sendToFriend(order.buyer, order.orderId, "1.2");
    await first.accept();
    const moveId = await moveAndTell(stage, order.nights[0] ?? "");
    const moved = { ...order, moveId };
    expect(await asked(moved)).toMatchObject({
      own: { tickets: 2, amount: 22_000 },
      sent: { tickets: 1, amount: 11_000 },
    });
    expect(await choose(moved)).toEqual({ ok: true, value: { amount: 22_000 } });
    expect(await shown(order.orderId)).toEqual([
      "1.1 refunded 11000",
      "1.2 paid 11000",
      "1.3 refunded 11000",
    ]);
    expect(await asked(moved)).toMatchObject({ whyNot: null, own: { amount: 0 }, sent: { amount: 11_000 } });
    expect(await choose(moved)).toMatchObject({ refusal: { reason: "nothing" } });
    expect((await lettersTo(first.friend.userId)).filter(({ ended }) => ended)).toEqual([]);
    expect(await choose(moved, true)).toEqual({ ok: true, value: { amount: 11_000 } });
    expect(await stateOf(order.orderId)).toBe("refunded");
    expect((await lettersTo(first.friend.userId)).map(({ kind, ended }) => `${kind} ${ended}`)).toEqual([
      "night_moved null",
      "night_moved true",
    ]);
    await holds();
  });

  it("is all of a couple's ticket of which a friend has a half, and the buyer reads which half is whose", async () => {
    const order = await soldLines([
      { quantity: 1, price: 10_800 },
      { quantity: 1, entries: 2, price: 18_900, codePer: "person" },
      { quantity: 2, entries: 0, price: 2_700 },
    ]);
    await (await sendToFriend(order.buyer, order.orderId, "2.2")).accept();
    const moved = { ...order, moveId: await moveAndTell(stage, order.nights[0] ?? "") };
    const sent = { tickets: 1, addOns: 0, amount: 18_900 };
    expect(await asked(moved)).toMatchObject({
      own: { tickets: 2, addOns: 2, joined: 1, amount: 16_200 },
      sent,
    });
    expect(await choose(moved)).toEqual({ ok: true, value: { amount: 16_200 } });
    expect(await asked(moved)).toMatchObject({ own: { tickets: 1, addOns: 0, joined: 1, amount: 0 }, sent });
    expect(await choose(moved, true)).toEqual({ ok: true, value: { amount: 18_900 } });
    expect(await stateOf(order.orderId)).toBe("refunded");
    await holds();
  });

  it("a friend of whom two tickets end reads which, and of a night of a pass that the others stay", async () => {
    const order = await soldLines([{ quantity: 3, codePer: "person" }]);
    const { friend, accept } = await sendToFriend(order.buyer, order.orderId, "1.2");
    await accept();
    await (await sendToFriend(order.buyer, order.orderId, "1.3", friend)).accept();
    await choose({ ...order, moveId: await moveAndTell(stage, order.nights[0] ?? "") }, true);
    const labels =
      await db`SELECT ticket_code AS label FROM ticket_purchases WHERE order_id = ${order.orderId} ORDER BY seat_no`;
    const { text = "" } = await writtenLetter(db, site, { kind: "night_moved", userId: friend.userId });
    expect(text).toContain(`2 × `);
    expect(labels.map(({ label }) => text.includes(label))).toEqual([false, true, true]);
    expect(text).not.toContain("Pentru celelalte");

    const pass = await soldLines([{ quantity: 1, price: 9_000, codePer: "person" }], { nights: 3 });
    const sent = await sendToFriend(pass.buyer, pass.orderId, "1.1");
    await sent.accept();
    await choose({ ...pass, moveId: await moveAndTell(stage, pass.nights[1] ?? "") }, true);
    const of = await writtenLetter(db, site, { kind: "night_moved", userId: sent.friend.userId });
    const [code] =
      await db`SELECT ticket_code AS label FROM ticket_purchases WHERE order_id = ${pass.orderId} AND event_id = ${pass.nights[1] ?? ""}`;
    for (const part of [code?.label, "1 × ", "Pentru celelalte nopți"]) expect(of.text).toContain(part);
    expect(of.subject).toMatch(/^Codul primit nu mai este valabil/);
  });

  it("is a ticket of nobody's money", async () => {
    const order = await soldAndMoved([
      { quantity: 1, price: 0 },
      { quantity: 1, price: 5_000 },
    ]);
    await comeIn(order.orderId, "2.1");
    expect(await choose(order)).toMatchObject({ refusal: { reason: "nothing" } });
  });
});

it("what waits for a friend is over once it was given back", async () => {
  const order = await soldLines([{ quantity: 2, codePer: "person" }]);
  const { accept } = await sendToFriend(order.buyer, order.orderId, "1.1");
  const moveId = await moveAndTell(stage, order.nights[0] ?? "");
  expect(await choose({ ...order, moveId })).toMatchObject({ ok: true });
  expect(await accept()).toMatchObject({ refusal: { reason: "gone" } });
  await holds();
});

describe("nothing is given back", () => {
  it("by anybody but the buyer, of another order, or of a move that it was not told of", async () => {
    const order = await soldAndMoved([{ quantity: 1 }]);
    const other = await soldLines([{ quantity: 1 }]);
    const unknown = { refusal: { reason: "unknown" } };
    expect(await choose({ ...order, buyer: other.buyer })).toMatchObject(unknown);
    expect(await choose({ ...other, moveId: order.moveId })).toMatchObject(unknown);
    expect(await choose({ ...order, moveId: newId() })).toMatchObject(unknown);
    expect(await choose({ ...order, moveId: "m" })).toMatchObject(unknown);
    expect(await choose({ ...order, orderId: "o" })).toMatchObject(unknown);
    expect(await asked({ ...order, moveId: newId() })).toBeUndefined();
  });

  it("after the time of the choice, after a further move, and of a cancelled night", async () => {
    const order = await soldAndMoved([{ quantity: 1 }]);
    const [night = ""] = order.nights;
    await db`UPDATE moved_orders SET choice_until = now() - interval '1 second' WHERE order_id = ${order.orderId}`;
    expect(await choose(order)).toMatchObject({ refusal: { reason: "too_late" } });
    expect(await listOpenChoices(site, order.orderId)).toEqual([]);
    await db`UPDATE moves SET at = at - interval '61 minutes' WHERE event_id = ${night}`;
    const next = await moveAndTell(stage, night, 8);
    expect(await choose(order)).toMatchObject({ refusal: { reason: "moved_again" } });
    expect(await listOpenChoices(site, order.orderId)).toMatchObject([{ moveId: next }]);
    const ofBuyer = { orderId: order.orderId, moveId: next };
    expect(await listChoicesOfBuyer(site, order.buyer.userId)).toMatchObject([ofBuyer]);
    expect(await listChoicesOfBuyer(site, (await season.person()).userId)).toEqual([]);
    await cancel(night);
    expect(await choose({ ...order, moveId: next })).toMatchObject({ refusal: { reason: "cancelled" } });
    expect(await listOpenChoices(site, order.orderId)).toEqual([]);
    await workOffCancellations(site);
    await returnMoney(site);
  });

  it("while other money of the order is on its way, and of an order that is disputed", async () => {
    const order = await soldAndMoved([{ quantity: 2, codePer: "person" }]);
    await refundUnheard(order.orderId, { kind: "seats", seats: await ids(order.orderId, "1.1") });
    expect(await choose(order)).toMatchObject({ refusal: { reason: "not_now" } });
    expect(await asked(order)).toMatchObject({ whyNot: "not_now" });
    await askAgain(order.orderId);
    await force(order.orderId, "state = 'disputed'");
    expect(await choose(order)).toMatchObject({ refusal: { reason: "not_now" } });
    await force(order.orderId, "state = 'partially_refunded'");
    expect(await choose(order)).toEqual({ ok: true, value: { amount: 11_000 } });
    await holds();
  });
});

it("the office sees who was told, who waits, and what was given back since the last move", async () => {
  const order = await soldAndMoved([{ quantity: 2, codePer: "person" }]);
  const [night = ""] = order.nights;
  const last = () => site.database.readMoment("deliver", (sql) => findLastMove(sql, night));
  expect(await last()).toMatchObject({
    told: 1,
    ordersLeft: { n: 0 },
    returned: { n: 0, amount: 0 },
    letters: { sent: 0, waiting: 1, failed: 0 },
    reason: "Vine furtuna.",
  });
  await choose(order);
  expect(await last()).toMatchObject({ returned: { n: 1, amount: 22_000 } });
  const waiting = await soldLines([{ quantity: 1 }]);
  await db`DELETE FROM moved_orders WHERE order_id = ${order.orderId}`;
  expect(await last()).toMatchObject({ told: 0, ordersLeft: { n: 0 } });
  expect(
    await site.database.readMoment("deliver", (sql) => findLastMove(sql, waiting.nights[0] ?? "")),
  ).toBeUndefined();
});

it("an order lists its open choices, while something can go back", async () => {
  const order = await soldAndMoved([{ quantity: 1 }]);
  expect(await listOpenChoices(site, order.orderId)).toMatchObject([{ moveId: order.moveId }]);
  await choose(order);
  expect(await listOpenChoices(site, order.orderId)).toEqual([]);
});
