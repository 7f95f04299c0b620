import { expect, it } from "vitest";
import { onceASecond } from "./once-a-second.ts";

it("runs at most once in a second and never twice at once, and no answer is older than a second", async () => {
  let time = 0;
  let begun = 0;
  let finish = (_: number) => {};
  const ask = onceASecond(
    () =>
      new Promise<number>((resolve) => {
        begun += 1;
        finish = resolve;
      }),
    () => time,
  );
  const first = [ask(), ask(), ask()];
  time = 5000;
  const late = ask();
  finish(1);
  expect(await Promise.all([...first, late])).toEqual([1, 1, 1, 1]);
  expect(begun).toBe(1);
  // it took five seconds: its answer is too old for the next caller
  const second = ask();
  finish(2);
  expect(await second).toBe(2);
  time = 5999;
  expect(await ask()).toBe(2);
  time = 6000;
  const third = ask();
  finish(3);
  expect([await third, begun]).toEqual([3, 3]);
});

it("a failure reaches only the callers that wait for it", async () => {
  const found = [Promise.reject(new Error("away")), Promise.resolve("here")];
  const ask = onceASecond(() => found.shift() as Promise<string>);
  const waiting = [ask(), ask()];
  for (const one of waiting) await expect(one).rejects.toThrow("away");
  expect(await ask()).toBe("here");
});
