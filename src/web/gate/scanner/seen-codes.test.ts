import { expect, it } from "vitest";
import { createSeenCodes, outOfView } from "./seen-codes.ts";

it("a code that stays in view is scanned once, however long", () => {
  const seen = createSeenCodes();
  expect(seen.isNew("A", 0)).toBe(true);
  for (let at = 100; at < 20_000; at += 100) expect(seen.isNew("A", at), String(at)).toBe(false);
});

it("the same code counts again once it was out of view for three seconds, and another one at once", () => {
  const seen = createSeenCodes();
  expect(seen.isNew("A", 0)).toBe(true);
  expect(seen.isNew("A", outOfView - 1)).toBe(false);
  expect(seen.isNew("A", outOfView - 1 + outOfView)).toBe(true);
  expect(seen.isNew("B", outOfView * 2)).toBe(true);
});

it("the same code is not new because another one was read in between: two tickets side by side are scanned once each", () => {
  const seen = createSeenCodes();
  expect([seen.isNew("A", 0), seen.isNew("B", 100)]).toEqual([true, true]);
  for (let at = 200; at < 20_000; at += 200)
    expect([seen.isNew("A", at), seen.isNew("B", at + 100)], String(at)).toEqual([false, false]);
  expect(seen.isNew("A", 19_800 + outOfView)).toBe(true);
});

it("behind a verdict the same code stays seen, and another one is new afterwards", () => {
  const seen = createSeenCodes();
  expect(seen.isNew("A", 0)).toBe(true);
  for (let at = 100; at < 10_000; at += 100) seen.noteStillInView("A", at);
  expect(seen.isNew("A", 10_000)).toBe(false);
  seen.noteStillInView("B", 10_100);
  expect(seen.isNew("B", 10_200)).toBe(true);
});
