import http from "node:http";
import https from "node:https";
import Stripe from "stripe";
import { createCallMeter, type RecentCalls } from "./call-meter.ts";

type ProviderHttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

export type Transport = {
  client: ProviderHttpClient;
  /** Whole seconds that the provider's clock is ahead of ours (negative: behind); null before the first answer. */
  clockSkewSeconds(): number | null;
  /** How it answered in the last minute. */
  recentCalls(): RecentCalls;
  close(): void;
};

/**
 * The SDK's own HTTP client with four changes: a base address may have a path; the provider's clock is read from each
 * answer; a torn connection is never repeated behind our back (the SDK does so once even with retries off, and our
 * attempts must know what was sent); idle connections are given up before the other side does it.
 */
export function createTransport(options: { basePath: string; now: () => Date }): Transport {
  const agents = {
    // Agent `timeout` closes idle sockets; a request in flight has the timeout of its request instead.
    http: new http.Agent({ keepAlive: true, timeout: 4_000 }),
    https: new https.Agent({ keepAlive: true, timeout: 4_000 }),
  };
  const insecure = Stripe.createNodeHttpClient(agents.http);
  const secure = Stripe.createNodeHttpClient(agents.https);
  let skewSeconds: number | null = null;
  const meter = createCallMeter(() => performance.now());

  const client: ProviderHttpClient = {
    getClientName: () => "node",
    async makeRequest(host, port, path, method, headers, body, protocol, timeout) {
      const inner = protocol === "http" ? insecure : secure;
      const sentAt = options.now().getTime();
      const begun = performance.now();
      try {
        const answer = await inner.makeRequest(
          host,
          port,
          options.basePath + path,
          method,
          headers,
          body,
          protocol,
          timeout,
        );
        const skew = skewOf(answer.getHeaders(), (sentAt + options.now().getTime()) / 2);
        if (skew !== null) skewSeconds = skew;
        meter.count(performance.now() - begun, "answered");
        return answer;
      } catch (error) {
        meter.count(performance.now() - begun, "failed");
        throw new Error("The connection to the card provider failed", { cause: error });
      }
    },
  };
  return {
    client,
    clockSkewSeconds: () => skewSeconds,
    recentCalls: meter.recent,
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** The Date header has whole seconds, cut off: half a second is its expected remainder. */
function skewOf(headers: Record<string, string | string[]>, ourTime: number): number | null {
  const { date } = headers;
  const theirs = typeof date === "string" ? Date.parse(date) : Number.NaN;
  // Adding 0 turns the -0 that rounding may give into 0.
  return Number.isNaN(theirs) ? null : Math.round((theirs + 500 - ourTime) / 1000) + 0;
}
