/** What a simulated evening is made of. */
export const bigEvening = {
  people: 20_000,
  tickets: 2000,
  /** Server processes behind one address. */
  processes: 1,
  /** Seconds in which they all come, most of them at once. */
  rushSeconds: 60,
  /** Calls a second that the site allows itself at the provider, all processes together (PROVIDER_RATE). */
  providerRate: 24,
  /** How the provider's double behaves; each endpoint of it answers 429 beyond `ratePerSecond`. */
  provider: { ratePerSecond: 25, latencyMs: 200, latencySpreadMs: 600, failureShare: 0.02 },
  holdMinutes: 1,
  /** Seconds after the beginning at which a process is killed with -9; it is started again at once. */
  killAfter: 25,
  mailStops: { after: 15, seconds: 60 },
  loginsPerSecond: 20,
  /** Pages a second that visitors look at, and customers who only look. */
  browsing: { perSecond: 40, signedInPerSecond: 10, quietSeconds: 30 },
  /** Seconds between two looks of a person for whom there was nothing left. */
  lookAgain: [10, 20] as [least: number, most: number],
  /** After so many seconds what a dead process left behind is taken up; null: when its lease ends. */
  leaseSeconds: null as number | null,
  /**
   * How many milliseconds apart two people must have come for one to count as overtaken: the queue goes by commits, and
   * what is stored is a moment within each transaction.
   */
  overtakenAfterMs: 250,
  /** The evening ends after so many seconds, whatever is still open. */
  longestSeconds: 480,
  seed: 1,
  /** On several machines: how long the first one's cable is unplugged, and when the standby of the database takes over. */
  elsewhere: { unpluggedSeconds: 10, takeOverAfter: 60 },
};

export type EveningPlan = Readonly<typeof bigEvening>;

/** The same in twenty seconds, for the tests: everything happens, and nothing is measured. */
export const smallEvening: EveningPlan = {
  ...bigEvening,
  people: 200,
  tickets: 20,
  rushSeconds: 2,
  providerRate: 6,
  provider: { ratePerSecond: 25, latencyMs: 50, latencySpreadMs: 100, failureShare: 0.1 },
  // on a slow machine a person needs seconds for each page
  holdMinutes: 0.1,
  killAfter: 1.5,
  mailStops: { after: 1, seconds: 2 },
  loginsPerSecond: 5,
  browsing: { perSecond: 5, signedInPerSecond: 2, quietSeconds: 1 },
  lookAgain: [0.5, 1],
  leaseSeconds: 3,
  // on a machine that does other things a transaction takes this long
  overtakenAfterMs: 3000,
  longestSeconds: 120,
};

/** An evening on several machines: one is cut off for ten seconds, and the database's first server dies. */
export const eveningOnMachines: EveningPlan = {
  ...bigEvening,
  people: 2000,
  tickets: 500,
  processes: 2,
  rushSeconds: 25,
  killAfter: 8,
  mailStops: { after: 5, seconds: 10 },
  loginsPerSecond: 5,
  browsing: { perSecond: 10, signedInPerSecond: 2, quietSeconds: 5 },
  lookAgain: [3, 6],
  elsewhere: { unpluggedSeconds: 15, takeOverAfter: 32 },
  // the earlier of two may have waited for a lock that the machine without a network still had
  overtakenAfterMs: 10_000,
  longestSeconds: 300,
};
