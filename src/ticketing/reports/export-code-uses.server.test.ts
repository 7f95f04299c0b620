import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { newId } from "#kernel/id.ts";
import { csvRows } from "#test/support/csv-rows.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { arrived } from "#test/support/open-page.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { releaseOrder } from "#ticketing/orders/checkout/release-order.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { createVoucher } from "#ticketing/orders/vouchers/create-voucher.server.ts";
import { exportCodeUses } from "./export-code-uses.server.ts";
import { exportCodes } from "./export-codes.server.ts";
import { exportPurchases } from "./export-purchases.server.ts";
import { findOrderOverview } from "./order-overview-queries.server.ts";
import { countPurchases, listPurchases } from "./purchase-list-queries.server.ts";
import { everyPurchase } from "./purchase-search.ts";

const { season, site, admin, refund, seatsOf, one } = await openMoneyStage();

type Exported = Awaited<ReturnType<typeof exportCodes>>;
async function rowsOf(exported: Exported): Promise<string[][]> {
  if (!exported.ok) throw new Error(exported.refusal.reason);
  return csvRows(await text(exported.value));
}

it("the uses of codes are a row for each line that has one: paid and held ones, what came back, and no formula", async () => {
  const night = await season.night({ title: "=cmd()" });
  const type = await season.ticketType({ events: [night], price: 12_345, title: "+Masa" });
  await season.db`UPDATE tickets SET code_per = 'person' WHERE id = ${type}`;
  const voucher = await season.voucher({ code: "FOLOSIT-10" });
  await season.db`UPDATE vouchers SET returns_uses = true WHERE id = ${voucher}`;
  const sofa = await season.ticketType({ events: [night], price: 20_000, title: "Sofa" });
  const buy = async (quantity: number, code: string | null = "FOLOSIT-10", types = [type]) => {
    const { sessionHash, userId } = await season.person();
    const opened = await openCheckout(
      site,
      arrived(
        sessionHash,
        types.map((ticketTypeId) => ({ ticketTypeId, quantity })),
        { code, eventId: night },
      ),
    );
    if (!opened.ok) throw new Error(opened.refusal.reason);
    const { orderId, url } = opened.value;
    const { number } = await one<{ number: string }>("SELECT number FROM orders WHERE id = $1", [orderId]);
    return { userId, orderId, number, sessionId: url?.split("/").at(-1) ?? "" };
  };
  const paid = await buy(2, "FOLOSIT-10", [type, sofa]);
  await payWithCard(site.provider.pagesBase, paid.sessionId);
  await settlePayment(site, { sessionId: paid.sessionId, by: "notice" });
  await season.db`UPDATE orders SET paid_at = '2026-03-29 01:30:00+00' WHERE id = ${paid.orderId}`;
  const seat = (await seatsOf(paid.orderId)).find(({ line }) => line === 1);
  await refund(paid.orderId, { kind: "seats", seats: [seat?.id ?? ""] });
  const held = await buy(1);
  const letGo = await buy(3);
  await releaseOrder(site, { orderId: letGo.orderId, userId: letGo.userId });
  await buy(1, null);
  const [head, ...rows] = await rowsOf(await exportCodeUses(site, { actor: admin, as: "csv" }));
  expect(head).toEqual([
    "Comandă",
    "Cod",
    "Eveniment",
    "Tip bilet",
    "Bilete",
    "Folosiri întoarse",
    "Reducere",
    "Status",
    "Data",
  ]);
  // the clocks went forward at three
  const then = "29.03.2026 04:30";
  const at = expect.stringMatching(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/);
  expect(rows).toEqual([
    [held.number, "FOLOSIT-10", "'=cmd()", "'+Masa", "1", "0", "-12.34", "Ținut", at],
    [paid.number, "FOLOSIT-10", "'=cmd()", "'+Masa", "2", "1", "-24.68", "Parțial rambursat", then],
    [paid.number, "FOLOSIT-10", "'=cmd()", "Sofa", "2", "0", "-40.00", "Parțial rambursat", then],
  ]);
  const states = async () =>
    (await rowsOf(await exportCodeUses(site, { actor: admin, as: "csv" }))).map((row) => row[7]);
  const whole = await buy(1);
  await payWithCard(site.provider.pagesBase, whole.sessionId);
  await settlePayment(site, { sessionId: whole.sessionId, by: "notice" });
  expect((await states()).slice(1)).toContain("Plătit");
  await refund(whole.orderId, { kind: "whole" });
  expect((await states()).slice(1)).not.toContain("Plătit");
  expect(await states()).toContain("Rambursat");
});

it("the list of a set has its codes with their uses, and no others", async () => {
  const create = (count: number) =>
    createVoucher(site, {
      actor: admin,
      form: {
        kind: "percent",
        percent: 10,
        amount: null,
        name: "Set",
        eventIds: null,
        ticketTypeIds: null,
        uses: 1,
        perPerson: null,
        startsAt: null,
        endsAt: null,
        returnsUses: false,
      },
      codes: { kind: "random", count, prefix: "LISTA-", isSet: true },
    });
  const [made] = [await create(3), await create(2)];
  const id = made?.ok ? made.value.id : "";
  const stored = await season.db`SELECT code FROM vouchers WHERE set_id = ${id} ORDER BY code`;
  expect(await rowsOf(await exportCodes(site, { actor: admin, as: "csv", id }))).toEqual([
    ["Cod", "Folosit, bilete", "Ținut, bilete"],
    ...stored.map(({ code }) => [code, "0", "0"]),
  ]);
  const [first, second] = stored.map(({ code }) => code);
  await season.db`UPDATE stock_counters c SET sold = CASE v.code WHEN ${first} THEN 1 ELSE 0 END, held = CASE v.code WHEN ${second} THEN 1 ELSE 0 END FROM vouchers v WHERE v.id = c.id AND v.set_id = ${id}`;
  expect((await rowsOf(await exportCodes(site, { actor: admin, as: "csv", id }))).slice(1, 3)).toEqual([
    [first, "1", "0"],
    [second, "0", "1"],
  ]);
  for (const wrong of [null, "", "x'; DROP TABLE vouchers"])
    expect(await exportCodes(site, { actor: admin, as: "csv", id: wrong })).toMatchObject({
      refusal: { reason: "missing" },
    });
  expect(await rowsOf(await exportCodes(site, { actor: admin, as: "csv", id: newId() }))).toHaveLength(1);
});

it.each([
  ["manager", true],
  ["accountant", false],
  ["box_office", false],
] as const)("codes that still work are a file for those who make codes: %s", async (role, mayExport) => {
  const actor = { userId: (await season.person(role)).userId, role };
  const file = await exportCodes(site, { actor, as: "csv", id: newId() });
  expect(file.ok).toBe(mayExport);
  if (file.ok) expect(await rowsOf(file)).toHaveLength(1);
});

it.each([
  ["admin", "INCA-10"],
  ["accountant", "IN…"],
  ["box_office", "IN…"],
] as const)(
  "a code that still works is whole for those who make codes, on screens, in files and in searches: %s",
  async (role, shown) => {
    const actor = { userId: (await season.person(role)).userId, role };
    const code = "INCA-10";
    const night = await season.night({});
    const type = await season.ticketType({ events: [night], price: 10_000 });
    const [known] = await season.db`SELECT id FROM vouchers WHERE code = ${code}`;
    const voucher = known?.id ?? (await season.voucher({ code }));
    await season.db`UPDATE vouchers SET is_on = true, ends_at = NULL WHERE id = ${voucher}`;
    const { sessionHash } = await season.person();
    const choice = arrived(sessionHash, [{ ticketTypeId: type, quantity: 1 }], { code, eventId: night });
    const opened = await openCheckout(site, choice);
    if (!opened.ok) throw new Error(opened.refusal.reason);
    const { orderId, url } = opened.value;
    await payWithCard(site.provider.pagesBase, url?.split("/").at(-1) ?? "");
    await settlePayment(site, { sessionId: url?.split("/").at(-1) ?? "", by: "notice" });
    const search = { ...everyPurchase, eventId: night };
    // a search tells no more than the list: not the rest of the code, letter by letter
    const found = async (text: string) =>
      (await site.database.readAs(actor, (sql) => countPurchases(sql, { ...search, text }, 9))).rows;
    expect([await found("IN"), await found("NCA-1"), await found(code)]).toEqual(
      shown === code ? [1, 1, 1] : [1, 0, 0],
    );
    const seen = async () => {
      const [list, order] = await site.database.readAs(actor, async (sql) => [
        await listPurchases(sql, { search, sort: "date", direction: "desc", from: null, size: 9 }),
        await findOrderOverview(sql, orderId),
      ]);
      const uses =
        role === "box_office" ? [] : await rowsOf(await exportCodeUses(site, { actor, as: "csv" }));
      const { number } = await one<{ number: string }>("SELECT number FROM orders WHERE id = $1", [orderId]);
      const file = await exportPurchases(site, { actor, as: "csv", search, columns: "purchases" });
      return new Set([
        ...list.rows.map((row) => row.voucher),
        ...(order?.lines ?? []).map((line) => line.voucher?.code),
        ...uses.filter((row) => row[0] === number).map((row) => row[1]),
        ...(file.ok ? (await rowsOf(file)).slice(1).map((row) => row[13]) : []),
      ]);
    };
    expect([...(await seen())]).toEqual([shown]);
    await season.db`UPDATE vouchers SET ends_at = now() - interval '1 second' WHERE id = ${voucher}`;
    expect([...(await seen())]).toEqual([code]);
    await season.db`UPDATE vouchers SET is_on = false, ends_at = NULL WHERE id = ${voucher}`;
    expect([...(await seen())]).toEqual([code]);
  },
);
