import { afterEach, describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { failsLate, openMoneyStage } from "#test/support/money-stage.ts";
import { grantInvitation } from "./gifts/grant-invitation.server.ts";
import { makeTestPurchase } from "./gifts/make-test-purchase.server.ts";
import { splitCode } from "./split-code.server.ts";

const { season, site, admin, soldLines, refund, failAtProvider, one, holds } = await openMoneyStage();

/** What a build from before there were lines writes for a hold: the header of an order, and what it takes. */
const headerOfOlderBuild = `WITH made AS (
    INSERT INTO orders (id, user_id, quantity, origin, scope_id, ticket_type_id, event_ids, entries, unit_price, total, family, title, stripe_price_id, state, stake, hold_expires_at)
    VALUES ($1, $2, 3, 'event', $4, $3, ARRAY[$4::uuid, $5::uuid], 2, 11000, 33000, 'season_pass', 'Tot sezonul', 'price_old', 'held', 'held', now() + interval '30 minutes')
    RETURNING id, user_id),
  told AS (INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) SELECT user_id, 'user', 'order', id, 'held' FROM made)
  UPDATE stock_counters SET held = held + CASE id WHEN $3 THEN 3 ELSE 6 END WHERE id = ANY (ARRAY[$3::uuid, $4, $5])`;

it("an order that an older build holds beside this one has its line and its takes, and every invariant holds (L1, L2, I2)", async () => {
  const nights = [await season.night(), await season.night()];
  const type = await season.ticketType({
    events: nights,
    entries: 2,
    family: "season_pass",
    title: "Tot sezonul",
  });
  const { userId } = await season.person();
  const order = newId();
  await site.database.withDuty("sell", (sql) =>
    sql.query(headerOfOlderBuild, [order, userId, type, ...nights]),
  );
  const rows =
    await season.db`SELECT o.take_ids, o.take_ns, l.no, l.quantity, l.entries, l.list_price::int, l.total::int, l.event_ids, l.title, l.code_per
     FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.id = ${order}`;
  expect(rows).toEqual([
    {
      take_ids: [type, ...nights],
      take_ns: [3, 6, 6],
      no: 1,
      quantity: 3,
      entries: 2,
      list_price: 11_000,
      total: 33_000,
      event_ids: nights,
      title: "Tot sezonul",
      code_per: "order",
    },
  ]);
  await holds();
});

describe("while an older build runs", () => {
  const olderBuildBeats = () =>
    season.client.query("INSERT INTO process_pulses (process_id, pulse) VALUES (gen_random_uuid(), '{}')");
  afterEach(() => season.client.query("DELETE FROM process_pulses"));
  const upgrading = { ok: false, refusal: { reason: "older_build_runs" } };

  it("no code is split: it would take a part of each code", async () => {
    const { orderId, buyer } = await soldLines([{ quantity: 3 }]);
    const { id: purchaseId } = await one<{ id: string }>(
      "SELECT id FROM ticket_purchases WHERE order_id = $1",
      [orderId],
    );
    const split = () => splitCode(site, { actor: { userId: buyer.userId, role: "user" }, purchaseId });
    await olderBuildBeats();
    expect(await split()).toEqual(upgrading);
    await season.db`DELETE FROM process_pulses`;
    expect(await split()).toEqual({ ok: true, value: { codes: 3 } });
    await holds();
  });

  it("nobody is given a code for each person, as an invitation or a test purchase", async () => {
    const night = await season.night();
    const type = await season.ticketType({ events: [night] });
    const guest = await season.person();
    const email = `${guest.userId}@exemplu.ro`;
    const about = { ticketTypeId: type, eventId: night, quantity: 2 };
    const invite = () =>
      grantInvitation(site, { ...about, actor: admin, email, because: "o probă", requestKey: newId() });
    const test = () => makeTestPurchase(site, { ...about, buyer: guest, requestKey: newId() });
    await olderBuildBeats();
    expect([(await invite()).ok, (await test()).ok]).toEqual([true, true]);
    await season.db`UPDATE tickets SET code_per = 'person' WHERE id = ${type}`;
    expect([await invite(), await test()]).toEqual([upgrading, upgrading]);
    await season.db`DELETE FROM process_pulses`;
    expect([(await invite()).ok, (await test()).ok]).toEqual([true, true]);
    await holds();
  });

  it("what is owed does not go back: it would be taken from the revenue", async () => {
    const { orderId, paymentId } = await soldLines([{ quantity: 3, price: 9_000 }], {
      card: failsLate,
    });
    await refund(orderId, { kind: "part", line: 1, tickets: 1 });
    await failAtProvider(paymentId);
    await olderBuildBeats();
    expect(await refund(orderId, { kind: "owed" })).toEqual(upgrading);
    expect(await refund(orderId, { kind: "whole" })).toEqual(upgrading);
    await season.db`DELETE FROM process_pulses`;
    expect(await refund(orderId, { kind: "owed" })).toEqual({ ok: true, value: { amount: 9_000 } });
    await holds();
  }, 60_000);
});
