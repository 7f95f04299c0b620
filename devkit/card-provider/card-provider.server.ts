import { openLoopbackServer } from "../loopback-server.ts";
import { createCardPages } from "./card-pages.server.ts";
import { type DelayedPaymentStep, stepDelayedPayment } from "./card-payments.server.ts";
import { endHostedSession } from "./hosted-sessions.server.ts";
import { createNoticeSender } from "./notice-sender.server.ts";
import { keepAsIs, keepPastPayment, type PastPayment, type ThingAsIs } from "./past-payments.server.ts";
import { apiVersion, createProviderApi } from "./provider-api.server.ts";
import { createFaultSwitches, faultChange } from "./provider-faults.ts";
import type { HostedSession } from "./provider-objects.ts";
import { disputePayment, type Refund, settleRefund } from "./provider-refunds.server.ts";
import { newProviderId, openProviderStore, type ProviderContext } from "./provider-store.server.ts";

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
  now?: () => Date;
  /** Seconds between tries of one notice. */
  noticeWaits?: readonly number[];
};

const longestSleepMs = 15_000;

/** A double of the card provider: its API, its hosted pages and its notices, with its own stored state. */
export function createCardProvider(options: CardProviderOptions) {
  const store = openProviderStore(options.stateFile);
  const faults = createFaultSwitches();
  const closing = new AbortController();
  const now = options.now ?? (() => new Date());
  let pagesBase = (options.pagesBase ?? "http://127.0.0.1/_demo/pay").replace(/\/+$/, "");
  const pagesPath = new URL(pagesBase).pathname.replace(/\/+$/, "");
  let server: Awaited<ReturnType<typeof openLoopbackServer>> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const context: ProviderContext = {
    store,
    nowMs: () => now().getTime(),
    nowSeconds: () => Math.floor(now().getTime() / 1000),
    pagesBase: () => pagesBase,
    shortBalance: () => faults.current().shortBalance,
    emitEvent(type, object, before) {
      const created = context.nowSeconds();
      const event = {
        id: newProviderId("evt"),
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
      store.keep(event);
      store.queueNotice(event.id, JSON.stringify(event), context.nowMs() + delayMs, state);
      setImmediate(scheduleNextTick);
    },
  };
  const sender = createNoticeSender({
    store,
    notifyUrl: options.notifyUrl,
    webhookSecret: options.webhookSecret,
    nowMs: context.nowMs,
    faults: () => faults.current().notices,
    ...(options.noticeWaits ? { waits: options.noticeWaits } : {}),
  });
  const api = createProviderApi({ context, faults, secretKey: options.secretKey, closing: closing.signal });
  const pages = createCardPages(context, "Fosfor Summer Club");

  const apiPath = `${pagesPath}/api`;

  async function answerCustomer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(`${pagesPath}/`) || pathname.startsWith(`${apiPath}/`))
      return new Response(null, { status: 404 });
    return pages(request, pathname.slice(pagesPath.length));
  }

  async function answerLoopback(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/_test/")) return testControls(request);
    if (pathname.startsWith(`${apiPath}/`)) return api(request, pathname.slice(apiPath.length));
    return answerCustomer(request);
  }

  function settleDueThings(): void {
    store.transaction(() => {
      for (const thing of store.due(context.nowMs())) {
        if (thing.kind === "session") {
          const session = store.find<HostedSession>("session", thing.id);
          if (session) endHostedSession(context, session);
        } else {
          const refund = store.find<Refund>("refund", thing.id);
          if (refund) settleRefund(context, refund);
        }
      }
    });
  }

  async function tick(): Promise<void> {
    if (closing.signal.aborted) return;
    settleDueThings();
    await sender.run();
  }

  /** A tick that fails (such as when another process locks the file for long) is repeated later, never thrown. */
  async function tickAndSleep(): Promise<void> {
    try {
      await tick();
      scheduleNextTick();
    } catch {
      timer = setTimeout(scheduleNextTick, longestSleepMs).unref();
    }
  }

  /** Sets the timer for the next moment at which a session, a refund or a notice is due. */
  function scheduleNextTick(): void {
    clearTimeout(timer);
    if (closing.signal.aborted) return;
    const dueAt = store.nextDueAt(options.notifyUrl === null ? "things" : "things_and_notices");
    const sleep = dueAt === null ? longestSleepMs : dueAt - context.nowMs();
    timer = setTimeout(() => void tickAndSleep(), Math.min(Math.max(sleep, 0), longestSleepMs));
    timer.unref();
  }

  async function testControls(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (request.method === "GET" && pathname === "/_test/calls") return Response.json(faults.calls());
    if (request.method !== "POST") return new Response(null, { status: 405 });
    if (pathname === "/_test/faults") {
      const change = faultChange.safeParse(await request.json().catch(() => null));
      if (!change.success) return new Response("These are no faults that can be set", { status: 400 });
      faults.set(change.data);
    } else if (pathname === "/_test/faults/reset") faults.reset();
    else return new Response(null, { status: 404 });
    return Response.json(faults.current());
  }

  scheduleNextTick();
  return {
    /** Answers customers, below the path of `pagesBase`: the pages, never the API. */
    fetch: answerCustomer,
    /** Serves pages and API on a port of 127.0.0.1 (0: any free one), with `/_test/...` beside it. */
    async listen(port: number) {
      server = await openLoopbackServer(answerLoopback, port);
      const { origin } = server;
      if (options.pagesBase === undefined) pagesBase = `${origin}${pagesPath}`;
      return { origin, apiBase: `${origin}${apiPath}`, pagesBase };
    },
    /** Does what is due: expires sessions, settles refunds, sends notices. A timer also calls it. */
    tick,
    /** Every notice ever made is sent once more, suppressed ones too. */
    async sendEverythingAgain() {
      store.sendEverythingAgain(context.nowMs());
      await tick();
    },
    async dispute(paymentId: string, status: "needs_response" | "won" | "lost") {
      const dispute = store.transaction(() => disputePayment(context, paymentId, status));
      return dispute === null ? "no_such_payment" : "done";
    },
    /** Takes a session through a payment that is confirmed later. */
    async delayedPayment(sessionId: string, step: DelayedPaymentStep) {
      const session = store.transaction(() => stepDelayedPayment(context, sessionId, step));
      return session === null ? "not_possible" : "done";
    },
    /** Payments that were made before: the provider knows them from now on, and sends no notice. */
    remember: (payments: readonly PastPayment[]) =>
      store.transaction(() => {
        for (const payment of payments) keepPastPayment(context, payment);
      }),
    /** Objects of the same account that this API did not make, in any shape; no notice is sent. */
    keepAsIs: (things: readonly ThingAsIs[]) =>
      store.transaction(() => {
        for (const thing of things) keepAsIs(context, thing);
      }),
    noticeCounts: store.noticeCounts,
    faults,
    async close() {
      closing.abort();
      clearTimeout(timer);
      await sender.close();
      await server?.close();
      store.close();
    },
  };
}

export type CardProvider = ReturnType<typeof createCardProvider>;
