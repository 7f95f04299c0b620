import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { sellLines } from "#test/support/sold-order.ts";
import { limits } from "#ticketing/limits.ts";
import { exportLedger } from "./export-ledger.server.ts";
import { exportPurchases } from "./export-purchases.server.ts";
import { listNotifications } from "./notification-queries.server.ts";
import { findOrderOverview, listOrdersInReview } from "./order-overview-queries.server.ts";
import { readOwnExport } from "./own-export-queries.server.ts";
import { countPurchases, listPurchases } from "./purchase-list-queries.server.ts";
import { everyPurchase, type PurchaseSearch } from "./purchase-search.ts";
import { readReport } from "./report-queries.server.ts";

const stage = await openMoneyStage();
const { season, site, admin, soldLines, seatsOf, refund, revenueOf } = stage;
await season.db`UPDATE profiles SET created_at = now() - interval '1 minute' WHERE id = ${admin.userId}`;

/** Two persons at 110, a couple's unit of two seats, and two at 90 on one code: 6 people, 5 tickets, 550 lei. */
const { orderId, types, nights, buyer } = await soldLines([
  { quantity: 2, codePer: "person" },
  { quantity: 1, entries: 2, price: 15_000, codePer: "person" },
  { quantity: 2, price: 9_000 },
]);
await season.db`UPDATE tickets SET type = CASE id WHEN ${types[0]} THEN 'General' WHEN ${types[1]} THEN 'Cuplu' ELSE 'Terasa' END WHERE id = ANY(${types})`;
const [first] = await seatsOf(orderId);
await refund(orderId, { kind: "seats", seats: [first?.id ?? ""] }, { note: "A sunat." });

describe("an order of three lines, one seat of which was refunded", () => {
  it("is one purchase of the report, with the tickets, the money and the shares of its valid codes", async () => {
    const report = await site.database.readMoment(admin, (sql) => readReport(sql, "all", "2026-01-01"));
    expect(report.now).toMatchObject({ purchases: 1, quantity: 4, revenue: 44_000 });
    expect(report.types).toEqual([
      { name: "Terasa", quantity: 2 },
      { name: "Cuplu", quantity: 1 },
      { name: "General", quantity: 1 },
    ]);
    expect(await revenueOf(orderId)).toBe(44_000);
  });

  it("is shown with its lines, its seats, what was paid, went back and is left", async () => {
    await season.db`INSERT INTO journal (actor_kind, subject_kind, subject_id, what) VALUES ('user', 'order', ${newId()}, 'cancelled')`;
    const order = await site.database.readAs(admin, (sql) => findOrderOverview(sql, orderId));
    expect(order).toMatchObject({ total: 55_000, paid: 55_000, returned: 11_000, taken: 0, atBank: 0 });
    expect(order?.lines.map(({ no, quantity, total, typeLeft }) => [no, quantity, total, typeLeft])).toEqual([
      [1, 2, 22_000, 19],
      [2, 1, 15_000, 19],
      [3, 2, 18_000, 18],
    ]);
    expect(
      order?.tickets.map(({ lineNo, seatNo, unitNo, status }) => [lineNo, seatNo, unitNo, status].join("/")),
    ).toEqual(["1/1/1/refunded", "1/2/2/paid", "2/1/1/paid", "2/2/1/paid", "3/1//paid"]);
    expect(order?.steps.find(({ what }) => what === "refund_wanted")?.after).toMatchObject({
      amount: 11_000,
      note: "A sunat.",
    });
    expect(order?.steps.map(({ what }) => what)).toEqual([
      "partially_refunded",
      "refund_wanted",
      "paid",
      "checkout_open",
      "held",
    ]);
  });

  it("rings the bell once, with all its types and tickets", async () => {
    const { notifications } = await site.database.withActor(admin, (sql) =>
      listNotifications(sql, admin.userId),
    );
    expect(notifications.filter(({ kind }) => kind === "sale")).toMatchObject([
      { type: "Intrare generală × 5" },
    ]);
  });

  it("has the refunded code nowhere among those that are available: list, filters, file", async () => {
    const search = (more: Partial<PurchaseSearch>) => ({ ...everyPurchase, ...more });
    const count = (status: PurchaseSearch["status"]) =>
      site.database
        .readAs(admin, (sql) => countPurchases(sql, search({ status }), 100))
        .then(({ rows }) => rows);
    expect([
      await count("all"),
      await count("available"),
      await count("refunded"),
      await count("used"),
    ]).toEqual([5, 4, 1, 0]);
    const { rows } = await site.database.readAs(admin, (sql) =>
      listPurchases(sql, {
        search: search({ status: "refunded" }),
        sort: "date",
        direction: "desc",
        from: null,
        size: 20,
      }),
    );
    expect(rows).toMatchObject([
      { state: "refunded", entriesRemaining: 0, entriesTotal: 1, payment: "partial" },
    ]);
    const file = await exportPurchases(site, {
      actor: admin,
      as: "csv",
      search: everyPurchase,
      columns: "purchases",
    });
    if (!file.ok) throw new Error(file.refusal.reason);
    const states = (await text(file.value))
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => line.split(",").slice(8, 10).join());
    expect(states.toSorted()).toEqual([
      '"0","Rambursat"',
      '"1","Disponibil"',
      '"1","Disponibil"',
      '"1","Disponibil"',
      '"2","Disponibil"',
    ]);
  });

  it("is named by its types in the ledger's file and in the buyer's own data", async () => {
    const file = await exportLedger(site, { actor: admin, as: "csv" });
    if (!file.ok) throw new Error(file.refusal.reason);
    const lines = (await text(file.value)).trimEnd().split("\n");
    expect(lines.slice(1)).toHaveLength(2);
    for (const line of lines.slice(1)) expect(line).toContain('"Intrare generală"');
    const own = await readOwnExport(site, { userId: buyer.userId, role: "user" });
    expect(own.orders).toMatchObject([{ title: "Intrare generală", quantity: 5, people: 6, total: 55_000 }]);
  });

  it("stands among those in review with all its tickets and people", async () => {
    await season.db`INSERT INTO refunds (id, order_id, session_id, amount, reason, state, created_at) SELECT ${newId()}, order_id, session_id, 100, 'administrator', 'failed', now() + interval '1 minute' FROM payments WHERE order_id = ${orderId}`;
    const rows = await site.database.readAs(admin, (sql) => listOrdersInReview(sql, 10));
    expect(rows).toMatchObject([{ id: orderId, quantity: 5, people: 6, total: 55_000 }]);
    expect(nights).toHaveLength(1);
  });
});

it("an order names the pool that a line took from, with what that has left", async () => {
  const { orderId, types, nights } = await soldLines([{ quantity: 2 }, { quantity: 1 }]);
  await season.pool({ event: nights[0] ?? "", types: [types[0] ?? ""], capacity: 7 });
  const inPool = await sellLines(site, {
    sessionHash: (await season.person()).sessionHash,
    lines: types.map((ticketTypeId) => ({ ticketTypeId, quantity: 3 })),
  });
  const poolsOf = async (id: string) =>
    (await site.database.readAs(admin, (sql) => findOrderOverview(sql, id)))?.lines.map(({ pool }) => pool);
  expect(await poolsOf(inPool.orderId)).toEqual([{ name: "Plaja", left: 4 }, null]);
  // bought before its type was in the pool
  expect(await poolsOf(orderId)).toEqual([null, null]);
});

it("an order shows a bounded history, the newest first, however much somebody wrote into it (one kind: a row that customers write, read without a bound)", async () => {
  const [other] = await season.db`SELECT gen_random_uuid() AS id`;
  const { orderId: full } = await soldLines([{ quantity: 1 }]);
  await season.db`INSERT INTO journal (at, actor_kind, subject_kind, subject_id, what, after)
    SELECT now() + n * interval '1 second', 'customer', 'order', ${full}, 'holder_renamed', jsonb_build_object('purchaseId', ${other.id}::uuid, 'n', n) FROM generate_series(1, ${3 * limits.orderSteps}) n`;
  const steps = (await site.database.readAs(admin, (sql) => findOrderOverview(sql, full)))?.steps ?? [];
  expect(steps).toHaveLength(limits.orderSteps);
  expect(steps[0]?.after).toMatchObject({ n: 3 * limits.orderSteps });
});
