import { describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { newId } from "#kernel/id.ts";
import { done } from "#kernel/outcome.ts";
import { openOrderStage } from "#test/support/order-stages.ts";
import { openCardPage } from "./open-card-page.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

const { season, site, stages, rows } = await openOrderStage();

const settle = (sessionId: string, by: "notice" | "customer" = "notice") =>
  settlePayment(site, { sessionId, by });

/** An order with a second page, as after an expired page whose places were kept. */
async function atSecondPage() {
  const order = await stages.atCardPage();
  await season.db`UPDATE checkout_attempts SET expires_at = now() WHERE order_id = ${order.orderId}`;
  const page = await openCardPage(site, order.orderId);
  if (!page.ok) throw new Error(page.refusal.reason);
  return { ...order, second: page.value.url.split("/").at(-1) ?? "" };
}

describe("settling a card session", () => {
  it.each([
    ["does not answer", { loseNext: 1 }],
    ["answers with an error", { failNext: 1 }],
    ["answers what nobody can read", { garbleNext: 1 }],
  ])("decides nothing while the provider %s (F26)", async (_, fault) => {
    const { orderId, sessionId } = await stages.paid();
    site.provider.faults.set(fault);
    expect(await settle(sessionId)).toEqual({ ok: false, refusal: { reason: "provider_unknown" } });
    expect([await rows.state(orderId), await rows.attempts(orderId)]).toEqual([
      "checkout_open/held",
      ["1 opened"],
    ]);
  });

  it("refuses one that the provider has and no order of ours has (F20)", async () => {
    const foreign = await site.cards.openSession({
      key: "another shop",
      orderId: newId(),
      successUrl: "https://x.ro/",
      cancelUrl: "https://x.ro/",
      lines: [{ name: "Altceva", unitAmount: 900, quantity: 1 }],
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    if (foreign.kind !== "opened") throw new Error(foreign.kind);
    expect(await settle(foreign.sessionId)).toEqual({ ok: false, refusal: { reason: "not_ours" } });
  });

  it("that is open changes nothing, and answers that it is open", async () => {
    const { orderId, sessionId } = await stages.atCardPage();
    const before = await rows.journal(orderId);
    expect(await settle(sessionId)).toEqual(done({ orderId, settlement: "nothing", sessionStatus: "open" }));
    expect([await rows.state(orderId), await rows.journal(orderId)]).toEqual(["checkout_open/held", before]);
  });

  it("that was paid makes the tickets and records in the journal what started it", async () => {
    const { orderId, sessionId } = await stages.paid({ quantity: 2 });
    expect(await settle(sessionId, "customer")).toEqual(
      done({ orderId, settlement: "fulfil", sessionStatus: "complete" }),
    );
    expect((await rows.journal(orderId)).at(-1)).toBe("paid by customer");
    expect(await rows.attempts(orderId)).toEqual(["1 closed"]);
    expect(await rows.ledger(orderId)).toEqual(["clearing 22000", "revenue -22000"]);
  });

  it("whose page is unknown to us is found by the order that the provider names (F3)", async () => {
    const { orderId } = await stages.held();
    site.provider.faults.set({ dropNext: 1 });
    await openCardPage(site, orderId);
    const found = await site.cards.listSessionsSince(new Date(Date.now() - 60_000));
    const sessionId = (found.kind === "listed" && found.sessions[0]?.id) || "";
    await payWithCard(site.provider.pagesBase, sessionId);
    expect(await settle(sessionId)).toMatchObject({ value: { orderId, settlement: "fulfil" } });
    expect([await rows.state(orderId), await rows.attempts(orderId)]).toEqual(["paid/sold", ["1 closed"]]);
  });

  it("that expired frees the places, unless another page of the order may be paid (F21)", async () => {
    const { orderId, sessionId, second, type } = await atSecondPage();
    await site.cards.expireSession(sessionId);
    expect(await settle(sessionId)).toMatchObject({ value: { settlement: "nothing" } });
    expect([await rows.state(orderId), await rows.counter(type)]).toEqual(["checkout_open/held", [1, 0]]);
    await site.cards.expireSession(second);
    expect(await settle(second)).toMatchObject({
      value: { settlement: "release", sessionStatus: "expired" },
    });
    expect([await rows.state(orderId), await rows.counter(type)]).toEqual(["expired/none", [0, 0]]);
  });
});

describe("money that is on its way", () => {
  it("keeps the places, and the page is still polled (F19)", async () => {
    const { orderId, sessionId, type } = await stages.atCardPage();
    await site.provider.delayedPayment(sessionId, "begins");
    expect(await settle(sessionId)).toMatchObject({ value: { settlement: "pending" } });
    expect(await settle(sessionId)).toMatchObject({ value: { settlement: "nothing" } });
    expect([await rows.state(orderId), await rows.counter(type), await rows.attempts(orderId)]).toEqual([
      "payment_pending/held",
      [1, 0],
      ["1 opened"],
    ]);
  });

  it("and then failed frees them, also when the report of the failure comes first", async () => {
    const { orderId, sessionId, type } = await stages.atCardPage();
    await site.provider.delayedPayment(sessionId, "begins");
    await site.provider.delayedPayment(sessionId, "fails");
    expect(await settlePayment(site, { sessionId, by: "notice", saysFailed: true })).toMatchObject({
      value: { settlement: "failed" },
    });
    expect([await rows.state(orderId), await rows.counter(type)]).toEqual(["payment_failed/none", [0, 0]]);
    expect((await rows.journal(orderId)).slice(-2)).toEqual([
      "payment_pending by notice",
      "payment_failed by notice",
    ]);
  });
});

describe("money that does not fit", () => {
  it("in kind or amount makes no ticket: it is owed to the customer, and the journal has the reason (F23)", async () => {
    const { orderId, sessionId } = await stages.paid();
    const expectsRealMoney = { ...site, settings: { ...site.settings, livemode: true } };
    expect(await settlePayment(expectsRealMoney, { sessionId, by: "notice" })).toMatchObject({
      value: { settlement: "review" },
    });
    expect([await rows.state(orderId), await rows.count("ticket_purchases", orderId)]).toEqual([
      "manual_review/held",
      0,
    ]);
    expect(await rows.ledger(orderId)).toEqual(["clearing 11000", "customer_credit -11000"]);
    expect([await rows.refunds(orderId), await rows.count("letters", orderId)]).toEqual([[], 0]);
    const why =
      await season.db`SELECT actor_kind, after FROM journal WHERE subject_id = ${orderId} AND what = 'payment_does_not_agree'`;
    expect(why).toEqual([{ actor_kind: "notice", after: { sessionId, mismatches: ["livemode"] } }]);
  });

  it("because it came a second time goes back, and the order does not change (F22)", async () => {
    const { orderId, sessionId, second, type } = await atSecondPage();
    await payWithCard(site.provider.pagesBase, sessionId);
    await settle(sessionId);
    await payWithCard(site.provider.pagesBase, second);
    for (let n = 0; n < 2; n += 1) await settle(second);
    expect([await rows.state(orderId), await rows.counter(type)]).toEqual(["paid/sold", [0, 1]]);
    expect(await rows.count("ticket_purchases", orderId, "status = 'paid'")).toBe(1);
    expect(await rows.refunds(orderId)).toEqual(["second_payment 11000 wanted"]);
    expect(await rows.ledger(orderId)).toEqual([
      "clearing 22000",
      "customer_credit -11000",
      "revenue -11000",
    ]);
    expect(await rows.count("letters", orderId, "kind = 'payment_returned'")).toBe(1);
  });

  it("because one night of the pass is full by now goes back whole: all nights or none (F22, I5)", async () => {
    const nights = [await season.night(), await season.night({ capacity: 1 })];
    const { orderId, sessionId, type } = await stages.paid({ events: nights, family: "season_pass" });
    await rows.losePlaces(orderId);
    await stages.held({ events: nights.slice(1) });
    expect(await settle(sessionId)).toMatchObject({ value: { settlement: "return_late" } });
    expect([await rows.state(orderId), await rows.counter(type)]).toEqual(["late_paid/none", [0, 0]]);
    expect([await rows.counter(nights[0] ?? ""), await rows.counter(nights[1] ?? "")]).toEqual([
      [0, 0],
      [1, 0],
    ]);
    expect(await rows.refunds(orderId)).toEqual(["no_stock 11000 wanted"]);
    expect(await rows.count("letters", orderId, "kind = 'payment_returned'")).toBe(1);
  });

  it.each([
    [
      "whose night was cancelled in between",
      "UPDATE events SET cancelled_at = now() WHERE id = $1 AND id <> $2",
    ],
    ["whose night is over", "UPDATE events SET date = date - 30 WHERE id = $1 AND id <> $2"],
    [
      "of a pass that got another night in between, which the other holders have as well",
      "INSERT INTO event_tickets (event_id, ticket_id) SELECT $2, ticket_id FROM event_tickets WHERE event_id = $1",
    ],
  ])("because it came late goes back, for an order %s (F22, I5)", async (_, meanwhile) => {
    const [night, added] = [await season.night(), await season.night({ inDays: 9 })];
    const order = await stages.paid({ family: "season_pass", events: [night] });
    await rows.losePlaces(order.orderId);
    await season.client.query(meanwhile, [night, added]);
    expect(await settle(order.sessionId)).toMatchObject({ value: { settlement: "return_late" } });
    expect([await rows.state(order.orderId), await rows.refunds(order.orderId)]).toEqual([
      "late_paid/none",
      ["no_stock 11000 wanted"],
    ]);
    expect([await rows.count("ticket_purchases", order.orderId), await rows.counter(night)]).toEqual([
      0,
      [0, 0],
    ]);
  });

  const over = "UPDATE events SET date = date - 30 WHERE id = $1";
  const pending = "UPDATE orders SET state = 'payment_pending' WHERE scope_id = $1";
  it.each([
    ["of an open order, all of whose nights are over", 1, [over], "late_paid/none"],
    ["that was on its way when the night ended", 1, [pending, over], "late_paid/none"],
    ["of a pass, one of whose nights is still to come", 2, [over], "paid/sold"],
    [
      "after the last hour of online sale, before the end",
      1,
      ["UPDATE events SET sale_until = time + interval '1 hour' WHERE id = $1"],
      "paid/sold",
    ],
  ])("%s never buys an entry to what is past", async (_, count, meanwhile, state) => {
    const nights = [await season.night({ when: "running" }), await season.night()].slice(0, count);
    const family = count > 1 ? "season_pass" : "ordinary";
    const { orderId, sessionId, type } = await stages.paid({ events: nights, family });
    for (const change of meanwhile) await season.client.query(change, [nights[0]]);
    await settle(sessionId);
    const isLate = state === "late_paid/none";
    expect([await rows.state(orderId), await rows.counter(type)]).toEqual([state, isLate ? [0, 0] : [0, 1]]);
    expect(await rows.refunds(orderId)).toEqual(isLate ? ["no_stock 11000 wanted"] : []);
    expect(await rows.count("ticket_purchases", orderId)).toBe(isLate ? 0 : count);
  });

  it("because it came late takes the places of all nights again if they are free (F22, I5)", async () => {
    const nights = [await season.night(), await season.night({ capacity: 1 })];
    const { orderId, sessionId } = await stages.paid({ events: nights, family: "season_pass" });
    await rows.losePlaces(orderId);
    expect(await settle(sessionId)).toMatchObject({ value: { settlement: "fulfil" } });
    expect((await rows.journal(orderId)).slice(-2)).toEqual(["late_paid by notice", "paid by notice"]);
    expect([await rows.counter(nights[0] ?? ""), await rows.counter(nights[1] ?? "")]).toEqual([
      [0, 1],
      [0, 1],
    ]);
    expect([await rows.count("ticket_purchases", orderId), await rows.refunds(orderId)]).toEqual([2, []]);
  });
});
