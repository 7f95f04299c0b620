import type { Log } from "#platform/log/log.server.ts";
import type { JobRound } from "#ticketing/reports/process-heartbeat.ts";

/** The last run of each job in this process. */
export type JobRounds = Map<string, JobRound>;

type Job = {
  readonly name: string;
  readonly everySeconds: number;
  /**
   * Seconds after the start of the first run, for a job without urgent work after a crash. Absent: it runs at once.
   */
  readonly firstAfterSeconds?: number;
  readonly run: (stop: AbortSignal) => Promise<unknown>;
};

export type RunningJobs = {
  /** Runs this job now because it has new work. If it is running already, it runs once more afterwards. */
  runNow(name: string): void;
  /** Signals the running jobs to stop, and waits for them. */
  stop(): Promise<void>;
};

/** Runs each job again and again, never twice at once here. Safe in several processes: each claims work by rows. */
export function startJobs(jobs: readonly Job[], log: Log, rounds: JobRounds): RunningJobs {
  const stop = new AbortController();
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();
  const runAgain = new Set<string>();

  async function runJob(job: Job): Promise<void> {
    const startedAt = performance.now();
    const { name, everySeconds } = job;
    runAgain.delete(name);
    const recordRound = (how: JobRound["how"]) =>
      rounds.set(name, {
        name,
        everySeconds,
        how,
        at: new Date().toISOString(),
        milliseconds: Math.round(performance.now() - startedAt),
      });
    try {
      await job.run(stop.signal);
      recordRound("done");
    } catch (error) {
      recordRound("failed");
      log.error({ job: job.name, error: String(error) }, "a job failed; it will run again");
    }
    running.delete(name);
    plan(job, runAgain.has(name) ? 0 : everySeconds);
  }

  function plan(job: Job, seconds: number): void {
    if (stop.signal.aborted) return;
    timers.set(
      job.name,
      setTimeout(() => running.set(job.name, runJob(job)), seconds * 1000),
    );
  }

  // work that a crash left unfinished is continued at once
  for (const job of jobs)
    if (job.firstAfterSeconds === undefined) running.set(job.name, runJob(job));
    else plan(job, job.firstAfterSeconds);
  return {
    runNow(name) {
      runAgain.add(name);
      const job = jobs.find((known) => known.name === name);
      if (!job || running.has(name)) return;
      clearTimeout(timers.get(name));
      plan(job, 0);
    },
    async stop() {
      stop.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
