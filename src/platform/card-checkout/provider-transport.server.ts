import type Stripe from "stripe";
import { leaveTurn } from "#kernel/turn-of-request.server.ts";
import type { ProviderCalls, ProviderReply } from "./provider-calls.server.ts";

type ProviderHttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;
type ProviderResponse = Awaited<ReturnType<ProviderHttpClient["makeRequest"]>>;

/**
 * The SDK's HTTP client. A deadline ends each call as a whole. No call is repeated; the SDK's own client repeats a
 * torn connection once, even with retries off. The base address may have a path. Each answer tells the provider's
 * clock.
 */
export function createTransport({
  calls,
  basePath,
  now,
}: {
  readonly calls: ProviderCalls;
  readonly basePath: string;
  readonly now: () => Date;
}) {
  let skewSeconds: number | null = null;
  const meter = createCallMeter(() => performance.now());

  const client: ProviderHttpClient = {
    getClientName: () => "node",
    async makeRequest(host, port, path, method, headers, body, protocol, timeoutMs) {
      leaveTurn();
      const reply = await calls.make({
        protocol: protocol === "http" ? "http" : "https",
        host,
        port,
        path: basePath + path,
        method,
        headers: headers as Record<string, string>,
        body: body ?? "",
        timeoutMs,
      });
      if (reply.kind === "failed") {
        meter.count(reply.took, "failed");
        throw new Error(`The connection to the card provider failed: ${reply.reason}`);
      }
      meter.count(reply.took, "answered");
      const skew = skewOf(reply.headers, now().getTime() - reply.took / 2);
      if (skew !== null) skewSeconds = skew;
      return responseOf(reply);
    },
  };
  return {
    client,
    /** Whole seconds that the provider's clock is ahead of ours (negative: behind); null before the first answer. */
    clockSkewSeconds: () => skewSeconds,
    recentCalls: meter.recent,
  };
}

function responseOf({
  status,
  headers,
  body,
}: Extract<ProviderReply, { kind: "answered" }>): ProviderResponse {
  return {
    getStatusCode: () => status,
    getHeaders: () => ({ ...headers }),
    // a new object each time, because the SDK writes into it
    getRawResponse: () => ({ status, headers, body }),
    toStream: () => {
      throw new Error("Answers of the card provider are read whole");
    },
    toJSON: async () => {
      const json: unknown = JSON.parse(body);
      // with anything else than an object, the SDK's call would never return
      if (typeof json !== "object") throw new Error("The card provider answered no object");
      return json;
    },
  };
}

/** The Date header has whole seconds, rounded down, so half a second is added as the expected remainder. */
function skewOf(headers: Readonly<Record<string, string | string[]>>, ourTime: number): number | null {
  const { date } = headers;
  const theirTime = typeof date === "string" ? Date.parse(date) : Number.NaN;
  // Adding 0 turns the -0 that rounding may give into 0.
  return Number.isNaN(theirTime) ? null : Math.round((theirTime + 500 - ourTime) / 1000) + 0;
}

/** How the provider answered lately: calls of the last minute, in this process. */
export type RecentCalls = {
  readonly calls: number;
  /** How many of these calls got no answer. */
  readonly failed: number;
  /** Milliseconds; null when there was no call. */
  readonly median: number | null;
  readonly slowest: number | null;
};

const windowMilliseconds = 60_000;

export function createCallMeter(now: () => number) {
  let calls: { at: number; milliseconds: number; failed: boolean }[] = [];
  const forget = () => {
    const since = now() - windowMilliseconds;
    if ((calls[0]?.at ?? since) < since) calls = calls.filter(({ at }) => at >= since);
  };
  return {
    /** Counts one call and how long it took. */
    count(milliseconds: number, how: "answered" | "failed") {
      forget();
      calls.push({ at: now(), milliseconds, failed: how === "failed" });
    },
    recent(): RecentCalls {
      forget();
      const sorted = calls.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
      return {
        calls: calls.length,
        failed: calls.filter(({ failed }) => failed).length,
        median: sorted[Math.floor(sorted.length / 2)] ?? null,
        slowest: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? null,
      };
    },
  };
}
