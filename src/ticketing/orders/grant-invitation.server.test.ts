import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { grantInvitation } from "./grant-invitation.server.ts";

const { season, site, admin, refund, stateOf, counterOf, ticketOf, holds } = await openMoneyStage();

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
