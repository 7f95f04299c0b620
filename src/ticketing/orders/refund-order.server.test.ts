import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { testServices } from "#test/support/services.ts";
import { sellOrder } from "#test/support/sold-order.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { readViolations } from "#ticketing/reports/find-violations.server.ts";
import { foldSales } from "#ticketing/reports/fold-sales.server.ts";
import { grantInvitation } from "./grant-invitation.server.ts";
import { recheckPayment } from "./recheck-payment.server.ts";
import { type RefundOrderRequest, refundOrder } from "./refund-order.server.ts";
import { renameHolder } from "./rename-holder.server.ts";
import { returnMoney } from "./return-money.server.ts";
import { settleDisputes } from "./settle-disputes.server.ts";
import { settleRefunds } from "./settle-refunds.server.ts";

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const site = await testServices(database);
const admin = { userId: (await season.person("admin")).userId, role: "admin" } as const;

async function sold(about: { quantity?: number; entries?: number; card?: string; capacity?: number } = {}) {
  const night = await season.night();
  const type = await season.ticketType({
    events: [night],
    entries: about.entries ?? 1,
    capacity: about.capacity ?? 100,
  });
  const buyer = await season.person();
  const order = await sellOrder(site, { ...about, sessionHash: buyer.sessionHash, ticketTypeId: type });
  return { ...order, night, type, buyer };
}

const refund = (orderId: string, wish: RefundOrderRequest["wish"], more: Partial<RefundOrderRequest> = {}) =>
  refundOrder(site, {
    actor: admin,
    orderId,
    wish,
    why: "customer_request",
    note: "",
    stock: "sell_again",
    ...more,
  });

async function one<Row>(sql: string, values: unknown[]): Promise<Row> {
  return (await season.client.query(sql, values)).rows[0];
}
const stateOf = async (orderId: string) =>
  (await one<{ state: string }>("SELECT state FROM orders WHERE id = $1", [orderId])).state;
const counterOf = (id: Uuid) =>
  one<{ capacity: number; sold: number }>("SELECT capacity, sold FROM stock_counters WHERE id = $1", [id]);
const ticketOf = (orderId: string) =>
  one<{
    status: string;
    suspended: string | null;
    quantity: number;
    entries_total: number;
    total_price: string;
  }>(
    "SELECT status, suspended, quantity, entries_total, total_price FROM ticket_purchases WHERE order_id = $1",
    [orderId],
  );
const revenueOf = async (orderId: string) =>
  Number(
    (
      await one<{ n: string }>(
        "SELECT coalesce(-sum(amount), 0) AS n FROM ledger_entries WHERE order_id = $1 AND account = 'revenue'",
        [orderId],
      )
    ).n,
  );
async function holds(): Promise<void> {
  expect(await readViolations(season.client, dataInvariants)).toEqual([]);
}

describe("giving money back", () => {
  it("whole: the tickets are void, the places free, the books at zero (I2, I7, I13)", async () => {
    const { orderId, night, type } = await sold({ quantity: 2, entries: 2 });
    expect(await refund(orderId, { kind: "whole" })).toEqual({ ok: true, value: { amount: 22_000 } });
    expect(await stateOf(orderId)).toBe("refunded");
    expect(await ticketOf(orderId)).toMatchObject({ status: "refunded", suspended: null });
    expect([(await counterOf(type)).sold, (await counterOf(night)).sold]).toEqual([0, 0]);
    expect(await revenueOf(orderId)).toBe(0);
    await holds();
  });

  it("in part: as many tickets less, on the ticket, the counters and in the figures (I2, I5, I7, I11, I13)", async () => {
    const { orderId, night, type, paymentIntentId } = await sold({ quantity: 4, entries: 2 });
    expect(await refund(orderId, { kind: "part", tickets: 1 })).toEqual({
      ok: true,
      value: { amount: 11_000 },
    });
    expect(await stateOf(orderId)).toBe("partially_refunded");
    expect(await ticketOf(orderId)).toMatchObject({
      status: "paid",
      quantity: 3,
      entries_total: 6,
      total_price: "33000",
    });
    expect([(await counterOf(type)).sold, (await counterOf(night)).sold]).toEqual([3, 6]);
    await foldSales(site);
    await holds();
    expect(await site.cards.listRefundsOf(paymentIntentId)).toMatchObject({ refunds: [{ amount: 11_000 }] });

    expect(await refund(orderId, { kind: "whole" })).toMatchObject({ ok: true, value: { amount: 33_000 } });
    expect(await stateOf(orderId)).toBe("refunded");
    expect([(await counterOf(type)).sold, (await counterOf(night)).sold]).toEqual([0, 0]);
    await holds();
  });

  it("keeps what came back from being sold again when that is wished", async () => {
    const { orderId, type } = await sold({ quantity: 3, capacity: 10 });
    await refund(orderId, { kind: "part", tickets: 1 }, { stock: "keep_back" });
    expect(await counterOf(type)).toEqual({ capacity: 9, sold: 2 });
    await refund(orderId, { kind: "whole" }, { stock: "keep_back" });
    expect(await counterOf(type)).toEqual({ capacity: 7, sold: 0 });
    await holds();
  });

  it("does not take back what was used, nor all of it as a part", async () => {
    const { orderId } = await sold({ quantity: 3, entries: 2 });
    expect(await refund(orderId, { kind: "part", tickets: 3 })).toMatchObject({
      refusal: { reason: "too_many", most: 2 },
    });
    const { id } = await one<{ id: Uuid }>("SELECT id FROM ticket_purchases WHERE order_id = $1", [orderId]);
    await season.client.query("UPDATE ticket_purchases SET entries_remaining = 3 WHERE id = $1", [id]);
    await season.client.query(
      "INSERT INTO admissions (id, purchase_id, device_id, nonce, operator_id, verdict, entries) VALUES ($1, $2, $1, 'n', $3, 'admitted', 3)",
      [newId(), id, admin.userId],
    );
    expect(await refund(orderId, { kind: "part", tickets: 2 })).toMatchObject({
      refusal: { reason: "too_many", most: 1 },
    });
    expect(await refund(orderId, { kind: "part", tickets: 1 })).toMatchObject({ ok: true });
    await holds();
  });

  it("is for administrators, once at a time, and only for what was paid", async () => {
    const { orderId, buyer } = await sold();
    const actor = { userId: buyer.userId, role: "user" } as const;
    expect(await refund(orderId, { kind: "whole" }, { actor })).toMatchObject({
      refusal: { reason: "not_allowed" },
    });
    expect(await refund(newId(), { kind: "whole" })).toMatchObject({ refusal: { reason: "unknown_order" } });
    const twice = await Promise.all([
      refund(orderId, { kind: "whole" }),
      refund(orderId, { kind: "whole" }),
      refund(orderId, { kind: "whole" }),
    ]);
    expect(twice.filter((answer) => answer.ok)).toHaveLength(1);
    expect(await refund(orderId, { kind: "whole" })).toMatchObject({ refusal: { reason: "not_refundable" } });
    await holds();
  });

  it("that the provider leaves unanswered is asked again with the same key and paid once (F24)", async () => {
    const { orderId, paymentIntentId } = await sold();
    site.provider.faults.set({ only: "POST /v1/refunds", dropNext: 1 });
    await refund(orderId, { kind: "whole" });
    site.provider.faults.reset();
    expect(await stateOf(orderId)).toBe("paid");
    expect(await ticketOf(orderId)).toMatchObject({ suspended: "refund" });
    await season.client.query("UPDATE refunds SET next_at = now() WHERE order_id = $1", [orderId]);
    await returnMoney(site);
    expect(await stateOf(orderId)).toBe("refunded");
    expect(await site.cards.listRefundsOf(paymentIntentId)).toMatchObject({ refunds: [{ amount: 11_000 }] });
    await holds();
  });

  it("that fails late takes the order out of the refunded ones, for a person to look, and can be tried again (F24)", async () => {
    const { orderId, paymentIntentId } = await sold({ card: "4000000000005126" });
    await refund(orderId, { kind: "whole" });
    expect(await stateOf(orderId)).toBe("refunded");
    await expect
      .poll(
        async () => {
          await site.provider.tick();
          const listed = await site.cards.listRefundsOf(paymentIntentId);
          return listed.kind === "listed" && listed.refunds[0]?.state;
        },
        { timeout: 10_000 },
      )
      .toBe("failed");
    await settleRefunds(site, paymentIntentId);
    expect(await stateOf(orderId)).toBe("manual_review");
    expect(await ticketOf(orderId)).toMatchObject({ status: "refunded" });
    await holds();
    expect(await refund(orderId, { kind: "whole" })).toMatchObject({ ok: true, value: { amount: 11_000 } });
    expect(await stateOf(orderId)).toBe("refunded");
    await holds();
  });

  it("made by hand at the provider is found without its notice (F24, I7)", async () => {
    const { orderId, paymentIntentId } = await sold({ quantity: 2, card: "4000000000007726" });
    await site.cards.refund({ key: newId(), paymentIntentId, amount: 500 });
    await settleRefunds(site, paymentIntentId);
    expect(await stateOf(orderId)).toBe("paid");
    await expect
      .poll(
        async () => {
          await site.provider.tick();
          await season.client.query("UPDATE refunds SET next_at = now() WHERE order_id = $1", [orderId]);
          await returnMoney(site);
          return stateOf(orderId);
        },
        { timeout: 10_000 },
      )
      .toBe("partially_refunded");
    expect(await ticketOf(orderId)).toMatchObject({ quantity: 2, total_price: "21500" });
    await holds();
  });
});

describe("a disputed payment (F25)", () => {
  it("admits nobody while it is open, and again when it is won", async () => {
    const { orderId, paymentIntentId } = await sold();
    await site.provider.dispute(paymentIntentId, "needs_response");
    await settleDisputes(site, paymentIntentId);
    await settleDisputes(site, paymentIntentId);
    expect(await stateOf(orderId)).toBe("disputed");
    expect(await ticketOf(orderId)).toMatchObject({ status: "paid", suspended: "dispute" });
    expect(await refund(orderId, { kind: "whole" })).toMatchObject({ refusal: { reason: "not_refundable" } });
    await holds();
    await site.provider.dispute(paymentIntentId, "won");
    await settleDisputes(site, paymentIntentId);
    expect(await stateOf(orderId)).toBe("paid");
    expect(await ticketOf(orderId)).toMatchObject({ status: "paid", suspended: null });
    await holds();
  });

  it("that is lost is charged back: tickets void, places free, no revenue; also when only the end is heard of", async () => {
    const { orderId, paymentIntentId, type } = await sold({ quantity: 2 });
    await refund(orderId, { kind: "part", tickets: 1 });
    await site.provider.dispute(paymentIntentId, "lost");
    await Promise.all([settleDisputes(site, paymentIntentId), settleDisputes(site, paymentIntentId)]);
    expect(await stateOf(orderId)).toBe("charged_back");
    expect(await ticketOf(orderId)).toMatchObject({ status: "cancelled" });
    expect((await counterOf(type)).sold).toBe(0);
    expect(await revenueOf(orderId)).toBe(0);
    await holds();
  });
});

describe("an invitation", () => {
  const give = (more: Partial<Parameters<typeof grantInvitation>[1]>) =>
    grantInvitation(site, {
      actor: admin,
      email: "nimeni@exemplu.ro",
      ticketTypeId: newId(),
      eventId: null,
      quantity: 1,
      because: "Trupa are doi invitați.",
      requestKey: null,
      ...more,
    });

  it("is an order of 0 lei with tickets, letter and stock, and who gave it and why stands in the journal (I9)", async () => {
    const night = await season.night();
    const type = await season.ticketType({ events: [night], entries: 2, capacity: 3 });
    const guest = await season.person();
    const to = { email: `${guest.userId}@EXEMPLU.ro`, ticketTypeId: type, quantity: 2, requestKey: "form-1" };
    const given = await give(to);
    if (!given.ok) throw new Error(given.refusal.reason);
    expect(await give(to)).toEqual(given);
    expect(await ticketOf(given.value.orderId)).toMatchObject({
      status: "paid",
      entries_total: 4,
      total_price: "0",
    });
    expect([(await counterOf(type)).sold, (await counterOf(night)).sold]).toEqual([2, 4]);
    expect(await give({ ...to, requestKey: null })).toMatchObject({
      refusal: { reason: "not_enough", available: 1 },
    });
    await holds();
    expect(await refund(given.value.orderId, { kind: "whole" })).toEqual({ ok: true, value: { amount: 0 } });
    expect(await stateOf(given.value.orderId)).toBe("refunded");
    expect((await counterOf(type)).sold).toBe(0);
    await holds();
  });

  it("needs an account, a ticket that is there, a reason and an administrator", async () => {
    const night = await season.night({ inDays: -2 });
    const past = await season.ticketType({ events: [night] });
    const { userId } = await season.person();
    const email = `${userId}@exemplu.ro`;
    const reasons = [];
    for (const request of [
      { actor: { userId, role: "user" } as const },
      { because: " " },
      { quantity: 11 },
      {},
      { email },
      { email, ticketTypeId: past },
    ]) {
      const answer = await give(request);
      reasons.push(answer.ok ? "given" : answer.refusal.reason);
    }
    expect(reasons).toEqual([
      "not_allowed",
      "no_reason_given",
      "bad_quantity",
      "no_account",
      "unknown_ticket_type",
      "past",
    ]);
  });
});

describe("an administrator", () => {
  it("asks the provider again about a payment that nobody told of, and that is written down", async () => {
    const { orderId, paymentIntentId } = await sold();
    await site.cards.refund({ key: newId(), paymentIntentId });
    expect(await recheckPayment(site, { actor: admin, orderId })).toEqual({
      ok: true,
      value: { state: "refunded" },
    });
    const { n } = await one<{ n: number }>(
      "SELECT count(*)::int AS n FROM journal WHERE subject_id = $1 AND what = 'rechecked' AND actor_id = $2",
      [orderId, admin.userId],
    );
    expect(n).toBe(1);
    site.provider.faults.set({ loseNext: 1 });
    expect(await recheckPayment(site, { actor: admin, orderId })).toMatchObject({
      refusal: { reason: "provider_unknown" },
    });
    site.provider.faults.reset();
    expect(await recheckPayment(site, { actor: admin, orderId: newId() })).toMatchObject({
      refusal: { reason: "unknown_order" },
    });
  });

  it("writes another name on a ticket; the journal names the field and neither name (decisions 18, 33)", async () => {
    const { orderId } = await sold();
    const { id } = await one<{ id: string }>("SELECT id FROM ticket_purchases WHERE order_id = $1", [
      orderId,
    ]);
    expect(await renameHolder(site, { actor: admin, purchaseId: id, name: "  " })).toMatchObject({
      refusal: { reason: "bad_name" },
    });
    expect(await renameHolder(site, { actor: admin, purchaseId: id, name: " Ștefan Țăranu " })).toMatchObject(
      {
        ok: true,
      },
    );
    const row = await one<{ holder_name: string; after: unknown }>(
      "SELECT p.holder_name, j.after FROM ticket_purchases p JOIN journal j ON j.subject_id = p.order_id AND j.what = 'holder_renamed' WHERE p.id = $1",
      [id],
    );
    expect(row).toEqual({ holder_name: "Ștefan Țăranu", after: { purchaseId: id, field: "holder_name" } });
  });
});
