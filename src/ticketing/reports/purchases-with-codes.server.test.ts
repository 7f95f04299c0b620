import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import type { Uuid } from "#kernel/id.ts";
import { csvRows } from "#test/support/csv-rows.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { arrived } from "#test/support/open-page.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { readBookChecks } from "./book-checks.server.ts";
import { exportPurchases } from "./export-purchases.server.ts";
import { findOrderOverview } from "./order-overview-queries.server.ts";
import { listPurchases } from "./purchase-list-queries.server.ts";
import { everyPurchase, type PurchaseSearch } from "./purchase-search.ts";

const { season, site, admin, one } = await openMoneyStage();
const night = await season.night();
const [early, late] = [
  await season.ticketType({ events: [night] }),
  await season.ticketType({ events: [night] }),
];
await season.db`UPDATE tickets SET code_per = 'person'`;
const tenth = await season.voucher({ code: "VARA-10", types: [early] });
await season.voucher({ code: "GRATIS", percent: 100 });

async function buy(types: readonly Uuid[], code: string | null): Promise<string> {
  const { sessionHash } = await season.person();
  const opened = await openCheckout(
    site,
    arrived(
      sessionHash,
      types.map((ticketTypeId) => ({ ticketTypeId, quantity: 2 })),
      { code, eventId: night },
    ),
  );
  if (!opened.ok) throw new Error(opened.refusal.reason);
  const sessionId = opened.value.url?.split("/").at(-1);
  if (sessionId && !opened.value.url?.includes("success")) {
    await payWithCard(site.provider.pagesBase, sessionId);
    await settlePayment(site, { sessionId, by: "notice" });
  }
  return opened.value.orderId;
}
const [lowered, free, plain] = [
  await buy([early, late], "VARA-10"),
  await buy([late], "GRATIS"),
  await buy([early], null),
];

const find = async (search: Partial<PurchaseSearch>) => {
  const page = { sort: "date", direction: "desc", from: null, size: 50 } as const;
  const { rows } = await site.database.readAs(admin, (sql) =>
    listPurchases(sql, { ...page, search: { ...everyPurchase, ...search } }),
  );
  return rows;
};
const ordersOf = (rows: readonly { orderId: string }[]) => [...new Set(rows.map(({ orderId }) => orderId))];

describe("tickets that were bought with a code", () => {
  it("name it in the list, and the other tickets of the order do not", async () => {
    const rows = await find({});
    const codes = (id: string) => rows.filter(({ orderId }) => orderId === id).map(({ voucher }) => voucher);
    expect(codes(lowered).toSorted()).toEqual(["VARA-10", "VARA-10", null, null]);
    expect(codes(free)).toEqual(["GRATIS", "GRATIS"]);
    expect(codes(plain)).toEqual([null, null]);
  });

  it("are found by it, in any case and by a part of it; their file has no other", async () => {
    const found = await find({ text: "vara-1" });
    expect(found.map(({ voucher }) => voucher)).toEqual(["VARA-10", "VARA-10"]);
    expect(ordersOf(await find({ text: " GratiS " }))).toEqual([free]);
    expect(await find({ text: "VARA_10" })).toEqual([]);
    const search = { ...everyPurchase, text: "vara-10" };
    const file = await exportPurchases(site, { actor: admin, as: "csv", search, columns: "purchases" });
    if (!file.ok) throw new Error(file.refusal.reason);
    const [, ...rows] = csvRows(await text(file.value));
    expect(rows.map((row) => row[7]).toSorted()).toEqual(found.map(({ code }) => code).toSorted());
  });

  it("are found by it when there are more than can be named one by one", async () => {
    const { line_no: line, ...row } = await one<Record<string, unknown> & { line_no: number }>(
      "SELECT order_id, user_id, event_id, ticket_type_id, line_no, purchase_date FROM ticket_purchases WHERE order_id = $1 AND total_price < 11000 LIMIT 1",
      [lowered],
    );
    await season.db`INSERT INTO ticket_purchases (id, order_id, user_id, event_id, ticket_type_id, line_no, seat_no, quantity, units, places, total_price, ticket_code, status, entries_total, entries_remaining, purchase_date)
       SELECT gen_random_uuid(), ${row.order_id}, ${row.user_id}, ${row.event_id}, ${row.ticket_type_id}, ${line}, n, 0, 0, 0, 0, 'FSC-0000-' || lpad(n::text, 6, '0'), 'refunded', 1, 1, ${row.purchase_date} FROM generate_series(100, 1200) n`;
    const file = await exportPurchases(site, {
      actor: admin,
      as: "csv",
      search: { ...everyPurchase, text: "vara-10" },
      columns: "purchases",
    });
    if (!file.ok) throw new Error(file.refusal.reason);
    expect(csvRows(await text(file.value))).toHaveLength(1 + 2 + 1101);
    await season.db`DELETE FROM ticket_purchases WHERE ticket_code LIKE 'FSC-0000-%'`;
  });

  it("have it in their order, with what it took off, and the code's page or that of its set", async () => {
    const linesOf = async (id: string) =>
      (await site.database.readAs(admin, (sql) => findOrderOverview(sql, id)))?.lines.map(
        ({ voucher, discount }) => ({ voucher, discount }),
      );
    expect(await linesOf(lowered)).toEqual([
      { voucher: { code: "VARA-10", group: tenth }, discount: 2_200 },
      { voucher: null, discount: 0 },
    ]);
    expect(await linesOf(plain)).toEqual([{ voucher: null, discount: 0 }]);
    await season.db`UPDATE vouchers SET set_id = ${night} WHERE id = ${tenth}`;
    expect((await linesOf(lowered))?.[0]?.voucher).toEqual({ code: "VARA-10", group: night });
  });

  it("are paid and no invitation when it made them free", async () => {
    const paid = await find({ payment: "paid" });
    expect(ordersOf(paid).toSorted()).toEqual([lowered, free, plain].toSorted());
    expect(paid.map(({ payment }) => payment)).toEqual(Array(8).fill("paid"));
    expect(await find({ payment: "invitation" })).toEqual([]);
    const checks = await site.database.withDuty("settle", readBookChecks);
    expect(checks).toMatchObject({ sold: 2, paidFor: 2, invitations: 0 });
  });
});
