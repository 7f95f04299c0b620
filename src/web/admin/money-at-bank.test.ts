/** A dispute that no bank has decided: every book that differs for it says by how much. */
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { csvRows } from "#test/support/csv-rows.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { queriesOf } from "#test/support/queries.ts";
import { sellLines } from "#test/support/sold-order.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { settleDisputes } from "#ticketing/orders/payment/settle-disputes.server.ts";
import { exportLedger } from "#ticketing/reports/export-ledger.server.ts";
import { exportPurchases } from "#ticketing/reports/export-purchases.server.ts";
import { everyPurchase } from "#ticketing/reports/purchase-search.ts";
import { myOrderTexts } from "#web/account/my-order-texts.ts";
import { checkoutTexts } from "#web/checkout/checkout-texts.ts";

const { season, site: services, provider, ask } = await openSourceSite();
const site = { ...services, provider };
const admin = await season.person("admin");
const page = async (path: string) => (await ask(path, { as: admin })).text.replaceAll("<!-- -->", "");

const [first, second] = [await season.night({ title: "Luna Plină" }), await season.night({ inDays: 9 })];
const entry = await season.ticketType({ events: [first], price: 9_000 });
const pass = await season.ticketType({ events: [first, second], price: 20_100, family: "season_pass" });
const buyer = await season.person();
const buy = async (ticketTypeId: string, quantity = 1, { sessionHash } = buyer) =>
  sellLines(site, {
    sessionHash,
    lines: [{ ticketTypeId, quantity }],
  });
await buy(entry, 3);
const contested = [await buy(entry), await buy(pass)];
const decide = async (status: "needs_response" | "won" | "lost") => {
  for (const { paymentId } of contested) {
    await provider.dispute(paymentId, status);
    await settleDisputes(site, paymentId);
  }
};

/** Bani in a Romanian text of lei. */
const bani = (lei = "") =>
  Math.round(Number(lei.replaceAll(".", "").replace("−", "-").replace(",", ".")) * 100);
const lei = String.raw`(−?[\d.]+(?:,\d\d)?)`;
const found = (html: string, pattern: string) => {
  const [, amount] = new RegExp(pattern).exec(html) ?? [];
  return amount === undefined ? null : bani(amount);
};

/** What list, drawer and file of codes, the bell, and the buyer's page say of the disputed order. */
async function orderSaid(): Promise<unknown[]> {
  const { orderId } = contested[0] as { orderId: string };
  const open = await page(`/admin/purchases?open=${orderId}`);
  const found = ["Contestat", "Contestație pierdută"].filter((label) =>
    new RegExp(`>${label}</span>`).test(open),
  );
  const bell = await page("/admin/notifications");
  const mine = (await ask(`/profile?section=orders&order=${orderId}`, { as: buyer })).text;
  const kinds = ["Plată contestată", "Contestație pierdută", "Plată în verificare"];
  const notices = [myOrderTexts.inDispute, myOrderTexts.takenBack];
  return [
    ...found,
    ...kinds.filter((kind) => bell.includes(`<b>${kind}</b>`)),
    ...notices.filter((notice) => mine.includes(notice)),
  ];
}

/** What each place says: its figure, and how much of it a bank holds. */
async function books() {
  const [dashboard, months, settlement] = [
    await page("/admin"),
    await page("/admin/reconciliation"),
    await page(`/admin/events/${first}/settlement`),
  ];
  const file = succeeded(await exportLedger(services, { actor: { ...admin, role: "admin" }, as: "csv" }));
  const [, ...rows] = csvRows(await text(file));
  return {
    dashboard: [
      found(dashboard.slice(dashboard.indexOf("<h2>Venit total")), `>${lei} LEI<`),
      found(dashboard, `din care contestat, la bancă: ${lei}`),
    ],
    months: [
      rows.reduce((sum, row) => sum + bani(row[5]?.replace(".", ",")) + bani(row[6]?.replace(".", ",")), 0),
      found(
        months,
        `Venitul din rapoarte are în plus ce e contestat, la bancă, până hotărăște ea: ${lei} LEI`,
      ),
    ],
    orders: [
      found(settlement, `Registrul are ca venit al comenzilor acestea(?: tot atât:)? ${lei}[,.]`),
      found(settlement, `Contestat, la bancă: ${lei} din venitul comenzilor acestea`),
    ],
    night: [
      found(settlement.slice(settlement.indexOf("Încasat net")), `>${lei}<`),
      found(settlement, `din care contestat, la bancă: ${lei}`),
    ],
  };
}

it("dashboard, comparison and settlement say how much of their difference a bank holds, and nothing once it decided", async () => {
  // 3 x 90 and 90 of the night, and a pass of 201 for two nights
  expect(await books()).toEqual({
    dashboard: [56_100, null],
    months: [56_100, null],
    orders: [56_100, null],
    night: [46_050, null],
  });
  await decide("needs_response");
  const during = await books();
  expect(during).toEqual({
    dashboard: [56_100, 29_100],
    months: [27_000, 29_100],
    orders: [56_100, 29_100],
    night: [46_050, 19_050],
  });
  const [revenue = 0, atBank = 0] = during.dashboard.map(Number);
  expect(revenue - atBank).toBe(during.months[0]);
  expect(await orderSaid()).toEqual(["Contestat", "Plată contestată", myOrderTexts.inDispute]);
  await decide("lost");
  expect(await books()).toEqual({
    dashboard: [27_000, null],
    months: [27_000, null],
    orders: [27_000, null],
    night: [27_000, null],
  });
  expect(await orderSaid()).toEqual(["Contestație pierdută", "Contestație pierdută", myOrderTexts.takenBack]);
});

it("what a bank holds, and what it took, is told at the customer, on the buyer's list and page, and in the file, as in the drawer (one kind: one dispute, told in five ways)", async () => {
  const payer = await season.person();
  const { orderId, sessionId, paymentId } = await buy(entry, 1, payer);
  const said = async () => {
    const as = { ...admin, role: "admin" } as const;
    const file = succeeded(
      await exportPurchases(services, { actor: as, as: "csv", search: everyPurchase, columns: "purchases" }),
    );
    const [head = [], ...rows] = csvRows(await text(file));
    const [{ number }] = (await queriesOf(
      season.client,
    )`SELECT number FROM orders WHERE id = ${orderId}`) as [{ number: string }];
    const row = rows.find((cells) => cells[head.indexOf("Comandă")] === String(number)) ?? [];
    const cell = (name: string) => bani(row[head.indexOf(name)]?.replace(".", ","));
    const list = (await ask("/profile?section=orders", { as: payer })).text;
    const success = (await ask(`/tickets/success?session_id=${sessionId}`, { as: payer })).text.replaceAll(
      "<!-- -->",
      "",
    );
    return {
      office: [`/admin/purchases?open=${orderId}`, `/admin/customers/${payer.userId}`].map(async (path) => {
        const html = await page(path);
        return ["Plătit", "Dat înapoi", "Luat de bancă", "Rămas", "Contestat, la bancă"].map((label) =>
          found(html, `<dt>${label}</dt><dd>(?:<[^>]*>)*${lei}<`),
        );
      }),
      list: Object.values(myOrderTexts.bankHas).filter((words) => list.includes(`${words}<`)),
      status: [checkoutTexts.paid, ...Object.values(checkoutTexts.bankHas)].filter((words) =>
        success.includes(`>${words}</dd>`),
      ),
      taken: found(success, `<dt>Întors de bancă</dt><dd>${lei} RON`),
      file: ["Plătit", "Rambursat", "Luat de bancă", "Preț total"].map(cell),
    };
  };
  const twice = (sums: readonly (number | null)[]) => [sums, sums];
  const told = async () => {
    const { office, ...more } = await said();
    return { ...more, office: await Promise.all(office) };
  };
  expect(await told()).toEqual({
    list: [],
    status: ["Platit"],
    taken: null,
    file: [9_000, 0, 0, 9_000],
    office: twice([9_000, 0, null, 9_000, null]),
  });
  await provider.dispute(paymentId, "needs_response");
  await settleDisputes(site, paymentId);
  expect(await told()).toEqual({
    list: ["Contestat la bancă"],
    status: ["Contestat la bancă"],
    taken: null,
    file: [9_000, 0, 0, 9_000],
    office: twice([9_000, 0, null, 9_000, 9_000]),
  });
  await provider.dispute(paymentId, "lost");
  await settleDisputes(site, paymentId);
  expect(await told()).toEqual({
    list: ["Întors de bancă"],
    status: ["Întors de bancă"],
    taken: 9_000,
    file: [9_000, 0, -9_000, 0],
    office: twice([9_000, 0, 9_000, 0, null]),
  });
});

it("a dispute that was won is a step of the order's history, and its payment is paid again", async () => {
  const { orderId, paymentId } = await buy(entry);
  for (const status of ["needs_response", "won"] as const) {
    await provider.dispute(paymentId, status);
    await settleDisputes(site, paymentId);
  }
  const drawer = await page(`/admin/purchases?open=${orderId}`);
  expect(drawer).toContain("Contestație câștigată");
  expect(drawer).toMatch(/>Plătit<\/span>/);
  expect(await page("/admin/notifications")).not.toContain("Plată contestată");
});
