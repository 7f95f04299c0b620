import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import type { Log } from "#platform/log/log.server.ts";
import { type JobBook, startJobs } from "./jobs.ts";

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

it("runs a job again and again, also one that failed, and notes how its last round went", async () => {
  const book: JobBook = new Map();
  let rounds = 0;
  const run = async () => {
    rounds += 1;
    if (rounds === 1) throw new Error("no");
  };
  jobs = startJobs([{ name: "stubborn", everySeconds: 0.01, run }], log, book);
  await until(() => rounds > 2);
  expect(errors).toEqual(["stubborn"]);
  expect(book.get("stubborn")).toMatchObject({ how: "done", everySeconds: 0.01 });
});

it("tells a running job to stop, waits for it, and begins no other round", async () => {
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
