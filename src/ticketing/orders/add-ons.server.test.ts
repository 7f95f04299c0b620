import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { arrived } from "#test/support/open-page.ts";
import { shownCode } from "#test/support/shown-code.ts";
import { ticketsOfOrder } from "#ticketing/delivery/ticket-queries.server.ts";
import { findEventPage } from "#ticketing/events/event-queries.server.ts";
import { admitEntry } from "#ticketing/gate/admit-entry.server.ts";
import { countNightByQuarter } from "#ticketing/gate/door-night-queries.server.ts";
import { listGateNights } from "#ticketing/gate/gate-queries.server.ts";
import { listGateSteps } from "#ticketing/gate/order-at-doors-queries.server.ts";
import { foldSales } from "#ticketing/reports/fold-sales.server.ts";
import { eventHead } from "#web/public/page-heads.server.ts";
import { panelOf } from "#web/public/read-ticket-panel.server.ts";
import { openCheckout } from "./checkout/open-checkout.server.ts";
import { grantInvitation } from "./gifts/grant-invitation.server.ts";
import { makeTestPurchase } from "./gifts/make-test-purchase.server.ts";
import { returnMoney } from "./refunds/return-money.server.ts";

const stage = await openMoneyStage();
const { season, site, keys, admin, soldLines, seatsOf, ids, refund, one } = stage;
const { stateOf, counterOf, revenueOf, holds } = stage;
const gateStaff = await season.person("gate");

/** Two persons at 110, parking at 30 on a code of its own, and two drinks at 25 on one code. */
const evening = () =>
  soldLines([
    { quantity: 1, entries: 0, price: 3_000, codePer: "person" },
    { quantity: 2, codePer: "person" },
    { quantity: 2, entries: 0, price: 2_500 },
  ]);
const shown = async (orderId: string) =>
  (await seatsOf(orderId)).map(({ line, seat, status }) => `${line}.${seat} ${status}`);

/** Shows the code of a line at the gate. */
async function present(orderId: string, line: number, entries = 1) {
  const tickets = await site.database.withDuty("deliver", (sql) => ticketsOfOrder(sql, keys, orderId));
  const ticket = tickets.find(({ lineNo }) => lineNo === line);
  if (!ticket) throw new Error("no code");
  return admitEntry(site, shownCode(gateStaff, ticket.eventId, ticket.code.qr, { entries }));
}
const buy = async (...lines: { ticketTypeId: string; quantity: number }[]) => {
  const { sessionHash } = await season.person();
  const request = arrived(sessionHash, lines);
  const answer = await openCheckout(site, { ...request, origin: "event" });
  return answer.ok ? "held" : answer.refusal;
};

describe("an add-on", () => {
  it("is bought beside a ticket of its order, never alone, and by no other way (39, 67)", async () => {
    const night = await season.night();
    const type = await season.ticketType({ events: [night] });
    const parking = await season.ticketType({ events: [night], entries: 0, capacity: 3 });
    const wish = { ticketTypeId: parking, quantity: 1 };
    expect(await buy(wish)).toEqual({ reason: "ticket_needed" });
    expect(await buy({ ticketTypeId: type, quantity: 1 }, wish)).toBe("held");
    expect(await buy({ ticketTypeId: type, quantity: 1 }, { ...wish, quantity: 3 })).toEqual({
      reason: "not_enough",
      ticketTypeId: parking,
      available: 2,
    });
    expect(
      await makeTestPurchase(site, {
        buyer: await season.person(),
        ticketTypeId: parking,
        eventId: night,
        quantity: 1,
        requestKey: newId(),
      }),
    ).toMatchObject({ refusal: { reason: "unknown_type" } });
    const given = { actor: admin, email: `${admin.userId}@exemplu.ro`, because: "o probă" };
    expect(
      await grantInvitation(site, { ...given, ...wish, eventId: night, requestKey: newId() }),
    ).toMatchObject({ ok: false });
  });

  it("takes its units, and no place of the night: it is sold when the night is full of people (69)", async () => {
    const night = await season.night({ capacity: 2 });
    const type = await season.ticketType({ events: [night], capacity: 10 });
    const parking = await season.ticketType({ events: [night], entries: 0, capacity: 10 });
    expect(await buy({ ticketTypeId: type, quantity: 2 }, { ticketTypeId: parking, quantity: 10 })).toBe(
      "held",
    );
    expect(
      await season.db`SELECT kind, held FROM stock_counters WHERE id IN (${night}, ${parking}) ORDER BY held`,
    ).toEqual([
      { kind: "places", held: 2 },
      { kind: "units", held: 10 },
    ]);
    await holds();
  });

  it("that is named first does not stand for the order, and has codes of its own, redeemed and counted apart (39)", async () => {
    const { orderId, nights, types } = await evening();
    expect(await shown(orderId)).toEqual(["1.1 paid", "1.2 paid", "2.1 paid", "3.1 paid"]);
    expect(await one("SELECT ticket_type_id, entries FROM orders WHERE id = $1", [orderId])).toEqual({
      ticket_type_id: types[1],
      entries: 1,
    });
    const drinks = async (entries = 1) => {
      const answer = await present(orderId, 3, entries);
      return (
        answer.ok && [answer.value.verdict, answer.value.ticket?.entriesLeft, answer.value.ticket?.isAddOn]
      );
    };
    expect(await drinks()).toEqual(["admitted", 1, true]);
    expect(await drinks(2)).toEqual(["used", 1, true]);
    expect(await drinks()).toEqual(["admitted", 0, true]);
    expect(await drinks()).toEqual(["used", 0, true]);
    expect(await present(orderId, 2)).toMatchObject({ value: { verdict: "admitted", entries: 1 } });
    const gate = (sql: Parameters<typeof listGateNights>[0]) => listGateNights(sql, [-1000, 1000]);
    const night = (await site.database.withDuty("admit", gate)).find(({ id }) => id === nights[0]);
    expect(night).toMatchObject({ came: 0, awaited: 2 });
    expect(await site.database.withDuty("admit", (sql) => countNightByQuarter(sql, nights[0] ?? ""))).toEqual(
      [],
    );
    const steps = await site.database.withDuty("deliver", (sql) => listGateSteps(sql, orderId));
    const given = steps.filter(({ kind }) => kind === "given" || kind === "entry");
    expect(given.map(({ kind }) => kind)).toEqual(["given", "given", "given"]);
    await holds();
  });

  it("is no ticket among the order's tickets: they are 1 of 2 and 2 of 2", async () => {
    const { orderId } = await evening();
    const tickets = await site.database.withDuty("deliver", (sql) => ticketsOfOrder(sql, keys, orderId));
    expect(tickets.map(({ isAddOn, position }) => [isAddOn, position])).toEqual([
      [false, { no: 1, of: 2 }],
      [false, { no: 2, of: 2 }],
      [true, null],
      [true, null],
    ]);
  });
});

describe("when tickets go back", () => {
  const end = async (orderId: string, ...places: string[]) => {
    const answer = await refund(orderId, { kind: "seats", seats: await ids(orderId, ...places) });
    await returnMoney(site, { orderId });
    return answer.ok ? answer.value.amount : answer.refusal.reason;
  };

  it("an add-on stays with the tickets that are left, and ends with the last one (39, 56)", async () => {
    const { orderId, nights, types } = await evening();
    expect(await end(orderId, "1.1")).toBe(11_000);
    expect(await shown(orderId)).toEqual(["1.1 refunded", "1.2 paid", "2.1 paid", "3.1 paid"]);
    expect(await end(orderId, "1.2")).toBe(11_000 + 3_000 + 5_000);
    expect(await stateOf(orderId)).toBe("refunded");
    expect(await revenueOf(orderId)).toBe(0);
    for (const id of [...types, ...nights]) expect(await counterOf(id)).toMatchObject({ sold: 0 });
    await holds();
  });

  it("one can go back alone, before it is given out, and a part of several on one code (59)", async () => {
    const { orderId, types } = await evening();
    expect(await end(orderId, "2.1")).toBe(3_000);
    expect(await refund(orderId, { kind: "part", line: 3, tickets: 1 })).toMatchObject({
      value: { amount: 2_500 },
    });
    await returnMoney(site, { orderId });
    expect(await counterOf(types[2] ?? "")).toMatchObject({ sold: 1 });
    expect(await present(orderId, 3)).toMatchObject({ value: { verdict: "admitted" } });
    expect(await present(orderId, 3)).toMatchObject({ value: { verdict: "used" } });
    await holds();
  });

  it("one that was given out does not, not even with the whole order (69)", async () => {
    const { orderId } = await evening();
    await present(orderId, 3);
    expect(await end(orderId, "3.1")).toBe("redeemed");
    expect(await refund(orderId, { kind: "whole" })).toMatchObject({ value: { amount: 22_000 + 3_000 } });
    await returnMoney(site, { orderId });
    expect(await shown(orderId)).toEqual(["1.1 refunded", "1.2 refunded", "2.1 refunded", "3.1 paid"]);
    expect(await stateOf(orderId)).toBe("partially_refunded");
    expect(await revenueOf(orderId)).toBe(5_000);
    expect(await refund(orderId, { kind: "whole" })).toMatchObject({ refusal: { reason: "redeemed" } });
    await holds();
  });
});

describe("on the pages of its night, an add-on", () => {
  const page = async (night: string) => {
    const found = await findEventPage(site.database.anonymous, night);
    if (!found) throw new Error("no such night");
    const asked = { now: site.now(), holdMinutes: 10, isAnonymous: true, mayBeGuest: false, chosen: [] };
    return { found, panel: panelOf({ found, code: null, isCodeOver: false }, asked) };
  };

  it("is offered beside the tickets, and is nowhere in price, number or description of the night (69)", async () => {
    const night = await season.night({ capacity: 5 });
    const type = await season.ticketType({ events: [night], capacity: 5, price: 9_000 });
    const parking = await season.ticketType({ events: [night], entries: 0, capacity: 40, price: 3_000 });
    const { found, panel } = await page(night);
    expect(found.event).toMatchObject({ lowestPrice: 9_000, totalTicketsAvailable: 5 });
    expect(panel).toMatchObject({
      types: [
        { id: type, entries: 1, most: 5 },
        { id: parking, entries: 0, most: 10 },
      ],
    });
    const offers = JSON.stringify(eventHead("https://club.example", { name: "Clubul", address: "" }, found));
    expect(offers).toContain('"90.00"');
    expect(offers).not.toContain('"30.00"');
    await buy({ ticketTypeId: type, quantity: 5 });
    const after = await page(night);
    expect(after.panel).toMatchObject({ kind: "closed", state: "sold_out" });
    expect(after.found.event).toMatchObject({ lowestPrice: null, sale: { state: "sold_out" } });
  });

  it("alone is nothing that the night sells", async () => {
    const night = await season.night();
    await season.ticketType({ events: [night], entries: 0 });
    const { found, panel } = await page(night);
    expect(panel).toMatchObject({ kind: "closed", state: "no_types" });
    expect(found.event.sale.state).toBe("no_types");
  });
});

it("the sold tickets of a night are without add-ons, which count under their own type; the money is in both (69)", async () => {
  const { nights, types } = await evening();
  await foldSales(site);
  const rows =
    await season.db`SELECT subject_id AS subject, quantity::int, revenue::int FROM sales_totals WHERE grain = 'ever' AND kind IN ('event', 'type') AND subject_id = ANY(${[...nights, ...types]}::uuid[])`;
  const of = (id = "") => rows.find(({ subject }) => subject === id);
  expect(of(nights[0])).toMatchObject({ quantity: 2, revenue: 30_000 });
  expect(of(types[0])).toMatchObject({ quantity: 1, revenue: 3_000 });
  expect(of(types[2])).toMatchObject({ quantity: 2, revenue: 5_000 });
  await holds();
});
