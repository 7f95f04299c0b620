import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createCardPages } from "./card-pages.server.ts";
import { type DelayedPaymentStep, stepDelayedPayment } from "./delayed-payments.server.ts";
import { endHostedSession } from "./hosted-sessions.server.ts";
import { createNoticeSender } from "./notice-sender.server.ts";
import { keepPastPayment, type PastPayment } from "./past-payments.server.ts";
import { apiVersion, createProviderApi } from "./provider-api.server.ts";
import { createFaultSwitches, type FaultSwitches, faultChange } from "./provider-faults.ts";
import { answerWith } from "./provider-http.server.ts";
import { newId } from "./provider-id.server.ts";
import type { HostedSession, Refund } from "./provider-objects.ts";
import { openProviderStore } from "./provider-store.server.ts";
import type { Workings } from "./provider-workings.server.ts";
import { disputePayment, settleRefund } from "./refund-desk.server.ts";

export type CardProviderOptions = {
  /** The provider's own SQLite file; its folder is made when it is missing. */
  stateFile: string;
  secretKey: string;
  webhookSecret: string;
  /** Where notices go; null: they are kept and not sent. */
  notifyUrl: string | null;
  /**
   * Where customers find the pages, such as `http://127.0.0.1:3000/_demo/pay`. Its path is also the path that `fetch`
   * answers. Absent: `/_demo/pay` on the address that `listen` gets.
   */
  pagesBase?: string;
  merchantName?: string;
  now?: () => Date;
  /** Seconds between tries of one notice. */
  noticeWaits?: readonly number[];
};

export type CardProvider = {
  /** Answers customers, below the path of `pagesBase`: the pages, never the API. */
  fetch(request: Request): Promise<Response>;
  /** Serves pages and API on a port of 127.0.0.1 (0: any free one), with `/_test/...` beside it. */
  listen(port: number): Promise<{ origin: string; apiBase: string; pagesBase: string }>;
  /** What is due by the clock happens now: sessions expire, refunds settle, notices go out. Also runs by itself. */
  tick(): Promise<void>;
  /** Every notice ever made is sent once more, suppressed ones too. */
  sendEverythingAgain(): Promise<void>;
  dispute(
    paymentIntentId: string,
    status: "needs_response" | "won" | "lost",
  ): Promise<"done" | "no_such_payment">;
  /** Takes a session through a payment that is confirmed later. */
  delayedPayment(sessionId: string, step: DelayedPaymentStep): Promise<"done" | "not_possible">;
  /** Payments that were made before: the provider knows of them from now on, and tells nobody. */
  remember(payments: readonly PastPayment[]): void;
  noticeCounts(): Record<string, number>;
  faults: FaultSwitches;
  close(): Promise<void>;
};

const longestSleepMs = 15_000;

/** A double of the card provider: its API, its hosted pages and its notices, with a memory of its own. */
export function createCardProvider(options: CardProviderOptions): CardProvider {
  const store = openProviderStore(options.stateFile);
  const faults = createFaultSwitches();
  const closing = new AbortController();
  const now = options.now ?? (() => new Date());
  let pagesBase = (options.pagesBase ?? "http://127.0.0.1/_demo/pay").replace(/\/+$/, "");
  const mount = new URL(pagesBase).pathname.replace(/\/+$/, "");
  let server: Server | null = null;
  let timer: NodeJS.Timeout | undefined;

  const workings: Workings = {
    store,
    nowMs: () => now().getTime(),
    nowSeconds: () => Math.floor(now().getTime() / 1000),
    pagesBase: () => pagesBase,
    tell(type, object, before) {
      const created = workings.nowSeconds();
      const event = {
        id: newId("evt"),
        object: "event",
        api_version: apiVersion,
        created,
        data: { object, ...(before ? { previous_attributes: before } : {}) },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
      };
      const { delayMs, suppressed } = faults.current().notices;
      const state = suppressed === "all" || suppressed.includes(type) ? "suppressed" : "waiting";
      store.put({ kind: "event", id: event.id, created, paymentIntent: null, dueAt: null, body: event });
      store.queueNotice(event.id, JSON.stringify(event), workings.nowMs() + delayMs, state);
      setImmediate(wake);
    },
  };
  const sender = createNoticeSender({
    store,
    notifyUrl: options.notifyUrl,
    webhookSecret: options.webhookSecret,
    nowMs: workings.nowMs,
    faults: () => faults.current().notices,
    ...(options.noticeWaits ? { waits: options.noticeWaits } : {}),
  });
  const api = createProviderApi({ workings, faults, secretKey: options.secretKey, closing: closing.signal });
  const pages = createCardPages(workings, options.merchantName ?? "Fosfor Summer Club");

  const apiPath = `${mount}/api`;

  async function answerCustomer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(`${mount}/`) || pathname.startsWith(`${apiPath}/`))
      return new Response(null, { status: 404 });
    return pages(request, pathname.slice(mount.length));
  }

  async function answerLoopback(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/_test/")) return testControls(request);
    if (pathname.startsWith(`${apiPath}/`)) return api(request, pathname.slice(apiPath.length));
    return answerCustomer(request);
  }

  function settleDueThings(): void {
    store.transaction(() => {
      for (const thing of store.due(workings.nowMs())) {
        if (thing.kind === "session") {
          const session = store.find<HostedSession>("session", thing.id);
          if (session) endHostedSession(workings, session.body);
        } else {
          const refund = store.find<Refund>("refund", thing.id);
          if (refund) settleRefund(workings, refund.body);
        }
      }
    });
  }

  async function tick(): Promise<void> {
    if (closing.signal.aborted) return;
    settleDueThings();
    await sender.run();
  }

  /** What fails (the file is locked by another process for long) is tried again, not thrown at the host. */
  async function tickAndSleep(): Promise<void> {
    try {
      await tick();
      wake();
    } catch {
      timer = setTimeout(wake, longestSleepMs).unref();
    }
  }

  /** Sleeps until the next moment when something happens by itself. */
  function wake(): void {
    clearTimeout(timer);
    if (closing.signal.aborted) return;
    const dueAt = store.nextDueAt(options.notifyUrl === null ? "things" : "things_and_notices");
    const sleep = dueAt === null ? longestSleepMs : dueAt - workings.nowMs();
    timer = setTimeout(() => void tickAndSleep(), Math.min(Math.max(sleep, 0), longestSleepMs));
    timer.unref();
  }

  async function testControls(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (request.method === "GET" && pathname === "/_test/calls") return Response.json(faults.calls());
    if (request.method !== "POST") return new Response(null, { status: 405 });
    if (pathname === "/_test/faults") {
      const change = faultChange(await request.text());
      if (change === null) return new Response("These are no faults that can be set", { status: 400 });
      faults.set(change);
      return Response.json(faults.current());
    }
    if (pathname === "/_test/faults/reset") faults.reset();
    else if (pathname === "/_test/tick") await tick();
    else if (pathname === "/_test/notices/again") await provider.sendEverythingAgain();
    else return new Response(null, { status: 404 });
    return Response.json(faults.current());
  }

  const provider: CardProvider = {
    fetch: answerCustomer,
    async listen(port) {
      server = createServer((incoming, outgoing) => {
        void answerWith(answerLoopback, incoming, outgoing);
      });
      const listening = server;
      await new Promise<void>((resolve, reject) => {
        listening.once("error", reject);
        listening.listen(port, "127.0.0.1", resolve);
      });
      const { port: opened } = listening.address() as AddressInfo;
      const origin = `http://127.0.0.1:${opened}`;
      if (options.pagesBase === undefined) pagesBase = `${origin}${mount}`;
      return { origin, apiBase: `${origin}${apiPath}`, pagesBase };
    },
    tick,
    async sendEverythingAgain() {
      store.sendEverythingAgain(workings.nowMs());
      await tick();
    },
    async dispute(paymentIntentId, status) {
      const dispute = store.transaction(() => disputePayment(workings, paymentIntentId, status));
      return dispute === null ? "no_such_payment" : "done";
    },
    async delayedPayment(sessionId, step) {
      const session = store.transaction(() => stepDelayedPayment(workings, sessionId, step));
      return session === null ? "not_possible" : "done";
    },
    remember: (payments) =>
      store.transaction(() => {
        for (const payment of payments) keepPastPayment(workings, payment);
      }),
    noticeCounts: store.noticeCounts,
    faults,
    async close() {
      closing.abort();
      clearTimeout(timer);
      await sender.close();
      const listening = server;
      if (listening) {
        await new Promise((resolve) => {
          listening.close(resolve);
          listening.closeAllConnections();
        });
      }
      store.close();
    },
  };
  wake();
  return provider;
}
