import { describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import type { Uuid } from "#kernel/id.ts";
import { testDatabase } from "#test/support/database.ts";
import { openPage } from "#test/support/open-page.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { processServices, testServices } from "#test/support/services.ts";
import { deliverNotice, leaseOf, signedNotice } from "#test/support/signed-notices.ts";
import { findOrderOfSession } from "#ticketing/orders/order-queries.server.ts";
import { pollPayments } from "#ticketing/orders/payment/poll-payments.server.ts";
import { processNotice } from "#ticketing/orders/payment/process-notice.server.ts";
import { processNotices } from "#ticketing/orders/payment/process-notices.server.ts";
import { receiveNotice } from "#ticketing/orders/payment/receive-notice.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const site = await testServices(database);
const other = await processServices(database, site.provider);
const { client } = season;

async function bought(card?: string) {
  const type = await season.ticketType({ events: [await season.night()] });
  const person = await season.person();
  const page = await openPage(site, person.sessionHash, type, 2);
  if (card !== undefined) await payWithCard(site.provider.pagesBase, page.sessionId, card);
  return { ...page, ...person, type };
}
const visa = "4242424242424242";

const about = (sessionId: string, type = "completed", id = `evt_${type}_${sessionId}`) => ({
  id,
  type: `checkout.session.${type}`,
  object: { id: sessionId, object: "checkout.session" },
});

async function summary(orderId: string): Promise<string> {
  const { rows } = await client.query(
    `SELECT o.state || '/' || o.stake || ', tickets ' || (SELECT count(*) FROM ticket_purchases p WHERE p.order_id = o.id AND p.status = 'paid')
       || ', payments ' || (SELECT count(*) FROM payments p WHERE p.order_id = o.id) || ', letters ' || (SELECT count(*) FROM letters l WHERE l.order_id = o.id) AS all
     FROM orders o WHERE o.id = $1`,
    [orderId],
  );
  return rows[0].all;
}
const fulfilled = "paid/sold, tickets 1, payments 1, letters 1";

async function noticeState(eventId: string): Promise<string | undefined> {
  const { rows } = await client.query("SELECT state FROM payment_notices WHERE event_id = $1", [eventId]);
  return rows[0]?.state;
}

const openForAMinute = (orderId: string) =>
  client.query(
    "UPDATE checkout_attempts SET created_at = now() - interval '61 seconds', polled_at = NULL WHERE order_id = $1",
    [orderId],
  );

describe("a webhook event of the card provider", () => {
  it("that comes 50 times at once is stored and processed once (F13)", async () => {
    const { orderId, sessionId } = await bought(visa);
    const notice = about(sessionId);
    const taken = await Promise.all(
      Array.from({ length: 50 }, (_, n) => receiveNotice(n % 2 ? site : other, signedNotice(notice))),
    );
    expect(taken.filter((answer) => answer.ok)).toHaveLength(50);
    expect(taken.filter((answer) => answer.ok && answer.value.isNew)).toHaveLength(1);
    const lease = await leaseOf(site, notice.id);
    await client.query("UPDATE payment_notices SET next_at = now() WHERE event_id = $1", [notice.id]);
    await Promise.all([processNotice(site, lease), processNotice(other, lease), processNotices(site)]);
    expect(await summary(orderId)).toBe(fulfilled);
    const { rows } = await client.query(
      "SELECT count(*)::int AS n FROM payment_notices WHERE event_id = $1",
      [notice.id],
    );
    expect(rows[0].n).toBe(1);
  });

  it("of a session without an order is kept for a day, then quarantined for an administrator (F15)", async () => {
    const id = "evt_of_nobody";
    await deliverNotice(site, about("cs_test_of_nobody", "completed", id));
    const { rows } = await client.query(
      "SELECT state, attempts, next_at > now() AS waits FROM payment_notices WHERE event_id = $1",
      [id],
    );
    expect(rows).toEqual([{ state: "received", attempts: 1, waits: true }]);
    await client.query(
      "UPDATE payment_notices SET received_at = now() - interval '25 hours', next_at = now() WHERE event_id = $1",
      [id],
    );
    await processNotices(site);
    expect(await noticeState(id)).toBe("quarantined");
  });
});

it("a customer sees nothing of another person's order, or of an invented session (F20)", async () => {
  const seen = (userId: Uuid, sessionId: string) =>
    site.database.readAs({ userId, role: "user" }, (sql) => findOrderOfSession(sql, sessionId));
  const { sessionId, userId } = await bought(visa);
  expect(await seen(userId, sessionId)).toMatchObject({ state: "checkout_open", paidAt: null });
  const stranger = await season.person();
  for (const other of [sessionId, "cs_test_invented"])
    expect(await seen(stranger.userId, other)).toBeUndefined();
  expect(await settlePayment(site, { sessionId: "cs_test_invented", by: "customer" })).toMatchObject({
    refusal: { reason: "not_ours" },
  });
});

describe("without any webhook event", () => {
  it("the poller fulfils a paid order, once in several processes (F19)", async () => {
    const { orderId } = await bought(visa);
    await openForAMinute(orderId);
    await Promise.all([pollPayments(site), pollPayments(other), pollPayments(site)]);
    expect(await summary(orderId)).toBe(fulfilled);
  });
});

it("at the end every invariant holds (I1-I9)", async () => {
  expect(await findViolations(client, dataInvariants)).toEqual([]);
});
