import { describe, expect, it } from "vitest";
import { pauseBefore } from "./use-standing.ts";

const untilHour = (seconds: number) => ({ kind: "before_draw", seconds, waiting: 1 }) as const;
const waiting = (seconds: number) =>
  ({ kind: "waiting", number: 9, ahead: 8, seconds, available: 1 }) as const;

describe("how often a waiting page polls", () => {
  it("is every twenty seconds or so long before the hour, and never past it", () => {
    expect([pauseBefore(untilHour(900), 3, 0), pauseBefore(untilHour(900), 3, 1)]).toEqual([15, 25]);
    expect(pauseBefore(untilHour(21), 3, 1)).toBe(21);
  });

  it("is once after the hour, spread over ten seconds, when the hour is near", () => {
    expect([pauseBefore(untilHour(8), 3, 0), pauseBefore(untilHour(8), 3, 1)]).toEqual([9, 19]);
    expect(pauseBefore(untilHour(0), 3, 0)).toBe(1);
  });

  it("is more often the nearer the turn is, two seconds at the least", () => {
    expect([600, 40, 4].map((seconds) => pauseBefore(waiting(seconds), 3, 0.5))).toEqual([20, 10, 2]);
  });

  it("is at once at first, and then less and less often while no answer comes", () => {
    expect([0, 1, 5, 50].map((asked) => pauseBefore({ kind: "unknown" }, asked, 0.5))).toEqual([
      0, 2, 10, 20,
    ]);
  });
});
