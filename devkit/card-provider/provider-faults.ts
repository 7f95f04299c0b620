import { z } from "zod";

const count = z.number().min(0);

const noticeFaults = z.strictObject({
  /** How often each notice is sent. */
  copies: count,
  delayMs: count,
  order: z.enum(["oldest_first", "newest_first"]),
  /** Types that are kept and not sent; `all` for every type. */
  suppressed: z.union([z.literal("all"), z.array(z.string())]),
});

/** Everything that can be made to go wrong. All off in the demo; tests and benches switch it. */
const providerFaults = z.strictObject({
  /** Only calls whose method and path begin like this, such as `POST /v1/checkout/sessions`; null: all of them. */
  only: z.string().nullable(),
  latencyMs: count,
  /** Up to so many milliseconds more, at random. */
  latencySpreadMs: count,
  /** Share of calls, 0 to 1, that are answered 500 with an error body, without doing anything. */
  failureShare: count,
  /** The next so many calls are answered 500 with an error body, without doing anything. */
  failNext: count,
  /** The next so many calls are done, and the connection is dropped instead of an answer. */
  dropNext: count,
  /** The next so many calls are not done, and the connection is dropped. */
  loseNext: count,
  /** The next so many calls are done and never answered. */
  hangNext: count,
  /** The next so many calls are done, and a gateway answers 502 with a page that is no error body. */
  garbleNext: count,
  /** Calls for each second and endpoint, beyond which 429 is answered; null: no limit. */
  ratePerSecond: count.nullable(),
  /** The club's balance is too small for refunds: the call is refused, or the refund waits until this is over, or fails. */
  shortBalance: z.enum(["refuses", "waits", "fails"]).nullable(),
  notices: noticeFaults,
});

export const faultChange = providerFaults.partial().extend({ notices: noticeFaults.partial().optional() });

export type NoticeFaults = z.infer<typeof noticeFaults>;
type ProviderFaults = z.infer<typeof providerFaults>;
type FaultChange = z.infer<typeof faultChange>;

const noFaults: ProviderFaults = {
  only: null,
  latencyMs: 0,
  latencySpreadMs: 0,
  failureShare: 0,
  failNext: 0,
  dropNext: 0,
  loseNext: 0,
  hangNext: 0,
  garbleNext: 0,
  ratePerSecond: null,
  shortBalance: null,
  notices: { copies: 1, delayMs: 0, order: "oldest_first", suppressed: [] },
};

/** When an endpoint was called, in milliseconds since 1970, and how often it answered 429. */
export type EndpointCalls = { at: number[]; refused: number };

export type CallFault = "none" | "fail" | "drop" | "lose" | "hang" | "garble";
/** A demo that runs for months must not remember each call. */
const mostNoted = 100_000;

export type FaultSwitches = ReturnType<typeof createFaultSwitches>;

export function createFaultSwitches() {
  let faults = noFaults;
  const countdowns = [
    ["failNext", "fail"],
    ["loseNext", "lose"],
    ["dropNext", "drop"],
    ["hangNext", "hang"],
    ["garbleNext", "garble"],
  ] as const;
  const windows = new Map<string, { second: number; count: number }>();
  const calls = new Map<string, EndpointCalls>();

  function isOverRate(endpoint: string, nowMs: number): boolean {
    if (faults.ratePerSecond === null) return false;
    const second = Math.floor(nowMs / 1000);
    const before = windows.get(endpoint);
    const count = before?.second === second ? before.count + 1 : 1;
    windows.set(endpoint, { second, count });
    return count > faults.ratePerSecond;
  }

  const appliesTo = (call: string) => faults.only === null || call.startsWith(faults.only);
  return {
    current: () => faults,
    set(change: FaultChange): void {
      faults = { ...faults, ...change, notices: { ...faults.notices, ...change.notices } };
    },
    reset(): void {
      faults = noFaults;
    },
    /** What happens to this call, counted down. */
    next(call: string): CallFault {
      if (!appliesTo(call)) return "none";
      for (const [name, fault] of countdowns)
        if (faults[name] > 0) {
          faults = { ...faults, [name]: faults[name] - 1 };
          return fault;
        }
      return Math.random() < faults.failureShare ? "fail" : "none";
    },
    /** How many milliseconds this call takes before anything happens. */
    latency: (call: string): number =>
      appliesTo(call) ? faults.latencyMs + Math.random() * faults.latencySpreadMs : 0,
    /** Notes the call; true when it is one too many in its second. */
    overRate(endpoint: string, nowMs: number): boolean {
      const noted = calls.get(endpoint) ?? { at: [], refused: 0 };
      calls.set(endpoint, noted);
      noted.at.push(nowMs);
      if (noted.at.length > mostNoted) noted.at.shift();
      const refused = appliesTo(endpoint) && isOverRate(endpoint, nowMs);
      if (refused) noted.refused += 1;
      return refused;
    },
    /** Every call so far, by endpoint, such as `POST /v1/checkout/sessions`; the oldest are forgotten. */
    calls: (): Record<string, EndpointCalls> => Object.fromEntries(calls),
  };
}
