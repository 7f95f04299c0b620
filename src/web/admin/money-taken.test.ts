/** What a bank took of an order, whole or in part, beside what was refunded: each place says what the settlement has. */
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { csvRows } from "#test/support/csv-rows.ts";
import { failsLate } from "#test/support/money-stage.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { sellLines } from "#test/support/sold-order.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { paymentStates } from "#ticketing/orders/order-payment.ts";
import { settleDisputes } from "#ticketing/orders/payment/settle-disputes.server.ts";
import { type RefundOrderRequest, refundOrder } from "#ticketing/orders/refunds/refund-order.server.ts";
import { settleRefunds } from "#ticketing/orders/refunds/settle-refunds.server.ts";
import { exportPurchases } from "#ticketing/reports/export-purchases.server.ts";
import { everyPurchase, type PurchaseSearch } from "#ticketing/reports/purchase-search.ts";
import { listSettledRows } from "#ticketing/reports/settlement-queries.server.ts";
import { checkoutTexts } from "#web/checkout/checkout-texts.ts";
import { purchaseTexts } from "./purchases/purchase-texts.ts";

const { season, site: services, provider, ask } = await openSourceSite();
const site = { ...services, provider };
const admin = { userId: (await season.person("admin")).userId, role: "admin" } as const;
const office = await season.person("admin");

type Bought = Awaited<ReturnType<typeof buy>>;

/** Two tickets of 120 lei, or a pass of 240 for two nights, of nights that nobody else buys. */
async function buy({ isPass = false, card }: { isPass?: boolean; card?: string } = {}) {
  const nights = [await season.night(), ...(isPass ? [await season.night({ inDays: 9 })] : [])];
  const family = isPass ? ({ family: "season_pass" } as const) : {};
  const type = await season.ticketType({ events: nights, price: isPass ? 24_000 : 12_000, ...family });
  await season.db`UPDATE tickets SET code_per = 'person' WHERE id = ${type}`;
  const payer = await season.person();
  const lines = [{ ticketTypeId: type, quantity: isPass ? 1 : 2 }];
  return { ...(await sellLines(site, { sessionHash: payer.sessionHash, lines, card })), nights, payer };
}

/** The bank says this about a dispute of the payment. */
async function bank({ paymentId }: Bought, state: "open" | "won" | "lost", amount: number, no = 1) {
  const id = `dp${no}_${paymentId}`;
  const dispute = { id, state, amount, currency: "ron", paymentId, createdAt: new Date() };
  const answer = { kind: "listed" as const, disputes: [dispute], foreign: [], unreadable: [] };
  const cards = { ...site.cards, listDisputesOf: async () => answer };
  succeeded(await settleDisputes({ ...site, cards }, paymentId));
}

async function refund({ orderId }: Bought, wish: RefundOrderRequest["wish"]) {
  const why = "customer_request" as const;
  succeeded(await refundOrder(site, { actor: admin, orderId, wish, why, note: "", stock: "sell_again" }));
}

async function refundFirst(order: Bought) {
  const [first] =
    await season.db`SELECT bundle_id AS id FROM ticket_purchases WHERE order_id = ${order.orderId} ORDER BY seat_no LIMIT 1`;
  await refund(order, { kind: "seats", seats: [String(first?.id)] });
}

async function failRefund({ paymentId }: Bought) {
  const areFailed = async () => {
    await provider.tick();
    const listed = await site.cards.listRefundsOf(paymentId);
    return listed.kind === "listed" && listed.refunds.every(({ state }) => state === "failed");
  };
  await expect.poll(areFailed, { timeout: 40_000 }).toBe(true);
  await settleRefunds(site, paymentId);
}

const bani = (lei = "") =>
  Math.round(Number(lei.replaceAll(".", "").replace("−", "-").replace(",", ".")) * 100);
const lei = String.raw`(−?[\d.]+(?:,\d\d)?)`;
const page = async (path: string, as = office) =>
  (await ask(path, { as })).text.replaceAll("<!-- -->", "").replaceAll("&nbsp;", " ");
/** The figure under each name of a list of terms; 0 where it is not shown. */
const figures = (html: string, names: readonly string[]) =>
  names.map((name) => bani(new RegExp(`<dt>${name}</dt><dd>(?:<[^>]*>)*${lei}`).exec(html)?.[1] ?? "0"));

/** The file's rows of the order: paid, refunded, taken, left. */
async function rowsOfFile({ orderId }: Bought, payment: PurchaseSearch["payment"] = "all") {
  const search = { ...everyPurchase, payment };
  const file = succeeded(
    await exportPurchases(services, { actor: admin, as: "csv", search, columns: "purchases" }),
  );
  const [head = [], ...rows] = csvRows(await text(file));
  const [order] = await season.db`SELECT number FROM orders WHERE id = ${orderId}`;
  const at = (name: string) => head.indexOf(name);
  return rows
    .filter((cells) => cells[at("Comandă")] === String(order?.number))
    .map((cells) =>
      ["Plătit", "Rambursat", "Luat de bancă", "Preț total"].map((name) =>
        bani(cells[at(name)]?.replace(".", ",")),
      ),
    )
    .sort(([paid = 0, back = 0], [other = 0, otherBack = 0]) => back - otherBack || other - paid);
}

const sumOf = (rows: readonly number[][]) =>
  [0, 1, 2, 3].map((at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0));

async function settled({ nights }: Bought) {
  const rows = await services.database.readAs(admin, (sql) => listSettledRows(sql, nights));
  return sumOf(rows.map(({ gross, returned, net }) => [gross, returned, net]));
}

type Case = readonly [
  title: string,
  about: Parameters<typeof buy>[0],
  happens: (order: Bought) => Promise<unknown>,
  seats: readonly (readonly number[])[],
  said: { chip: string; seats: readonly string[]; status: string; list: string },
];

const two = <Of>(one: Of) => [one, one];

const cases: readonly Case[] = [
  [
    "a dispute lost for all of it",
    {},
    (order) => bank(order, "lost", 24_000),
    two([12_000, 0, -12_000, 0]),
    {
      chip: "Contestație pierdută",
      seats: two("Luat de bancă 120,00; codul nu mai intră"),
      status: "Întors de bancă",
      list: "întors de bancă 240,00 LEI",
    },
  ],
  [
    "a dispute lost for a part",
    {},
    (order) => bank(order, "lost", 10_000),
    two([12_000, 0, -5_000, 7_000]),
    {
      chip: "Parțial luat de bancă",
      seats: two("luat de bancă 50,00, rămas 70,00"),
      status: checkoutTexts.partlyTaken,
      list: "întors de bancă 100,00 LEI, rămas 140,00 LEI",
    },
  ],
  [
    "a pass, and a dispute lost for a part",
    { isPass: true },
    (order) => bank(order, "lost", 10_000),
    [
      [24_000, 0, -10_000, 14_000],
      [0, 0, 0, 0],
    ],
    {
      chip: "Parțial luat de bancă",
      seats: ["luat de bancă 100,00, rămas 140,00"],
      status: checkoutTexts.partlyTaken,
      list: "întors de bancă 100,00 LEI, rămas 140,00 LEI",
    },
  ],
  [
    "a refund of one ticket, then a dispute lost for a part",
    {},
    async (order) => {
      await refundFirst(order);
      await bank(order, "lost", 5_000);
    },
    [
      [12_000, -12_000, 0, 0],
      [12_000, 0, -5_000, 7_000],
    ],
    {
      chip: "Parțial luat de bancă",
      seats: ["Rambursat 120,00; codul nu mai intră", "luat de bancă 50,00, rămas 70,00"],
      status: checkoutTexts.partlyReturned,
      list: "restituit 120,00 LEI, întors de bancă 50,00 LEI, rămas 70,00 LEI",
    },
  ],
  [
    "a refund of one ticket, then a dispute lost for more than was left",
    {},
    async (order) => {
      await refundFirst(order);
      await bank(order, "lost", 24_000);
    },
    [
      [12_000, -12_000, 0, 0],
      [12_000, 0, -12_000, 0],
    ],
    {
      chip: "Contestație pierdută",
      seats: ["Rambursat 120,00; codul nu mai intră", "Luat de bancă 120,00; codul nu mai intră"],
      status: "Întors de bancă",
      list: "restituit 120,00 LEI, întors de bancă 120,00 LEI",
    },
  ],
  [
    "a refund of an amount, then a dispute lost for a part",
    {},
    async (order) => {
      await refund(order, { kind: "amount", amount: 4_000 });
      await bank(order, "lost", 10_000);
    },
    two([12_000, -2_000, -5_000, 5_000]),
    {
      chip: "Parțial luat de bancă",
      seats: two("rambursat 20,00, luat de bancă 50,00, rămas 50,00"),
      status: checkoutTexts.partlyReturned,
      list: "restituit 40,00 LEI, întors de bancă 100,00 LEI, rămas 100,00 LEI",
    },
  ],
  [
    "a refund of an amount, then a dispute lost for the rest",
    {},
    async (order) => {
      await refund(order, { kind: "amount", amount: 4_000 });
      await bank(order, "lost", 20_000);
    },
    two([12_000, -2_000, -10_000, 0]),
    {
      chip: "Contestație pierdută",
      seats: two("Rambursat 20,00, luat de bancă 100,00; codul nu mai intră"),
      status: "Întors de bancă",
      list: "restituit 40,00 LEI, întors de bancă 200,00 LEI",
    },
  ],
  [
    "a dispute lost for a part, then a refund of one ticket",
    {},
    async (order) => {
      await bank(order, "lost", 10_000);
      await refundFirst(order);
    },
    [
      [12_000, -7_000, -5_000, 0],
      [12_000, 0, -5_000, 7_000],
    ],
    {
      chip: "Parțial luat de bancă",
      seats: ["Rambursat 70,00, luat de bancă 50,00; codul nu mai intră", "luat de bancă 50,00, rămas 70,00"],
      status: checkoutTexts.partlyReturned,
      list: "restituit 70,00 LEI, întors de bancă 100,00 LEI, rămas 70,00 LEI",
    },
  ],
  [
    "a dispute lost for a part, then one for the rest",
    {},
    async (order) => {
      await bank(order, "lost", 10_000);
      await bank(order, "lost", 14_000, 2);
    },
    two([12_000, 0, -12_000, 0]),
    {
      chip: "Contestație pierdută",
      seats: two("Luat de bancă 120,00; codul nu mai intră"),
      status: "Întors de bancă",
      list: "întors de bancă 240,00 LEI",
    },
  ],
  [
    "a refund that fails after the tickets have ended, then a dispute lost for it",
    { card: failsLate },
    async (order) => {
      await refund(order, { kind: "whole" });
      await failRefund(order);
      await bank(order, "lost", 24_000);
    },
    two([12_000, 0, -12_000, 0]),
    {
      chip: "Rambursat",
      seats: two("Luat de bancă 120,00; codul nu mai intră"),
      status: "Întors de bancă",
      list: "întors de bancă 240,00 LEI",
    },
  ],
  [
    "a dispute that was won",
    {},
    async (order) => {
      await bank(order, "open", 24_000);
      await bank(order, "won", 24_000);
    },
    two([12_000, 0, 0, 12_000]),
    { chip: "Plătit", seats: [], status: checkoutTexts.paid, list: "" },
  ],
];

it.each(cases)(
  "paid less refunded less taken by the bank is what the settlement keeps, in the file, the drawer, the buyer's page and list: %s (F25)",
  async (_title, about, happens, seats, said) => {
    const order = await buy(about);
    await happens(order);
    const rows = await rowsOfFile(order);
    expect(rows).toEqual(seats);
    for (const [paid = 0, back = 0, taken = 0, left] of rows) expect(paid + back + taken).toBe(left);
    const [paid = 0, back = 0, taken = 0, left = 0] = sumOf(rows);
    expect((await settled(order)).slice(0, 3)).toEqual([paid, paid - left, left]);
    const sums = [paid, 0 - back, 0 - taken, left];

    const drawer = await page(`/admin/purchases?open=${order.orderId}`);
    expect(figures(drawer, ["Plătit", "Dat înapoi", "Luat de bancă", "Rămas"])).toEqual(sums);
    const [, payment = ""] = drawer.split('order-facts__payment">');
    expect(/>([^<>]{2,})</.exec(payment)?.[1]).toBe(said.chip);
    const filter = paymentStates.find((state) => purchaseTexts.payments[state] === said.chip);
    expect(await rowsOfFile(order, filter)).toEqual(seats);
    const notes = drawer.matchAll(
      /[^<>]*; codul nu mai intră|(?:rambursat|luat de bancă) [\d.,]+(?:, [^<>]*)?, rămas [\d.,]+/g,
    );
    expect([...notes].map(([note]) => note.trim())).toEqual(said.seats);

    const success = await page(`/tickets/success?session_id=${order.sessionId}`, order.payer);
    const kept = left === paid ? [] : ["Total după restituire"];
    expect(figures(success, ["Suma", "Restituit", "Întors de bancă", ...kept])).toEqual(
      sums.slice(0, 3 + kept.length),
    );
    expect(success).toContain(`>${said.status}</dd>`);

    const list = await page("/profile?section=orders", order.payer);
    expect(/orders__back">([^<]*)</.exec(list)?.[1] ?? "").toBe(said.list);
    const mine = await page(`/profile?section=orders&order=${order.orderId}`, order.payer);
    if (left !== paid)
      expect(mine.replace(/<[^>]*>/g, "|")).toMatch(new RegExp(`Total după restituire\\|+${left / 100} LEI`));
  },
);
