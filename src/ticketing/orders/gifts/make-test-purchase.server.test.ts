import { expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { refused } from "#kernel/outcome.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { processServices } from "#test/support/services.ts";
import { openStage } from "#test/support/stage.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { readViolations } from "#ticketing/reports/find-violations.server.ts";
import { decrementTicketQuantity } from "./decrement-ticket-quantity.server.ts";
import { makeTestPurchase, type TestPurchaseRequest } from "./make-test-purchase.server.ts";

const { database, season, client, db, site: services } = await openStage();
const night = await season.night({ capacity: 100 });
const type = await season.ticketType({ events: [night], capacity: 10, price: 9_000, entries: 2 });

async function wanting(more: Partial<TestPurchaseRequest> = {}): Promise<TestPurchaseRequest> {
  const { userId } = await season.person();
  return {
    buyer: { userId, role: "user" },
    ticketTypeId: type,
    eventId: night,
    quantity: 2,
    requestKey: newId(),
    ...more,
  };
}

const counters = async (): Promise<[number, number][]> =>
  (
    await db`SELECT held, sold FROM stock_counters WHERE id = ANY(${[type, night]}) ORDER BY id = ${type} DESC`
  ).map(({ held, sold }) => [held, sold]);

it("of a type with a code for each person writes a seat for each, at an equal part of the price (L1, L2, L3)", async () => {
  const own = await season.ticketType({ events: [night], capacity: 10, price: 9_001, entries: 2 });
  await db`UPDATE tickets SET code_per = 'person' WHERE id = ${own}`;
  const made = succeeded(await makeTestPurchase(services, await wanting({ ticketTypeId: own, quantity: 2 })));
  const rows =
    await db`SELECT seat_no, unit_no, quantity, total_price::int AS price, is_test FROM ticket_purchases WHERE order_id = ${made.orderId} ORDER BY seat_no`;
  expect(rows).toEqual(
    [
      [1, 1, 1, 4_500],
      [2, 1, 0, 4_501],
      [3, 2, 1, 4_500],
      [4, 2, 0, 4_501],
    ].map(([seat_no, unit_no, quantity, price]) => ({ seat_no, unit_no, quantity, price, is_test: true })),
  );
  expect(await readViolations(client, dataInvariants)).toEqual([]);
});

it("writes order, ticket, email and counters in one commit, priced and marked by the server (A13-11, A13-12, A13-14, A13-15)", async () => {
  const request = await wanting();
  const before = await counters();
  const made = succeeded(await makeTestPurchase(services, request));
  const rows =
    await db`SELECT p.user_id, p.event_id, p.ticket_type_id, p.ticket_code, p.quantity, p.total_price::int AS total_price, p.status, p.email_sent, p.is_test,
       p.entries_remaining, o.is_test AS order_is_test, o.state,
       (SELECT count(*)::int FROM letters l WHERE l.order_id = o.id AND l.kind = 'ticket_confirmation') AS letters
     FROM ticket_purchases p JOIN orders o ON o.id = p.order_id WHERE o.id = ${made.orderId}`;
  expect(rows).toEqual([
    {
      user_id: request.buyer.userId,
      event_id: night,
      ticket_type_id: type,
      ticket_code: expect.stringMatching(/^FSC-\d{4}-\d{6}$/),
      quantity: 2,
      total_price: 18_000,
      status: "paid",
      email_sent: false,
      is_test: true,
      entries_remaining: 4,
      order_is_test: true,
      state: "paid",
      letters: 1,
    },
  ]);
  const [units, places] = before;
  expect(await counters()).toEqual([
    [0, (units?.[1] ?? 0) + 2],
    [0, (places?.[1] ?? 0) + 4],
  ]);
  expect(await readViolations(client, dataInvariants)).toEqual([]);
});

it("gives the ticket a code of the ordinary form, from a secure random source (A13-13)", async () => {
  const made = succeeded(await makeTestPurchase(services, await wanting({ quantity: 1 })));
  const rows = await db`SELECT ticket_code FROM ticket_purchases WHERE order_id = ${made.orderId}`;
  expect(rows[0].ticket_code).toMatch(/^FSC-\d{4}-\d{6}$/);
});

it("refuses more than available, and then nothing is taken or written (A13-09, A17-16, A17-19)", async () => {
  const small = await season.ticketType({ events: [night], capacity: 3 });
  const request = await wanting({ ticketTypeId: small, quantity: 4 });
  expect(await makeTestPurchase(services, request)).toEqual(refused({ reason: "not_enough", available: 3 }));
  const rows =
    await db`SELECT (SELECT sold FROM stock_counters WHERE id = ${small}) AS sold, (SELECT count(*)::int FROM orders WHERE user_id = ${request.buyer.userId}) AS orders`;
  expect(rows).toEqual([{ sold: 0, orders: 0 }]);
});

it("never oversells, with any number of purchases at once (A17-19)", async () => {
  const hall = await season.night({ capacity: 7 });
  const couple = await season.ticketType({ events: [hall], capacity: 50, entries: 2 });
  const requests = await Promise.all(
    Array.from({ length: 8 }, () => wanting({ ticketTypeId: couple, eventId: hall, quantity: 1 })),
  );
  const made = await Promise.all(requests.map((request) => makeTestPurchase(services, request)));
  // Three couples fit into seven places.
  expect(made.filter(({ ok }) => ok)).toHaveLength(3);
  expect(await readViolations(client, dataInvariants)).toEqual([]);
});

it("one click is one purchase, also when it arrives twice at once", async () => {
  const request = await wanting({ quantity: 1 });
  const answers = await Promise.all([
    makeTestPurchase(services, request),
    makeTestPurchase(services, request),
  ]);
  const ids = answers.map((answer) => (answer.ok ? answer.value.orderId : answer.refusal.reason));
  expect(ids[0]).toBe(ids[1]);
  const rows = await db`SELECT count(*)::int AS n FROM orders WHERE user_id = ${request.buyer.userId}`;
  expect(rows[0].n).toBe(1);
});

it("a request key belongs to its buyer: another buyer's equal key makes a purchase of their own", async () => {
  const request = await wanting({ quantity: 1 });
  const other = await wanting({ quantity: 1, requestKey: request.requestKey });
  const made = succeeded(await makeTestPurchase(services, request));
  expect(succeeded(await makeTestPurchase(services, other)).orderId).not.toBe(made.orderId);
});

it("an early bird gets a ticket for each coming night, under one code", async () => {
  const nights: Uuid[] = [];
  for (const inDays of [-2, 3, 9]) nights.push(await season.night({ inDays }));
  const bird = await season.ticketType({ events: nights, family: "early_bird" });
  const made = succeeded(
    await makeTestPurchase(
      services,
      await wanting({ ticketTypeId: bird, eventId: nights[1] as Uuid, quantity: 1 }),
    ),
  );
  const rows =
    await db`SELECT ticket_code FROM ticket_purchases WHERE order_id = ${made.orderId} ORDER BY ticket_code`;
  expect(rows.map((row) => row.ticket_code.slice(-2))).toEqual(["01", "02"]);
  expect(await readViolations(client, dataInvariants)).toEqual([]);
});

it.each([
  [
    "a hidden type",
    async () => ({ ticketTypeId: await season.ticketType({ events: [night], isVisible: false }) }),
    "unknown_type",
  ],
  ["a type that is not there", async () => ({ ticketTypeId: newId() }), "unknown_type"],
  ["a type of another night", async () => ({ eventId: await season.night() }), "wrong_event"],
  ["gate staff", async () => ({ buyer: { userId: newId(), role: "gate" as const } }), "may_not_buy"],
  [
    "a night that has passed",
    async () => {
      const eventId = await season.night({ inDays: -2 });
      return { eventId, ticketTypeId: await season.ticketType({ events: [eventId] }) };
    },
    "event_past",
  ],
  [
    "a night that is not on sale",
    async () => {
      const eventId = await season.night({ isAvailable: false });
      return { eventId, ticketTypeId: await season.ticketType({ events: [eventId] }) };
    },
    "event_unavailable",
  ],
])("refuses %s", async (_what, about, reason) => {
  expect(await makeTestPurchase(services, await wanting(await about()))).toMatchObject(refused({ reason }));
});

it("does not exist outside demo mode (A13-01)", async () => {
  const live = await processServices(database, services.provider, { mode: "production" });
  expect(await makeTestPurchase(live, await wanting())).toEqual(refused({ reason: "not_in_demo_mode" }));
});

it("taking units takes units, places and people of the pool, or nothing (A13-14)", async () => {
  const hall = await season.night({ capacity: 5 });
  const couple = await season.ticketType({ events: [hall], capacity: 9, entries: 2 });
  const pool = await season.pool({ event: hall, types: [couple], capacity: 4 });
  const take = async (quantity: number, poolId: string | null) => {
    await db`BEGIN`;
    const answer = await decrementTicketQuantity(client, {
      ticketTypeId: couple,
      eventIds: [hall],
      quantity,
      entries: 2,
      poolId,
    });
    const rows =
      await db`SELECT kind, sold FROM stock_counters WHERE id = ANY(${[hall, couple, pool]}) ORDER BY kind`;
    await db`ROLLBACK`;
    return [answer.ok || answer.refusal.available, ...rows.map(({ kind, sold }) => `${kind} ${sold}`)];
  };
  expect(await take(2, null)).toEqual([true, "places 4", "pool 0", "units 2"]);
  expect(await take(3, null)).toEqual([2, "places 0", "pool 0", "units 0"]);
  expect(await take(2, pool)).toEqual([true, "places 4", "pool 4", "units 2"]);
  await db`UPDATE stock_counters SET capacity = 3 WHERE id = ${pool}`;
  expect(await take(2, pool)).toEqual([1, "places 0", "pool 0", "units 0"]);
});
