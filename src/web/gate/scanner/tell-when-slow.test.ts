import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { tellWhenSlow } from "./tell-when-slow.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const after = (ms: number, fails = false) =>
  new Promise<string>((done, fail) => setTimeout(() => (fails ? fail(new Error("lost")) : done("said")), ms));

it("tells within 150 ms that an answer is waited for, and that it came", async () => {
  const told: boolean[] = [];
  const answer = tellWhenSlow(() => after(3200), told.push.bind(told));
  await vi.advanceTimersByTimeAsync(150);
  expect(told).toEqual([true]);
  await vi.advanceTimersByTimeAsync(3050);
  expect([await answer, told]).toEqual(["said", [true, false]]);
});

it("says nothing before an answer that is there at once", async () => {
  const told: boolean[] = [];
  const answer = tellWhenSlow(() => after(40), told.push.bind(told));
  await vi.advanceTimersByTimeAsync(500);
  expect([await answer, told]).toEqual(["said", [false]]);
});

it("does not go on waiting for what failed", async () => {
  const told: boolean[] = [];
  const answer = tellWhenSlow(() => after(2000, true), told.push.bind(told)).catch(() => "failed");
  await vi.advanceTimersByTimeAsync(2000);
  expect([await answer, told.at(-1)]).toEqual(["failed", false]);
});
