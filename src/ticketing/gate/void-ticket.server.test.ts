import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { verdictOf } from "#test/support/shown-code.ts";
import { ticketsOfOrder } from "#ticketing/delivery/ticket-queries.server.ts";
import { settleDisputes } from "#ticketing/orders/payment/settle-disputes.server.ts";
import { settleRefunds } from "#ticketing/orders/refunds/settle-refunds.server.ts";
import { listGateNights } from "./gate-queries.server.ts";

const { season, site, keys, sold, refund, refundUnheard, askAgain } = await openMoneyStage();
const gateStaff = await season.person("gate");

/** A paid order of two for tonight, and a gate that checks its QR or its typed code. */
async function atTheGate() {
  const order = await sold({ quantity: 2 });
  await season.db`UPDATE events SET date = (now() AT TIME ZONE 'Europe/Bucharest')::date, time = NULL WHERE id = ${order.night}`;
  const [ticket] = await site.database.withDuty("deliver", (sql) => ticketsOfOrder(sql, keys, order.orderId));
  if (!ticket) throw new Error("no ticket");
  const ask = (code: string, more?: { group: string }) => verdictOf(site, gateStaff, order.night, code, more);
  return {
    ...order,
    enter: () => ask(ticket.code.qr),
    /** The verdicts of the gate now: scanned, and typed. */
    verdicts: async () => [await ask(ticket.code.qr), await ask(ticket.label, { group: ticket.code.group })],
  };
}

describe("a ticket whose money is returned admits nobody from that moment on (I18)", () => {
  it("refunded by an administrator, as a whole", async () => {
    const { orderId, verdicts } = await atTheGate();
    expect((await refund(orderId, { kind: "whole" })).ok).toBe(true);
    expect(await verdicts()).toEqual(["void", "void"]);
  });

  it("refund requested, and the provider has not answered yet", async () => {
    const { orderId, verdicts } = await atTheGate();
    await refundUnheard(orderId, { kind: "whole" });
    expect(await verdicts()).toEqual(["suspended", "suspended"]);
    await askAgain(orderId);
    expect(await verdicts()).toEqual(["void", "void"]);
  });

  it("refunded by hand at the provider", async () => {
    const { paymentId, verdicts } = await atTheGate();
    await site.cards.refund({ key: newId(), paymentId, amount: 22_000 });
    await settleRefunds(site, paymentId);
    expect(await verdicts()).toEqual(["void", "void"]);
  });

  it("disputed at the bank, until the dispute is won", async () => {
    const { paymentId, verdicts } = await atTheGate();
    await site.provider.dispute(paymentId, "needs_response");
    await settleDisputes(site, paymentId);
    expect(await verdicts()).toEqual(["suspended", "suspended"]);
    await site.provider.dispute(paymentId, "won");
    await settleDisputes(site, paymentId);
    expect(await verdicts()).toEqual(["admitted", "admitted"]);
  });

  it("charged back", async () => {
    const { paymentId, verdicts } = await atTheGate();
    await site.provider.dispute(paymentId, "lost");
    await settleDisputes(site, paymentId);
    expect(await verdicts()).toEqual(["void", "void"]);
  });
});

it("after a refund of one of two, the other is admitted once, and no more (I18)", async () => {
  const { orderId, verdicts } = await atTheGate();
  expect((await refund(orderId, { kind: "part", line: 1, tickets: 1 })).ok).toBe(true);
  expect(await verdicts()).toEqual(["admitted", "used"]);
});

it("a refund takes nobody who is in out of the people with a ticket: nobody else of it is awaited any more", async () => {
  const { orderId, night, enter } = await atTheGate();
  const counted = async () => {
    const nights = await site.database.withDuty("admit", (sql) => listGateNights(sql, [-1000, 1000]));
    const { came, awaited } = nights.find(({ id }) => id === night) ?? {};
    return { came, awaited };
  };
  expect(await enter()).toBe("admitted");
  expect(await counted()).toEqual({ came: 1, awaited: 1 });
  expect((await refund(orderId, { kind: "whole", usedEntries: 1 })).ok).toBe(true);
  expect(await counted()).toEqual({ came: 1, awaited: 0 });
});
