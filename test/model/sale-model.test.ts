import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { testServices } from "#test/support/services.ts";
import { deliverNotice } from "#test/support/signed-notices.ts";
import { openHoldQueue } from "#ticketing/orders/checkout/hold-queue.server.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { releaseOrder } from "#ticketing/orders/checkout/release-order.server.ts";
import { sweepHolds } from "#ticketing/orders/checkout/sweep-holds.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { refundOrder } from "#ticketing/orders/refunds/refund-order.server.ts";
import { settleRefunds } from "#ticketing/orders/refunds/settle-refunds.server.ts";
import { splitCode } from "#ticketing/orders/split-code.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { type SaleSystem, saleCommands } from "./sale-commands.ts";
import { availableOf, heldBy, type SaleModel, taken } from "./sale-model.ts";

const runs = process.env.TEST_SCALE === "long" ? 10_000 : 40;
// fast-check prints the seed of a failure; MODEL_SEED repeats it.
const seed = process.env.MODEL_SEED ? Number(process.env.MODEL_SEED) : Date.now() % 1_000_000_000;
// Each stretch has a database of its own, because the rows of many runs would slow the next ones down.
const stretch = 500;
const stretches = Array.from({ length: Math.ceil(runs / stretch) }, (_, i) => ({
  first: i * stretch + 1,
  last: Math.min(runs, (i + 1) * stretch),
  seed: seed + i,
}));
const size = { customers: 3, offers: 5, together: [0, 1, 4] };

// Small enough to matter within one run; longer than a hold, so that each hold counts the same.
const hoarding = { placesAtOnce: 8, placeMinutesPerDay: 60 * 13, leastMinutes: 60 };

function newModel(): SaleModel {
  return {
    nights: [8, 6],
    offers: [
      { entries: 1, nights: [0], isPass: false, capacity: 5, codePer: "order" },
      { entries: 2, nights: [0], isPass: false, capacity: 4, codePer: "person" },
      { entries: 1, nights: [1], isPass: false, capacity: 20, codePer: "order" },
      { entries: 1, nights: [0, 1], isPass: true, capacity: 3, codePer: "person" },
      { entries: 1, nights: [0], isPass: false, capacity: 4, codePer: "person" },
    ],
    orders: [],
    mailboxes: [0, 0, 1],
    hoarding,
  };
}

/** No system: the model runs alone and is checked against its own rules. */
const nothing: SaleSystem = {
  buy: async () => undefined,
  pay: async () => {},
  settle: async () => {},
  letGo: async () => {},
  runOut: async () => {},
  refundAll: async () => {},
  split: async () => {},
  giveBackUnit: async () => {},
  async compare(model) {
    const { units, places } = taken(model);
    for (const [i, offer] of model.offers.entries()) {
      expect(units[i]).toBeLessThanOrEqual(offer.capacity);
      expect(availableOf(model, i)).toBeGreaterThanOrEqual(0);
    }
    for (const [i, capacity] of model.nights.entries()) expect(places[i]).toBeLessThanOrEqual(capacity);
    for (const mailbox of model.mailboxes) {
      const held = heldBy(model, mailbox);
      if (held.length > 1) expect(held.reduce((a, b) => a + b)).toBeLessThanOrEqual(hoarding.placesAtOnce);
    }
  },
};

describe("the model of the sale", () => {
  it("never oversells, for any sequence of actions (I1, I5)", async () => {
    await fc.assert(
      fc.asyncProperty(saleCommands(size), async (commands) => {
        const model = newModel();
        await fc.asyncModelRun(() => ({ model, real: nothing }), commands);
      }),
      { numRuns: runs * 5, seed },
    );
  }, 600_000);
});

async function openGround(limit = hoarding) {
  const database = await testDatabase(onTestFinished);
  const season = await openSeasonBuilder(database.ownerUrl, onTestFinished);
  const site = await testServices(database, {}, onTestFinished);
  const holds = openHoldQueue(site, limit);
  onTestFinished(() => holds.close());
  return { season, site: { ...site, holds } };
}

type Ground = Awaited<ReturnType<typeof openGround>>;

async function realSystem(model: SaleModel, { season, site }: Ground): Promise<SaleSystem> {
  const nights = [
    await season.night({ capacity: model.nights[0] ?? 0 }),
    await season.night({ capacity: model.nights[1] ?? 0 }),
  ];
  const types: Uuid[] = [];
  for (const offer of model.offers) {
    types.push(
      await season.ticketType({
        events: offer.nights.map((night) => nights[night] as Uuid),
        capacity: offer.capacity,
        entries: offer.entries,
        family: offer.isPass ? "season_pass" : "ordinary",
      }),
    );
  }
  const isPerson = model.offers.map(({ codePer }) => codePer === "person");
  await season.client.query("UPDATE tickets SET code_per = 'person' WHERE id = ANY($1)", [
    types.filter((_, i) => isPerson[i]),
  ]);
  const actor = { userId: (await season.person("admin")).userId, role: "admin" } as const;
  const people = await season.people(size.customers);
  for (const [i, { userId }] of people.entries())
    await season.client.query("UPDATE profiles SET email = $2 WHERE id = $1", [
      userId,
      `c${people[model.mailboxes.indexOf(model.mailboxes[i] ?? 0)]?.userId}+${i}@exemplu.ro`,
    ]);
  const orders: { orderId: string; sessionId: string; userId: Uuid }[] = [];
  const at = (index: number) => {
    const order = orders[index];
    if (!order) throw new Error(`no order ${index}`);
    return order;
  };
  return {
    async buy(customer, lines) {
      const person = people[customer];
      if (!person) throw new Error("nobody");
      const opened = await openCheckout(site, {
        sessionHash: person.sessionHash,
        lines: lines.map(({ offer, quantity }) => ({ ticketTypeId: types[offer] as Uuid, quantity })),
        total: null,
        eventId: null,
        priceId: null,
        origin: "event",
        requestKey: null,
      });
      if (!opened.ok) return { kind: "refused", reason: opened.refusal.reason as "not_enough" };
      const known = orders.findIndex((order) => order.orderId === opened.value.orderId);
      if (known >= 0) return { kind: "order", index: known };
      orders.push({
        orderId: opened.value.orderId,
        sessionId: opened.value.url?.split("/").at(-1) ?? "",
        userId: person.userId,
      });
      return { kind: "order", index: orders.length - 1 };
    },
    async pay(index) {
      await payWithCard(site.provider.pagesBase, at(index).sessionId);
    },
    async settle(index, copies) {
      const { sessionId } = at(index);
      const callers = [
        () =>
          deliverNotice(site, {
            ...{ id: `evt_${newId()}`, type: "checkout.session.completed" },
            object: { id: sessionId, object: "checkout.session" },
          }),
        () => settlePayment(site, { sessionId, by: "customer" }),
        () => settlePayment(site, { sessionId, by: "poller" }),
      ];
      await Promise.all(callers.slice(0, copies).map((call) => call()));
    },
    async letGo(index) {
      await releaseOrder(site, { orderId: at(index).orderId, userId: at(index).userId });
    },
    async runOut(index) {
      await season.client.query(
        "UPDATE orders SET hold_expires_at = now() - interval '1 second' WHERE id = $1 AND stake = 'held'",
        [at(index).orderId],
      );
      await sweepHolds(site);
    },
    async refundAll(index) {
      const { rows } = await season.client.query(
        "SELECT payment_intent_id FROM payments WHERE order_id = $1",
        [at(index).orderId],
      );
      const paymentId: string | undefined = rows[0]?.payment_intent_id;
      if (!paymentId) return;
      await site.cards.refund({ key: `all of ${at(index).orderId}`, paymentId });
      await settleRefunds(site, paymentId);
    },
    async split(index, line) {
      const { rows } = await season.client.query(
        "SELECT id FROM ticket_purchases WHERE order_id = $1 AND line_no = $2 AND status = 'paid' AND unit_no IS NULL LIMIT 1",
        [at(index).orderId, line + 1],
      );
      if (rows[0]) await splitCode(site, { actor, purchaseId: rows[0].id });
    },
    async giveBackUnit(index, line) {
      const { orderId } = at(index);
      const { rows } = await season.client.query(
        `SELECT array_agg(DISTINCT bundle_id) AS seats FROM ticket_purchases WHERE order_id = $1 AND line_no = $2 AND status = 'paid'
         GROUP BY unit_no HAVING unit_no IS NOT NULL ORDER BY unit_no LIMIT 1`,
        [orderId, line + 1],
      );
      if (!rows[0]) return;
      const wish = { kind: "seats", seats: rows[0].seats } as const;
      await refundOrder(site, { actor, orderId, wish, why: "goodwill", note: "", stock: "sell_again" });
    },
    async compare(expected) {
      const { rows } = await season.client.query("SELECT id, state FROM orders WHERE id = ANY($1)", [
        orders.map((order) => order.orderId),
      ]);
      const states = new Map(rows.map((row) => [row.id, row.state]));
      expect(orders.map((order) => states.get(order.orderId))).toEqual(
        expected.orders.map((order) => order.state),
      );
      const counters = await season.client.query(
        "SELECT id, held, sold FROM stock_counters WHERE id = ANY($1)",
        [[...types, ...nights]],
      );
      const counted = new Map(counters.rows.map((row) => [row.id, row]));
      const { heldUnits, soldUnits, places } = taken(expected);
      expect(types.map((id) => [counted.get(id).held, counted.get(id).sold])).toEqual(
        types.map((_, i) => [heldUnits[i], soldUnits[i]]),
      );
      expect(nights.map((id) => counted.get(id).held + counted.get(id).sold)).toEqual(places);
    },
  };
}

describe("the real system", () => {
  it.each(stretches)(
    "equals the model after each step, in any order of steps, and keeps every invariant, in the seeded runs $first to $last (I1, I2, I3, I6, I30)",
    async ({ first, last, seed }) => {
      const ground = await openGround();
      await fc.assert(
        fc.asyncProperty(saleCommands(size), async (commands) => {
          const model = newModel();
          const real = await realSystem(model, ground);
          await fc.asyncModelRun(() => ({ model, real }), commands);
        }),
        { numRuns: last - first + 1, endOnFailure: false, seed },
      );
      expect(await findViolations(ground.season.client, dataInvariants)).toEqual([]);
    },
    stretch * 5_000,
  );

  it.each([
    ["places at once", { ...hoarding, placesAtOnce: 1000 }],
    ["place-minutes of a day", { ...hoarding, placeMinutesPerDay: 1_000_000 }],
  ])(
    "that does not count a person's %s fails in the same steps",
    async (_what, limit) => {
      const ground = await openGround(limit);
      const found = fc.check(
        fc.asyncProperty(saleCommands(size), async (commands) => {
          const model = newModel();
          const real = await realSystem(model, ground);
          await fc.asyncModelRun(() => ({ model, real }), commands);
        }),
        { numRuns: 500, endOnFailure: true, seed },
      );
      expect((await found).failed).toBe(true);
    },
    100_000,
  );

  it.each(["settle", "letGo", "runOut", "refundAll", "split", "giveBackUnit"] as const)(
    "that leaves out one act fails in the same steps: %s",
    async (act) => {
      const ground = await openGround();
      const found = fc.check(
        fc.asyncProperty(saleCommands(size), async (commands) => {
          const model = newModel();
          const real = { ...(await realSystem(model, ground)), [act]: async () => {} };
          await fc.asyncModelRun(() => ({ model, real }), commands);
        }),
        { numRuns: 500, endOnFailure: true, seed },
      );
      expect((await found).failed).toBe(true);
    },
    100_000,
  );
});
