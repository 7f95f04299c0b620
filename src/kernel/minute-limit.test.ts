import { randomBytes } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMinuteLimit } from "./minute-limit.ts";

describe("a limit for each minute", () => {
  it("counts each key by itself, from its first use on, and returns how long to wait", () => {
    let at = 1000;
    const limit = createMinuteLimit(2, () => at);
    expect([limit.waitFor("ana"), limit.waitFor("ana"), limit.waitFor("bob")]).toEqual([0, 0, 0]);
    at += 20_500;
    expect([limit.waitFor("ana"), limit.waitFor("bob"), limit.waitFor("bob")]).toEqual([40, 0, 40]);
    at += 39_500;
    expect([limit.waitFor("ana"), limit.waitFor("ana"), limit.waitFor("ana")]).toEqual([0, 0, 60]);
  });

  it("counts a call half when it is told so, the last of this key, never below nothing", () => {
    let at = 0;
    const limit = createMinuteLimit(1, () => at);
    limit.giveBack("ana", 0.5);
    expect([limit.waitFor("ana"), limit.waitFor("ana")]).toEqual([0, 60]);
    limit.giveBack("ana", 0.5);
    limit.giveBack("bob", 0.5);
    expect([limit.waitFor("ana"), limit.waitFor("ana")]).toEqual([0, 60]);
    for (let n = 0; n < 5; n += 1) limit.giveBack("ana", 0.5);
    expect([limit.waitFor("ana"), limit.waitFor("ana")]).toEqual([0, 60]);
    at = 59_000;
    limit.waitFor("cora");
    at = 61_000;
    limit.waitFor("dan");
    // her minute goes on, though the others have turned
    limit.giveBack("cora", 0.5);
    expect([limit.waitFor("cora"), limit.waitFor("cora")]).toEqual([0, 58]);
  });

  it("measures by a clock of its own when it is given none", () => {
    const limit = createMinuteLimit(1);
    expect([limit.waitFor("ana"), limit.waitFor("ana")]).toEqual([0, 60]);
  });

  it("forgets no minute before it is over, and a minute that is over decides nothing, whenever the calls come", () => {
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

it("a key that was cut from a long text keeps only itself in memory, however many there are", () => {
  const limit = createMinuteLimit(1, () => 0);
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  for (let n = 0; n < 2000; n++) limit.waitFor(randomBytes(8192).toString("hex").slice(-64));
  expect(used() - before).toBeLessThan(8_000_000);
  expect(limit.waitFor("one more")).toBe(0);
});
