import { afterEach, describe, expect, test } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { newId } from "#kernel/id.ts";
import { startProviderInTest, testKeys } from "#test/support/provider-in-test.ts";
import type { BalanceEntry, CardPayout } from "./card-answers.ts";
import { type CardCheckout, createCardCheckout } from "./card-checkout.server.ts";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const day = 86_400_000;
const everything = new Date(0);

async function start() {
  let at = Date.parse("2027-07-01T12:00:00Z");
  const now = () => new Date(at);
  const provider = await startProviderInTest({ now });
  endings.push(provider.close);
  const checkout = createCardCheckout({ ...testKeys, apiBase: provider.apiBase, now });
  endings.push(checkout.close);
  let orders = 0;
  return {
    provider,
    checkout,
    wait: (days: number) => {
      at += days * day;
    },
    async pay(bani: number, card?: string) {
      orders += 1;
      const opened = await checkout.openSession({
        key: `order-${orders}:1`,
        orderId: newId(),
        expiresAt: new Date(at + 1_860_000),
        successUrl: "http://127.0.0.1:3000/s",
        cancelUrl: "http://127.0.0.1:3000/c",
        lines: [{ name: "Bilet", unitAmount: bani, quantity: 1 }],
      });
      if (opened.kind !== "opened") throw new Error(JSON.stringify(opened));
      await payWithCard(provider.pagesBase, opened.sessionId, card);
      const read = await checkout.readSession(opened.sessionId);
      return (read.kind === "found" && read.session.paymentId) || "";
    },
  };
}

async function entriesOf(checkout: CardCheckout, payoutId?: string): Promise<BalanceEntry[]> {
  const listed = await (payoutId ? checkout.listBalanceOf(payoutId) : checkout.listBalanceSince(everything));
  if (listed.kind !== "listed") throw new Error(listed.message);
  return listed.entries;
}
async function payoutsOf(checkout: CardCheckout): Promise<CardPayout[]> {
  const listed = await checkout.listPayoutsSince(everything);
  if (listed.kind !== "listed") throw new Error(listed.message);
  return listed.payouts;
}
const sum = (entries: readonly BalanceEntry[]) => entries.reduce((n, { net }) => n + net, 0);

describe("the balance", () => {
  test("has each charge, refund and dispute with its payment and what the provider kept of it", async () => {
    const { provider, checkout, pay } = await start();
    const paymentId = await pay(11_000);
    const disputedId = await pay(20_000);
    await checkout.refund({ key: "r", paymentId, amount: 5_000 });
    await provider.dispute(disputedId, "needs_response");
    await provider.dispute(disputedId, "won");
    expect(await entriesOf(checkout)).toMatchObject([
      { kind: "dispute", gross: 20_000, fee: 0, net: 20_000, paymentId: disputedId },
      { kind: "dispute", gross: -20_000, fee: 7_500, net: -27_500, paymentId: disputedId },
      { kind: "refund", gross: -5_000, fee: 0, net: -5_000, paymentId },
      { kind: "charge", gross: 20_000, fee: 380, net: 19_620, paymentId: disputedId },
      { kind: "charge", gross: 11_000, fee: 254, net: 10_746, paymentId },
    ]);
    const since = new Date("2027-07-01T12:00:01Z");
    expect(await checkout.listBalanceSince(since)).toMatchObject({ kind: "listed", entries: [] });
  });

  test("gets back what a refund took that failed later", async () => {
    const { provider, checkout, pay, wait } = await start();
    const paymentId = await pay(11_000, "4000000000005126");
    await checkout.refund({ key: "r", paymentId });
    wait(1);
    await provider.tick();
    expect((await entriesOf(checkout)).filter(({ kind }) => kind === "refund")).toMatchObject([
      { gross: 11_000, paymentId },
      { gross: -11_000, paymentId },
    ]);
  });

  test("is read over several pages, and is unknown when one of them does not come", async () => {
    const { provider, checkout, pay } = await start();
    const paymentId = await pay(50_000);
    for (let n = 0; n < 120; n += 1) await checkout.refund({ key: `r${n}`, paymentId, amount: 100 });
    const entries = await entriesOf(checkout);
    expect(entries).toHaveLength(121);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(121);
    provider.faults.set({ only: "GET /v1/balance_transactions", failNext: 1 });
    expect(await checkout.listBalanceSince(everything)).toMatchObject({ kind: "unknown" });
  });

  test("of a key that may not read it is unknown", async () => {
    const { provider } = await start();
    const stranger = createCardCheckout({
      ...testKeys,
      secretKey: "sk_test_other",
      apiBase: provider.apiBase,
      now: () => new Date(),
    });
    endings.push(stranger.close);
    expect(await stranger.listBalanceSince(everything)).toMatchObject({ kind: "unknown" });
    expect(await stranger.listPayoutsSince(everything)).toMatchObject({ kind: "unknown" });
  });
});

describe("a payout", () => {
  test("is made for each day, says what it is made of, and adds up to it", async () => {
    const { checkout, pay, wait } = await start();
    await pay(11_000);
    await pay(9_000);
    wait(1);
    await pay(30_000);
    expect(await payoutsOf(checkout)).toEqual([]);
    wait(1);
    const [first, ...none] = await payoutsOf(checkout);
    expect(none).toEqual([]);
    expect(first).toMatchObject({ state: "under_way", amount: 19_520, hasEntries: true });
    expect(first?.arrivesAt).toEqual(new Date("2027-07-04T00:00:00Z"));
    const made = await entriesOf(checkout, first?.id);
    expect(made.map(({ kind, net }) => [kind, net])).toEqual([
      ["payout", -19_520],
      ["charge", 8_774],
      ["charge", 10_746],
    ]);
    expect(sum(made)).toBe(0);
    wait(1);
    expect((await payoutsOf(checkout)).map(({ state, amount }) => [state, amount])).toEqual([
      ["under_way", 29_480],
      ["paid", 19_520],
    ]);
    expect(await entriesOf(checkout, first?.id)).toEqual(made);
  });

  test("waits for a day that brings more than it takes", async () => {
    const { checkout, pay, wait } = await start();
    const paymentId = await pay(11_000);
    wait(1);
    await checkout.refund({ key: "r", paymentId });
    wait(1);
    await pay(30_000);
    wait(3);
    const [second, first] = await payoutsOf(checkout);
    expect([first?.amount, second?.amount]).toEqual([10_746, 29_480 - 11_000]);
    expect((await entriesOf(checkout, second?.id)).map(({ kind }) => kind)).toEqual([
      "payout",
      "charge",
      "refund",
    ]);
  });
});
