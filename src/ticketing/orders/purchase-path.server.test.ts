import { describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { openPage } from "#test/support/open-page.ts";
import { orderRows } from "#test/support/order-rows.ts";
import { openStage } from "#test/support/stage.ts";
import { settlePayment } from "./payment/settle-payment.server.ts";

const { season, site } = await openStage();
const { state, counter, count } = orderRows(season.client);

describe("a purchase", () => {
  it("goes from the hold over the card page to tickets, money and an email, once for any number of settlements (I6)", async () => {
    const night = await season.night();
    const type = await season.ticketType({ events: [night], entries: 2 });
    const ana = await season.person();
    const { orderId, sessionId } = await openPage(site, ana.sessionHash, type, 2);
    expect(await state(orderId)).toBe("checkout_open/held");
    expect(await settlePayment(site, { sessionId, by: "customer" })).toMatchObject({
      ok: true,
      value: { settlement: "nothing" },
    });

    expect(await payWithCard(site.provider.pagesBase, sessionId)).toMatchObject({ kind: "paid" });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => settlePayment(site, { sessionId, by: "notice" })),
    );
    expect(answers.filter((answer) => answer.ok && answer.value.settlement === "fulfil")).toHaveLength(1);

    expect(await state(orderId)).toBe("paid/sold");
    expect([await counter(type), await counter(night)]).toEqual([
      [0, 2],
      [0, 4],
    ]);
    expect(
      await count(
        "ticket_purchases",
        orderId,
        "status = 'paid' AND entries_remaining = 4 AND ticket_code ~ '^FSC-\\d{4}-\\d{6}$' AND total_price = 22000",
      ),
    ).toBe(1);
    expect([
      await count("payments", orderId),
      await count("ledger_entries", orderId),
      await count("letters", orderId),
    ]).toEqual([1, 2, 1]);
  });

  it("of a pass makes one ticket per night, the price on the earliest", async () => {
    const nights = [
      await season.night({ inDays: 20 }),
      await season.night({ inDays: 3 }),
      await season.night({ inDays: 9 }),
    ];
    const pass = await season.ticketType({ events: nights, family: "season_pass", price: 45_000 });
    const ana = await season.person();
    const { orderId, sessionId } = await openPage(site, ana.sessionHash, pass, 2);
    await payWithCard(site.provider.pagesBase, sessionId);
    await settlePayment(site, { sessionId, by: "notice" });
    const rows =
      await season.db`SELECT p.ticket_code, p.total_price::int, p.units, p.places, e.id FROM ticket_purchases p JOIN events e ON e.id = p.event_id WHERE order_id = ${orderId} ORDER BY e.date`;
    expect(rows.map((row) => [row.id, row.total_price, row.units, row.places])).toEqual([
      [nights[1], 90_000, 2, 2],
      [nights[2], 0, 0, 2],
      [nights[0], 0, 0, 2],
    ]);
    expect(new Set(rows.map((row) => row.ticket_code.split("-").slice(0, 3).join("-"))).size).toBe(1);
    expect(rows.map((row) => row.ticket_code.split("-")[3])).toEqual(["01", "02", "03"]);
    expect(await count("letters", orderId, "kind = 'season_pass_confirmation'")).toBe(1);
  });

  it("opens one card page for any number of clicks (F5, F40)", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const ana = await season.person();
    const first = await openPage(site, ana.sessionHash, type);
    const again = await Promise.all([
      openPage(site, ana.sessionHash, type),
      openPage(site, ana.sessionHash, type),
    ]);
    expect(new Set([first, ...again].map((page) => page.sessionId)).size).toBe(1);
    expect(await count("checkout_attempts", first.orderId)).toBe(1);
  });

  it("replaces the open order when another quantity is chosen, after closing its page (F41)", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const ana = await season.person();
    const first = await openPage(site, ana.sessionHash, type, 1);
    const second = await openPage(site, ana.sessionHash, type, 3);
    expect(second.orderId).not.toBe(first.orderId);
    expect([await state(first.orderId), await state(second.orderId)]).toEqual([
      "cancelled/none",
      "checkout_open/held",
    ]);
    expect(await counter(type)).toEqual([3, 0]);
    expect(await payWithCard(site.provider.pagesBase, first.sessionId)).toMatchObject({ kind: "closed" });
  });

  it("that turns out to be paid while it is being replaced is settled, and nothing is held twice (F21)", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const ana = await season.person();
    const first = await openPage(site, ana.sessionHash, type, 1);
    await payWithCard(site.provider.pagesBase, first.sessionId);
    await expect(openPage(site, ana.sessionHash, type, 2)).rejects.toThrow("already_paid");
    expect(await state(first.orderId)).toBe("paid/sold");
    expect(await counter(type)).toEqual([0, 1]);
  });
});
