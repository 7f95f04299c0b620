import { describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import type { Uuid } from "#kernel/id.ts";
import { orderRows } from "#test/support/order-rows.ts";
import { openStage } from "#test/support/stage.ts";
import { openCheckout } from "./checkout/open-checkout.server.ts";
import { releaseOrder } from "./checkout/release-order.server.ts";
import { sweepHolds } from "./checkout/sweep-holds.server.ts";
import { settlePayment } from "./payment/settle-payment.server.ts";
import { returnMoney } from "./refunds/return-money.server.ts";
import { settleRefunds } from "./refunds/settle-refunds.server.ts";

const { season, site } = await openStage();
const { state, counter, count, ledger, holdRunsOut, losePlaces } = orderRows(season.client);

async function buy(sessionHash: string, ticketTypeId: Uuid, quantity = 1) {
  const opened = await openCheckout(site, {
    sessionHash,
    lines: [{ ticketTypeId, quantity }],
    total: null,
    eventId: null,
    priceId: null,
    origin: "event",
    requestKey: null,
  });
  if (!opened.ok) throw new Error(opened.refusal.reason);
  const sessionId = opened.value.url?.split("/").at(-1);
  if (!sessionId) throw new Error("no card page");
  return { orderId: opened.value.orderId, sessionId, url: opened.value.url };
}

describe("a purchase", () => {
  it("goes from the hold over the card page to tickets, money and an email, once for any number of settlements (I6)", async () => {
    const night = await season.night();
    const type = await season.ticketType({ events: [night], entries: 2 });
    const ana = await season.person();
    const { orderId, sessionId } = await buy(ana.sessionHash, type, 2);
    expect(await state(orderId)).toBe("checkout_open/held");
    expect(await settlePayment(site, { sessionId, by: "customer" })).toMatchObject({
      ok: true,
      value: { settlement: "nothing" },
    });

    expect(await payWithCard(site.provider.pagesBase, sessionId)).toMatchObject({ kind: "paid" });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => settlePayment(site, { sessionId, by: "notice" })),
    );
    expect(answers.filter((answer) => answer.ok && answer.value.settlement === "fulfil")).toHaveLength(1);

    expect(await state(orderId)).toBe("paid/sold");
    expect([await counter(type), await counter(night)]).toEqual([
      [0, 2],
      [0, 4],
    ]);
    expect(
      await count(
        "ticket_purchases",
        orderId,
        "status = 'paid' AND entries_remaining = 4 AND ticket_code ~ '^FSC-\\d{4}-\\d{6}$' AND total_price = 22000",
      ),
    ).toBe(1);
    expect([
      await count("payments", orderId),
      await count("ledger_entries", orderId),
      await count("letters", orderId),
    ]).toEqual([1, 2, 1]);
  });

  it("of a pass makes one ticket per night, the price on the earliest", async () => {
    const nights = [
      await season.night({ inDays: 20 }),
      await season.night({ inDays: 3 }),
      await season.night({ inDays: 9 }),
    ];
    const pass = await season.ticketType({ events: nights, family: "season_pass", price: 45_000 });
    const ana = await season.person();
    const { orderId, sessionId } = await buy(ana.sessionHash, pass, 2);
    await payWithCard(site.provider.pagesBase, sessionId);
    await settlePayment(site, { sessionId, by: "notice" });
    const rows =
      await season.db`SELECT p.ticket_code, p.total_price::int, p.units, p.places, e.id FROM ticket_purchases p JOIN events e ON e.id = p.event_id WHERE order_id = ${orderId} ORDER BY e.date`;
    expect(rows.map((row) => [row.id, row.total_price, row.units, row.places])).toEqual([
      [nights[1], 90_000, 2, 2],
      [nights[2], 0, 0, 2],
      [nights[0], 0, 0, 2],
    ]);
    expect(new Set(rows.map((row) => row.ticket_code.split("-").slice(0, 3).join("-"))).size).toBe(1);
    expect(rows.map((row) => row.ticket_code.split("-")[3])).toEqual(["01", "02", "03"]);
    expect(await count("letters", orderId, "kind = 'season_pass_confirmation'")).toBe(1);
  });

  it("opens one card page for any number of clicks (F5, F40)", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const ana = await season.person();
    const first = await buy(ana.sessionHash, type);
    const again = await Promise.all([buy(ana.sessionHash, type), buy(ana.sessionHash, type)]);
    expect(new Set([first, ...again].map((page) => page.url)).size).toBe(1);
    expect(await count("checkout_attempts", first.orderId)).toBe(1);
  });

  it("replaces the open order when another quantity is chosen, after closing its page (F41)", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const ana = await season.person();
    const first = await buy(ana.sessionHash, type, 1);
    const second = await buy(ana.sessionHash, type, 3);
    expect(second.orderId).not.toBe(first.orderId);
    expect([await state(first.orderId), await state(second.orderId)]).toEqual([
      "cancelled/none",
      "checkout_open/held",
    ]);
    expect(await counter(type)).toEqual([3, 0]);
    expect(await payWithCard(site.provider.pagesBase, first.sessionId)).toMatchObject({ kind: "closed" });
  });

  it("that turns out to be paid while it is being replaced is settled, and nothing is held twice (F21)", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const ana = await season.person();
    const first = await buy(ana.sessionHash, type, 1);
    await payWithCard(site.provider.pagesBase, first.sessionId);
    await expect(buy(ana.sessionHash, type, 2)).rejects.toThrow("already_paid");
    expect(await state(first.orderId)).toBe("paid/sold");
    expect(await counter(type)).toEqual([0, 1]);
  });
});

describe("a hold that ends", () => {
  it("is released by its owner only, with its page closed first (F43)", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const ana = await season.person();
    const dan = await season.person();
    const { orderId, sessionId } = await buy(ana.sessionHash, type, 2);
    expect(await releaseOrder(site, { orderId, userId: dan.userId })).toMatchObject({
      refusal: { reason: "unknown_order" },
    });
    expect(await releaseOrder(site, { orderId, userId: ana.userId })).toMatchObject({
      value: { state: "cancelled" },
    });
    expect(await counter(type)).toEqual([0, 0]);
    expect(await site.cards.readSession(sessionId)).toMatchObject({ session: { status: "expired" } });
  });

  it("is swept when its time is over, unless the provider says it was paid (F21)", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const [ana, dan] = await season.people(2);
    if (!ana || !dan) throw new Error("nobody");
    const left = await buy(ana.sessionHash, type);
    const paid = await buy(dan.sessionHash, type);
    await payWithCard(site.provider.pagesBase, paid.sessionId);
    await Promise.all([holdRunsOut(left.orderId), holdRunsOut(paid.orderId)]);
    await sweepHolds(site);
    expect([await state(left.orderId), await state(paid.orderId)]).toEqual(["expired/none", "paid/sold"]);
    expect(await counter(type)).toEqual([0, 1]);
  });

  it("is kept while it is unknown whether it was paid (F26)", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const ana = await season.person();
    const { orderId } = await buy(ana.sessionHash, type);
    await holdRunsOut(orderId);
    site.provider.faults.set({ loseNext: 1 });
    await sweepHolds(site);
    site.provider.faults.reset();
    expect(await state(orderId)).toBe("checkout_open/held");
    await sweepHolds(site);
    expect(await state(orderId)).toBe("expired/none");
  });

  it("whose page was opened without our knowing is closed by repeating the call with the same bytes (F3)", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const ana = await season.person();
    site.provider.faults.set({ dropNext: 1 });
    await expect(buy(ana.sessionHash, type)).rejects.toThrow("provider_unavailable");
    site.provider.faults.reset();
    const rows = await season.db`SELECT id FROM orders WHERE user_id = ${ana.userId}`;
    await holdRunsOut(rows[0].id);
    await sweepHolds(site);
    expect(await state(rows[0].id)).toBe("expired/none");
    const sessions = await site.cards.findSessions({
      orderId: rows[0].id,
      since: new Date(Date.now() - 60_000),
    });
    expect(sessions).toMatchObject({ sessions: [{ status: "expired" }] });
  });
});

describe("money that comes late or twice", () => {
  async function lateBuyer(capacity: number) {
    const night = await season.night();
    const type = await season.ticketType({ events: [night], capacity });
    const ana = await season.person();
    const { orderId, sessionId } = await buy(ana.sessionHash, type);
    // As if the page had been closed without the provider's agreement: the places are free, and the page can still be
    // paid.
    await losePlaces(orderId);
    await payWithCard(site.provider.pagesBase, sessionId);
    return { night, type, orderId, sessionId };
  }

  it("takes the places again if they are free (F22)", async () => {
    const { type, orderId, sessionId } = await lateBuyer(1);
    await settlePayment(site, { sessionId, by: "notice" });
    expect(await state(orderId)).toBe("paid/sold");
    expect(await counter(type)).toEqual([0, 1]);
  });

  it("goes back if they are not, with an email about it (F22)", async () => {
    const { type, orderId, sessionId } = await lateBuyer(1);
    const other = await season.person();
    await buy(other.sessionHash, type);
    await settlePayment(site, { sessionId, by: "notice" });
    expect(await state(orderId)).toBe("late_paid/none");
    await returnMoney(site);
    expect(await state(orderId)).toBe("refunded_no_stock/none");
    expect(await count("ticket_purchases", orderId)).toBe(0);
    expect(await count("letters", orderId, "kind = 'payment_returned'")).toBe(1);
    expect(await ledger(orderId)).toEqual(["clearing 0", "customer_credit 0"]);
  });

  it("waits for an administrator when it does not agree with the order (F23)", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const ana = await season.person();
    const { orderId, sessionId } = await buy(ana.sessionHash, type);
    await season.db`ALTER TABLE orders DISABLE TRIGGER USER`;
    await season.db`UPDATE orders SET unit_price = unit_price + 100, total = total + 100 WHERE id = ${orderId}`;
    await season.db`ALTER TABLE orders ENABLE TRIGGER USER`;
    await payWithCard(site.provider.pagesBase, sessionId);
    await settlePayment(site, { sessionId, by: "notice" });
    expect(await state(orderId)).toBe("manual_review/held");
    expect(await count("ticket_purchases", orderId)).toBe(0);
  });

  it("refunded at the provider voids the tickets and frees the places (I8)", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const ana = await season.person();
    const { orderId, sessionId } = await buy(ana.sessionHash, type, 2);
    await payWithCard(site.provider.pagesBase, sessionId);
    await settlePayment(site, { sessionId, by: "notice" });
    const rows = await season.db`SELECT payment_intent_id FROM payments WHERE order_id = ${orderId}`;
    const paymentId: string = rows[0].payment_intent_id;
    await site.cards.refund({ key: "half", paymentId, amount: 11_000 });
    await settleRefunds(site, paymentId);
    expect(await state(orderId)).toBe("partially_refunded/sold");
    await site.cards.refund({ key: "rest", paymentId, amount: 11_000 });
    await Promise.all([settleRefunds(site, paymentId), settleRefunds(site, paymentId)]);
    expect(await state(orderId)).toBe("refunded/none");
    expect(await counter(type)).toEqual([0, 0]);
    expect(await count("ticket_purchases", orderId, "status = 'refunded'")).toBe(1);
  });
});
