import { setImmediate as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { limits } from "#ticketing/limits.ts";
import { createCallTurns } from "./call-turns.ts";

const token = "/auth/v1/token";
const checkout = "/functions/v1/checkout-session";

function slowCalls() {
  const turns = createCallTurns();
  const ends: (() => void)[] = [];
  return {
    ends,
    slow: (address: string, path = token) =>
      turns.take({ address, path }, () => new Promise<void>((resolve) => ends.push(resolve))),
    quick: (address: string, path = token) => turns.take({ address, path }, async () => "answered"),
  };
}

it.each([
  ["one network", () => "192.0.2.1", limits.callsAtOnce],
  ["one IPv6 /48", (n: number) => `2001:db8:1:${n}::1`, limits.turnsOfNetwork],
])(
  "a hundred slow calls of %s run a few at once, and other networks do not wait (one kind: a hundred requests of one client take all connections)",
  async (_who, from, most) => {
    const { ends, slow, quick } = slowCalls();
    let isOver = false;
    const all = Promise.all(Array.from({ length: 100 }, (_, n) => slow(from(n)))).then(() => (isOver = true));
    expect(ends).toHaveLength(most);
    for (const other of ["2001:db8:2::1", "192.0.2.2"])
      expect(await quick(other)).toEqual({ result: "answered" });
    while (!isOver) {
      expect(ends.length).toBeLessThanOrEqual(most);
      ends.shift()?.();
      await pause();
    }
    await all;
    expect(await quick(from(0))).toEqual({ result: "answered" });
  },
);

it("a checkout waits behind none of the calls of its network that count in another budget (one kind: slow work in the places of quick work)", async () => {
  const { ends, slow, quick } = slowCalls();
  const begun = Array.from({ length: 100 }, () => slow("192.0.2.1"));
  expect(await quick("192.0.2.1", checkout)).toEqual({ result: "answered" });
  for (const one of begun) {
    ends.shift()?.();
    await one;
  }
});

it("hundreds behind one address wait in line, and no more than that", async () => {
  const { ends, slow, quick } = slowCalls();
  const begun = Array.from({ length: limits.callsAtOnce + limits.callsWaiting }, () =>
    slow("192.0.2.1", checkout),
  );
  expect(await quick("192.0.2.1", checkout)).toBe("too_many");
  for (const one of begun) {
    ends.shift()?.();
    await one;
  }
  expect(limits.callsWaiting).toBeGreaterThanOrEqual(limits.checkoutsPerAddressAndMinute);
});
