import { expect, it } from "vitest";
import { momentRead } from "./reading-age.ts";
import { readingAge } from "./reading-age-texts.ts";

it.each([
  [0, "o secundă"],
  [0.2, "o secundă"],
  [1.2, "2 secunde"],
  [19, "19 secunde"],
  [20, "20 de secunde"],
  [59.5, "un minut"],
])("data that are %d s old are called at most as old as %s", (seconds, words) => {
  expect(readingAge(seconds)).toBe(`Date vechi de cel mult ${words}`);
});

it("data from the primary are of now", () => {
  const now = new Date("2027-07-01T20:00:30Z");
  expect(momentRead(now, null)).toEqual(now);
  expect(momentRead(now, 31)).toEqual(new Date("2027-07-01T19:59:59Z"));
});
