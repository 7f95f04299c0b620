/** What a simulated evening is made of. */
export type EveningPlan = {
  readonly people: number;
  readonly tickets: number;
  /** Server processes behind one address. */
  readonly processes: number;
  /** Seconds in which they all come, most of them at once. */
  readonly rushSeconds: number;
  /** Calls a second that the site allows itself at the provider, all processes together (PROVIDER_RATE). */
  readonly providerRate: number;
  /** How the provider's double behaves; each endpoint of it answers 429 beyond `ratePerSecond`. */
  readonly provider: {
    readonly ratePerSecond: number;
    readonly latencyMs: number;
    readonly latencySpreadMs: number;
    readonly failureShare: number;
  };
  readonly holdMinutes: number;
  /** Seconds after the beginning at which a process is killed with -9; it is started again at once. */
  readonly killAfter: number;
  readonly mailStops: { readonly after: number; readonly seconds: number };
  readonly loginsPerSecond: number;
  /** Pages a second that visitors look at, and customers who only look. */
  readonly browsing: {
    readonly perSecond: number;
    readonly signedInPerSecond: number;
    readonly quietSeconds: number;
  };
  /** Seconds between two looks of somebody for whom there was nothing left. */
  readonly lookAgain: readonly [number, number];
  /** After so many seconds whatever a dead process left behind is taken up; null: when its lease ends. */
  readonly leaseSeconds: number | null;
  /** The evening ends after so many seconds, whatever is still open. */
  readonly longestSeconds: number;
  readonly seed: number;
};

export const bigEvening: EveningPlan = {
  people: 20_000,
  tickets: 2000,
  processes: 1,
  rushSeconds: 60,
  providerRate: 24,
  provider: { ratePerSecond: 25, latencyMs: 200, latencySpreadMs: 600, failureShare: 0.02 },
  holdMinutes: 1,
  killAfter: 25,
  mailStops: { after: 15, seconds: 60 },
  loginsPerSecond: 20,
  browsing: { perSecond: 40, signedInPerSecond: 10, quietSeconds: 30 },
  lookAgain: [10, 20],
  leaseSeconds: null,
  longestSeconds: 480,
  seed: 1,
};

/** The same in twenty seconds, for the tests: everything happens, and nothing is measured. */
export const smallEvening: EveningPlan = {
  ...bigEvening,
  people: 200,
  tickets: 20,
  rushSeconds: 2,
  providerRate: 6,
  provider: { ratePerSecond: 25, latencyMs: 50, latencySpreadMs: 100, failureShare: 0.1 },
  holdMinutes: 0.05,
  killAfter: 1.5,
  mailStops: { after: 1, seconds: 2 },
  loginsPerSecond: 5,
  browsing: { perSecond: 5, signedInPerSecond: 2, quietSeconds: 1 },
  lookAgain: [0.5, 1],
  leaseSeconds: 3,
  longestSeconds: 60,
};
