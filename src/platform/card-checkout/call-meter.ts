/** How the provider answered lately: calls of the last minute, in this process. */
export type RecentCalls = {
  readonly calls: number;
  /** Of these, how many got no answer. */
  readonly failed: number;
  /** Milliseconds; null without a call. */
  readonly median: number | null;
  readonly slowest: number | null;
};

export type CallMeter = {
  /** Counts one call that took so long. */
  count(milliseconds: number, how: "answered" | "failed"): void;
  recent(): RecentCalls;
};

const windowMilliseconds = 60_000;

export function createCallMeter(now: () => number): CallMeter {
  let calls: { at: number; milliseconds: number; failed: boolean }[] = [];
  const forget = () => {
    const since = now() - windowMilliseconds;
    if ((calls[0]?.at ?? since) < since) calls = calls.filter(({ at }) => at >= since);
  };
  return {
    count(milliseconds, how) {
      forget();
      calls.push({ at: now(), milliseconds, failed: how === "failed" });
    },
    recent() {
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
