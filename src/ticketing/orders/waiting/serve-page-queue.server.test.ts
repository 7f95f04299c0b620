import { beforeEach, describe, expect, it } from "vitest";
import { arrived } from "#test/support/open-page.ts";
import { processServices } from "#test/support/services.ts";
import { openStage } from "#test/support/stage.ts";
import type { OrderServices } from "#ticketing/orders/checkout/hold-queue.server.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { releaseOrder } from "#ticketing/orders/checkout/release-order.server.ts";
import { sweepHolds } from "#ticketing/orders/checkout/sweep-holds.server.ts";
import { openCardPage } from "#ticketing/orders/payment/open-card-page.server.ts";
import { createPageQueueCache } from "./page-queue-cache.server.ts";
import { countFirstInPageQueue, lockFirstInPageQueue, readPageQueue } from "./page-queue-store.server.ts";
import { servePageQueue } from "./serve-page-queue.server.ts";

const { database, season, client, db, site: shop } = await openStage();
const counter = await processServices(database, shop.provider, { providerRate: 1000 });
const otherCounter = await processServices(database, shop.provider, { providerRate: 1000 });
const type = await season.ticketType({
  events: [await season.night({ capacity: 10_000 })],
  capacity: 10_000,
});

beforeEach(async () => {
  shop.provider.faults.set({ loseNext: 0 });
  await db`UPDATE orders SET state = 'cancelled', stake = 'none' WHERE state IN ('held', 'checkout_open')`;
  await db`UPDATE stock_counters SET held = 0`;
});

/** When the next call for a card page may be made. */
const nextTurnIn = (seconds: number) =>
  db`INSERT INTO provider_pace (kind, next_at) VALUES ('page', now() + make_interval(secs => ${seconds})) ON CONFLICT (kind) DO UPDATE SET next_at = excluded.next_at`;

/** A customer presses "pay" and has to wait. */
async function arrive(
  site: OrderServices = shop,
  ticketTypeId = type,
  { sessionHash }: { sessionHash?: string } = {},
): Promise<string> {
  const opened = await openCheckout(
    site,
    arrived(sessionHash ?? (await season.person()).sessionHash, [{ ticketTypeId, quantity: 1 }]),
  );
  if (!opened.ok) throw new Error(opened.refusal.reason);
  expect(opened.value.url).toBeNull();
  return opened.value.orderId;
}

async function arriveInTurn(people: number, ticketTypeId = type): Promise<string[]> {
  const ids: string[] = [];
  await nextTurnIn(3600);
  for (let n = 0; n < people; n++) ids.push(await arrive(shop, ticketTypeId));
  await nextTurnIn(0);
  return ids;
}

/** The orders whose page is open, in the order in which the provider opened them. */
async function served(): Promise<string[]> {
  const rows =
    await db`SELECT o.id FROM orders o JOIN checkout_attempts a ON a.order_id = o.id WHERE o.state = 'checkout_open' AND a.state = 'opened' ORDER BY a.created_at, o.number`;
  return rows.map((row) => row.id);
}

describe("the queue for card pages", () => {
  it("shows each order its position, and is served in the order of arrival", async () => {
    const waiting = await arriveInTurn(12);
    const cache = createPageQueueCache(shop.database, { rate: 24, now: () => 0 });
    expect(await cache.placeOf(waiting[0] as string)).toEqual({ place: 1, waiting: 12, seconds: 1 });
    expect(await cache.placeOf(waiting[11] as string)).toMatchObject({ place: 12, waiting: 12 });
    expect(await servePageQueue(counter, AbortSignal.timeout(5000))).toBe(12);
    expect(await served()).toEqual(waiting);
  });

  it("is served by several processes at once, each order by one of them", async () => {
    const waiting = await arriveInTurn(20);
    const opened = await Promise.all(
      [counter, otherCounter].map((process) => servePageQueue(process, AbortSignal.timeout(5000))),
    );
    expect(opened.reduce((all, some) => all + some)).toBe(20);
    expect((await served()).toSorted()).toEqual(waiting.toSorted());
    const rows = await db`SELECT count(*)::int AS n FROM checkout_attempts WHERE order_id = ANY(${waiting})`;
    expect(rows).toEqual([{ n: 20 }]);
  });

  it("lets nobody overtake: a newcomer and a repeated request keep their positions while others wait", async () => {
    const [first] = await arriveInTurn(2);
    // A turn is free, but not for these orders.
    const late = await arrive(counter);
    expect(await openCardPage(counter, late)).toEqual({ ok: false, refusal: { reason: "wait" } });
    expect(await openCardPage(counter, first as string)).toEqual({ ok: false, refusal: { reason: "wait" } });
    expect(await served()).toEqual([]);
    await servePageQueue(counter, AbortSignal.timeout(5000));
    expect((await served()).indexOf(late)).toBe(2);
    expect((await openCardPage(counter, late)).ok).toBe(true);
  });

  it("is joined by the hold itself while others wait, and by a whole buyers that comes at once", async () => {
    const outright = async () => {
      const rows =
        await db`SELECT count(*)::int AS n FROM orders o JOIN journal j ON j.subject_id = o.id AND j.what = 'held' WHERE o.state = 'held' AND o.line_at IS NOT NULL AND o.xmin = j.xmin`;
      return rows[0].n;
    };
    // The queue is empty: the first order takes a turn, in a transaction of its own.
    await arriveInTurn(1);
    expect(await outright()).toBe(0);
    await arrive();
    expect(await outright()).toBe(1);
    await db`UPDATE orders SET state = 'cancelled', stake = 'none' WHERE state = 'held'`;
    await db`UPDATE stock_counters SET held = 0`;
    const slow = await processServices(database, shop.provider, { providerRate: 24 });
    const buyers = await Promise.all(Array.from({ length: 15 }, () => season.person()));
    await Promise.all(buyers.map((person) => arrive(slow, type, person)));
    expect(await outright()).toBe(15);
    expect(await servePageQueue(counter, AbortSignal.timeout(5000))).toBe(15);
  });

  it("starts the hold's time again when the card page opens, but never past the end of its night", async () => {
    const soon = await season.night();
    const short = await season.ticketType({ events: [soon] });
    await nextTurnIn(3600);
    const orders = [await arrive(shop, short), await arrive()];
    await db`UPDATE orders SET hold_expires_at = now() + interval '1 minute' WHERE id = ANY(${orders})`;
    await db`UPDATE events SET doors = NULL, date = (ending - interval '6 hours')::date, time = (ending - interval '6 hours')::time, ends = ending::time
      FROM (SELECT date_trunc('minute', now() AT TIME ZONE 'Europe/Bucharest') + interval '3 minutes' AS ending) soon WHERE id = ${soon}`;
    await nextTurnIn(0);
    await servePageQueue(counter, AbortSignal.timeout(5000));
    const rows = await db`
      SELECT o.hold_expires_at = e.ends_at AS "endsWithTheNight", o.hold_expires_at > now() + interval '29 minutes' AS whole
      FROM orders o JOIN events e ON e.id = ANY(o.event_ids) WHERE o.id = ANY(${orders}) ORDER BY o.number`;
    expect(rows).toEqual([
      { endsWithTheNight: true, whole: false },
      { endsWithTheNight: false, whole: true },
    ]);
  });

  it("is not disturbed by a second click: the waiting order is not locked, and so not skipped", async () => {
    await arriveInTurn(1);
    const person = await season.person();
    const waiting = await arrive(shop, type, person);
    await db`BEGIN`;
    await db`SELECT FROM orders WHERE id = ${waiting} FOR UPDATE`;
    expect(await arrive(shop, type, person).finally(() => client.query("ROLLBACK"))).toBe(waiting);
  });

  it("never takes more turns than the provider gives", async () => {
    await arriveInTurn(5);
    // The next turn but one is a minute away.
    const slow = await processServices(database, shop.provider, { providerRate: 1 / 60 });
    expect(await servePageQueue(slow, AbortSignal.timeout(300))).toBe(1);
    expect(await served()).toHaveLength(1);
  });

  it("keeps holds from expiring while their owners wait, and gives the whole time when the page opens", async () => {
    const [waiting] = await arriveInTurn(1);
    const holdEnds = (interval: string) =>
      db`UPDATE orders SET hold_expires_at = now() + ${interval}::interval WHERE id = ${waiting}`;
    await holdEnds("-10 minutes");
    expect(await sweepHolds(shop)).toBe(0);
    await servePageQueue(counter, AbortSignal.timeout(5000));
    const rows =
      await db`SELECT hold_expires_at > now() + interval '29 minutes' AS whole FROM orders WHERE id = ${waiting}`;
    expect(rows).toEqual([{ whole: true }]);
    // Outside the queue, the same hold expires like any other.
    await holdEnds("-1 second");
    expect(await sweepHolds(shop)).toBe(1);
  });

  it("frees the places of orders when the queue has not moved for hours", async () => {
    const [forgotten] = await arriveInTurn(1);
    await db`UPDATE orders SET hold_expires_at = now() - interval '121 minutes' WHERE id = ${forgotten}`;
    expect(await sweepHolds(shop)).toBe(1);
  });

  it("drops a released order, and goes on with the next", async () => {
    const [first, second] = (await arriveInTurn(2)) as [string, string];
    expect(await releaseOrder(shop, { orderId: first })).toMatchObject({ ok: true });
    expect(await shop.database.withDuty("sell", readPageQueue)).toEqual([second]);
    expect(await shop.database.withDuty("sell", (sql) => countFirstInPageQueue(sql, 10))).toBe(1);
    expect(await servePageQueue(counter, AbortSignal.timeout(5000))).toBe(1);
    expect(await served()).toEqual([second]);
  });

  it("skips locked orders, and does not wait for them", async () => {
    const [first, second] = (await arriveInTurn(2)) as [string, string];
    await db`BEGIN`;
    await db`SELECT FROM orders WHERE id = ${first} FOR UPDATE`;
    try {
      const locked = await shop.database.withDuty("sell", async (sql) => {
        await sql.query("SET LOCAL lock_timeout = '2s'");
        return lockFirstInPageQueue(sql, 2);
      });
      expect(locked.map((order) => order.id)).toEqual([second]);
    } finally {
      await db`ROLLBACK`;
    }
  });

  it("does not wait for orders that the provider refuses for good: they leave the queue and keep their places", async () => {
    // Less than the provider accepts by card.
    const cheap = await season.ticketType({ events: [await season.night()], price: 100 });
    const refused = await arriveInTurn(9, cheap);
    const behind = await arriveInTurn(3);
    // Slow enough that each answer is there before the next turn.
    const usual = await processServices(database, shop.provider, { providerRate: 24 });
    expect(await servePageQueue(usual, AbortSignal.timeout(5000))).toBe(3);
    expect(await served()).toEqual(behind);
    const rows =
      await db`SELECT o.state, o.line_at IS NULL AS stepped_out, count(a.no)::int AS asked FROM orders o JOIN checkout_attempts a ON a.order_id = o.id WHERE o.id = ANY(${refused}) GROUP BY o.id`;
    expect(rows).toEqual(refused.map(() => ({ state: "held", stepped_out: true, asked: 1 })));
    // A press in the same minute costs no turn, keeps the order out of the queue, and gives it no more time.
    const pace = () => db`SELECT next_at FROM provider_pace WHERE kind = 'page'`;
    const until = () => db`SELECT max(hold_expires_at) AS until FROM orders WHERE id = ANY(${refused})`;
    const before = [await pace(), await until()];
    for (const id of [...refused, ...refused])
      expect(await openCardPage(usual, id)).toMatchObject({ refusal: { reason: "page_refused" } });
    await servePageQueue(usual, AbortSignal.timeout(1000));
    expect([await pace(), await until()]).toEqual(before);
    // A minute later the provider is asked again, once, and refuses: the hold's time does not begin again.
    await db`UPDATE checkout_attempts SET created_at = created_at - interval '1 minute' WHERE order_id = ANY(${refused})`;
    await nextTurnIn(3600);
    expect(await openCardPage(usual, refused[0] ?? "")).toEqual({ ok: false, refusal: { reason: "wait" } });
    await nextTurnIn(0);
    await servePageQueue(usual, AbortSignal.timeout(5000));
    expect(await until()).toEqual(before[1]);
    // And end like any other hold.
    await db`UPDATE orders SET hold_expires_at = now() WHERE id = ANY(${refused})`;
    expect(await sweepHolds(shop)).toBe(9);
  });

  it("pauses when the provider does not answer, and then repeats the call with the same bytes (F5)", async () => {
    const [first] = await arriveInTurn(6);
    shop.provider.faults.set({ loseNext: 50 });
    expect(await servePageQueue(counter, AbortSignal.timeout(200))).toBe(0);
    const attempts = () =>
      client
        .query("SELECT no, state FROM checkout_attempts WHERE order_id = $1 ORDER BY no", [first])
        .then(({ rows }) => rows);
    expect(await attempts()).toEqual([{ no: 1, state: "prepared" }]);
    shop.provider.faults.set({ loseNext: 0 });
    await db`UPDATE checkout_attempts SET created_at = created_at - interval '1 minute', polled_at = NULL WHERE state = 'prepared'`;
    expect(await servePageQueue(counter, AbortSignal.timeout(5000))).toBe(6);
    expect(await attempts()).toEqual([{ no: 1, state: "opened" }]);
  });

  it("keeps the position of an order until the time of the unanswered call is too short", async () => {
    const waiting = await arriveInTurn(2);
    shop.provider.faults.set({ loseNext: 50 });
    expect(await servePageQueue(counter, AbortSignal.timeout(200))).toBe(0);
    shop.provider.faults.set({ loseNext: 0 });
    await db`UPDATE checkout_attempts SET created_at = created_at - interval '10 minutes', polled_at = NULL,
         request = jsonb_set(request, '{expiresAt}', to_jsonb(now() + interval '20 minutes')) WHERE state = 'prepared'`;
    expect(await servePageQueue(counter, AbortSignal.timeout(5000))).toBe(2);
    expect((await served()).toSorted()).toEqual(waiting.toSorted());
  });
});
