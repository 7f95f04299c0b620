import { afterAll, describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { createMinuteLimit } from "#kernel/minute-limit.ts";
import { refused } from "#kernel/outcome.ts";
import { openDatabase } from "#platform/database/database.server.ts";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { arrived } from "#test/support/open-page.ts";
import { openOrderStage } from "#test/support/order-stages.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { processServices } from "#test/support/services.ts";
import { limits } from "#ticketing/limits.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import type { ArrivedRequest } from "./hold-batch.server.ts";
import { openHoldQueue } from "./hold-queue.server.ts";
import { openCheckout } from "./open-checkout.server.ts";
import { releaseOrder } from "./release-order.server.ts";

const { database, season, site, stages, rows } = await openOrderStage();

const pay = (sessionHash: string, ticketTypeId: Uuid, quantity = 1): ArrivedRequest =>
  arrived(sessionHash, [{ ticketTypeId, quantity }]);

async function ordersOf(userId: Uuid): Promise<number> {
  const rows = await season.db`SELECT count(*)::int AS n FROM orders WHERE user_id = ${userId}`;
  return rows[0].n;
}

describe('pressing "pay"', () => {
  it("waits for nobody who buys for another night, or with a code", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const taken = [await season.night(), await season.voucher({ code: "VARA-ALTORA" })];
    const { sessionHash } = await season.person();
    await season.db`BEGIN`;
    await season.db`SELECT FROM stock_counters WHERE id = ANY(${taken}) FOR UPDATE`;
    const opened = openCheckout(site, pay(sessionHash, type));
    const late = new Promise((resolve) => setTimeout(resolve, 10_000, "it waits"));
    const first = await Promise.race([opened, late]);
    await season.db`COMMIT`;
    await opened;
    expect(first).toMatchObject({ ok: true });
  });

  it("keeps the places when the card provider opens no page, and pressing again opens it", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const { sessionHash } = await season.person();
    site.provider.faults.set({ loseNext: 1 });
    const first = await openCheckout(site, pay(sessionHash, type, 2));
    if (first.ok || first.refusal.reason !== "provider_unavailable") throw new Error("the call was lost");
    expect(await rows.state(first.refusal.orderId)).toBe("held/held");
    expect(await rows.counter(type)).toEqual([2, 0]);
    expect(await openCheckout(site, pay(sessionHash, type, 2))).toMatchObject({
      ok: true,
      value: {
        orderId: first.refusal.orderId,
        url: expect.stringContaining(`${site.provider.pagesBase}/c/cs_`),
      },
    });
    expect(await rows.counter(type)).toEqual([2, 0]);
  });

  it.each([
    ["while the provider rate is 0", 0],
    ["while there is no turn", 0.001],
  ])(
    "keeps the places and sends the customer to the queue %s, without calling the provider",
    async (_, providerRate) => {
      await season.db`INSERT INTO provider_pace (kind, next_at) VALUES ('page', now() + interval '1 hour') ON CONFLICT (kind) DO UPDATE SET next_at = excluded.next_at`;
      const type = await season.ticketType({ events: [await season.night()] });
      const { sessionHash } = await season.person();
      const waiting = succeeded(
        await openCheckout({ ...site, settings: { ...site.settings, providerRate } }, pay(sessionHash, type)),
      );
      expect(waiting.url).toBeNull();
      expect(await rows.state(waiting.orderId)).toBe("held/held");
      expect(await rows.attempts(waiting.orderId)).toEqual([]);
      // A later order joins the queue behind it. Nobody serves the queue here, so this one is released.
      await releaseOrder(site, { orderId: waiting.orderId });
      await season.db`UPDATE provider_pace SET next_at = now()`;
    },
  );

  it("refuses with the reason, and then writes nothing: no order, no page", async () => {
    const night = await season.night();
    const two = await season.ticketType({ events: [night], capacity: 2 });
    const { userId, sessionHash } = await season.person();
    const reasons = [];
    for (const request of [
      pay("nobody", two),
      pay(sessionHash, newId()),
      pay(sessionHash, two, 3),
      pay((await season.person("gate")).sessionHash, two),
    ]) {
      const answer = await openCheckout(site, request);
      reasons.push(answer.ok ? "ok" : answer.refusal);
    }
    expect(reasons).toEqual([
      { reason: "not_signed_in" },
      { reason: "unknown_type" },
      { reason: "not_enough", ticketTypeId: two, available: 2 },
      { reason: "may_not_buy" },
    ]);
    expect([await ordersOf(userId), await rows.counter(two)]).toEqual([0, [0, 0]]);
  });

  it("sells at the price that fell, in place of the open order, and asks where that is dearer than shown", async () => {
    const open = await stages.atCardPage({ quantity: 2, capacity: 2 });
    const shown = (total: number) => openCheckout(site, { ...pay(open.sessionHash, open.type, 2), total });
    const priceIs = (price: number) =>
      season.client.query("UPDATE tickets SET price = $2 WHERE id = $1", [open.type, price]);
    await priceIs(9000);
    expect(await shown(17_999)).toEqual(refused({ reason: "price_changed", total: 18_000 }));
    expect(await ordersOf(open.userId)).toBe(1);
    const sold = await shown(18_000);
    const totals =
      await season.db`SELECT state, total::int FROM orders WHERE user_id = ${open.userId} ORDER BY id`;
    expect(totals).toEqual([
      { state: "cancelled", total: 22_000 },
      { state: "checkout_open", total: 18_000 },
    ]);
    await priceIs(10_000);
    expect(await shown(18_000)).toEqual(sold);
    expect(await rows.counter(open.type)).toEqual([2, 0]);
  });

  it("makes a session that presses too often wait, before anything is read", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const { sessionHash } = await season.person();
    const impatient = {
      ...site,
      checkoutRate: createMinuteLimit(limits.checkoutsPerSessionAndMinute, () => 0),
    };
    for (let n = 0; n < limits.checkoutsPerSessionAndMinute; n += 1)
      expect((await openCheckout(impatient, pay("nobody", type))).ok).toBe(false);
    for (let n = 0; n < limits.checkoutsPerSessionAndMinute; n += 1)
      expect(await openCheckout(impatient, pay(sessionHash, type))).toMatchObject({ ok: true });
    expect(await openCheckout(impatient, pay(sessionHash, type, 2))).toEqual(
      refused({ reason: "too_fast", retryAfter: 60 }),
    );
    expect(await rows.counter(type)).toEqual([1, 0]);
  });

  it("makes an account wait that presses too often in several sessions, and holds nothing more (one kind: a limit of each session is none of its account)", async () => {
    const [type, other] = [
      await season.ticketType({ events: [await season.night()] }),
      await season.ticketType({ events: [await season.night()] }),
    ];
    const { userId, sessionHash } = await season.person();
    const second = hashOfToken(newSecretToken());
    await season.db`INSERT INTO identity.session (id, user_id, token, expires_at) VALUES (gen_random_uuid(), ${userId}, ${second}, now() + interval '1 hour')`;
    const impatient = {
      ...site,
      checkoutRate: createMinuteLimit(limits.checkoutsPerSessionAndMinute, () => 0),
    };
    for (let n = 0; n < limits.checkoutsPerSessionAndMinute; n += 1) {
      const session = n % 2 ? second : sessionHash;
      expect(await openCheckout(impatient, pay(session, type))).toMatchObject({ ok: true });
    }
    const tooFast = refused({ reason: "too_fast", retryAfter: 60 });
    expect(await openCheckout(impatient, pay(second, type, 2))).toEqual(tooFast);
    expect(await openCheckout(impatient, pay(sessionHash, other))).toEqual(tooFast);
    expect([await rows.counter(type), await rows.counter(other)]).toEqual([
      [1, 0],
      [0, 0],
    ]);
  });

  it("takes nothing and answers busy when too many wait or the database is unreachable", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const { userId, sessionHash } = await season.person();
    const full = await processServices(database, site.provider);
    await full.holds.close(); // refuses requests, as a full queue does
    const nowhere = openDatabase({
      urls: loginAddresses("postgres://127.0.0.1:1/estival", "app"),
      rolePrefix: "app",
    });
    afterAll(() => nowhere.close());
    const cut = { ...site, holds: openHoldQueue({ ...site, database: nowhere }) };
    for (const closed of [full, cut])
      expect(await openCheckout(closed, pay(sessionHash, type))).toEqual(refused({ reason: "busy" }));
    expect(await ordersOf(userId)).toBe(0);
  });

  it("throws unforeseen errors instead of answering busy", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const { sessionHash } = await season.person();
    await expect(openCheckout(site, pay(sessionHash, type, limits.quantity + 1))).rejects.toThrow(
      "orders_quantity",
    );
  });
});

describe('pressing "pay" for another selection', () => {
  it("is refused with the open order while it is unknown whether that was paid, and holds nothing more", async () => {
    const open = await stages.atCardPage();
    site.provider.faults.set({ loseNext: 1, only: `POST /v1/checkout/sessions/${open.sessionId}/expire` });
    expect(await openCheckout(site, pay(open.sessionHash, open.type, 3))).toEqual(
      refused({ reason: "other_order_open", orderId: open.orderId }),
    );
    expect([await rows.state(open.orderId), await rows.counter(open.type)]).toEqual([
      "checkout_open/held",
      [1, 0],
    ]);
  });

  it("is refused with the open order while its money is on the way", async () => {
    const open = await stages.atCardPage();
    await site.provider.delayedPayment(open.sessionId, "begins");
    expect(await openCheckout(site, pay(open.sessionHash, open.type, 3))).toEqual(
      refused({ reason: "other_order_open", orderId: open.orderId }),
    );
    expect([await rows.state(open.orderId), await rows.counter(open.type)]).toEqual([
      "payment_pending/held",
      [1, 0],
    ]);
  });

  it("is refused as paid, and settles the open order, when that turns out to be paid (F21)", async () => {
    const open = await stages.atCardPage();
    await payWithCard(site.provider.pagesBase, open.sessionId);
    expect(await openCheckout(site, pay(open.sessionHash, open.type, 3))).toEqual(
      refused({ reason: "already_paid", orderId: open.orderId }),
    );
    expect([await rows.state(open.orderId), await rows.counter(open.type)]).toEqual(["paid/sold", [0, 1]]);
  });

  it("is refused as paid when the money of the open order arrived with a wrong amount (F23)", async () => {
    const open = await stages.atCardPage();
    await payWithCard(site.provider.pagesBase, open.sessionId);
    const expectsRealMoney = { ...site, settings: { ...site.settings, livemode: true } };
    expect(await openCheckout(expectsRealMoney, pay(open.sessionHash, open.type, 3))).toEqual(
      refused({ reason: "already_paid", orderId: open.orderId }),
    );
    expect(await rows.state(open.orderId)).toBe("manual_review/held");
  });

  it("keeps the open order, its page and its places where the new selection is refused, and closes them for another (F41)", async () => {
    const open = await stages.atCardPage({ quantity: 4, capacity: 4 });
    const [night] = open.nights;
    const wide = await season.ticketType({ events: open.nights, entries: 6 });
    const kept = async (wish: ArrivedRequest, refusal: object) => {
      expect(await openCheckout(site, wish)).toEqual(refused(refusal));
      expect([await rows.state(open.orderId), await rows.counter(open.type)]).toEqual([
        "checkout_open/held",
        [4, 0],
      ]);
      expect(await stages.pagesAtProvider(open.orderId)).toEqual(["open/unpaid"]);
    };
    const more = { reason: "not_enough", ticketTypeId: open.type, available: 4 };
    await kept(pay(open.sessionHash, open.type, 5), more);
    await kept(pay(open.sessionHash, wide, 4), { reason: "too_many_people", most: limits.peoplePerOrder });
    await kept(
      { ...pay(open.sessionHash, open.type, 2), total: 21_999 },
      { reason: "price_changed", total: 22_000 },
    );
    const stops =
      await season.db`INSERT INTO stops (id, event_id, kind, reason, started_by) VALUES (gen_random_uuid(), ${night}, 'sale', 'de probă', gen_random_uuid()) RETURNING id`;
    await kept(pay(open.sessionHash, open.type, 2), { reason: "sale_stopped" });
    await season.db`UPDATE stops SET lifted_at = now() WHERE id = ${stops[0].id}`;
    expect(await openCheckout(site, pay(open.sessionHash, open.type, 3))).toMatchObject({ ok: true });
    expect(await stages.pagesAtProvider(open.orderId)).toEqual(["expired/unpaid"]);
    expect([await rows.state(open.orderId), await rows.counter(open.type)]).toEqual([
      "cancelled/none",
      [3, 0],
    ]);
  });

  it("is a new order once the open one is paid", async () => {
    const first = await stages.paid();
    await settlePayment(site, { sessionId: first.sessionId, by: "notice" });
    const second = succeeded(await openCheckout(site, pay(first.sessionHash, first.type, 1)));
    expect(second.orderId).not.toBe(first.orderId);
    expect(await rows.counter(first.type)).toEqual([1, 1]);
  });
});
