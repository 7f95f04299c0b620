import { expect, it } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

const served = (queue: ReturnType<typeof createFairQueue<string>>) =>
  Array.from({ length: 12 }, () => queue.next()).filter((entry) => entry !== undefined);

it("the keys take turns, each in its own order, so an entry behind a long line waits for one entry of it", () => {
  const queue = createFairQueue<string>(10);
  for (const entry of ["a1", "a2", "a3", "a4"]) expect(queue.add("a", entry)).toBeUndefined();
  queue.add("b", "b1");
  expect(queue.next()).toBe("a1");
  queue.add("c", "c1");
  queue.add("b", "b2");
  expect(served(queue)).toEqual(["b1", "a2", "c1", "b2", "a3", "a4"]);
});

it("one key may have all places; then others get in, each in the place of the last one of the longest line, until all lines are as long", () => {
  const queue = createFairQueue<string>(4);
  for (const entry of ["a1", "a2", "a3", "a4"]) queue.add("a", entry);
  expect(queue.add("a", "a5")).toBe("a5");
  expect(queue.add("b", "b1")).toBe("a4");
  expect(queue.add("b", "b2")).toBe("a3");
  expect(queue.add("b", "b3")).toBe("b3");
  expect(queue.add("a", "a6")).toBe("a6");
  expect(queue.add("c", "c1")).toBe("a2");
  expect(queue.add("d", "d1")).toBe("b2");
  expect(queue.add("e", "e1")).toBe("e1");
  expect(served(queue)).toEqual(["a1", "b1", "c1", "d1"]);
  expect(queue.add("e", "e2")).toBeUndefined();
  expect(served(queue)).toEqual(["e2"]);
});

it("without a place nobody waits", () => {
  expect(createFairQueue<string>(0).add("a", "a1")).toBe("a1");
});
