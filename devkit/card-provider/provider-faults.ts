/** Everything that can be made to go wrong. All off in the demo; tests and benches switch it. */
export type ProviderFaults = {
  /** Only calls whose method and path begin like this, such as `POST /v1/checkout/sessions`; null: all of them. */
  only: string | null;
  latencyMs: number;
  /** Up to so many milliseconds more, at random. */
  latencySpreadMs: number;
  /** Share of calls, 0 to 1, that are answered 500 with an error body, without doing anything. */
  failureShare: number;
  /** The next so many calls are answered 500 with an error body, without doing anything. */
  failNext: number;
  /** ... are done, and the connection is dropped instead of an answer. */
  dropNext: number;
  /** ... are not done, and the connection is dropped. */
  loseNext: number;
  /** ... are done and never answered. */
  hangNext: number;
  /** ... are done, and a gateway answers 502 with a page that is no error body. */
  garbleNext: number;
  /** Calls for each second and endpoint, beyond which 429 is answered; null: no limit. */
  ratePerSecond: number | null;
  notices: NoticeFaults;
};
export type NoticeFaults = {
  /** How often each notice is sent. */
  copies: number;
  delayMs: number;
  order: "oldest_first" | "newest_first";
  /** Types that are kept and not sent; `all` for every type. */
  suppressed: "all" | readonly string[];
};
export type FaultChange = Partial<Omit<ProviderFaults, "notices">> & { notices?: Partial<NoticeFaults> };

export const noFaults: ProviderFaults = {
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
  notices: { copies: 1, delayMs: 0, order: "oldest_first", suppressed: [] },
};

/** When an endpoint was asked, in milliseconds since 1970, and how often it answered 429. */
export type EndpointCalls = { at: number[]; refused: number };

export type Mishap = "none" | "fail" | "drop" | "lose" | "hang" | "garble";
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

  return {
    current: (): ProviderFaults => faults,
    set(change: FaultChange): void {
      faults = { ...faults, ...change, notices: { ...faults.notices, ...change.notices } };
    },
    reset(): void {
      faults = noFaults;
    },
    concerns: (endpoint: string): boolean => faults.only === null || endpoint.startsWith(faults.only),
    /** What happens to this call, counted down. */
    next(endpoint: string): Mishap {
      if (faults.only !== null && !endpoint.startsWith(faults.only)) return "none";
      for (const [name, mishap] of countdowns)
        if (faults[name] > 0) {
          faults = { ...faults, [name]: faults[name] - 1 };
          return mishap;
        }
      return faults.failureShare > 0 && Math.random() < faults.failureShare ? "fail" : "none";
    },
    /** How long this call takes before anything happens. */
    latency: (): number => faults.latencyMs + Math.random() * faults.latencySpreadMs,
    /** Notes the call; true when it is one too many in its second. */
    overRate(endpoint: string, nowMs: number): boolean {
      const noted = calls.get(endpoint) ?? { at: [], refused: 0 };
      calls.set(endpoint, noted);
      noted.at.push(nowMs);
      if (noted.at.length > mostNoted) noted.at.shift();
      const refused = isOverRate(endpoint, nowMs);
      if (refused) noted.refused += 1;
      return refused;
    },
    /** Every call so far, by endpoint, such as `POST /v1/checkout/sessions`; the oldest are forgotten. */
    calls: (): Record<string, EndpointCalls> => Object.fromEntries(calls),
  };
}

/** Reads a change that came as JSON; null when it is not one. */
export function faultChange(json: string): FaultChange | null {
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    return null;
  }
  return isChangeOf(given, noFaults) ? given : null;
}

function isChangeOf(given: unknown, model: object): given is FaultChange {
  if (typeof given !== "object" || given === null) return false;
  const known = new Map<string, unknown>(Object.entries(model));
  return Object.entries(given).every(([name, value]) => {
    if (!known.has(name)) return false;
    if (name === "notices") return isChangeOf(value, noFaults.notices);
    if (name === "only") return value === null || typeof value === "string";
    if (name === "order") return value === "oldest_first" || value === "newest_first";
    if (name === "suppressed") return value === "all" || Array.isArray(value);
    return (name === "ratePerSecond" && value === null) || (typeof value === "number" && value >= 0);
  });
}
