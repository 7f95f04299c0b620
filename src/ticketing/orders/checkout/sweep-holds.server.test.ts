import pg from "pg";
import { describe, expect, it } from "vitest";
import { openPage } from "#test/support/open-page.ts";
import { openOrderStage } from "#test/support/order-stages.ts";
import { processServices } from "#test/support/services.ts";
import { sweepHolds } from "./sweep-holds.server.ts";

const { database, season, site, stages, rows } = await openOrderStage();
const other = await processServices(database, site.provider);

describe("the sweep of holds", () => {
  it("frees expired holds, with and without a card page, and counts them", async () => {
    const [bare, atPage] = [await stages.held(), await stages.atCardPage()];
    const young = [await stages.held(), await stages.atCardPage()];
    await rows.holdRunsOut(bare.orderId);
    await rows.holdRunsOut(atPage.orderId);
    expect(await sweepHolds(site)).toBe(2);
    expect([await rows.state(bare.orderId), await rows.state(atPage.orderId)]).toEqual([
      "expired/none",
      "expired/none",
    ]);
    expect([await rows.counter(bare.type), await rows.counter(atPage.type)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    for (const { orderId, type } of young)
      expect([await rows.state(orderId), await rows.counter(type)]).toEqual([
        expect.stringMatching(/held$/),
        [1, 0],
      ]);
    expect((await rows.journal(bare.orderId)).at(-1)).toBe("expired by sweeper");
    expect(await sweepHolds(site)).toBe(0);
  });

  it("goes on with the others when the state of one is unknown, and does not count that one (F26)", async () => {
    const [silent, open] = [await stages.atCardPage(), await stages.atCardPage()];
    await rows.holdRunsOut(silent.orderId);
    await rows.holdRunsOut(open.orderId);
    site.provider.faults.set({ loseNext: 1, only: `POST /v1/checkout/sessions/${silent.sessionId}` });
    expect(await sweepHolds(site)).toBe(1);
    expect([await rows.state(silent.orderId), await rows.state(open.orderId)]).toEqual([
      "checkout_open/held",
      "expired/none",
    ]);
    expect(await sweepHolds(site)).toBe(1);
  });

  it("does not let fifty orders of unknown state block the rest (F26)", async () => {
    const night = await season.night();
    const type = await season.ticketType({ events: [night], capacity: 100 });
    const stuck: string[] = [];
    const crowd = await season.people(51);
    const pages = await Promise.all(crowd.map(({ sessionHash }) => openPage(site, sessionHash, type)));
    const last = pages.at(-1);
    if (!last) throw new Error("nobody came");
    for (const { orderId, sessionId } of pages) {
      if (orderId !== last.orderId) stuck.push(sessionId);
      await rows.holdRunsOut(orderId);
    }
    // The last one expired last, and was checked last.
    await season.db`UPDATE orders SET hold_expires_at = now() WHERE id = ${last.orderId}`;
    await season.db`UPDATE checkout_attempts SET polled_at = now() WHERE order_id = ${last.orderId}`;
    const silent: typeof site.cards = {
      ...site.cards,
      expireSession: async (sessionId) =>
        stuck.includes(sessionId)
          ? { kind: "unknown", message: "no answer" }
          : site.cards.expireSession(sessionId),
    };
    expect(await sweepHolds({ ...site, cards: silent })).toBe(0);
    expect(await sweepHolds({ ...site, cards: silent })).toBe(1);
    expect(await rows.state(last.orderId)).toBe("expired/none");
    expect(await sweepHolds(site)).toBe(50);
    expect(await rows.counter(type)).toEqual([0, 0]);
  });

  it("does not wait for an order that another transaction has locked", async () => {
    const [busy, free] = [await stages.held(), await stages.held()];
    await rows.holdRunsOut(busy.orderId);
    await rows.holdRunsOut(free.orderId);
    const clerk = new pg.Client(database.ownerUrl);
    await clerk.connect();
    await clerk.query("BEGIN");
    await clerk.query("SELECT FROM orders WHERE id = $1 FOR UPDATE", [busy.orderId]);
    const freed = await sweepHolds(site);
    await clerk.end();
    expect(freed).toBe(1);
    expect(await rows.state(free.orderId)).toBe("expired/none");
    expect(await sweepHolds(site)).toBe(1);
  });

  it("keeps and logs an order that cannot be freed, and frees all the others", async () => {
    const [brokenBare, brokenAtPage] = [await stages.held(), await stages.atCardPage()];
    const counters = [brokenBare.type, brokenAtPage.type];
    // A counter lower than its orders: the database refuses to take from it.
    await season.db`UPDATE stock_counters SET held = 0 WHERE id = ANY(${counters})`;
    await rows.holdRunsOut(brokenBare.orderId);
    await rows.holdRunsOut(brokenAtPage.orderId);
    const told: string[] = [];
    const log = { ...site.log, error: ({ orderId }: { orderId: string }) => told.push(orderId) };
    for (let round = 0; round < 2; round += 1) {
      const [bare, atPage] = [await stages.held(), await stages.atCardPage()];
      await rows.holdRunsOut(bare.orderId);
      await rows.holdRunsOut(atPage.orderId);
      told.length = 0;
      expect(await sweepHolds({ ...site, log: log as unknown as typeof site.log })).toBe(2);
      expect(told.toSorted()).toEqual([brokenBare.orderId, brokenAtPage.orderId].toSorted());
      expect([await rows.counter(bare.type), await rows.counter(atPage.type)]).toEqual([
        [0, 0],
        [0, 0],
      ]);
    }
    await season.db`UPDATE stock_counters SET held = 1 WHERE id = ANY(${counters})`;
    expect(await sweepHolds(site)).toBe(2);
  });

  it("frees any number at once, and two processes free each place once", async () => {
    const night = await season.night({ capacity: 2000 });
    const type = await season.ticketType({ events: [night], capacity: 2000 });
    const crowd = await season.people(1100);
    await season.db`WITH made AS (
         INSERT INTO orders (id, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, state, stake, origin, hold_expires_at)
         SELECT gen_random_uuid(), person, ${night}, ${type}, ARRAY[${night}::uuid], 1, 1, 11000, 11000, 'ordinary', 'Intrare generală', 'held', 'held', 'event', now() - interval '1 second'
         FROM unnest(${crowd.map((person) => person.userId)}::uuid[]) person RETURNING id)
       UPDATE stock_counters SET held = (SELECT count(*) FROM made) WHERE id IN (${night}, ${type})`;
    const freed = await Promise.all([sweepHolds(site), sweepHolds(other)]);
    expect(freed[0] + freed[1]).toBe(1100);
    expect([await rows.counter(type), await rows.counter(night)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});
