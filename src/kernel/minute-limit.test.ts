import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMinuteLimit } from "./minute-limit.ts";

describe("so many times in a minute", () => {
  it("counts each key for itself, from its first use on, and says how long to wait", () => {
    let at = 1000;
    const limit = createMinuteLimit(2, () => at);
    expect([limit.waitFor("ana"), limit.waitFor("ana"), limit.waitFor("bob")]).toEqual([0, 0, 0]);
    at += 20_500;
    expect([limit.waitFor("ana"), limit.waitFor("bob"), limit.waitFor("bob")]).toEqual([40, 0, 40]);
    at += 39_500;
    expect([limit.waitFor("ana"), limit.waitFor("ana"), limit.waitFor("ana")]).toEqual([0, 0, 60]);
  });

  it("forgets no minute before it is over and none that is over decides, however the visits fall", () => {
    const visits = fc.array(fc.tuple(fc.integer({ min: 0, max: 90_000 }), fc.constantFrom("a", "b", "c")), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(visits, (steps) => {
        let at = 0;
        const limit = createMinuteLimit(3, () => at);
        const begun = new Map<string, { first: number; passed: number }>();
        for (const [pause, key] of steps) {
          at += pause;
          const known = begun.get(key);
          const mine = known && at - known.first < 60_000 ? known : { first: at, passed: 0 };
          begun.set(key, mine);
          const wait = limit.waitFor(key);
          expect(wait).toBe(mine.passed < 3 ? 0 : Math.ceil((mine.first + 60_000 - at) / 1000));
          if (wait === 0) mine.passed += 1;
        }
      }),
    );
  });
});
