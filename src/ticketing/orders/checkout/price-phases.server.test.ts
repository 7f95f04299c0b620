import { describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import type { Uuid } from "#kernel/id.ts";
import { wallTimeOf } from "#kernel/time.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { arrived } from "#test/support/open-page.ts";
import { sellLines } from "#test/support/sold-order.ts";
import { findEventPage } from "#ticketing/events/event-queries.server.ts";
import { grantInvitation } from "#ticketing/orders/gifts/grant-invitation.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { openCheckout } from "./open-checkout.server.ts";
import { releaseOrder } from "./release-order.server.ts";

const { season, site, admin, refund, stateOf, holds } = await openMoneyStage();

async function ask(ticketTypeId: Uuid, quantity: number, total: number | null = null) {
  const buyer = await season.person();
  const answer = await openCheckout(
    site,
    arrived(buyer.sessionHash, [{ ticketTypeId, quantity }], { total }),
  );
  return { answer, buyer, orderId: answer.ok ? answer.value.orderId : "" };
}
const refusalOf = ({ answer }: Awaited<ReturnType<typeof ask>>) => (answer.ok ? "held" : answer.refusal);
const countersOf = async (...ids: Uuid[]) => {
  const rows =
    await season.db`SELECT held || ' held ' || sold || ' sold' AS n FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS w(id, at) JOIN stock_counters USING (id) ORDER BY at`;
  return rows.map(({ n }) => n);
};
const linesOf = async (orderId: string) => {
  const rows =
    await season.db`SELECT no || ': ' || quantity || ' x ' || list_price || ' = ' || total AS line FROM order_lines WHERE order_id = ${orderId} ORDER BY no`;
  return rows.map(({ line }) => line);
};

describe("a type with a cheap phase of three", () => {
  async function cheapThree() {
    const night = await season.night();
    const type = await season.ticketType({ events: [night], capacity: 50 });
    const [early = "", full = ""] = await season.phases(type, [
      { price: 8000, capacity: 3, endsInSeconds: 3600 },
      { price: 10_000 },
    ]);
    return { night, type, early, full };
  }

  it("refuses a total that shows only the cheap price, then sells two lines, and takes the money of both (I2, L1 to L3)", async () => {
    const { type, early, full } = await cheapThree();
    expect(refusalOf(await ask(type, 4, 32_000))).toEqual({ reason: "price_changed", total: 34_000 });
    expect(await countersOf(type, early, full)).toEqual(["0 held 0 sold", "0 held 0 sold", "0 held 0 sold"]);
    const { orderId, answer } = await ask(type, 4, 34_000);
    expect(await linesOf(orderId)).toEqual(["1: 3 x 8000 = 24000", "2: 1 x 10000 = 10000"]);
    expect(await countersOf(type, early, full)).toEqual(["4 held 0 sold", "3 held 0 sold", "1 held 0 sold"]);
    await holds();
    const sessionId = (answer.ok && answer.value.url?.split("/").at(-1)) || "";
    await payWithCard(site.provider.pagesBase, sessionId);
    await settlePayment(site, { sessionId, by: "notice" });
    expect(await stateOf(orderId)).toBe("paid");
    expect(await countersOf(type, early, full)).toEqual(["0 held 4 sold", "0 held 3 sold", "0 held 1 sold"]);
    await holds();
  });

  it("gets back what ends unpaid, and not what is refunded", async () => {
    const { type, early, night } = await cheapThree();
    const left = await ask(type, 2);
    expect(await countersOf(early)).toEqual(["2 held 0 sold"]);
    await releaseOrder(site, { orderId: left.orderId, userId: left.buyer.userId });
    expect(await countersOf(early)).toEqual(["0 held 0 sold"]);
    const { sessionHash } = await season.person();
    const paid = await sellLines(site, { sessionHash, lines: [{ ticketTypeId: type, quantity: 2 }] });
    await refund(paid.orderId, { kind: "whole" });
    await returnMoney(site, { orderId: paid.orderId });
    expect(await stateOf(paid.orderId)).toBe("refunded");
    expect(await countersOf(type, night, early)).toEqual(["0 held 0 sold", "0 held 0 sold", "0 held 2 sold"]);
    await holds();
  });

  it("ends by the database's clock, between two requests, while a hold keeps its price to the end", async () => {
    const { type, early } = await cheapThree();
    const before = await ask(type, 1, 8000);
    await season.db`UPDATE price_phases SET ends_at = now() WHERE id = ${early}`;
    expect(refusalOf(await ask(type, 1, 8000))).toEqual({ reason: "price_changed", total: 10_000 });
    const sessionId = (before.answer.ok && before.answer.value.url?.split("/").at(-1)) || "";
    await payWithCard(site.provider.pagesBase, sessionId);
    await settlePayment(site, { sessionId, by: "notice" });
    expect(await stateOf(before.orderId)).toBe("paid");
    expect(await linesOf(before.orderId)).toEqual(["1: 1 x 8000 = 8000"]);
    await holds();
  });

  it("that ended while the request waited for the lock is over: the time of the locks counts, not of the begin", async () => {
    const { type, early } = await cheapThree();
    await season.db`BEGIN`;
    await season.db`SELECT FROM stock_counters WHERE id = ${type} FOR UPDATE`;
    await season.db`UPDATE price_phases SET ends_at = clock_timestamp() + interval '300 milliseconds' WHERE id = ${early}`;
    const waiting = ask(type, 1, 8000);
    await new Promise((resume) => setTimeout(resume, 500));
    await season.db`COMMIT`;
    expect(refusalOf(await waiting)).toEqual({ reason: "price_changed", total: 10_000 });
  });

  it("keeps late money only while the phase has the tickets", async () => {
    const { type, early } = await cheapThree();
    const late = async (n: number, meanwhile: () => Promise<unknown>) => {
      const { answer, orderId } = await ask(type, n, n * 8000);
      const sessionId = (answer.ok && answer.value.url?.split("/").at(-1)) || "";
      await payWithCard(site.provider.pagesBase, sessionId);
      // the hold ends although the money is there: nobody has heard of it
      await season.db`WITH ended AS (UPDATE orders SET state = 'expired', stake = 'none', ended_at = now() WHERE id = ${orderId} RETURNING id),
           freed AS (UPDATE stock_counters c SET held = held - t.n FROM orders o CROSS JOIN unnest(o.take_ids, o.take_ns) AS t(id, n) WHERE o.id = ${orderId} AND c.id = t.id)
         INSERT INTO journal (actor_kind, subject_kind, subject_id, what, before) SELECT 'sweeper', 'order', id, 'expired', '"checkout_open"' FROM ended`;
      await meanwhile();
      await settlePayment(site, { sessionId, by: "notice" });
      await returnMoney(site, { orderId });
      return stateOf(orderId);
    };
    expect(await late(1, async () => {})).toBe("paid");
    expect(await countersOf(early)).toEqual(["0 held 1 sold"]);
    expect(await late(2, () => ask(type, 1, 8000))).toBe("refunded_no_stock");
    expect(await countersOf(early)).toEqual(["1 held 1 sold"]);
    await holds();
  });
});

describe("two types that share a pool of five people", () => {
  async function shared() {
    const night = await season.night();
    const general = await season.ticketType({ events: [night] });
    const couple = await season.ticketType({ events: [night], entries: 2, title: "Cuplu" });
    const pool = await season.pool({ event: night, types: [general, couple], capacity: 5 });
    return { night, general, couple, pool };
  }

  it("sell its people once, and refunds give them back, whole, in part and by seat (I2, I5)", async () => {
    const { general, couple, pool } = await shared();
    const { sessionHash } = await season.person();
    const paid = await sellLines(site, { sessionHash, lines: [{ ticketTypeId: couple, quantity: 2 }] });
    expect(await countersOf(pool, couple)).toEqual(["0 held 4 sold", "0 held 2 sold"]);
    expect(refusalOf(await ask(general, 2))).toEqual({
      reason: "not_enough",
      ticketTypeId: general,
      available: 1,
    });
    expect(refusalOf(await ask(general, 1))).toBe("held");
    await refund(paid.orderId, { kind: "part", line: 1, tickets: 1 });
    await returnMoney(site, { orderId: paid.orderId });
    expect(await countersOf(pool, couple)).toEqual(["1 held 2 sold", "0 held 1 sold"]);
    await holds();
    await refund(paid.orderId, { kind: "whole" });
    await returnMoney(site, { orderId: paid.orderId });
    expect(await countersOf(pool, couple)).toEqual(["1 held 0 sold", "0 held 0 sold"]);
    await holds();
  });

  it("give back the people of one seat, and of a free order that ends (I2, L4)", async () => {
    const { general, pool, night } = await shared();
    await season.db`UPDATE tickets SET code_per = 'person' WHERE id = ${general}`;
    const { sessionHash } = await season.person();
    const paid = await sellLines(site, { sessionHash, lines: [{ ticketTypeId: general, quantity: 3 }] });
    const rows =
      await season.db`SELECT bundle_id AS seat FROM ticket_purchases WHERE order_id = ${paid.orderId} LIMIT 1`;
    await refund(paid.orderId, { kind: "seats", seats: [rows[0].seat] });
    await returnMoney(site, { orderId: paid.orderId });
    expect(await countersOf(pool)).toEqual(["0 held 2 sold"]);
    const guest = await season.person();
    const invite = (quantity: number) =>
      grantInvitation(site, {
        actor: admin,
        email: `${guest.userId}@exemplu.ro`,
        ticketTypeId: general,
        eventId: night,
        quantity,
        because: "de probă",
        requestKey: null,
      });
    expect(await invite(4)).toMatchObject({ refusal: { reason: "not_enough", available: 3 } });
    const given = await invite(3);
    expect(given).toMatchObject({ ok: true });
    expect(await countersOf(pool)).toEqual(["0 held 5 sold"]);
    await holds();
    if (given.ok) await refund(given.value.orderId, { kind: "whole" });
    expect(await countersOf(pool)).toEqual(["0 held 2 sold"]);
    await holds();
  });
});

describe("a type that admits until an hour", () => {
  const anHourAgo = () => wallTimeOf(new Date(Date.now() - 3_600_000));
  const onSale = async (night: string, type: string) => {
    const page = await findEventPage(site.database.anonymous, night);
    return page?.types.find(({ id }) => id === type)?.off;
  };

  it("is not sold any more once that hour is over, and is sold before", async () => {
    const [running, later] = [
      await season.night({ when: "running" }),
      await season.night({ inDays: 7, time: anHourAgo() }),
    ];
    const [over, ahead] = [
      await season.ticketType({ events: [running] }),
      await season.ticketType({ events: [later] }),
    ];
    expect(refusalOf(await ask(over, 1))).toBe("held");
    expect(await onSale(running, over)).toBe(null);
    await season.db`UPDATE tickets SET enter_until = ${anHourAgo()} WHERE id = ANY(${[over, ahead]})`;
    expect(refusalOf(await ask(over, 1))).toEqual({ reason: "not_on_sale" });
    expect(await onSale(running, over)).toBe("entry_over");
    expect(refusalOf(await ask(ahead, 1))).toBe("held");
    expect(await onSale(later, ahead)).toBe(null);
  });

  it("as a pass, or an early bird of several nights, is sold while one of its nights is ahead", async () => {
    const events = [await season.night({ when: "running" }), await season.night({ inDays: 7 })];
    const pass = await season.ticketType({ events, family: "season_pass" });
    const early = await season.ticketType({ events, family: "early_bird" });
    await season.db`UPDATE tickets SET enter_until = ${anHourAgo()} WHERE id = ANY(${[pass, early]})`;
    expect(refusalOf(await ask(pass, 1))).toBe("held");
    expect(refusalOf(await ask(early, 1))).toBe("held");
    expect(await onSale(events[0] ?? "", early)).toBe(null);
  });
});
