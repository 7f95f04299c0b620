import { describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { newId } from "#kernel/id.ts";
import { done, refused } from "#kernel/outcome.ts";
import { openOrderStage } from "#test/support/order-stages.ts";
import { openCardPage } from "#ticketing/orders/payment/open-card-page.server.ts";
import { releaseOrder } from "./release-order.server.ts";

const { season, site, stages, rows } = await openOrderStage();

describe("releasing an order", () => {
  it("frees an order that never had a card page, and records who released it (F43)", async () => {
    const mine = await stages.held({ quantity: 2, entries: 3 });
    const forgotten = await stages.held();
    expect(await rows.counter(mine.nights[0] ?? "")).toEqual([6, 0]);
    expect(await releaseOrder(site, { orderId: mine.orderId, userId: mine.userId })).toEqual(
      done({ state: "cancelled" }),
    );
    expect(await releaseOrder(site, { orderId: forgotten.orderId })).toEqual(done({ state: "expired" }));
    expect([await rows.counter(mine.type), await rows.counter(mine.nights[0] ?? "")]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect((await rows.journal(mine.orderId)).at(-1)).toBe("cancelled by user");
    expect((await rows.journal(forgotten.orderId)).at(-1)).toBe("expired by sweeper");
  });

  it("after that the customer's session has no open order, at every request", async () => {
    const hasOpenOrder = async (userId: string) => {
      const { rows } = await site.database.identity.query<{ open: boolean }>(
        "SELECT has_open_order AS open FROM session_holders WHERE user_id = $1",
        [userId],
      );
      return rows.map((row) => row.open);
    };
    const nobody = await season.person();
    for (const { orderId, userId } of [await stages.held(), await stages.atCardPage()]) {
      expect(await hasOpenOrder(userId)).toEqual([true]);
      await releaseOrder(site, { orderId, userId });
      expect(await hasOpenOrder(userId)).toEqual([false]);
    }
    expect(await hasOpenOrder(nobody.userId)).toEqual([false]);
  });

  it("a second time answers the present state, and changes nothing", async () => {
    const { orderId, userId, type } = await stages.atCardPage();
    await releaseOrder(site, { orderId, userId });
    const before = await rows.journal(orderId);
    expect(await releaseOrder(site, { orderId })).toEqual(done({ state: "cancelled" }));
    expect([await rows.journal(orderId), await rows.counter(type)]).toEqual([before, [0, 0]]);
  });

  it("that does not exist, or is somebody else's, is refused", async () => {
    const { orderId } = await stages.atCardPage();
    for (const wish of [{ orderId: newId() }, { orderId, userId: (await season.person()).userId }])
      expect(await releaseOrder(site, wish)).toEqual(refused({ reason: "unknown_order" }));
    expect(await rows.state(orderId)).toBe("checkout_open/held");
  });

  it("closes all of its pages before the places are free (F21)", async () => {
    const { orderId, userId } = await stages.atCardPage();
    await season.db`UPDATE checkout_attempts SET expires_at = now() - interval '1 second' WHERE order_id = ${orderId}`;
    await openCardPage(site, orderId);
    expect(await stages.pagesAtProvider(orderId)).toEqual(["open/unpaid", "open/unpaid"]);
    const seen: string[] = [];
    const watched: typeof site.cards = {
      ...site.cards,
      async expireSession(sessionId) {
        seen.push(await rows.state(orderId));
        return site.cards.expireSession(sessionId);
      },
    };
    await releaseOrder({ ...site, cards: watched }, { orderId, userId });
    expect(seen).toEqual(["checkout_open/held", "checkout_open/held"]);
    expect(await stages.pagesAtProvider(orderId)).toEqual(["expired/unpaid", "expired/unpaid"]);
    expect([await rows.attempts(orderId), await rows.state(orderId)]).toEqual([
      ["1 closed", "2 closed"],
      "cancelled/none",
    ]);
  });

  it("frees nothing while the state of one of its pages is unknown (F26)", async () => {
    const { orderId, userId, type } = await stages.atCardPage();
    site.provider.faults.set({ failNext: 1 });
    expect(await releaseOrder(site, { orderId, userId })).toEqual(refused({ reason: "provider_unknown" }));
    expect([await rows.state(orderId), await rows.counter(type)]).toEqual(["checkout_open/held", [1, 0]]);
  });

  it.each([
    ["and agrees is settled: the tickets stay (F21)", false, "paid", "paid/sold"],
    ["and does not agree waits for a person (F23)", true, "manual_review", "manual_review/held"],
  ])("that turns out paid %s", async (_, livemode, state, stands) => {
    const { orderId, userId, sessionId } = await stages.atCardPage();
    await payWithCard(site.provider.pagesBase, sessionId);
    const services = { ...site, settings: { ...site.settings, livemode } };
    expect(await releaseOrder(services, { orderId, userId })).toEqual(done({ state }));
    expect(await rows.state(orderId)).toBe(stands);
  });

  it("whose money is on its way keeps its places: only the provider ends that", async () => {
    const { orderId, userId, sessionId, type } = await stages.atCardPage();
    await site.provider.delayedPayment(sessionId, "begins");
    expect(await releaseOrder(site, { orderId, userId })).toEqual(done({ state: "payment_pending" }));
    // And again, now that we know of it.
    expect(await releaseOrder(site, { orderId, userId })).toMatchObject({ ok: true });
    expect([await rows.state(orderId), await rows.counter(type)]).toEqual(["payment_pending/held", [1, 0]]);
  });
});

describe("releasing an order whose page may or may not exist", () => {
  async function askedWithoutAnswer() {
    const held = await stages.held();
    site.provider.faults.set({ loseNext: 1 });
    await openCardPage(site, held.orderId);
    expect(await rows.attempts(held.orderId)).toEqual(["1 prepared"]);
    return held;
  }

  it("frees nothing while the provider does not answer (F3, F26)", async () => {
    const { orderId, type } = await askedWithoutAnswer();
    for (const fault of [{ loseNext: 1 }, { dropNext: 1 }, { ratePerSecond: 0 }]) {
      site.provider.faults.set(fault);
      expect(await releaseOrder(site, { orderId })).toEqual(refused({ reason: "provider_unknown" }));
      site.provider.faults.reset();
    }
    expect([await rows.state(orderId), await rows.counter(type)]).toEqual(["held/held", [1, 0]]);
    expect(await releaseOrder(site, { orderId })).toMatchObject({ value: { state: "expired" } });
    expect(await stages.pagesAtProvider(orderId)).toEqual(["expired/unpaid"]);
  });

  it("takes a turn to call the provider, like a customer who wants a page", async () => {
    const { orderId } = await askedWithoutAnswer();
    const nextTurn = async () =>
      (await season.db`SELECT next_at FROM provider_pace WHERE kind = 'page'`)[0].next_at;
    const before = await nextTurn();
    const turns: boolean[] = [];
    const watched: typeof site.cards = {
      ...site.cards,
      async openSession(request) {
        turns.push((await nextTurn()) > before);
        return site.cards.openSession(request);
      },
    };
    expect(await releaseOrder({ ...site, cards: watched }, { orderId })).toMatchObject({ ok: true });
    expect(turns).toEqual([true]);
  });

  it("frees the places when the provider refuses to open it any more: then there is no page (F3)", async () => {
    const { orderId, type } = await askedWithoutAnswer();
    await season.db`UPDATE checkout_attempts SET request = jsonb_set(request, '{expiresAt}', to_jsonb(now() + interval '20 minutes')) WHERE order_id = ${orderId}`;
    expect(await releaseOrder(site, { orderId })).toMatchObject({ value: { state: "expired" } });
    expect([await rows.attempts(orderId), await rows.counter(type)]).toEqual([["1 refused"], [0, 0]]);
    expect(await stages.pagesAtProvider(orderId)).toEqual([]);
  });

  it("frees the places once it cannot be paid any more, also when the provider only answers with an error (F3, F26)", async () => {
    const { orderId, type } = await askedWithoutAnswer();
    // The provider stores its error under our key for a day, and repeats it.
    site.provider.faults.set({ failNext: 1 });
    expect(await releaseOrder(site, { orderId })).toMatchObject({ refusal: { reason: "provider_unknown" } });
    expect(await releaseOrder(site, { orderId })).toMatchObject({ refusal: { reason: "provider_unknown" } });
    await season.db`UPDATE checkout_attempts SET expires_at = now() WHERE order_id = ${orderId}`;
    expect(await releaseOrder(site, { orderId })).toMatchObject({ value: { state: "expired" } });
    expect([await rows.attempts(orderId), await rows.counter(type)]).toEqual([["1 refused"], [0, 0]]);
  });
});
