import { describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { testDatabase } from "#test/support/database.ts";
import { openPage } from "#test/support/open-page.ts";
import { orderRows } from "#test/support/order-rows.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { processServices, testServices } from "#test/support/services.ts";
import { signedNotice } from "#test/support/signed-notices.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { receiveNotice } from "./receive-notice.server.ts";
import { settlePayment } from "./settle-payment.server.ts";
import { type PaidSession, settleTogether } from "./settle-together.server.ts";

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const site = await testServices(database);
const other = await processServices(database, site.provider);
const rows = orderRows(season.client);

type Payment = PaidSession & { readonly orderId: string };

/** Customers who paid for this type; the notice about each is in the inbox. */
async function paid(type: Uuid, count: number, quantity = 1): Promise<Payment[]> {
  const people = await season.people(count);
  return Promise.all(
    people.map(async ({ sessionHash }) => {
      const { orderId, sessionId } = await openPage(site, sessionHash, type, quantity);
      await payWithCard(site.provider.pagesBase, sessionId);
      return { orderId, ...(await told(sessionId)) };
    }),
  );
}

async function told(sessionId: string): Promise<PaidSession> {
  const eventId = `evt_${newId()}`;
  const object = { id: sessionId, object: "checkout.session" };
  await receiveNotice(site, signedNotice({ id: eventId, type: "checkout.session.completed", object }));
  const read = await site.cards.readSession(sessionId);
  if (read.kind !== "found") throw new Error(read.kind);
  return { eventId, session: read.session };
}

async function noticeStates(payments: readonly PaidSession[]): Promise<string[]> {
  const { rows: found } = await season.client.query(
    "SELECT n.state FROM unnest($1::text[]) WITH ORDINALITY AS e(id, i) JOIN payment_notices n ON n.event_id = e.id ORDER BY e.i",
    [payments.map(({ eventId }) => eventId)],
  );
  return found.map(({ state }) => state);
}
const statesOf = (payments: readonly Payment[]) =>
  Promise.all(payments.map(({ orderId }) => rows.state(orderId)));

async function hotType(capacity: number, about: { entries?: number } = {}) {
  const night = await season.night();
  return { night, type: await season.ticketType({ events: [night], capacity, ...about }) };
}

/** Some of these in one array, the rest of whose kind is known. */
function first(payments: readonly Payment[]): Payment {
  const [one] = payments;
  if (!one) throw new Error("nobody paid");
  return one;
}

describe("settling many payments in one transaction", () => {
  it("gives each its tickets, its letter and its place in the books, and closes its notice (I2, I6)", async () => {
    const { night, type } = await hotType(20, { entries: 2 });
    const payments = await paid(type, 6, 2);
    expect(await settleTogether(site, payments)).toEqual(payments.map(() => "settled"));
    expect(new Set(await statesOf(payments))).toEqual(new Set(["paid/sold"]));
    expect([await rows.counter(type), await rows.counter(night)]).toEqual([
      [0, 12],
      [0, 24],
    ]);
    for (const { orderId } of payments) {
      expect([
        await rows.count("ticket_purchases", orderId, "status = 'paid' AND entries_remaining = 4"),
        await rows.count("letters", orderId, "kind = 'ticket_confirmation'"),
      ]).toEqual([1, 1]);
      expect(await rows.ledger(orderId)).toEqual(["clearing 22000", "revenue -22000"]);
      expect(await rows.attempts(orderId)).toEqual(["1 closed"]);
      expect((await rows.journal(orderId)).at(-1)).toBe("paid by notice");
    }
    expect(new Set(await noticeStates(payments))).toEqual(new Set(["processed"]));
    const { rows: told } = await season.client.query(
      "SELECT sum(purchases)::int AS purchases, sum(quantity)::int AS quantity, sum(revenue)::int AS revenue FROM sales_deltas WHERE ticket_type_id = $1",
      [type],
    );
    expect(told).toEqual([{ purchases: 6, quantity: 12, revenue: 132_000 }]);
  });

  it("gives a pass one ticket per night in it, beside orders for one night", async () => {
    const nights = [await season.night({ inDays: 4 }), await season.night({ inDays: 2 })];
    const pass = await season.ticketType({ events: nights, family: "season_pass", price: 45_000 });
    const single = await season.ticketType({ events: [nights[0] as Uuid] });
    const payments = [...(await paid(pass, 2)), ...(await paid(single, 1))];
    expect(await settleTogether(site, payments)).toEqual(["settled", "settled", "settled"]);
    const { rows: tickets } = await season.client.query(
      `SELECT p.event_id, p.units, p.total_price::int AS price FROM unnest($1::uuid[]) WITH ORDINALITY AS o(id, i) JOIN ticket_purchases p ON p.order_id = o.id
       JOIN events e ON e.id = p.event_id ORDER BY o.i, e.date`,
      [payments.map(({ orderId }) => orderId)],
    );
    const ofPass = [
      { event_id: nights[1], units: 1, price: 45_000 },
      { event_id: nights[0], units: 0, price: 0 },
    ];
    expect(tickets).toEqual([...ofPass, ...ofPass, { event_id: nights[0], units: 1, price: 11_000 }]);
    expect(await rows.counter(nights[0] as Uuid)).toEqual([0, 3]);
  });

  it("leaves alone what is not plain, and settles the others (F22, F23)", async () => {
    const { type } = await hotType(20);
    const payments = await paid(type, 4);
    const [ended, differs, done, plain] = payments as [Payment, Payment, Payment, Payment];
    await rows.losePlaces(ended.orderId);
    await settlePayment(site, { sessionId: done.session.id, by: "customer" });
    const wrong = { ...differs, session: { ...differs.session, amountTotal: 1 } };
    const foreign = {
      ...plain,
      eventId: "evt_foreign",
      session: { ...plain.session, id: "cs_foreign", clientReferenceId: null },
    };
    expect(await settleTogether(site, [ended, wrong, done, plain, foreign])).toEqual([
      "not_plain",
      "not_plain",
      "settled",
      "settled",
      "not_plain",
    ]);
    expect(await statesOf(payments)).toEqual([
      "expired/none",
      "checkout_open/held",
      "paid/sold",
      "paid/sold",
    ]);
    expect(await noticeStates(payments)).toEqual(["received", "received", "processed", "processed"]);
    expect(await rows.count("payments", done.orderId)).toBe(1);
  });

  it("takes one payment of an order at a time, so that the second goes back (I6)", async () => {
    const { type } = await hotType(5);
    const payment = first(await paid(type, 1));
    const copy = await told(payment.session.id);
    expect(await settleTogether(site, [payment, copy])).toEqual(["settled", "not_plain"]);
    expect(await settleTogether(site, [copy, payment])).toEqual(["settled", "not_plain"]);
    expect(await rows.count("payments", payment.orderId)).toBe(1);
  });

  it("by two processes at once, in opposite order, fulfils each once (I6)", async () => {
    const { night, type } = await hotType(20);
    const payments = await paid(type, 8);
    await Promise.all([
      settleTogether(site, payments),
      settleTogether(other, [...payments].reverse()),
      ...payments.map(({ session }) => settlePayment(other, { sessionId: session.id, by: "customer" })),
    ]);
    expect(new Set(await statesOf(payments))).toEqual(new Set(["paid/sold"]));
    expect(await rows.counter(night)).toEqual([0, 8]);
    expect(await findViolations(season.client, dataInvariants)).toEqual([]);
  });
});

describe("the desk that gathers them", () => {
  it("lets one that the database refuses fail alone", async () => {
    const { type } = await hotType(20);
    const payments = await paid(type, 5);
    const [poisoned, ...others] = payments as [Payment, ...Payment[]];
    // a payment that is booked already, for another order
    const [stranger] = others as [Payment];
    const twice = {
      ...poisoned,
      session: { ...poisoned.session, paymentIntentId: stranger.session.paymentIntentId },
    };
    const answers = await Promise.allSettled(
      [twice, ...others].map((payment) => site.settling.settlePaid(payment)),
    );
    const refused = answers.filter((answer) => answer.status === "rejected");
    expect(refused).toHaveLength(1);
    expect(String(refused[0]?.reason)).toContain("payments_payment_intent_id");
    expect((await statesOf(payments)).filter((state) => state === "paid/sold")).toHaveLength(4);
    expect((await noticeStates(payments)).filter((state) => state === "processed")).toHaveLength(4);
    expect(await findViolations(season.client, dataInvariants)).toEqual([]);
  });
});
