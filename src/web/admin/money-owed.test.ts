/** Money that should have gone back, and whose refund failed later at the bank: every place tells the same sum of it. */
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { csvRows } from "#test/support/csv-rows.ts";
import { failsLate } from "#test/support/money-stage.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { sellLines } from "#test/support/sold-order.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { tokenOfTickets } from "#ticketing/delivery/order-link.server.ts";
import { refundOrder } from "#ticketing/orders/refunds/refund-order.server.ts";
import { settleRefunds } from "#ticketing/orders/refunds/settle-refunds.server.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { exportPurchases } from "#ticketing/reports/export-purchases.server.ts";
import { everyPurchase } from "#ticketing/reports/purchase-search.ts";
import { readSettlement } from "#ticketing/reports/read-settlement.server.ts";
import { booksInWords } from "#ticketing/reports/settlement-sentences.ts";
import { byCardOf, settlementTables } from "#ticketing/reports/settlement-table.ts";
import { settlementTexts } from "#ticketing/reports/settlement-texts.ts";
import { purchaseTexts } from "./purchases/purchase-texts.ts";

const { season, site: services, provider, ask } = await openSourceSite();
const site = { ...services, provider };
const { db } = season;
const office = await season.person("admin");
const admin = { userId: office.userId, role: "admin" } as const;
const page = async (path: string, as = office) => (await ask(path, { as })).text.replaceAll("<!-- -->", "");

const night = await season.night({ title: "Luna Plină" });
const type = await season.ticketType({ events: [night], price: 7_700 });
await db`UPDATE tickets SET code_per = 'person' WHERE id = ${type}`;
const payer = await season.person();
const buy = (quantity: number, sessionHash = payer.sessionHash) =>
  sellLines(site, {
    sessionHash,
    lines: [{ ticketTypeId: type, quantity }],
    card: failsLate,
  });
const [whole, inPart] = [await buy(1), await buy(2)];

async function failRefund({ orderId, paymentId }: Awaited<ReturnType<typeof buy>>, seats?: string[]) {
  const wish = seats ? ({ kind: "seats", seats } as const) : ({ kind: "whole" } as const);
  const why = "customer_request" as const;
  succeeded(await refundOrder(site, { actor: admin, orderId, wish, why, note: "", stock: "sell_again" }));
  const areFailed = async () => {
    await provider.tick();
    const listed = await site.cards.listRefundsOf(paymentId);
    return listed.kind === "listed" && listed.refunds.every(({ state }) => state === "failed");
  };
  await expect.poll(areFailed, { timeout: 40_000 }).toBe(true);
  await settleRefunds(site, paymentId);
}

async function firstSeat(orderId: string): Promise<string> {
  const [seat] =
    await db`SELECT bundle_id AS id FROM ticket_purchases WHERE order_id = ${orderId} ORDER BY seat_no LIMIT 1`;
  return String(seat?.id);
}

const bani = (lei = "") =>
  Math.round(Number(lei.replaceAll(".", "").replace("−", "-").replace(",", ".")) * 100);
const lei = String.raw`(−?[\d.]+(?:,\d\d)?)`;
const found = (html: string, pattern: string) => {
  const [, amount] = new RegExp(pattern).exec(html) ?? [];
  return amount === undefined ? null : bani(amount);
};
const settled = async () =>
  succeeded(await readSettlement(services, { actor: admin, chosen: { eventId: night } }));

it("an order whose refund failed later has one sum, and one name, on every screen and in every file", async () => {
  await failRefund(whole);
  await failRefund(inPart, [await firstSeat(inPart.orderId)]);
  const names = [purchaseTexts.totalPaid, purchaseTexts.back, purchaseTexts.kept, settlementTexts.owedName];
  const facts = (html: string) => names.map((name) => found(html, `<dt>${name}</dt><dd>(?:<[^>]*>)*${lei}<`));
  const drawer = await page(`/admin/purchases?open=${whole.orderId}`);
  expect(facts(drawer)).toEqual([7_700, 0, 7_700, 7_700]);
  expect(drawer).toContain("De dat înapoi 77,00; codul nu mai intră");
  expect(facts(await page(`/admin/customers/${payer.userId}`))).toEqual([23_100, 0, 23_100, 15_400]);

  const search = { ...everyPurchase, eventId: night };
  const file = await exportPurchases(services, { actor: admin, as: "csv", search, columns: "purchases" });
  const [head = [], ...rows] = csvRows(await text(succeeded(file)));
  const cells = (row: readonly string[]) =>
    ["Plătit", "Rambursat", settlementTexts.owedName, "Preț total"].map((name) =>
      bani(row[head.indexOf(name)]?.replace(".", ",")),
    );
  expect(rows.map(cells).sort()).toEqual([
    [7_700, 0, -7_700, 0],
    [7_700, 0, -7_700, 0],
    [7_700, 0, 0, 7_700],
  ]);

  const settlement = await settled();
  expect(settlement.books).toMatchObject({ owed: 15_400, owedHere: { [night]: 15_400 } });
  const screen = await page(`/admin/events/${night}/settlement`);
  expect(screen).toContain(settlementTexts.owed(15_400));
  expect(screen).toContain(settlementTexts.owedWhy(15_400, 15_400));
  // net and what is owed are the money that is still with the provider
  const { rows: sold } = settlement;
  const net = sold.reduce((n, row) => n + row.net, 0);
  expect([net, settlement.books.paidIn - settlement.books.paidBack]).toEqual([7_700, 7_700 + 15_400]);
  expect(await page("/admin")).toContain(settlementTexts.owed(15_400));
  expect(await page("/admin/reconciliation")).toContain(
    "Venitul din rapoarte nu are ce e de dat înapoi, fiindcă rambursarea a eșuat: 154,00 LEI",
  );
});

it("the settlement's card lines say what of the night's card money is owed", async () => {
  const settlement = await settled();
  const payoutParts = [{ eventId: night, payout: null, gross: 23_100, fees: 100, feesOfReturns: 0 }];
  const { byCard } = settlementTables({ ...settlement, payoutParts });
  expect(byCard.columns.map(({ head }, at) => [head, byCard.rows[0]?.[at]])).toContainEqual([
    "Din care de dat înapoi",
    15_400,
  ]);
});

it("what is owed is said of the provider's money only as far as the last reading contains it", async () => {
  const payoutParts = [{ eventId: night, payout: null, gross: 7_700, fees: 100, feesOfReturns: 0 }];
  const readAt = async (at: Date) => {
    await db`INSERT INTO reconciliations (id, at, since, payments, refunds, ledger, provider, differences, entries_read) VALUES (gen_random_uuid(), ${at}, ${at}, 0, 0, 0, 0, '[]', 0)`;
    const settlement = { ...(await settled()), payoutParts };
    const line = byCardOf(settlement).find(({ label }) => label === settlementTexts.owedPart);
    const sentence = booksInWords(settlement).find((said) => said.startsWith(settlementTexts.owedName));
    const { byCard } = settlementTables(settlement);
    const column = byCard.columns.findIndex(({ head }) => head === "Din care de dat înapoi");
    return [
      settlement.books.owedHere[night],
      line?.value,
      byCard.rows[0]?.[column],
      sentence?.split(". ").at(-1),
    ];
  };
  const [paid] =
    await db`SELECT at FROM ledger_entries WHERE order_id = ${whole.orderId} AND source = 'payment' LIMIT 1`;
  expect(await readAt(new Date(paid?.at.getTime() - 3_600_000))).toEqual([
    15_400,
    undefined,
    0,
    "În soldul procesatorului nu erau încă la ultima citire.",
  ]);
  expect(await readAt(new Date(paid?.at.getTime() + 1))).toEqual([
    15_400,
    "77,00",
    7_700,
    "În soldul procesatorului erau, la ultima citire, numai 77,00 din ei.",
  ]);
  expect((await readAt(new Date())).slice(0, 3)).toEqual([15_400, "154,00", 15_400]);
});

it("the buyer's page says that the money is still owed", async () => {
  for (const { orderId } of [whole, inPart]) {
    const mine = await page(`/profile?section=orders&order=${orderId}`, payer);
    expect(mine).toContain("Rambursarea de 77 LEI nu a reușit: banii s-au întors la noi.");
  }
  const success = await page(`/tickets/success?session_id=${whole.sessionId}`, payer);
  expect(success).toContain("Biletul acestei comenzi a fost anulat și nu mai intră la poartă.");
  expect(success).toContain("Rambursarea de 77 LEI nu a reușit: banii s-au întors la noi.");
  expect(success).toContain(">De restituit</dd>");
  const list = await page("/profile?section=orders", payer);
  expect(list.match(/>De restituit</g)).toHaveLength(2);
});

it("the page by a guest's link says what is owed and which ticket ended, and thanks nobody for paying", async () => {
  await db`INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'club', '{"guests": true}')`;
  const guest = await makeGuest(site, { email: "ana@exemplu.ro", fullName: "Ana Pop", phone: null });
  const sold = await buy(2, hashOfToken(guest.token));
  const { orderId } = sold;
  await failRefund(sold, [await firstSeat(orderId)]);
  const token = tokenOfTickets(site.keys, { orderId, version: 1, holderId: null });
  const text = (await ask(`/orders/${orderId}?token=${token}`)).text.replaceAll("<!-- -->", "");
  for (const part of [
    "Rambursarea de 77 LEI nu a reușit: banii s-au întors la noi.",
    "Biletul 1 a fost anulat și nu mai intră la poartă.",
    "Biletul 2 din 2",
    ">De restituit</dd>",
  ])
    expect(text).toContain(part);
  for (const part of ["Plata Reusita!", "chiar acum", ">Platit<"]) expect(text).not.toContain(part);
});

it("a cancelled night names the orders whose refund had failed, and leaves none of them out", async () => {
  await db`INSERT INTO cancellations (event_id, reason, used_tickets, actor_id) VALUES (${night}, 'ploaie', 'refunded', ${admin.userId})`;
  await db`UPDATE events SET cancelled_at = now() WHERE id = ${night}`;
  const progress = await page(`/admin/events/${night}/cancel`);
  const owing = progress.slice(progress.indexOf("Comenzi cu bani de dat înapoi"));
  for (const { orderId } of [whole, inPart]) expect(owing).toContain(`/admin/purchases?open=${orderId}`);
});
