/** The figures of files and of the settlement are the ledger's. */
import { buffer, text } from "node:stream/consumers";
import { beforeAll, expect, it } from "vitest";
import { csvRows } from "#test/support/csv-rows.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { readWorkbook } from "#test/support/workbook.ts";
import { exportLedger } from "./export-ledger.server.ts";
import { exportPurchases } from "./export-purchases.server.ts";
import { everyPurchase } from "./purchase-search.ts";
import { readSettlement } from "./read-settlement.server.ts";

const { season, site, admin, soldLines, refund, ids, askAgain, client } = await openMoneyStage();
const { db } = season;
const accountant = { userId: (await season.person("accountant")).userId, role: "accountant" } as const;

const nights: string[] = [];
beforeAll(async () => {
  const group = await soldLines([
    { quantity: 2, entries: 5, price: 42_001, codePer: "person" },
    { quantity: 3, price: 7_000, codePer: "order" },
    { quantity: 2, price: 2_500, entries: 0 },
  ]);
  const pass = await soldLines([{ quantity: 2, price: 9_999, codePer: "person" }], { nights: 3 });
  // the nights of a line are in no order of time, and may move later
  const kept = await soldLines([{ quantity: 1, price: 9_000, codePer: "person" }], { nights: 3 });
  await client.query(
    `SET session_replication_role = replica; UPDATE order_lines SET event_ids = ARRAY[event_ids[3], event_ids[1], event_ids[2]] WHERE order_id = '${kept.orderId}'; SET session_replication_role = origin`,
  );
  const whole = await soldLines([{ quantity: 1 }]);
  const lowered = await soldLines([{ quantity: 1, price: 5_000 }]);
  await refund(group.orderId, {
    kind: "seats",
    seats: await ids(group.orderId, "1.1", "1.2", "1.3", "1.4", "1.5"),
  });
  await refund(pass.orderId, { kind: "seats", seats: await ids(pass.orderId, "1.2") });
  await refund(whole.orderId, { kind: "whole" });
  for (const { orderId } of [group, pass, whole]) await askAgain(orderId);
  nights.push(...[group, pass, kept, whole, lowered].flatMap((order) => order.nights));
  await db`UPDATE profiles SET phone = '+40722000111' WHERE id = ${group.buyer.userId}`;
  await db`UPDATE ticket_purchases SET holder_name = 'Ana Purtătoarea' WHERE order_id = ${lowered.orderId}`;
});

async function opened(
  file: Promise<{ ok: true; value: NodeJS.ReadableStream } | { ok: false; refusal: { reason: string } }>,
) {
  const made = await file;
  if (!made.ok) throw new Error(made.refusal.reason);
  return made.value;
}
const purchases = (as: "csv" | "xlsx", actor: typeof admin | typeof accountant = admin) =>
  opened(exportPurchases(site, { actor, as, search: everyPurchase, columns: "purchases" }) as never);
const rowsOf = async (actor?: typeof admin | typeof accountant) => {
  const [head = [], ...rows] = csvRows(await text(await purchases("csv", actor)));
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ""])));
};
const bani = (cell = "") => Math.round(Number(cell) * 100);

it("the file of purchases adds up to the ledger: what was paid, and what went back, below zero", async () => {
  const rows = await rowsOf();
  const sum = (column: string) => rows.reduce((n, row) => n + bani(row[column]), 0);
  const [booked] =
    await db`SELECT sum(amount) FILTER (WHERE source = 'payment')::int AS paid, sum(amount) FILTER (WHERE source = 'refund')::int AS back FROM ledger_entries WHERE account = 'clearing'`;
  expect(sum("Plătit")).toBe(booked.paid);
  expect(sum("Rambursat")).toBe(booked.back);
  expect(booked.back).toBeLessThan(0);
});

it("the price in the file is what remains: of every row, after a partial and a full refund too", async () => {
  const rows = await rowsOf();
  const remains = (row: Record<string, string>) => bani(row.Plătit) + bani(row.Rambursat);
  expect(rows.map((row) => bani(row["Preț total"]))).toEqual(rows.map(remains));
  const [{ number }] = await db`SELECT number FROM orders WHERE total = 9000`;
  const pass = rows.filter((row) => row.Comandă === String(number));
  expect(pass.map((row) => [bani(row.Plătit), bani(row.Rambursat)]).toSorted()).toEqual([
    [0, 0],
    [0, 0],
    [9_000, 0],
  ]);
  const refunded = rows.filter(({ Status }) => Status === "Rambursat");
  expect(refunded.length).toBeGreaterThan(0);
  expect(new Set(refunded.map(remains))).toEqual(new Set([0]));
});

it("names order, phone, holder and way of payment, after the specified columns and with no id; the phone only to people who may read phones", async () => {
  const rows = await rowsOf();
  const numbers =
    await db`SELECT DISTINCT o.number FROM orders o JOIN ticket_purchases p ON p.order_id = o.id`;
  expect(new Set(rows.map((row) => Number(row.Comandă)))).toEqual(
    new Set(numbers.map(({ number }) => Number(number))),
  );
  expect(rows.some((row) => row.Telefon === "'+40722000111")).toBe(true);
  expect(rows.some((row) => row.Deținător === "Ana Purtătoarea" && row["Fel de plată"] === "Card")).toBe(
    true,
  );
  expect(JSON.stringify(rows)).not.toMatch(/"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/);
  const seen = await rowsOf(accountant);
  expect(seen).toHaveLength(rows.length);
  expect(seen.filter((row) => row.Telefon !== "")).toEqual([]);
});

it.each(["purchases", "ledger"])("as a workbook has the cells that it has as CSV: %s", async (which) => {
  const file = (as: "csv" | "xlsx") =>
    which === "purchases" ? purchases(as) : opened(exportLedger(site, { actor: admin, as }) as never);
  const [head, ...plain] = csvRows(await text(await file("csv")));
  const [sheet] = readWorkbook(await buffer(await file("xlsx"))).values();
  const [named, ...rows] = sheet ?? [];
  expect(named).toEqual(head);
  expect(rows).toHaveLength(plain.length);
  for (const [at, row] of rows.entries())
    for (const [place, cell] of row.entries()) {
      const same = plain[at]?.[place] ?? "";
      if (cell === null) expect(same).toBe("");
      else if (typeof cell === "string") expect(same.replace(/^'/, "")).toBe(cell);
      else if (cell.format.startsWith("dd")) expect(same).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/);
      else expect(Number(same)).toBe(cell.number);
    }
});

it("a row of a settlement multiplies and adds up, whatever went back of it", async () => {
  let checked = 0;
  for (const eventId of nights) {
    const read = await readSettlement(site, { actor: admin, chosen: { eventId } });
    for (const row of read.ok ? read.value.rows : []) {
      if (row.price !== null) expect(row.sold * row.price).toBe(row.gross);
      expect(row.gross - row.discounts - row.returned).toBe(row.net);
      expect(row.tickets).toBeLessThanOrEqual(row.sold);
      checked += 1;
    }
  }
  expect(checked).toBe(11);
});
