import { setImmediate as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { createTurns } from "./turns.ts";

it("of one key only one call runs at a time, in the order they came, and a failure blocks nobody", async () => {
  const turns = createTurns(5);
  const seen: string[] = [];
  const make = (name: string) => async () => {
    seen.push(`${name} begins`);
    await pause();
    seen.push(`${name} ends`);
    if (name === "b") throw new Error("broken");
    return name;
  };
  const answers = await Promise.allSettled(["a", "b", "c"].map((name) => turns.take("ana", make(name))));
  expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  expect(answers.map((answer) => (answer.status === "fulfilled" ? answer.value : "failed"))).toEqual([
    { result: "a" },
    "failed",
    { result: "c" },
  ]);
});

it("a call waits while another of its key runs, also when one before it has just ended", async () => {
  const turns = createTurns(5);
  const first = turns.take("ana", async () => 1);
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const second = turns.take("ana", () => end);
  await first;
  let hasBegun = false;
  const third = turns.take("ana", async () => {
    hasBegun = true;
  });
  await pause();
  expect(hasBegun).toBe(false);
  resolve();
  await Promise.all([second, third]);
  expect(hasBegun).toBe(true);
});

it("with enough calls of one key waiting the next is refused at once, and another key does not wait", async () => {
  const turns = createTurns(2);
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const three = [1, 2, 3].map((n) => turns.take("ana", () => end.then(() => n)));
  expect(await turns.take("ana", async () => 4)).toBe("too_many");
  expect(await turns.take("radu", async () => 5)).toEqual({ result: 5 });
  resolve();
  expect(await Promise.all(three)).toEqual([{ result: 1 }, { result: 2 }, { result: 3 }]);
  expect(await turns.take("ana", async () => 6)).toEqual({ result: 6 });
});
