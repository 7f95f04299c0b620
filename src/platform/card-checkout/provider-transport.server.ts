import { AsyncLocalStorage } from "node:async_hooks";
import type Stripe from "stripe";
import { createCallMeter, type RecentCalls } from "./call-meter.ts";
import { sendInTurn, steadyMoment, type TakenTurn } from "./call-turn.server.ts";
import type { ProviderCall, ProviderCalls, ProviderReply } from "./provider-calls.server.ts";

type ProviderHttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;
type ProviderResponse = Awaited<ReturnType<ProviderHttpClient["makeRequest"]>>;

export type Transport = {
  client: ProviderHttpClient;
  /** What the SDK sends within goes out at this turn, or at the next one that is to be had. */
  inTurn<Answer>(turn: TakenTurn | undefined, ask: () => Promise<Answer>): Promise<Answer>;
  /** Whole seconds that the provider's clock is ahead of ours (negative: behind); null before the first answer. */
  clockSkewSeconds(): number | null;
  /** How it answered in the last minute. */
  recentCalls(): RecentCalls;
};

/**
 * The SDK's HTTP client over calls that keep to a turn, that a deadline ends as a whole, and that nobody repeats (the
 * SDK's own does so once with a torn connection, even with retries off). A base address may have a path, and the
 * provider's clock is read from each answer.
 */
export function createTransport({
  calls,
  basePath,
  now,
}: {
  readonly calls: ProviderCalls;
  readonly basePath: string;
  readonly now: () => Date;
}): Transport {
  const turns = new AsyncLocalStorage<TakenTurn | undefined>();
  let skewSeconds: number | null = null;
  const meter = createCallMeter(() => performance.now());

  function makeCall(call: ProviderCall): Promise<Exclude<ProviderReply, { kind: "missed" }>> {
    return sendInTurn(turns.getStore() ?? anyTime, async ({ at, mayBeLate }) => {
      const reply = await calls.make({ ...call, due: { at: steadyMoment(at), mayBeLate } });
      return reply.kind === "missed" ? "missed" : reply;
    });
  }

  const client: ProviderHttpClient = {
    getClientName: () => "node",
    async makeRequest(host, port, path, method, headers, body, protocol, timeoutMs) {
      const reply = await makeCall({
        ...{ protocol: protocol === "http" ? "http" : "https", host, port, path: basePath + path, method },
        ...{ headers: headers as Record<string, string>, body: body ?? "", timeoutMs },
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
    inTurn: (turn, ask) => turns.run(turn, ask),
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
    // the SDK writes into it
    getRawResponse: () => ({ status, headers, body }),
    toStream: () => {
      throw new Error("Answers of the card provider are read whole");
    },
    toJSON: async () => {
      const json: unknown = JSON.parse(body);
      // of anything else the SDK would never come back
      if (typeof json !== "object") throw new Error("The card provider answered no object");
      return json;
    },
  };
}

/** Calls that nobody paces. */
const anyTime: TakenTurn = { at: 0, mayBeLate: Number.POSITIVE_INFINITY, takeAnother: async () => 0 };

/** The Date header has whole seconds, cut off: half a second is its expected remainder. */
function skewOf(headers: Readonly<Record<string, string | string[]>>, ourTime: number): number | null {
  const { date } = headers;
  const theirs = typeof date === "string" ? Date.parse(date) : Number.NaN;
  // Adding 0 turns the -0 that rounding may give into 0.
  return Number.isNaN(theirs) ? null : Math.round((theirs + 500 - ourTime) / 1000) + 0;
}
