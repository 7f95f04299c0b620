import type { Log } from "#platform/log/log.server.ts";
import type { JobRound } from "#ticketing/reports/process-pulse.ts";

/** The last round of each job of this process. */
export type JobBook = Map<string, JobRound>;

type Job = {
  readonly name: string;
  readonly everySeconds: number;
  /** Seconds after the start at which it first runs, for one that no crash leaves urgent work to. Else it runs at once. */
  readonly firstAfterSeconds?: number;
  readonly run: (stop: AbortSignal) => Promise<unknown>;
};

/**
 * Runs each job again and again, never twice at once within this process. Jobs are safe to run in several processes:
 * what they work on is claimed row by row. `stop` tells the running ones, and lets
 * them finish.
 */
export function startJobs(jobs: readonly Job[], log: Log, book: JobBook): { stop(): Promise<void> } {
  const stop = new AbortController();
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();

  async function round(job: Job): Promise<void> {
    const begun = performance.now();
    const { name, everySeconds } = job;
    const note = (how: JobRound["how"]) =>
      book.set(name, {
        name,
        everySeconds,
        how,
        at: new Date().toISOString(),
        milliseconds: Math.round(performance.now() - begun),
      });
    try {
      await job.run(stop.signal);
      note("done");
    } catch (error) {
      note("failed");
      log.error({ job: job.name, error: String(error) }, "a job failed; it will run again");
    }
    running.delete(job.name);
    plan(job, job.everySeconds);
  }

  function plan(job: Job, seconds: number): void {
    if (stop.signal.aborted) return;
    timers.set(
      job.name,
      setTimeout(() => running.set(job.name, round(job)), seconds * 1000),
    );
  }

  // what a crash left lying is taken up at once
  for (const job of jobs)
    if (job.firstAfterSeconds === undefined) running.set(job.name, round(job));
    else plan(job, job.firstAfterSeconds);
  return {
    async stop() {
      stop.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
