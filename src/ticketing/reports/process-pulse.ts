/** What one process of the site says of itself, every ten seconds. */
export type ProcessPulse = {
  readonly startedAt: string;
  readonly memoryBytes: number;
  /** Of the machine that it runs on. */
  readonly memoryOfMachine: number;
  readonly provider: {
    readonly calls: number;
    readonly failed: number;
    readonly median: number | null;
    readonly slowest: number | null;
  };
  readonly jobs: readonly JobRound[];
};

/** The last round of a job in this process. */
export type JobRound = {
  readonly name: string;
  readonly at: string;
  readonly milliseconds: number;
  readonly how: "done" | "failed";
  /** How often it runs. */
  readonly everySeconds: number;
};
