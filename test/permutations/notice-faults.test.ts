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
import { settleRefunds } from "#ticketing/orders/refunds/settle-refunds.server.ts";
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

async function intentOf(sessionId: string): Promise<string> {
  const read = await site.cards.readSession(sessionId);
  if (read.kind !== "found" || read.session.paymentId === null) throw new Error("no payment");
  return read.session.paymentId;
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

  it("of another kind for the same session changes nothing more (F14)", async () => {
    const { orderId, sessionId } = await bought(visa);
    await Promise.all([
      deliverNotice(site, about(sessionId)),
      deliverNotice(other, about(sessionId, "async_payment_succeeded")),
    ]);
    expect(await summary(orderId)).toBe(fulfilled);
    expect(await noticeState(`evt_async_payment_succeeded_${sessionId}`)).toBe("processed");
  });

  it("that reports an expiry after the money came changes nothing (F15)", async () => {
    const { orderId, sessionId } = await bought(visa);
    await deliverNotice(site, about(sessionId));
    await deliverNotice(site, about(sessionId, "expired"));
    expect(await summary(orderId)).toBe(fulfilled);
  });

  it("of a refund waits when it comes before the one of the payment (F15)", async () => {
    const { orderId, sessionId } = await bought(visa);
    const paymentId = await intentOf(sessionId);
    await site.cards.refund({ key: orderId, paymentId });
    const id = `evt_refund_${sessionId}`;
    await deliverNotice(site, {
      id,
      type: "charge.refunded",
      object: { id: "ch_1", object: "charge", payment_intent: paymentId },
    });
    expect(await noticeState(id)).toBe("received");
    await deliverNotice(site, about(sessionId));
    await client.query("UPDATE payment_notices SET next_at = now() WHERE event_id = $1", [id]);
    await processNotices(site);
    expect(await noticeState(id)).toBe("processed");
    expect(await summary(orderId)).toBe("refunded/none, tickets 0, payments 1, letters 2");
  });

  it("of a session without an order is kept for a day, then quarantined for an administrator (F15, attack 38)", async () => {
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

  it("that comes days later finds everything done by the poller (F16, F19)", async () => {
    const { orderId, sessionId } = await bought(visa);
    await openForAMinute(orderId);
    await pollPayments(site);
    expect(await summary(orderId)).toBe(fulfilled);
    await deliverNotice(site, about(sessionId));
    expect(await summary(orderId)).toBe(fulfilled);
  });

  it("of the other mode is kept and changes nothing (F23)", async () => {
    const { orderId, sessionId } = await bought(visa);
    const notice = { ...about(sessionId), livemode: true };
    expect(await deliverNotice(site, notice)).toEqual({ isNew: false });
    await processNotices(site);
    expect(await noticeState(notice.id)).toBe("ignored");
    expect(await summary(orderId)).toBe("checkout_open/held, tickets 0, payments 0, letters 0");
  });
});

describe("the customer on the success page", () => {
  const seen = (userId: Uuid, sessionId: string) =>
    site.database.readAs({ userId, role: "user" }, (sql) => findOrderOfSession(sql, sessionId));

  it("finds the order finished when the webhook event was faster (F17)", async () => {
    const { sessionId, userId } = await bought(visa);
    await deliverNotice(site, about(sessionId));
    expect(await seen(userId, sessionId)).toMatchObject({ state: "paid" });
  });

  it("settles the order by opening the page, when no webhook event came (F18)", async () => {
    const { orderId, sessionId, userId } = await bought(visa);
    expect(await seen(userId, sessionId)).toMatchObject({ state: "checkout_open", paidAt: null });
    await settlePayment(site, { sessionId, by: "customer" });
    expect(await summary(orderId)).toBe(fulfilled);
  });

  it("sees nothing of another person's order, or of an invented session (F20)", async () => {
    const { sessionId } = await bought(visa);
    const stranger = await season.person();
    expect(await seen(stranger.userId, sessionId)).toBeUndefined();
    expect(await seen(stranger.userId, "cs_test_invented")).toBeUndefined();
    expect(await settlePayment(site, { sessionId: "cs_test_invented", by: "customer" })).toMatchObject({
      refusal: { reason: "not_ours" },
    });
  });
});

describe("without any webhook event", () => {
  it("the poller fulfils a paid order, once in several processes (F19)", async () => {
    const { orderId } = await bought(visa);
    await openForAMinute(orderId);
    await Promise.all([pollPayments(site), pollPayments(other), pollPayments(site)]);
    expect(await summary(orderId)).toBe(fulfilled);
  });

  it("the poller goes on reading a session whose money is on its way (F19)", async () => {
    const { orderId, sessionId } = await bought();
    await site.provider.delayedPayment(sessionId, "begins");
    await openForAMinute(orderId);
    await pollPayments(site);
    expect(await summary(orderId)).toBe("payment_pending/held, tickets 0, payments 0, letters 0");
    await site.provider.delayedPayment(sessionId, "succeeds");
    await openForAMinute(orderId);
    await pollPayments(site);
    expect(await summary(orderId)).toBe(fulfilled);
  });
});

describe("a refund", () => {
  const refundNotice = (paymentId: string, type: string) => ({
    id: `evt_${type}_${paymentId}`,
    type,
    object: { id: "re_1", object: "refund", payment_intent: paymentId },
  });
  const refundRow = async (orderId: string) =>
    (
      await client.query(
        `SELECT r.state, (SELECT sum(amount)::int FROM ledger_entries WHERE order_id = $1 AND account = 'clearing') AS with_us FROM refunds r WHERE order_id = $1`,
        [orderId],
      )
    ).rows;

  it("that is still pending at the provider leaves the order paid (F24)", async () => {
    const { orderId, sessionId } = await bought("4000000000007726");
    await settlePayment(site, { sessionId, by: "notice" });
    const paymentId = await intentOf(sessionId);
    await site.cards.refund({ key: orderId, paymentId });
    await deliverNotice(site, refundNotice(paymentId, "refund.created"));
    expect(await summary(orderId)).toBe(fulfilled);
    expect(await refundRow(orderId)).toEqual([{ state: "pending", with_us: 22_000 }]);
  });

  it("that fails later is removed from the books, once (F24)", async () => {
    const { orderId, sessionId } = await bought("4000000000005126");
    await settlePayment(site, { sessionId, by: "notice" });
    const paymentId = await intentOf(sessionId);
    await site.cards.refund({ key: orderId, paymentId, amount: 11_000 });
    await deliverNotice(site, refundNotice(paymentId, "refund.created"));
    expect(await refundRow(orderId)).toEqual([{ state: "succeeded", with_us: 11_000 }]);
    await expect
      .poll(async () => (await site.cards.listRefundsOf(paymentId)) as unknown, { timeout: 5000 })
      .toMatchObject({ refunds: [{ state: "failed" }] });
    await deliverNotice(site, refundNotice(paymentId, "refund.failed"));
    await settleRefunds(site, paymentId);
    expect(await refundRow(orderId)).toEqual([{ state: "failed", with_us: 22_000 }]);
  });
});

it("at the end every invariant holds (I1-I9)", async () => {
  expect(await findViolations(client, dataInvariants)).toEqual([]);
});
