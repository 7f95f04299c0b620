import { beforeAll, describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { type Random, seededRandom } from "#test/races/seeded-random.ts";
import { testDatabase } from "#test/support/database.ts";
import { inDays, onOneDay } from "#test/support/days.ts";
import { ofScale, replay, seedOr } from "#test/support/scale.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { testServices } from "#test/support/services.ts";
import { sellOrder } from "#test/support/sold-order.ts";
import { settleDisputes } from "#ticketing/orders/payment/settle-disputes.server.ts";
import { refundOrder } from "#ticketing/orders/refunds/refund-order.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { settleRefunds } from "#ticketing/orders/refunds/settle-refunds.server.ts";
import { readBookChecks } from "#ticketing/reports/book-checks.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { readViolations } from "#ticketing/reports/find-violations.server.ts";
import { foldSales } from "#ticketing/reports/fold-sales.server.ts";
import { reconcile } from "#ticketing/reports/reconcile.server.ts";
import { readReport } from "#ticketing/reports/report-queries.server.ts";

const orders = ofScale({ sample: 30, all: 150, long: 10_000 });
const seed = seedOr(20_261_120);
const again = replay(seed, "test/money/money-histories.test.ts");
// all of them are sold in one month
beforeAll(() => onOneDay(5), 400_000);

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const site = await testServices(database);
const admin = { userId: (await season.person("admin")).userId, role: "admin" } as const;

type Sold = { orderId: Uuid; paymentId: string };

/** The possible events of one paid order, by any party. */
const fates: [name: string, weight: number, run: (order: Sold, random: Random) => Promise<unknown>][] = [
  ["kept", 4, async () => undefined],
  ["refunded whole", 2, (order) => giveBack(order, { kind: "whole" })],
  [
    "refunded in part",
    3,
    (order, random) => giveBack(order, { kind: "part", line: 1, tickets: random.between(1, 2) }),
  ],
  [
    "refunded in part, then whole",
    1,
    async (order) => {
      await giveBack(order, { kind: "part", line: 1, tickets: 1 });
      await giveBack(order, { kind: "whole" });
    },
  ],
  [
    "refunded by hand at the provider",
    2,
    async (order, random) => {
      await site.cards.refund({
        key: newId(),
        paymentId: order.paymentId,
        amount: random.between(1, 9_000),
      });
      await Promise.all([settleRefunds(site, order.paymentId), settleRefunds(site, order.paymentId)]);
    },
  ],
  [
    "refunded while the provider's answer is lost",
    1,
    async (order) => {
      site.provider.faults.set({ only: "POST /v1/refunds", dropNext: 1 });
      await giveBack(order, { kind: "whole" });
      site.provider.faults.reset();
      await season.client.query("UPDATE refunds SET next_at = now() WHERE order_id = $1", [order.orderId]);
      await returnMoney(site);
    },
  ],
  ["disputed", 1, (order) => dispute(order, ["needs_response"])],
  ["disputed and won", 1, (order) => dispute(order, ["needs_response", "won"])],
  ["disputed and lost", 1, (order) => dispute(order, ["needs_response", "lost"])],
  [
    "refunded in part, then disputed and lost",
    1,
    async (order) => {
      await giveBack(order, { kind: "part", line: 1, tickets: 1 });
      await dispute(order, ["lost"]);
    },
  ],
];

function giveBack({ orderId }: Sold, wish: Parameters<typeof refundOrder>[1]["wish"]) {
  return refundOrder(site, {
    actor: admin,
    orderId,
    wish,
    why: "customer_request",
    note: "",
    stock: orderId.endsWith("0") ? "keep_back" : "sell_again",
  });
}

async function dispute({ paymentId }: Sold, steps: ("needs_response" | "won" | "lost")[]) {
  for (const step of steps) {
    await site.provider.dispute(paymentId, step);
    await settleDisputes(site, paymentId);
  }
}

describe("money", () => {
  it(`is conserved through ${orders} random histories: ledger, tickets, reports and the provider agree to the ban (I7, I8, I11, I13, F25)`, async () => {
    const random = seededRandom(seed);
    const weights = fates.flatMap((fate) => Array.from({ length: fate[1] }, () => fate));
    const nights = await Promise.all(Array.from({ length: 4 }, () => season.night({ capacity: 1_000_000 })));
    const types = [
      ...(await Promise.all(
        nights.map((night, at) =>
          season.ticketType({
            events: [night],
            capacity: 100_000,
            entries: (at % 2) + 1,
            price: 9_950 + at * 1_111,
            title: `Tip ${at % 3}`,
          }),
        ),
      )),
      await season.ticketType({ events: nights, capacity: 100_000, family: "season_pass", price: 49_000 }),
    ];
    const buyers = await season.people(orders);
    for (const [at, buyer] of buyers.entries()) {
      const sold = await sellOrder(site, {
        sessionHash: buyer.sessionHash,
        ticketTypeId: random.pick(types),
        quantity: random.between(1, 4),
      });
      // each fate once, and then as often as it is likely
      const [, , run] = fates[at] ?? random.pick(weights);
      await run(sold, random);
      // The same event again, which changes nothing.
      await settleRefunds(site, sold.paymentId);
      await settleDisputes(site, sold.paymentId);
      // Earlier days, so that there are sales in other months.
      if (random.next() < 0.1) await foldSales(site);
    }

    expect(await readViolations(season.client, dataInvariants), again).toEqual([]);
    await foldSales(site);
    expect(await readViolations(season.client, dataInvariants), again).toEqual([]);

    const { rows: ledger } = await season.client.query(
      "SELECT sum(amount)::float8 AS all, -sum(amount) FILTER (WHERE account = 'revenue')::float8 AS revenue FROM ledger_entries",
    );
    const { rows: plain } = await season.client.query(
      "SELECT sum(quantity)::float8 AS quantity, sum(total_price)::float8 AS revenue, count(*)::float8 AS purchases FROM ticket_purchases WHERE status = 'paid'",
    );
    expect(ledger[0].all, again).toBe(0);
    for (const period of ["7", "all"] as const) {
      const report = await site.database.readAs(admin, (sql) => readReport(sql, period, inDays(0)));
      expect(report.now).toMatchObject(plain[0]);
      expect(report.now.revenue).toBe(ledger[0].revenue);
      expect(report.types.reduce((sum, type) => sum + type.quantity, 0)).toBe(plain[0].quantity);
      expect(report.topEvents.reduce((sum, event) => sum + event.revenue, 0)).toBe(ledger[0].revenue);
      expect(report.months.at(-1)?.revenue).toBe(ledger[0].revenue);
    }
    const compared = await reconcile(site, { since: new Date(Date.now() - 86_400_000), by: "job" });
    expect(compared).toMatchObject({ ok: true, value: { differences: [] } });
    expect(compared.ok && compared.value.ledger - compared.value.provider).toBe(0);
    const checks = await site.database.withDuty("settle", readBookChecks);
    expect(checks).toMatchObject({ payments: orders, answered: orders, invitations: 0, sum: 0 });
    expect(checks.paidFor).toBe(checks.sold);
  }, 3_600_000);
});
