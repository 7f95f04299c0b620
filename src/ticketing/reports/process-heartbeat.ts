import type { RecentCalls } from "#platform/card-checkout/provider-transport.server.ts";

/** The state that each process of the site writes every ten seconds. */
export type ProcessHeartbeat = {
  readonly startedAt: string;
  readonly memoryBytes: number;
  /** Memory of the machine that the process runs on. */
  readonly memoryOfMachine: number;
  readonly provider: RecentCalls;
  readonly jobs: readonly JobRound[];
};

/** The last run of a job in this process. */
export type JobRound = {
  readonly name: string;
  readonly at: string;
  readonly milliseconds: number;
  readonly how: "done" | "failed";
  readonly everySeconds: number;
};
