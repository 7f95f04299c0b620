import { describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { openBarrier, overlap } from "#test/support/barrier.ts";
import { raceServices } from "#test/support/changed-statements.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { arrived } from "#test/support/open-page.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { readViolations } from "#ticketing/reports/find-violations.server.ts";
import { openCheckout } from "./checkout/open-checkout.server.ts";
import { settleDisputes } from "./payment/settle-disputes.server.ts";
import { settlePayment } from "./payment/settle-payment.server.ts";
import { refundOrder } from "./refunds/refund-order.server.ts";
import { returnMoney } from "./refunds/return-money.server.ts";
import { settleRefunds } from "./refunds/settle-refunds.server.ts";
import { listVouchers } from "./vouchers/office-voucher-queries.server.ts";

const { season, site, admin, refund, seatsOf, stateOf, one, holds } = await openMoneyStage();

type About = {
  readonly quantity?: number;
  readonly codePer?: "person" | "order";
  readonly percent?: number;
  readonly returns?: boolean;
};

/** An order with a code, paid by card unless it is free, and functions that read the code. */
async function bought({ quantity = 3, codePer = "person", percent = 10, returns = true }: About = {}) {
  const night = await season.night();
  const type = await season.ticketType({ events: [night], price: 10_000 });
  await season.db`UPDATE tickets SET code_per = ${codePer} WHERE id = ${type}`;
  const code = `PROBA-${newId().slice(-8).toUpperCase()}`;
  const voucher = await season.voucher({ code, percent, capacity: 10 });
  await season.db`UPDATE vouchers SET returns_uses = ${returns} WHERE id = ${voucher}`;
  const { sessionHash } = await season.person();
  const opened = await openCheckout(
    site,
    arrived(sessionHash, [{ ticketTypeId: type, quantity }], { code, eventId: night }),
  );
  if (!opened.ok) throw new Error(opened.refusal.reason);
  const { orderId, url } = opened.value;
  const sessionId = url?.split("/").at(-1) ?? "";
  if (url !== null) {
    await payWithCard(site.provider.pagesBase, sessionId);
    await settlePayment(site, { sessionId, by: "notice" });
  }
  const usesSold = async () =>
    (await one<{ sold: number }>("SELECT sold FROM stock_counters WHERE id = $1", [voucher])).sold;
  const returned = async () =>
    (
      await one<{ n: number[] | null }>(
        "SELECT array_agg(tickets ORDER BY at, id) AS n FROM voucher_returns WHERE order_id = $1",
        [orderId],
      )
    ).n;
  const paymentOf = async () =>
    (await one<{ id: string }>("SELECT payment_intent_id AS id FROM payments WHERE order_id = $1", [orderId]))
      .id;
  expect(await usesSold()).toBe(quantity);
  return { orderId, night, usesSold, returned, paymentOf };
}

const seatIds = async (orderId: Uuid, n: number) =>
  (await seatsOf(orderId))
    .filter(({ status }) => status === "paid")
    .slice(0, n)
    .map(({ id }) => id);

describe("the uses of a code that returns them", () => {
  it("come back with the whole order, once its money has left, and once only", async () => {
    const { orderId, usesSold, returned, paymentOf } = await bought();
    await refund(orderId, { kind: "whole" });
    await returnMoney(site, { orderId });
    expect([await stateOf(orderId), await usesSold(), await returned()]).toEqual(["refunded", 0, [3]]);
    const search = { text: "", night: null, kind: "all", state: "all", page: 1 } as const;
    const { inAll, vouchers } = await site.database.readAs(admin, (sql) => listVouchers(sql, search));
    expect([inAll.tickets, inAll.sold]).toEqual([3, vouchers.reduce((n, { sold }) => n + sold, 0)]);
    await settleRefunds(site, await paymentOf());
    await settleRefunds(site, await paymentOf());
    expect(await refund(orderId, { kind: "whole" })).toMatchObject({ ok: false });
    expect([await usesSold(), await returned()]).toEqual([0, [3]]);
    await holds();
  });

  it("come back with seats, as many as end, and with the rest later", async () => {
    const { orderId, usesSold, returned } = await bought();
    await refund(orderId, { kind: "seats", seats: await seatIds(orderId, 2) });
    await returnMoney(site, { orderId });
    expect([await stateOf(orderId), await usesSold(), await returned()]).toEqual([
      "partially_refunded",
      1,
      [2],
    ]);
    await holds();
    await refund(orderId, { kind: "whole" });
    await returnMoney(site, { orderId });
    expect([await usesSold(), await returned()]).toEqual([0, [2, 1]]);
    await holds();
  });

  it("come back with a part of a line that has one code for all, and with the rest of it", async () => {
    const { orderId, usesSold, returned } = await bought({ codePer: "order" });
    await refund(orderId, { kind: "part", line: 1, tickets: 1 });
    expect([await usesSold(), await returned()]).toEqual([2, [1]]);
    await returnMoney(site, { orderId });
    await holds();
    await refund(orderId, { kind: "whole" });
    await returnMoney(site, { orderId });
    expect([await usesSold(), await returned()]).toEqual([0, [1, 2]]);
    await holds();
  });

  it("come back with free seats and free orders, which no money leaves", async () => {
    const { orderId, usesSold, returned } = await bought({ percent: 100 });
    expect(await refund(orderId, { kind: "seats", seats: await seatIds(orderId, 1) })).toMatchObject({
      ok: true,
    });
    expect([await usesSold(), await returned()]).toEqual([2, [1]]);
    await refund(orderId, { kind: "whole" });
    expect([await stateOf(orderId), await usesSold(), await returned()]).toEqual(["refunded", 0, [1, 2]]);
    await holds();
  });

  it("come back when the provider's own refund ends the order, and not when it lowers its prices", async () => {
    const { orderId, usesSold, returned, paymentOf } = await bought();
    const payment = await paymentOf();
    const atProvider = async (amount: number) => {
      await site.cards.refund({ key: newId(), attempt: 1, paymentId: payment, amount });
      await settleRefunds(site, payment);
    };
    await atProvider(9_000);
    expect([await usesSold(), await returned()]).toEqual([3, null]);
    await atProvider(18_000);
    expect([await stateOf(orderId), await usesSold(), await returned()]).toEqual(["refunded", 0, [3]]);
    await holds();
  });

  it("stay used when a bank takes the money back", async () => {
    const { orderId, usesSold, returned, paymentOf } = await bought();
    for (const status of ["needs_response", "lost"] as const) {
      await site.provider.dispute(await paymentOf(), status);
      await settleDisputes(site, await paymentOf());
    }
    expect([await stateOf(orderId), await usesSold(), await returned()]).toEqual(["charged_back", 3, null]);
    await holds();
  });
});

it("without that, uses come back where the organiser cancelled the night, and nowhere else", async () => {
  const kept = await bought({ returns: false });
  const cancelled = await bought({ returns: false });
  await season.db`UPDATE events SET cancelled_at = now() WHERE id = ${cancelled.night}`;
  for (const { orderId } of [kept, cancelled]) {
    await refund(orderId, { kind: "whole" });
    await returnMoney(site, { orderId });
  }
  expect([await kept.usesSold(), await kept.returned()]).toEqual([3, null]);
  expect([await cancelled.usesSold(), await cancelled.returned()]).toEqual([0, [3]]);
  await holds();
});

it("without that, a cancelled night returns the uses of what is refunded from then on, as the form says, and none of before", async () => {
  const { orderId, night, usesSold, returned } = await bought({ returns: false });
  await refund(orderId, { kind: "seats", seats: await seatIds(orderId, 1) });
  await returnMoney(site, { orderId });
  expect([await usesSold(), await returned()]).toEqual([3, null]);
  await season.db`UPDATE events SET cancelled_at = now() WHERE id = ${night}`;
  await refund(orderId, { kind: "whole" });
  await returnMoney(site, { orderId });
  expect([await usesSold(), await returned()]).toEqual([1, [2]]);
  await holds();
});

describe("two administrators who refund one free seat at the same moment", () => {
  async function both(lock: "locked" | "unlocked") {
    const { orderId, usesSold } = await bought({ percent: 100 });
    const seats = await seatIds(orderId, 1);
    const barrier = openBarrier();
    const give = (hold?: () => unknown) =>
      refundOrder(
        raceServices(site, lock, (name) => (name === "lock-seats" ? hold?.() : undefined)),
        {
          actor: admin,
          orderId,
          wish: { kind: "seats", seats },
          why: "customer_request",
          note: "",
          stock: "sell_again",
        },
      );
    await overlap(season.client, { barrier, first: () => give(barrier.hold), second: () => give() });
    const broken = await readViolations(season.client, dataInvariants);
    return { uses: await usesSold(), broken: broken.map(({ id }) => id) };
  }

  it("give its use back once", async () => {
    expect(await both("locked")).toEqual({ uses: 2, broken: [] });
  });

  it("give it back twice without the locks, which the invariant sees: the negative control", async () => {
    const { uses, broken } = await both("unlocked");
    expect([uses, broken]).toEqual([1, expect.arrayContaining(["L2"])]);
  });
});
