import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { newId } from "#kernel/id.ts";
import { withTurn } from "#kernel/turn-of-request.server.ts";
import { startProviderInTest, testKeys } from "#test/support/provider-in-test.ts";
import { lengths } from "#ticketing/limits.ts";
import { turnIn, waitFor } from "./call-turn.server.ts";
import type { SessionOrder } from "./card-answers.ts";
import { type CardCheckout, type CardCheckoutOptions, createCardCheckout } from "./card-checkout.server.ts";

const endings: (() => unknown)[] = [];
let provider: Awaited<ReturnType<typeof start>>["provider"];
let checkout: CardCheckout;
/** How far the provider's clock and ours have gone on, in milliseconds. */
let ahead = 0;
beforeEach(async () => {
  ahead = 0;
  ({ provider, checkout } = await start({ now: () => new Date(Date.now() + ahead) }));
});
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});
async function letPass(milliseconds: number): Promise<void> {
  ahead = milliseconds;
  await provider.tick();
}

/** An adapter whose provider answers like this. */
async function answering(answer: RequestListener, more: Partial<CardCheckoutOptions> = {}) {
  const gateway = createServer(answer);
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  const { port } = gateway.address() as AddressInfo;
  const apiBase = `http://127.0.0.1:${port}`;
  const adapter = createCardCheckout({ ...testKeys, apiBase, now: () => new Date(), ...more });
  endings.push(() => {
    gateway.closeAllConnections();
    gateway.close();
    adapter.close();
  });
  return adapter;
}
const json = { "content-type": "application/json" };

type StartOptions = Pick<Partial<CardCheckoutOptions>, "now" | "timeoutMs" | "secretKey" | "waitForTurn">;

async function start(options: StartOptions = {}) {
  const provider = await startProviderInTest(options.now ? { now: options.now } : {});
  endings.push(provider.close);
  const { apiBase } = provider;
  const checkout = createCardCheckout({
    ...testKeys,
    apiBase,
    now: () => new Date(),
    ...(options.timeoutMs ? { timeoutMs: options.timeoutMs } : {}),
    ...(options.secretKey ? { secretKey: options.secretKey } : {}),
    ...(options.waitForTurn ? { waitForTurn: options.waitForTurn } : {}),
  });
  endings.push(checkout.close);
  return { provider, checkout };
}

const minutes = (count: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + count * 60_000);

const orders = Array.from({ length: 50 }, () => newId());

const order = (more: Partial<SessionOrder> = {}): SessionOrder => ({
  key: "order-1:1",
  orderId: orders[1] ?? "",
  attempt: 1,
  successUrl: "http://127.0.0.1:3000/success?session_id={CHECKOUT_SESSION_ID}&plata=gata",
  cancelUrl: "http://127.0.0.1:3000/events/1",
  lines: [
    {
      name: "Intrare generală",
      description: "Noaptea Fosforului, 26 iunie",
      unitAmount: 11_000,
      quantity: 2,
    },
    { name: "Masă lângă apă", unitAmount: 5_050, quantity: 1 },
  ],
  customerEmail: "ioana@exemplu.ro",
  expiresAt: minutes(31),
  ...more,
});

async function opened(more: Partial<SessionOrder> = {}) {
  const answer = await checkout.openSession(order(more));
  if (answer.kind !== "opened") throw new Error(`Not opened: ${JSON.stringify(answer)}`);
  return answer;
}

async function found(sessionId: string) {
  const answer = await checkout.readSession(sessionId);
  if (answer.kind !== "found") throw new Error(`Not found: ${JSON.stringify(answer)}`);
  return answer.session;
}

async function paid(card?: string) {
  const { sessionId } = await opened();
  expect(await payWithCard(provider.pagesBase, sessionId, card)).toMatchObject({ kind: "paid" });
  const { paymentId } = await found(sessionId);
  if (paymentId === null) throw new Error("A paid session has a payment");
  return { sessionId, paymentId };
}

describe("a session", () => {
  test("is opened, and reads as it was asked for", async () => {
    const expiresAt = minutes(31);
    const session = await opened({ expiresAt });
    expect(session.url).toBe(`${provider.pagesBase}/c/${session.sessionId}`);
    expect(session.expiresAt).toEqual(expiresAt);
    expect(await found(session.sessionId)).toEqual({
      id: session.sessionId,
      status: "open",
      paymentStatus: "unpaid",
      amountTotal: 27_050,
      currency: "ron",
      mode: "payment",
      clientReferenceId: orders[1],
      livemode: false,
      paymentId: null,
      url: session.url,
      expiresAt,
      createdAt: expect.any(Date),
      customerEmail: "ioana@exemplu.ro",
    });
  });

  test("is opened for the longest names of types and nights, whose end the provider does not get", async () => {
    for (const letter of ["ș", "\u{1F3AB}"])
      for (const length of [250, 251, lengths.catalogueName + 3 + lengths.eventTitle]) {
        const line = { name: letter.repeat(length), description: letter.repeat(2 * length) };
        const key = `${letter.length}:${length}`;
        const lines = [{ ...line, unitAmount: 500, quantity: 1 }];
        const { url } = await opened({ key, orderId: newId(), lines });
        const page = await (await fetch(url)).text();
        const shown = length > 250 ? `${letter.repeat(249)}…` : line.name;
        expect(page).toContain(`>${shown}`);
      }
  });

  test("that was paid is complete, with its payment and without address", async () => {
    const { sessionId, paymentId } = await paid();
    expect(await found(sessionId)).toMatchObject({
      status: "complete",
      paymentStatus: "paid",
      url: null,
    });
    expect(await checkout.findSessionsOfPayment(paymentId)).toMatchObject({
      kind: "listed",
      sessions: [{ id: sessionId }],
    });
  });

  test("is waited for outside of the request's turn, also until it may be asked for (one kind: a wait for others in the place of work)", async () => {
    let left = 0;
    const leave = () => {
      left += 1;
    };
    await withTurn(leave, () => checkout.readSession("cs_test_nobody"));
    expect(left).toBe(1);
    await withTurn(leave, () => waitFor(turnIn(0)));
    expect(left).toBe(2);
  });

  test("that nobody opened is missing", async () => {
    expect(await checkout.readSession("cs_test_nobody")).toEqual({ kind: "missing" });
    expect(await checkout.expireSession("cs_test_nobody")).toEqual({ kind: "missing" });
  });

  test("must live from 30 minutes to 24 hours", async () => {
    const tooShort = await checkout.openSession(order({ key: "short", expiresAt: minutes(29) }));
    expect(tooShort).toMatchObject({ kind: "refused", reason: "invalid" });
    const tooLong = await checkout.openSession(order({ key: "long", expiresAt: minutes(24 * 60 + 2) }));
    expect(tooLong).toMatchObject({ kind: "refused", reason: "invalid" });
    // A request that failed validation does not spend its key.
    expect(await checkout.openSession(order({ key: "short" }))).toMatchObject({ kind: "opened" });
  });

  test("expires by our word, once, and can be paid no more", async () => {
    const { sessionId } = await opened();
    expect(await checkout.expireSession(sessionId)).toEqual({ kind: "expired" });
    expect(await checkout.expireSession(sessionId)).toEqual({ kind: "expired" });
    expect(await payWithCard(provider.pagesBase, sessionId)).toEqual({ kind: "closed", status: 410 });
    expect(await found(sessionId)).toMatchObject({ status: "expired", paymentStatus: "unpaid" });
  });

  test("that was paid meanwhile says so when it should expire (F21)", async () => {
    const { sessionId } = await paid();
    expect(await checkout.expireSession(sessionId)).toEqual({ kind: "complete" });
  });

  test("is looked at in its turn as well when it cannot expire, and what has ended is not asked for again", async () => {
    const turns: string[] = [];
    ({ provider, checkout } = await start({ waitForTurn: async (kind) => void turns.push(kind) }));
    const { sessionId } = await opened();
    await payWithCard(provider.pagesBase, sessionId);
    for (let n = 0; n < 2; n += 1)
      expect(await checkout.expireSession(sessionId)).toEqual({ kind: "complete" });
    expect(turns).toEqual(["expiry", "read", "expiry"]);
    expect(provider.faults.calls()["GET /v1/checkout/sessions/:id"]?.at).toHaveLength(1);
  });

  test("expires by itself when its time is over", async () => {
    const { sessionId } = await opened();
    ahead = 32 * 60_000;
    expect(await payWithCard(provider.pagesBase, sessionId)).toEqual({ kind: "closed", status: 410 });
    expect(await checkout.expireSession(sessionId)).toEqual({ kind: "expired" });
  });

  test("is listed since a moment and by its order, over several pages", async () => {
    const since = new Date(Date.now() - 2_000);
    for (let at = 0; at < 103; at += 1) await opened({ key: `k${at}`, orderId: orders[at % 50] ?? "" });
    const all = await checkout.listSessionsSince(since);
    if (all.kind !== "listed") throw new Error("Not listed");
    expect(new Set(all.sessions.map(({ id }) => id)).size).toBe(103);
    expect(all.sessions.filter((one) => one.clientReferenceId === orders[2])).toHaveLength(3);
    expect(await checkout.listSessionsSince(new Date(Date.now() + 5_000))).toMatchObject({
      kind: "listed",
      sessions: [],
    });
  });
});

describe("an idempotency key", () => {
  test("gives the same session for the same order", async () => {
    const same = order();
    const first = await checkout.openSession(same);
    expect(await checkout.openSession(same)).toEqual(first);
    const others = await Promise.all([1, 2, 3].map(() => checkout.openSession(same)));
    for (const other of others) expect(other).toEqual(first);
  });

  test("is refused for another order", async () => {
    const { expiresAt } = await opened();
    const other = await checkout.openSession(order({ expiresAt, orderId: orders[2] ?? "" }));
    expect(other).toMatchObject({ kind: "refused", reason: "key_reused" });
  });

  test("repeats an error answer too, so that the next try needs the next key", async () => {
    provider.faults.set({ failNext: 1 });
    const same = order();
    expect(await checkout.openSession(same)).toMatchObject({ kind: "refused", reason: "unavailable" });
    expect(await checkout.openSession(same)).toMatchObject({ kind: "refused", reason: "unavailable" });
    expect(await checkout.openSession({ ...same, key: "order-1:2" })).toMatchObject({ kind: "opened" });
  });

  test("that is still in progress leaves the outcome unknown", async () => {
    provider.faults.set({ latencyMs: 150 });
    const same = order();
    const both = await Promise.all([checkout.openSession(same), checkout.openSession(same)]);
    expect(both.map(({ kind }) => kind).sort()).toEqual(["opened", "unknown"]);
  });
});

describe("no answer", () => {
  test.each(["dropNext", "garbleNext"] as const)(
    "after the work was done (%s) is unknown, and the same bytes then bring the same session",
    async (fault) => {
      provider.faults.set({ [fault]: 1 });
      const same = order();
      expect(await checkout.openSession(same)).toMatchObject({ kind: "unknown" });
      const again = await checkout.openSession(same);
      expect(again).toMatchObject({ kind: "opened" });
      expect(await checkout.listSessionsSince(new Date(0))).toMatchObject({
        kind: "listed",
        sessions: [{ id: "sessionId" in again && again.sessionId }],
      });
    },
  );

  test("to a request that never arrived is unknown, and the repetition does the work", async () => {
    provider.faults.set({ loseNext: 1 });
    const same = order();
    expect(await checkout.openSession(same)).toMatchObject({ kind: "unknown" });
    expect(await checkout.listSessionsSince(new Date(0))).toMatchObject({ kind: "listed", sessions: [] });
    expect(await checkout.openSession(same)).toMatchObject({ kind: "opened" });
  });

  test("in time is unknown", async () => {
    ({ provider, checkout } = await start({ timeoutMs: 150 }));
    // without a deadline of ours both would wait for ever
    provider.faults.set({ hangNext: 2 });
    expect(await checkout.openSession(order())).toMatchObject({ kind: "unknown" });
    expect(await checkout.readSession("cs_test_any")).toMatchObject({ kind: "unknown" });
  });

  test("that comes byte by byte ends at the same deadline", async () => {
    const drip: RequestListener = (_request, response) => {
      response.writeHead(200, json);
      const dripping = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(dripping));
    };
    const tarpit = await answering(drip, { timeoutMs: 200 });
    expect(await tarpit.openSession(order())).toMatchObject({ kind: "unknown" });
  });

  test.each(['"a word"', "17", "null", "", "<html>a gateway</html>"])(
    "that is no object is unknown: %s",
    async (body) => {
      const gateway = await answering((_request, response) => {
        response.writeHead(200, json).end(body);
      });
      expect(await gateway.openSession(order())).toMatchObject({ kind: "unknown" });
      expect(await gateway.readSession("cs_test_any")).toMatchObject({ kind: "unknown" });
    },
  );

  test.each([
    [200, "ron", "found"],
    [null, "ron", "unreadable"],
    [200, null, "unreadable"],
  ] as const)(
    "with the amount %s in the currency %s is a session %s",
    async (amount_total, currency, kind) => {
      const [order_id] = orders;
      const own = {
        object: "checkout.session",
        client_reference_id: order_id,
        metadata: { order_id },
        mode: "payment",
      };
      const open = {
        ...own,
        id: "cs_test_any",
        status: "open",
        payment_status: "unpaid",
        expires_at: 1,
        created: 1,
      };
      const gateway = await answering((_request, response) => {
        response.writeHead(200, json).end(JSON.stringify({ ...open, amount_total, currency }));
      });
      expect(await gateway.readSession("cs_test_any")).toMatchObject({ kind });
    },
  );

  test("at all, because nobody is there, frees nothing (F26)", async () => {
    const apiBase = "http://127.0.0.1:1";
    const checkout = createCardCheckout({ ...testKeys, apiBase, now: () => new Date() });
    endings.push(checkout.close);
    expect(await checkout.openSession(order())).toMatchObject({ kind: "unknown" });
    expect(await checkout.expireSession("cs_test_any")).toMatchObject({ kind: "unknown" });
    expect(await checkout.readSession("cs_test_any")).toMatchObject({ kind: "unknown" });
    expect(await checkout.refund({ key: "r", paymentId: "pi_any" })).toMatchObject({ kind: "unknown" });
    expect(await checkout.readPrice("price_any")).toMatchObject({ kind: "unknown" });
  });
});

describe("the provider refuses", () => {
  test("too many calls in a second, and the key stays free for later", async () => {
    provider.faults.set({ ratePerSecond: 0 });
    const same = order();
    expect(await checkout.openSession(same)).toMatchObject({ kind: "refused", reason: "rate_limited" });
    // A question is no refusal: nothing is known.
    expect(await checkout.readSession("cs_test_any")).toMatchObject({ kind: "unknown" });
    expect(await checkout.expireSession("cs_test_any")).toMatchObject({ kind: "unknown" });
    provider.faults.reset();
    expect(await checkout.openSession(same)).toMatchObject({ kind: "opened" });
  });

  test("a wrong key of ours", async () => {
    ({ checkout } = await start({ secretKey: "sk_test_other" }));
    expect(await checkout.openSession(order())).toMatchObject({ kind: "refused", reason: "unavailable" });
    expect(await checkout.expireSession("cs_test_any")).toMatchObject({ kind: "unknown" });
  });

  test("amounts and addresses that cannot be", async () => {
    const wrongs: Partial<SessionOrder>[] = [
      { lines: [] },
      { lines: [{ name: "Gratis", unitAmount: 0, quantity: 1 }] },
      { lines: [{ name: "Negativ", unitAmount: -500, quantity: 1 }] },
      { lines: [{ name: "Nimic", unitAmount: 500, quantity: 0 }] },
      { lines: [{ name: "", unitAmount: 500, quantity: 1 }] },
      { successUrl: "javascript:alert(1)" },
      { cancelUrl: "/events/1" },
      { customerEmail: "nu e adresă" },
      { key: "k".repeat(256) },
    ];
    for (const [at, wrong] of wrongs.entries()) {
      const answer = await checkout.openSession(order({ key: `wrong-${at}`, ...wrong }));
      const reason = "customerEmail" in wrong ? "address" : "invalid";
      expect(answer, JSON.stringify(wrong)).toMatchObject({ kind: "refused", reason });
    }
  });
});

describe("a refund", () => {
  test("is made once for one key, and the rest can follow (I8)", async () => {
    const { paymentId } = await paid();
    const part = { key: "refund-1", paymentId, amount: 5_050, reason: "requested_by_customer" } as const;
    const first = await checkout.refund(part);
    expect(first).toMatchObject({ kind: "refunded", amount: 5_050 });
    expect(await checkout.refund(part)).toEqual(first);
    const tooMuch = await checkout.refund({ key: "refund-2", paymentId, amount: 22_001 });
    expect(tooMuch).toMatchObject({ kind: "refused", reason: "invalid" });
    const rest = await checkout.refund({ key: "refund-3", paymentId });
    expect(rest).toMatchObject({ kind: "refunded", amount: 22_000 });
    const again = await checkout.refund({ key: "refund-4", paymentId });
    expect(again).toMatchObject({ kind: "refused", reason: "already_refunded" });
    const listed = await checkout.listRefundsOf(paymentId);
    expect(listed).toMatchObject({ kind: "listed", refunds: [{ amount: 22_000 }, { amount: 5_050 }] });
    expect(await checkout.listRefundsSince(new Date(0))).toEqual(listed);
  });

  test("without answer is unknown, is found by its key, and is not made twice", async () => {
    const { paymentId } = await paid();
    const request = { key: "refund-1", paymentId, amount: 1_000 };
    expect(await checkout.findRefund(request)).toEqual({ kind: "missing" });
    provider.faults.set({ dropNext: 1 });
    expect(await checkout.refund(request)).toMatchObject({ kind: "unknown" });
    expect(await checkout.findRefund(request)).toMatchObject({
      kind: "found",
      refund: { state: "refunded", amount: 1_000, key: "refund-1", paymentId },
    });
    expect(await checkout.refund(request)).toMatchObject({ kind: "refunded", amount: 1_000 });
    expect(await checkout.listRefundsOf(paymentId)).toMatchObject({ kind: "listed", refunds: [{}] });
  });

  test("that the provider fails on is failed on again under the same key, and made by the next attempt", async () => {
    const { paymentId } = await paid();
    const request = { key: "refund-1", paymentId };
    provider.faults.set({ failNext: 1 });
    for (let n = 0; n < 2; n += 1)
      expect(await checkout.refund(request)).toMatchObject({ kind: "refused", reason: "unavailable" });
    expect(await checkout.findRefund(request)).toEqual({ kind: "missing" });
    expect(await checkout.refund({ ...request, attempt: 2 })).toMatchObject({ kind: "refunded" });
    expect(await checkout.findRefund(request)).toMatchObject({ kind: "found", refund: { key: "refund-1" } });
  });

  test("of a payment that never was is refused", async () => {
    const answer = await checkout.refund({ key: "refund-1", paymentId: "pi_nobody" });
    expect(answer).toMatchObject({ kind: "refused", reason: "invalid" });
  });

  test("for which our balance is too small is refused, and made by the next attempt, or waits", async () => {
    const { paymentId } = await paid();
    const request = { key: "refund-1", paymentId, amount: 1_000 };
    provider.faults.set({ shortBalance: "refuses" });
    expect(await checkout.refund(request)).toMatchObject({ kind: "refused", reason: "short_balance" });
    expect(await checkout.findRefund(request)).toEqual({ kind: "missing" });
    provider.faults.set({ shortBalance: "waits" });
    const again = { ...request, attempt: 2 };
    expect(await checkout.refund(again)).toMatchObject({ kind: "pending" });
    for (const wait of [5_000, 10_000]) {
      await letPass(wait);
      const found = { refund: { state: "pending", isShortOfBalance: true } };
      expect(await checkout.findRefund(request)).toMatchObject(found);
    }
    provider.faults.reset();
    await letPass(15_000);
    expect(await checkout.findRefund(request)).toMatchObject({
      refund: { state: "refunded", isShortOfBalance: false },
    });
    provider.faults.set({ shortBalance: "fails" });
    const other = { key: "refund-2", paymentId, amount: 1_000 };
    expect(await checkout.refund(other)).toMatchObject({ kind: "pending" });
    await letPass(20_000);
    expect(await checkout.findRefund(other)).toMatchObject({
      refund: { state: "failed", isShortOfBalance: true },
    });
  });

  test("may wait, and may fail later (F24)", async () => {
    const { paymentId } = await paid("4000000000007726");
    const request = { key: "refund-1", paymentId };
    expect(await checkout.refund(request)).toMatchObject({ kind: "pending" });
    await letPass(5_000);
    expect(await checkout.findRefund(request)).toMatchObject({ refund: { state: "refunded" } });
  });
});

describe("a price", () => {
  test("is made once for one key, read, sold by, and archived", async () => {
    const wanted = { key: "price-1", name: "Early bird", amount: 16_000 };
    const made = await checkout.createPrice(wanted);
    if (made.kind !== "created") throw new Error("Not created");
    expect(made.price).toMatchObject({ amount: 16_000, currency: "ron", active: true, recurring: false });
    expect(await checkout.createPrice(wanted)).toEqual(made);
    expect(await checkout.readPrice(made.price.id)).toEqual({ kind: "found", price: made.price });
    expect(await checkout.archivePrice(made.price.id)).toEqual({ kind: "archived" });
    expect(await checkout.readPrice(made.price.id)).toMatchObject({ price: { active: false } });
  });

  test("is made under the longest name", async () => {
    const name = "ș".repeat(251);
    expect(await checkout.createPrice({ key: "long", name, amount: 500 })).toMatchObject({ kind: "created" });
  });

  test("that nobody made is missing", async () => {
    expect(await checkout.readPrice("price_nobody")).toEqual({ kind: "missing" });
    expect(await checkout.archivePrice("price_nobody")).toEqual({ kind: "missing" });
  });
});

describe("the provider's clock", () => {
  test.each([-90, 0, 47])("%i seconds from ours is read from its answers", async (seconds) => {
    ahead = seconds * 1000;
    expect(checkout.clockSkewSeconds()).toBeNull();
    await checkout.readSession("cs_test_any");
    expect(checkout.clockSkewSeconds()).toBeOneOf([seconds - 1, seconds, seconds + 1]);
  });
});
