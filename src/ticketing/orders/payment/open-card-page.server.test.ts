import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { refused } from "#kernel/outcome.ts";
import { arrived } from "#test/support/open-page.ts";
import { openOrderStage } from "#test/support/order-stages.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { processServices } from "#test/support/services.ts";
import { releaseOrder } from "#ticketing/orders/checkout/release-order.server.ts";
import { openCardPage } from "./open-card-page.server.ts";
import { cancelPath } from "./prepare-attempt.server.ts";

const { database, season, site, stages, rows } = await openOrderStage();

async function bytesOf(orderId: string, no = 1) {
  const found = await season.client.query(
    "SELECT request, expires_at FROM checkout_attempts WHERE order_id = $1 AND no = $2",
    [orderId, no],
  );
  return found.rows[0];
}

const sessionOf = (url: string) => url.split("/").at(-1) ?? "";

const opened = async (orderId: string, services: typeof site | Parameters<typeof openCardPage>[0] = site) =>
  succeeded(await openCardPage(services, orderId)).url;

describe("the card page of an order", () => {
  it("requests the agreed order, in the customer's name, for 31 minutes", async () => {
    const { orderId, userId, nights } = await stages.held({ quantity: 3 });
    const read = await site.cards.readSession(sessionOf(await opened(orderId)));
    if (read.kind !== "found") throw new Error(read.kind);
    expect(read.session).toMatchObject({
      status: "open",
      amountTotal: 33_000,
      currency: "ron",
      clientReferenceId: orderId,
      customerEmail: `${userId}@exemplu.ro`,
    });
    const { request, expires_at: expiresAt } = await bytesOf(orderId);
    expect(request).toMatchObject({
      key: `${orderId}:1`,
      successUrl: `${site.origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${site.origin}/events/${nights[0]}`,
      lines: [{ name: expect.stringMatching(/^Intrare generală · Noapte/), unitAmount: 11_000, quantity: 3 }],
    });
    expect(read.session.expiresAt).toEqual(expiresAt);
    const late =
      await season.db`SELECT expires_at - created_at BETWEEN interval '30 minutes 59 seconds' AND interval '31 minutes 3 seconds' AS right FROM checkout_attempts WHERE order_id = ${orderId}`;
    expect(late).toEqual([{ right: true }]);
    expect([await rows.attempts(orderId), await rows.state(orderId)]).toEqual([
      ["1 opened"],
      "checkout_open/held",
    ]);
  });

  it("lists every line of the order with its night, and costs their sum (36)", async () => {
    const night = await season.night({ title: "Ultima Lumină" });
    const general = await season.ticketType({ events: [night], price: 8000, title: "General" });
    const terrace = await season.ticketType({ events: [night], price: 14_050, title: "Terasa" });
    const { sessionHash } = await season.person();
    const answer = await site.holds.takeHold(
      arrived(
        sessionHash,
        [
          { ticketTypeId: general, quantity: 2 },
          { ticketTypeId: terrace, quantity: 1 },
        ],
        { total: 30_050, eventId: night },
      ),
    );
    if (answer.kind !== "new") throw new Error(answer.kind);
    // what is agreed at the hold does not change any more
    await season.db`UPDATE tickets SET price = price + 1, type = 'Altul' WHERE id = ${terrace}`;
    const url = await opened(answer.order.id);
    expect((await bytesOf(answer.order.id)).request.lines).toEqual([
      { name: "General · Ultima Lumină", unitAmount: 8000, quantity: 2 },
      { name: "Terasa · Ultima Lumină", unitAmount: 14_050, quantity: 1 },
    ]);
    expect(await site.cards.readSession(sessionOf(url))).toMatchObject({ session: { amountTotal: 30_050 } });
    expect(await (await fetch(url)).text()).toMatch(
      /General · Ultima Lumină<small>2 × 80,00.*160,00.*Terasa · Ultima Lumină<small>1 × 140,50/s,
    );
  });

  it("names a pass alone, which is for no single night", async () => {
    const nights = [await season.night(), await season.night()];
    const { orderId } = await stages.held({ events: nights, family: "season_pass" });
    await opened(orderId);
    expect((await bytesOf(orderId)).request.lines).toMatchObject([
      { name: expect.not.stringContaining("·") },
    ]);
  });

  it("of an attempt that an older build prepared is opened with the bytes of that build", async () => {
    const { orderId } = await stages.held({ quantity: 3 });
    site.provider.faults.set({ loseNext: 1 });
    await openCardPage(site, orderId);
    await season.db`UPDATE checkout_attempts SET request = jsonb_set(request, '{lines,0,name}', '"Un titlu de atunci"') WHERE order_id = ${orderId}`;
    expect(await (await fetch(await opened(orderId))).text()).toContain("Un titlu de atunci");
    expect(await rows.attempts(orderId)).toEqual(["1 opened"]);
  });

  it("ends later by the time that the provider's clock is ahead of ours (F34)", async () => {
    const { orderId } = await stages.held();
    const ahead = { ...site, cards: { ...site.cards, clockSkewSeconds: () => 600 } };
    await opened(orderId, ahead);
    const late =
      await season.db`SELECT expires_at - created_at > interval '40 minutes' AS right FROM checkout_attempts WHERE order_id = ${orderId}`;
    expect(late).toEqual([{ right: true }]);
  });

  it.each([
    ["event", "/events/0190a8f0"],
    ["tickets", "/tickets"],
    ["season-pass", "/season-pass"],
  ] as const)("leads back from %s to %s when the customer cancels there", (origin, path) => {
    expect(cancelPath({ origin, eventIds: ["0190a8f0", "0190a8f1"] })).toBe(path);
  });

  it("that is open is returned again, also without a turn at the provider", async () => {
    const { orderId } = await stages.held();
    const url = await opened(orderId);
    expect(await opened(orderId, { ...site, settings: { ...site.settings, providerRate: 0 } })).toBe(url);
    expect(await rows.attempts(orderId)).toEqual(["1 opened"]);
  });

  it("that expired is followed by the next, while the places are kept", async () => {
    const { orderId } = await stages.held();
    const first = await opened(orderId);
    await season.db`UPDATE checkout_attempts SET expires_at = now() WHERE order_id = ${orderId}`;
    expect(await opened(orderId)).not.toBe(first);
    expect(await rows.attempts(orderId)).toEqual(["1 opened", "2 opened"]);
  });

  it("is opened once, also by two processes at once", async () => {
    const other = await processServices(database, site.provider);
    const { orderId } = await stages.held();
    site.provider.faults.set({ latencyMs: 30 });
    const both = await Promise.all([openCardPage(site, orderId), openCardPage(other, orderId)]);
    expect(both.filter((page) => page.ok)).not.toEqual([]);
    expect(await stages.pagesAtProvider(orderId)).toEqual(["open/unpaid"]);
    expect(await rows.attempts(orderId)).toEqual(["1 opened"]);
  });
});

describe("a call to the provider", () => {
  it.each([
    ["was done and not answered", { dropNext: 1 }, 1],
    ["was answered by a gateway's page", { garbleNext: 1 }, 1],
    ["never arrived", { loseNext: 1 }, 0],
  ])("that %s is made again with the same bytes: one page (F3, F4)", async (_, fault, pages) => {
    const { orderId } = await stages.held();
    site.provider.faults.set(fault);
    expect(await openCardPage(site, orderId)).toEqual(refused({ reason: "provider_unavailable" }));
    const bytes = await bytesOf(orderId);
    expect([await rows.attempts(orderId), (await stages.pagesAtProvider(orderId)).length]).toEqual([
      ["1 prepared"],
      pages,
    ]);
    await opened(orderId);
    expect(await bytesOf(orderId)).toEqual(bytes);
    expect(await rows.attempts(orderId)).toEqual(["1 opened"]);
    expect(await stages.pagesAtProvider(orderId)).toEqual(["open/unpaid"]);
  });

  it.each([
    ["with an error", { failNext: 1 }, "provider_unavailable"],
    ["with too many", { ratePerSecond: 0 }, "wait"],
  ])("that was answered %s is followed by the next number (F4)", async (_, fault, reason) => {
    const { orderId } = await stages.held();
    site.provider.faults.set(fault);
    expect(await openCardPage(site, orderId)).toEqual(refused({ reason }));
    expect([await rows.attempts(orderId), await rows.state(orderId)]).toEqual([["1 refused"], "held/held"]);
    site.provider.faults.reset();
    await opened(orderId);
    expect(await rows.attempts(orderId)).toEqual(["1 refused", "2 opened"]);
    expect((await bytesOf(orderId, 2)).request.key).toBe(`${orderId}:2`);
  });

  it("that is made again is noted at its own attempt: no other one, and no other order, waits for it (F4)", async () => {
    const [one, other] = [await stages.held(), await stages.held()];
    const ids = [one.orderId, other.orderId];
    for (const id of ids) await opened(id);
    await season.db`UPDATE checkout_attempts SET expires_at = now() WHERE order_id = ANY(${ids})`;
    site.provider.faults.set({ loseNext: 2 });
    for (const id of ids) await openCardPage(site, id);
    await opened(one.orderId);
    const noted =
      await season.db`SELECT order_id, no FROM checkout_attempts WHERE polled_at IS NOT NULL AND order_id = ANY(${ids})`;
    expect(noted).toEqual([{ order_id: one.orderId, no: 2 }]);
  });

  it("that is refused after the same call has opened the page leaves that page open", async () => {
    const { orderId } = await stages.held();
    const urls: string[] = [];
    const pressedTwice: typeof site.cards = {
      ...site.cards,
      async openSession() {
        urls.push(await opened(orderId));
        return { kind: "refused", reason: "rate_limited", message: "too many requests" };
      },
    };
    expect(await openCardPage({ ...site, cards: pressedTwice }, orderId)).toMatchObject({
      refusal: { reason: "wait" },
    });
    expect(await rows.attempts(orderId)).toEqual(["1 opened"]);
    expect([await opened(orderId)]).toEqual(urls);
    // So that releasing the order closes the page that the customer has.
    await releaseOrder(site, { orderId });
    expect(await stages.pagesAtProvider(orderId)).toEqual(["expired/unpaid"]);
  });

  it("that never arrived and whose time is now too short is replaced by the next number", async () => {
    const { orderId } = await stages.held();
    site.provider.faults.set({ loseNext: 1 });
    await openCardPage(site, orderId);
    await season.db`UPDATE checkout_attempts SET request = jsonb_set(request, '{expiresAt}', to_jsonb(now() + interval '20 minutes')) WHERE order_id = ${orderId}`;
    expect(await openCardPage(site, orderId)).toMatchObject({ refusal: { reason: "provider_unavailable" } });
    await opened(orderId);
    expect(await rows.attempts(orderId)).toEqual(["1 refused", "2 opened"]);
  });

  it("is not made without a turn, and no attempt is stored for it", async () => {
    const { orderId } = await stages.held();
    expect(await openCardPage({ ...site, settings: { ...site.settings, providerRate: 0 } }, orderId)).toEqual(
      refused({ reason: "wait" }),
    );
    expect([await rows.attempts(orderId), await rows.state(orderId)]).toEqual([[], "held/held"]);
  });
});

describe("there is no card page", () => {
  it.each(
    Object.entries({
      "that nobody made": async () => newId(),
      "that the customer released": async () => {
        const { orderId, userId } = await stages.held();
        await releaseOrder(site, { orderId, userId });
        return orderId;
      },
      "whose hold has expired": async () => {
        const { orderId } = await stages.held();
        await rows.holdRunsOut(orderId);
        return orderId;
      },
      "whose money is on the way": async () => {
        const { orderId } = await stages.atCardPage();
        await season.db`UPDATE orders SET state = 'payment_pending' WHERE id = ${orderId}`;
        return orderId;
      },
    }),
  )("for an order %s", async (_, make) => {
    const orderId = await make();
    const before = await stages.pagesAtProvider(orderId);
    expect(await openCardPage(site, orderId)).toEqual(refused({ reason: "ended" }));
    expect(await stages.pagesAtProvider(orderId)).toEqual(before);
  });

  it.each([
    ["was released", (order: { orderId: string; userId: string }) => releaseOrder(site, order)],
    ["ended otherwise", ({ orderId }: { orderId: string }) => rows.losePlaces(orderId)],
  ])("for an order that %s while its page was being opened: that page is closed (F43)", async (_, end) => {
    const order = await stages.held();
    const interrupted: typeof site.cards = {
      ...site.cards,
      async openSession(request) {
        const answer = await site.cards.openSession(request);
        await end(order); // in another process, while the answer is on its way to us
        return answer;
      },
    };
    expect(await openCardPage({ ...site, cards: interrupted }, order.orderId)).toEqual(
      refused({ reason: "ended" }),
    );
    expect(await stages.pagesAtProvider(order.orderId)).toEqual(["expired/unpaid"]);
    expect([await rows.attempts(order.orderId), await rows.counter(order.type)]).toEqual([
      ["1 closed"],
      [0, 0],
    ]);
  });
});
