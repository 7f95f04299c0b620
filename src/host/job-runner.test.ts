import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Log } from "#platform/log/log.server.ts";
import { type JobRounds, startJobs } from "./job-runner.ts";

const errors: string[] = [];
const log = { error: ({ job }: { job: string }) => errors.push(job) } as unknown as Log;
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** A job whose rounds last until the test ends them. */
function heldJob() {
  const seen = { rounds: 0, atOnce: 0, most: 0 };
  let end = () => {};
  const run = async () => {
    seen.rounds += 1;
    seen.atOnce += 1;
    seen.most = Math.max(seen.most, seen.atOnce);
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    seen.atOnce -= 1;
  };
  return { seen, run, end: () => end() };
}

it("runs each job at once, and one that can wait later", async () => {
  const ran: string[] = [];
  const job = (name: string) => ({ name, everySeconds: 60, run: async () => void ran.push(name) });
  startJobs([{ ...job("patient"), firstAfterSeconds: 0.3 }, job("urgent")], log, new Map());
  await pass(299);
  expect(ran).toEqual(["urgent"]);
  await pass(1);
  expect(ran).toEqual(["urgent", "patient"]);
});

it("runs a job again and again, also one that failed, and records how its last round went", async () => {
  const last: JobRounds = new Map();
  let rounds = 0;
  const run = async () => {
    rounds += 1;
    if (rounds === 1) throw new Error("no");
  };
  startJobs([{ name: "stubborn", everySeconds: 1, run }], log, last);
  await pass(2000);
  expect([rounds, errors]).toEqual([3, ["stubborn"]]);
  expect(last.get("stubborn")).toMatchObject({ how: "done", everySeconds: 1 });
});

it("signals a running job to stop, waits for it, and begins no other round", async () => {
  const { seen, run, end } = heldJob();
  const signals: AbortSignal[] = [];
  const told = (stop: AbortSignal) => {
    signals.push(stop);
    return run();
  };
  const jobs = startJobs([{ name: "long", everySeconds: 1, run: told }], log, new Map());
  const stopped = vi.fn();
  const stopping = jobs.stop().then(stopped);
  await pass(5000);
  expect([signals[0]?.aborted, stopped.mock.calls.length]).toEqual([true, 0]);
  end();
  await stopping;
  await pass(5000);
  expect(seen).toMatchObject({ rounds: 1, atOnce: 0 });
});

it("runs a job at once when it is woken, and once more if it was running then", async () => {
  const { seen, run, end } = heldJob();
  const { runNow: wake } = startJobs([{ name: "inbox", everySeconds: 60, run }], log, new Map());
  for (let n = 0; n < 10; n += 1) wake("inbox");
  for (const _round of [1, 2]) {
    end();
    await pass(1000);
  }
  expect(seen).toMatchObject({ rounds: 2, atOnce: 0 });
  wake("inbox");
  await pass(0);
  expect(seen).toEqual({ rounds: 3, atOnce: 1, most: 1 });
});
