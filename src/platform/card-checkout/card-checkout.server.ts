import Stripe from "stripe";
import type { RefundRequest, SessionOrder } from "./card-answers.ts";
import { listBalance, listPayouts, readAccount } from "./card-balance.server.ts";
import { archivePrice, createPrice, type NewPrice, readPrice } from "./card-prices.server.ts";
import { findRefund, listDisputes, listRefunds, refund } from "./card-refunds.server.ts";
import {
  createSessionReads,
  expireSession,
  listCardSessions,
  openCardSession,
  readSession,
} from "./card-sessions.server.ts";
import { openProviderCalls } from "./provider-calls.server.ts";
import { createTransport } from "./provider-transport.server.ts";
import { readSignedNotice } from "./signed-notice.server.ts";

export type CardCheckoutOptions = {
  secretKey: string;
  webhookSecret: string;
  /** The address of the provider's API, such as `http://127.0.0.1:40123/_demo/pay/api`. Absent: the real service. */
  apiBase?: string;
  now: () => Date;
  /** Longest wait for one answer, in milliseconds from when the call goes out. Default: 10 seconds. */
  timeoutMs?: number;
  /**
   * Resolves when a call of this kind may go out. Absent: every call goes out at once. With it, simultaneous
   * reads of one session share one call too. Opening a card page does not call it: the order already had its turn.
   */
  waitForTurn?: (kind: PacedCall) => Promise<void>;
};

/** The calls for which the adapter itself waits for a turn. */
export type PacedCall = "read" | "expiry";

export type CardCheckout = ReturnType<typeof createCardCheckout>;

/** The adapter for hosted card pages. Amounts are whole bani. A failure outside is an answer, not an exception. */
export function createCardCheckout(options: CardCheckoutOptions) {
  const base = options.apiBase === undefined ? null : new URL(options.apiBase);
  const calls = openProviderCalls();
  const transport = createTransport({
    calls,
    basePath: base?.pathname.replace(/\/+$/, "") ?? "",
    now: options.now,
  });
  const stripe = new Stripe(options.secretKey, {
    httpClient: transport.client,
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: options.timeoutMs ?? 10_000,
    ...(base === null
      ? {}
      : {
          host: base.hostname,
          port: base.port || (base.protocol === "http:" ? "80" : "443"),
          protocol: base.protocol === "http:" ? "http" : "https",
        }),
  });

  const { waitForTurn } = options;
  const readNow = (sessionId: string) => readSession(stripe, sessionId);
  const read =
    waitForTurn === undefined
      ? readNow
      : createSessionReads(async (sessionId) => {
          await waitForTurn("read");
          return readNow(sessionId);
        });

  return {
    /**
     * Opens a hosted page for one order. After `unknown` the caller repeats the same order with the same key, and gets
     * the same session if there was one. After `refused` the next call needs a new key. The caller has waited for its
     * turn.
     */
    openSession: (order: SessionOrder) => openCardSession(stripe, order),
    readSession: read,
    /** Ends an open session, so that it can no longer be paid. Nothing is freed on `complete` or `unknown` (F21). */
    async expireSession(sessionId: string) {
      await waitForTurn?.("expiry");
      return expireSession(stripe, { sessionId, read });
    },
    /** The sessions of a payment, for webhook events about charges, refunds and disputes. */
    findSessionsOfPayment: (paymentId: string) => listCardSessions(stripe, { paymentId }),
    /** Newest first. We list them because the provider cannot search for an order. */
    listSessionsSince: (since: Date) => listCardSessions(stripe, { since }),
    /**
     * Gives money back, at most once for one key. On `unknown` the caller repeats the same request with the same key;
     * if it stays unknown, `findRefund` tells whether the refund exists. The same holds after `unavailable`: the money
     * may have left before the provider's error, which it repeats for a day under the same key. So only a caller that
     * looked and found nothing takes the next attempt. `short_balance` did nothing: the next attempt may come at once.
     * A `pending` or `refunded` one may still fail later; the webhook event `refund.failed` says so (F24).
     */
    refund: (request: RefundRequest) => refund(stripe, request),
    findRefund: (lookup: { paymentId: string; key: string }) => findRefund(stripe, lookup),
    listRefundsOf: (paymentId: string) => listRefunds(stripe, { paymentId }),
    listRefundsSince: (since: Date) => listRefunds(stripe, { since }),
    listDisputesOf: (paymentId: string) => listDisputes(stripe, { paymentId }),
    listDisputesSince: (since: Date) => listDisputes(stripe, { since }),
    /** Movements on the club's balance, with the provider's fees. A key without that right gets `unknown`. */
    listBalanceSince: (since: Date) => listBalance(stripe, { since }),
    /** The entries of one payout. The payout itself is one of them. */
    listBalanceOf: (payoutId: string) => listBalance(stripe, { payoutId }),
    listPayoutsSince: (since: Date) => listPayouts(stripe, { since }),
    readPrice: (priceId: string) => readPrice(stripe, priceId),
    /** Makes a product and its price in RON, at most once for one key. */
    createPrice: (price: NewPrice) => createPrice(stripe, price),
    archivePrice: (priceId: string) => archivePrice(stripe, priceId),
    /** Whether the club's account takes money, and whether the key moves real money. */
    readAccount: () => readAccount(stripe, options.secretKey),
    /** `body` is the raw body as it came in, before any parsing. */
    readNotice: (body: Buffer, signatureHeader: string | null | undefined, now: Date) =>
      readSignedNotice(options.webhookSecret, { body, signatureHeader, now }),
    /** Whole seconds that the provider's clock is ahead of ours, from its last answer; null before the first. */
    clockSkewSeconds: transport.clockSkewSeconds,
    /** How the provider answered this process in the last minute. */
    recentCalls: transport.recentCalls,
    close: calls.close,
  };
}
