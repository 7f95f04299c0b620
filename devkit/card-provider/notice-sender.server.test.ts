import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, test } from "vitest";
import { newId } from "#kernel/id.ts";
import { createCardCheckout } from "#platform/card-checkout/card-checkout.server.ts";
import {
  startNoticeListener,
  startProviderInTest,
  temporaryFolder,
  testKeys,
} from "#test/support/provider-in-test.ts";
import { payWithCard } from "./pay-with-card.ts";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function listen(answer?: (seen: number) => number) {
  const listener = await startNoticeListener(answer);
  endings.push(listener.close);
  return listener;
}

async function start(notifyUrl: string, more: { now?: () => Date; noticeWaits?: number[] } = {}) {
  const provider = await startProviderInTest({ notifyUrl, ...more });
  endings.push(provider.close);
  return { provider, checkout: door(provider.apiBase) };
}

function door(apiBase: string) {
  const checkout = createCardCheckout({ ...testKeys, apiBase, now: () => new Date() });
  endings.push(checkout.close);
  return checkout;
}

let orders = 0;
async function open(checkout: ReturnType<typeof door>): Promise<string> {
  orders += 1;
  const opened = await checkout.openSession({
    key: `key-${orders}`,
    orderId: newId(),
    successUrl: "https://club.example/s",
    cancelUrl: "https://club.example/c",
    lines: [{ name: "Bilet", unitAmount: 5_000, quantity: 1 }],
    expiresAt: new Date(Date.now() + 31 * 60_000),
  });
  if (opened.kind !== "opened") throw new Error(`Not opened: ${JSON.stringify(opened)}`);
  return opened.sessionId;
}

async function paymentOf(checkout: ReturnType<typeof door>, sessionId: string): Promise<string> {
  const read = await checkout.readSession(sessionId);
  if (read.kind !== "found" || read.session.paymentId === null) throw new Error("Not paid");
  return read.session.paymentId;
}

describe("a notice", () => {
  test("is sent for what happens, signed over its very bytes", async () => {
    const listener = await listen();
    const { provider, checkout } = await start(listener.url);
    const sessionId = await open(checkout);
    await payWithCard(provider.pagesBase, sessionId);
    await checkout.refund({ key: "r", paymentId: await paymentOf(checkout, sessionId) });
    await checkout.expireSession(await open(checkout));
    await listener.until(4);
    expect(listener.types().sort()).toEqual([
      "charge.refunded",
      "checkout.session.completed",
      "checkout.session.expired",
      "refund.created",
    ]);
    for (const { body, signature } of listener.received) {
      const [, at = ""] = /^t=(\d+),/.exec(signature) ?? [];
      const hmac = createHmac("sha256", testKeys.webhookSecret).update(`${at}.`).update(body).digest("hex");
      expect(signature).toBe(`t=${at},v1=${hmac}`);
    }
  });

  test("comes again until it is accepted, and then no more", async () => {
    const listener = await listen((seen) => (seen < 3 ? 500 : 204));
    const { provider, checkout } = await start(listener.url, { noticeWaits: [0.02] });
    await payWithCard(provider.pagesBase, await open(checkout));
    await listener.until(3);
    await provider.tick();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(listener.received).toHaveLength(3);
    expect(new Set(listener.received.map(({ event }) => event.id)).size).toBe(1);
    expect(provider.noticeCounts()).toEqual({ delivered: 1 });
  });

  test("tells by itself that a session's time is over", async () => {
    let ahead = 0;
    const listener = await listen();
    const { provider, checkout } = await start(listener.url, { now: () => new Date(Date.now() + ahead) });
    await open(checkout);
    await provider.tick();
    expect(listener.received).toHaveLength(0);
    ahead = 31 * 60_000 + 1_000;
    await provider.tick();
    expect(listener.types()).toEqual(["checkout.session.expired"]);
    await provider.tick();
    expect(listener.received).toHaveLength(1);
  });

  test("tells that a refund failed after all (F24), and of disputes (F25)", async () => {
    let ahead = 0;
    const listener = await listen();
    const { provider, checkout } = await start(listener.url, { now: () => new Date(Date.now() + ahead) });
    const sessionId = await open(checkout);
    await payWithCard(provider.pagesBase, sessionId, "4000000000005126");
    const paymentId = await paymentOf(checkout, sessionId);
    expect(await checkout.refund({ key: "r", paymentId })).toMatchObject({ kind: "refunded" });
    ahead = 2_000;
    await provider.tick();
    expect(listener.types()).toContain("refund.failed");
    expect(await checkout.findRefund({ key: "r", paymentId })).toMatchObject({
      refund: { state: "failed" },
    });
    expect(await provider.dispute(paymentId, "needs_response")).toBe("done");
    expect(await provider.dispute(paymentId, "lost")).toBe("done");
    expect(await provider.dispute("pi_nobody", "lost")).toBe("no_such_payment");
    await provider.tick();
    expect(listener.types().slice(-2)).toEqual(["charge.dispute.created", "charge.dispute.closed"]);
  });
});

describe("notices can be made to", () => {
  test("come several times", async () => {
    const listener = await listen();
    const { provider, checkout } = await start(listener.url);
    provider.faults.set({ notices: { copies: 3 } });
    await checkout.expireSession(await open(checkout));
    await listener.until(3);
    expect(new Set(listener.received.map(({ event }) => event.id)).size).toBe(1);
  });

  test("come late and in the other order", async () => {
    let ahead = 0;
    const listener = await listen();
    const { provider, checkout } = await start(listener.url, { now: () => new Date(Date.now() + ahead) });
    provider.faults.set({ notices: { delayMs: 60_000, order: "newest_first" } });
    const sessionId = await open(checkout);
    await payWithCard(provider.pagesBase, sessionId);
    await checkout.refund({ key: "r", paymentId: await paymentOf(checkout, sessionId) });
    await provider.tick();
    expect(listener.received).toHaveLength(0);
    ahead = 61_000;
    await provider.tick();
    expect(listener.types()).toEqual(["charge.refunded", "refund.created", "checkout.session.completed"]);
  });

  test("stay away, and come when they are asked for", async () => {
    const listener = await listen();
    const { provider, checkout } = await start(listener.url);
    provider.faults.set({ notices: { suppressed: ["checkout.session.completed"] } });
    await payWithCard(provider.pagesBase, await open(checkout));
    await provider.tick();
    expect(listener.received).toHaveLength(0);
    expect(provider.noticeCounts()).toEqual({ suppressed: 1 });
    await provider.sendEverythingAgain();
    expect(listener.types()).toEqual(["checkout.session.completed"]);
  });
});

describe("kill -9", () => {
  async function spawnProvider(stateFile: string, notifyUrl: string) {
    const options = { ...testKeys, port: 0, stateFile, notifyUrl, noticeWaits: [0.1] };
    const program = new URL("./run-card-provider.ts", import.meta.url).pathname;
    const child: ChildProcess = spawn(process.execPath, [program, JSON.stringify(options)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    endings.push(() => kill(child));
    if (child.stdout === null) throw new Error("The provider has no output");
    const [line] = await once(createInterface(child.stdout), "line");
    const addresses: { apiBase: string; pagesBase: string } = JSON.parse(String(line));
    return { child, ...addresses };
  }

  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  test("loses no session, no answer to a key, and no notice that was still to be sent", async () => {
    const folder = temporaryFolder();
    endings.push(folder.remove);
    const stateFile = folder.file("provider.sqlite");
    let accepting = false;
    const listener = await listen(() => (accepting ? 200 : 503));

    const first = await spawnProvider(stateFile, listener.url);
    const before = door(first.apiBase);
    const stillOpen = await open(before);
    const paid = await open(before);
    const key = `key-${orders}`;
    expect(await payWithCard(first.pagesBase, paid)).toMatchObject({ kind: "paid" });
    await listener.until(1);
    await kill(first.child);
    accepting = true;
    const refusedBefore = listener.received.length;

    const second = await spawnProvider(stateFile, listener.url);
    const after = door(second.apiBase);
    await listener.until(refusedBefore + 1);
    expect(new Set(listener.received.map(({ event }) => event.id)).size).toBe(1);
    expect(await after.readSession(paid)).toMatchObject({
      session: { status: "complete", paymentStatus: "paid" },
    });
    expect(await after.readSession(stillOpen)).toMatchObject({
      session: { status: "open", url: `${second.pagesBase}/c/${stillOpen}` },
    });
    expect(await payWithCard(second.pagesBase, stillOpen)).toMatchObject({ kind: "paid" });
    const reused = await fetch(`${second.apiBase}/v1/prices`, {
      method: "POST",
      headers: { authorization: `Bearer ${testKeys.secretKey}`, "idempotency-key": key },
      body: "name=Bilet",
    });
    expect(reused.status).toBe(400);
  });
});
