import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { liftStop } from "#ticketing/events/lift-stop.server.ts";
import { startStop } from "#ticketing/events/start-stop.server.ts";
import { grantInvitation } from "./grant-invitation.server.ts";

const { season, site, admin, refund, seatsOf, stateOf, counterOf, ticketOf, holds } = await openMoneyStage();

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

  it("is an order of 0 lei with tickets, email and stock; the journal has who gave it and why (I9)", async () => {
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

  it("of a type with a code for each person is a seat for each, and can be taken back by seat (I2, I5, I9, L1, L2, L3)", async () => {
    const night = await season.night();
    const type = await season.ticketType({ events: [night], entries: 2, capacity: 20, price: 9_000 });
    await season.db`UPDATE tickets SET code_per = 'person' WHERE id = ${type}`;
    const guest = await season.person();
    const to = { email: `${guest.userId}@exemplu.ro`, ticketTypeId: type };
    const five = await season.ticketType({ events: [night], entries: 5, capacity: 20 });
    expect(await give({ ...to, ticketTypeId: five, quantity: 5 })).toEqual({
      ok: false,
      refusal: { reason: "too_many_people" },
    });
    const given = succeeded(await give({ ...to, quantity: 3 }));
    const { orderId } = given;
    const seats = await seatsOf(orderId);
    expect(seats.map(({ status, price }) => `${status} ${price}`)).toEqual(Array(6).fill("paid 0"));
    await holds();
    const unit = seats.slice(0, 2).map(({ id }) => id);
    expect(await refund(orderId, { kind: "seats", seats: unit })).toEqual({ ok: true, value: { amount: 0 } });
    expect([(await counterOf(type)).sold, (await counterOf(night)).sold]).toEqual([2, 4]);
    expect(await stateOf(orderId)).toBe("paid");
    await holds();
  });

  it("goes to a guest where no account has the address, once for each form (48)", async () => {
    const type = await season.ticketType({ events: [await season.night()], capacity: 9 });
    const form = { email: " Presa@exemplu.ro", ticketTypeId: type, requestKey: "form-3" };
    expect(await give(form)).toMatchObject({ refusal: { reason: "no_account" } });
    const named = { ...form, name: "Ilinca Presă" };
    expect(await give({ ...named, email: "presa" })).toMatchObject({ refusal: { reason: "bad_address" } });
    for (const name of ["Ilinca http://x.ro", "a".repeat(201)])
      expect(await give({ ...named, name })).toMatchObject({ refusal: { reason: "bad_name" } });
    const given = await Promise.all([give(named), give(named), give(named)]);
    const ids = new Set(given.map((answer) => (answer.ok ? answer.value.orderId : answer.refusal.reason)));
    expect(ids.size).toBe(1);
    const rows =
      await season.db`SELECT g.is_guest AS guest, g.contact_email AS email, p.holder_name AS holder, l.kind AS letter, l.recipient AS "to"
       FROM ticket_purchases p JOIN profiles g ON g.id = p.user_id JOIN letters l ON l.order_id = p.order_id WHERE p.order_id = ANY (${[...ids]})`;
    const email = "presa@exemplu.ro";
    expect(rows).toEqual([
      { guest: true, email, holder: "Ilinca Presă", letter: "ticket_confirmation", to: email },
    ]);
    expect((await counterOf(type)).sold).toBe(1);
    expect((await give({ ...named, requestKey: "form-4" })).ok).toBe(true);
    expect((await counterOf(type)).sold).toBe(2);
    await holds();
  });

  it("never goes to an account that did not prove the address: a guest gets it, also while emails are off (24)", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const squatter = await season.person();
    const email = `${squatter.userId}@exemplu.ro`;
    const prove = (isProven: boolean) =>
      season.db`UPDATE identity."user" SET email_verified = ${isProven} WHERE id = ${squatter.userId}`;
    await prove(false);
    expect(await give({ email, ticketTypeId: type })).toMatchObject({ refusal: { reason: "no_account" } });
    const receiver = async () => {
      const { orderId } = succeeded(await give({ email, ticketTypeId: type, name: "Ana Pop" }));
      return (
        await season.db`SELECT g.is_guest AS guest, g.full_name AS name, g.id FROM orders o JOIN profiles g ON g.id = o.user_id WHERE o.id = ${orderId}`
      )[0];
    };
    expect(await receiver()).toMatchObject({ guest: true, name: "Ana Pop" });
    await prove(true);
    expect(await receiver()).toMatchObject({ guest: false, id: squatter.userId });
  });

  it("is given once, also when its form arrives several times at once", async () => {
    const [guest, type] = [
      await season.person(),
      await season.ticketType({ events: [await season.night()] }),
    ];
    const form = { email: `${guest.userId}@exemplu.ro`, ticketTypeId: type, requestKey: "form-2" };
    const given = await Promise.all([give(form), give(form), give(form), give(form)]);
    const ids = new Set(given.map((answer) => (answer.ok ? answer.value.orderId : answer.refusal.reason)));
    expect(ids.size).toBe(1);
    expect(await season.db`SELECT sold FROM stock_counters WHERE id = ${type}`).toEqual([{ sold: 1 }]);
  });

  it("needs an account, an available ticket, a reason and an administrator", async () => {
    const night = await season.night({ inDays: -2 });
    const past = await season.ticketType({ events: [night] });
    const { userId } = await season.person();
    const email = `${userId}@exemplu.ro`;
    const reasons = [];
    for (const request of [
      { because: " " },
      { quantity: 11 },
      {},
      { email },
      { email, ticketTypeId: past },
    ]) {
      const answer = await give(request);
      reasons.push(answer.ok ? "given" : answer.refusal.reason);
    }
    expect(reasons).toEqual(["no_reason_given", "bad_quantity", "no_account", "unknown_ticket_type", "past"]);
  });

  it("is refused while one of its nights is read-only, also for any night of a pass", async () => {
    const [locked, open] = [await season.night(), await season.night({ inDays: 9 })];
    const ticketTypeId = await season.ticketType({ events: [locked, open] });
    const pass = await season.ticketType({ events: [locked, open], family: "season_pass" });
    const email = `${(await season.person()).userId}@exemplu.ro`;
    const outcomes = async () => {
      const answers = [];
      for (const request of [
        { ticketTypeId, eventId: locked },
        { ticketTypeId, eventId: open },
        { ticketTypeId: pass },
      ]) {
        const answer = await give({ email, ...request });
        answers.push(answer.ok ? "given" : answer.refusal.reason);
      }
      return answers;
    };
    const form = { eventId: null, reason: "vreme", until: null };
    const stop = async (kind: "sale" | "read_only", eventId: string | null) =>
      succeeded(await startStop(site, { actor: admin, form: { ...form, kind, eventId } })).id;
    const lock = await stop("read_only", locked);
    expect(await outcomes()).toEqual(["read_only", "given", "read_only"]);
    expect((await counterOf(locked)).sold).toBe(0);
    await liftStop(site, { actor: admin, id: lock });
    const sale = await stop("sale", locked);
    expect(await outcomes()).toEqual(["given", "given", "given"]);
    const whole = await stop("read_only", null);
    expect(await outcomes()).toEqual(["read_only", "read_only", "read_only"]);
    for (const id of [sale, whole]) await liftStop(site, { actor: admin, id });
    await holds();
  });
});
