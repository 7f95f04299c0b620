import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { findPaidOrder } from "./order-queries.server.ts";
import { findOwnOrder, listOwnOrders } from "./own-order-queries.server.ts";

const { season, site, soldLines, seatsOf, refund } = await openMoneyStage();
const readAs = (userId: string, id: string) =>
  findOwnOrder(site, { userId: userId as never, role: "user" }, id);

/** A refund of this card is pending until the bank has done it. */
const slow = "4000000000007726";

it("an order shows its buyer every code with what ended, and what was paid, went back and is on its way", async () => {
  const { orderId, buyer, paymentId, nights } = await soldLines(
    [
      { quantity: 2, codePer: "person" },
      { quantity: 2, price: 9_050 },
    ],
    { card: slow },
  );
  const seats = await seatsOf(orderId);
  const before = await readAs(buyer.userId, orderId);
  expect(before).toMatchObject({ state: "paid", paymentId, paid: 40_100, returned: 0, returning: 0 });
  expect(before?.night?.id).toBe(nights[0]);
  expect(before?.lines.map(({ quantity, total }) => [quantity, total])).toEqual([
    [2, 22_000],
    [2, 18_100],
  ]);
  expect(before?.codes.map(({ lineNo, seatNo, status, price }) => [lineNo, seatNo, status, price])).toEqual([
    [1, 1, "paid", 11_000],
    [1, 2, "paid", 11_000],
    [2, 1, "paid", 18_100],
  ]);

  await refund(orderId, { kind: "seats", seats: [seats[1]?.id ?? ""] });
  const after = await readAs(buyer.userId, orderId);
  expect(after).toMatchObject({ paid: 40_100, returned: 0, returning: 11_000, returns: [] });
  expect(after?.codes.map(({ status, suspended }) => [status, suspended])).toEqual([
    ["paid", null],
    ["paid", "refund"],
    ["paid", null],
  ]);
});

it("money that went back is on the order and in the list of orders, the seat ended at its price", async () => {
  const { orderId, buyer } = await soldLines([{ quantity: 2, codePer: "person" }]);
  const [, second] = await seatsOf(orderId);
  await refund(orderId, { kind: "seats", seats: [second?.id ?? ""] });
  expect(await readAs(buyer.userId, orderId)).toMatchObject({
    state: "partially_refunded",
    paid: 22_000,
    returned: 11_000,
    returning: 0,
    returns: [{ amount: 11_000, at: expect.stringMatching(/^20\d\d-/) }],
    codes: [
      { status: "paid", refundedAt: null },
      { status: "refunded", price: 11_000, refundedAt: expect.stringMatching(/^20\d\d-/) },
    ],
  });
  const listed = await listOwnOrders(site, { userId: buyer.userId, role: "user" }, 5);
  expect(listed).toMatchObject([{ id: orderId, amountTotal: 22_000, returned: 11_000 }]);
});

it("another person's order is not found, nor listed, nor one that was not paid, nor what is no id", async () => {
  const { orderId, types } = await soldLines([{ quantity: 1 }]);
  const stranger = await season.person();
  expect(await readAs(stranger.userId, orderId)).toBeUndefined();
  const open = newId();
  await season.db`INSERT INTO orders (id, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, state, stake, origin, hold_expires_at, take_ids, take_ns)
     SELECT ${open}, ${stranger.userId}, scope_id, ${types[0]}, event_ids, 1, 1, unit_price, total, family, title, 'expired', 'none', origin, now(), take_ids, take_ns FROM orders WHERE id = ${orderId}`;
  expect(await readAs(stranger.userId, open)).toBeUndefined();
  const listed = await listOwnOrders(site, { userId: stranger.userId, role: "user" }, 5);
  expect(listed).toEqual([]);
  expect(await readAs(stranger.userId, "nimic")).toBeUndefined();
});

it.each([
  { kind: "a ticket", ended: "", counts: true },
  { kind: "a ticket of two after the other was sent", quantity: 2, ended: "seat_no = 2", counts: true },
  { kind: "a ticket that a friend accepted", ended: "seat_no = 1", counts: false },
  { kind: "a pass", nights: 2, ended: "", counts: true },
  { kind: "a pass that a friend accepted", nights: 2, ended: "seat_no = 1", counts: false },
  { kind: "an add-on whose ticket a friend accepted", addOns: 1, ended: "line_no = 1", counts: false },
  { kind: "a refunded ticket", ended: "seat_no = 1", as: "status = 'refunded'", counts: false },
  { kind: "a suspended ticket", ended: "seat_no = 1", as: "suspended = 'dispute'", counts: false },
])(
  "a person is told of an earlier order while it lets this person in: $kind",
  async ({ quantity = 1, addOns = 0, nights, ended, counts, ...about }) => {
    const lines = [
      { quantity, codePer: "person" as const },
      ...(addOns ? [{ quantity: addOns, entries: 0 }] : []),
    ];
    const {
      orderId,
      buyer,
      nights: [night = ""],
    } = await soldLines(lines, nights ? { nights } : {});
    const friend = await season.person();
    const as = about.as ?? `user_id = '${friend.userId}'`;
    if (ended)
      await season.client.query(
        `UPDATE ticket_purchases SET ${as} WHERE order_id = '${orderId}' AND ${ended}`,
      );
    const found = await site.database.readAs({ userId: buyer.userId, role: "user" }, (sql) =>
      findPaidOrder(sql, night),
    );
    expect(found !== undefined).toBe(counts);
  },
);
