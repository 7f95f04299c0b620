import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import type { Log } from "#platform/log/log.server.ts";
import { type JobRounds, startJobs } from "./job-runner.ts";

const errors: string[] = [];
const log = { error: ({ job }: { job: string }) => errors.push(job) } as unknown as Log;
let jobs: ReturnType<typeof startJobs> | undefined;
afterEach(() => jobs?.stop());

const until = (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true), { timeout: 5000 });

it("runs each job at once, and one that can wait later", async () => {
  const ran: string[] = [];
  const job = (name: string) => ({ name, everySeconds: 60, run: async () => void ran.push(name) });
  jobs = startJobs([{ ...job("patient"), firstAfterSeconds: 0.3 }, job("urgent")], log, new Map());
  await pause(50);
  expect(ran).toEqual(["urgent"]);
  await until(() => ran.includes("patient"));
});

it("runs a job again and again, also one that failed, and records how its last round went", async () => {
  const last: JobRounds = new Map();
  let rounds = 0;
  const run = async () => {
    rounds += 1;
    if (rounds === 1) throw new Error("no");
  };
  jobs = startJobs([{ name: "stubborn", everySeconds: 0.01, run }], log, last);
  await until(() => rounds > 2);
  expect(errors).toEqual(["stubborn"]);
  expect(last.get("stubborn")).toMatchObject({ how: "done", everySeconds: 0.01 });
});

it("signals a running job to stop, waits for it, and begins no other round", async () => {
  let [rounds, isDone] = [0, false];
  const run = async (stop: AbortSignal) => {
    rounds += 1;
    while (!stop.aborted) await pause(5);
    await pause(20);
    isDone = true;
  };
  jobs = startJobs([{ name: "long", everySeconds: 0.01, run }], log, new Map());
  await jobs.stop();
  expect(isDone).toBe(true);
  await pause(50);
  expect(rounds).toBe(1);
});

it("runs a job at once when it is woken, and once more if it was running then", async () => {
  let [rounds, atOnce, most] = [0, 0, 0];
  const run = async () => {
    rounds += 1;
    atOnce += 1;
    most = Math.max(most, atOnce);
    await pause(30);
    atOnce -= 1;
  };
  jobs = startJobs([{ name: "inbox", everySeconds: 60, run }], log, new Map());
  const { wake } = jobs;
  await until(() => rounds === 1);
  for (let n = 0; n < 10; n += 1) wake("inbox");
  await until(() => rounds === 2 && atOnce === 0);
  await pause(50);
  expect(rounds).toBe(2);
  wake("inbox");
  await until(() => rounds === 3);
  expect(most).toBe(1);
});
