import { expect, it } from "vitest";
import { instantOf } from "#kernel/time.ts";
import { choiceUntil } from "./moved-night.ts";

const seconds = (day: string, time: string) => instantOf(day, time).getTime() / 1000;
const night = { date: "2027-08-20", doors: "20:30", time: "21:00" };

it("the choice ends a day before the night begins (71)", () => {
  expect(choiceUntil(night, seconds("2027-08-01", "12:00"))).toBe(seconds("2027-08-19", "21:00"));
});

it("but two days after the letter at least, and at the doors at the latest (71)", () => {
  expect(choiceUntil(night, seconds("2027-08-18", "10:00"))).toBe(seconds("2027-08-20", "10:00"));
  expect(choiceUntil(night, seconds("2027-08-18", "20:40"))).toBe(seconds("2027-08-20", "20:30"));
  expect(choiceUntil(night, seconds("2027-08-17", "21:00"))).toBe(seconds("2027-08-19", "21:00"));
});

it("of a night without hours it ends a day before the midnight that ends its day", () => {
  const dayLong = { date: "2027-08-20", doors: null, time: null };
  expect(choiceUntil(dayLong, seconds("2027-08-01", "12:00"))).toBe(seconds("2027-08-20", "00:00"));
  expect(choiceUntil(dayLong, seconds("2027-08-20", "12:00"))).toBe(seconds("2027-08-21", "00:00"));
  expect(choiceUntil({ ...dayLong, doors: "20:00" }, seconds("2027-08-01", "12:00"))).toBe(
    seconds("2027-08-19", "20:00"),
  );
});

it("counts hours, also over the night on which the clocks go back", () => {
  const autumn = { date: "2027-10-31", doors: null, time: "22:00" };
  const until = choiceUntil(autumn, seconds("2027-10-01", "12:00"));
  expect(until).toBe(seconds("2027-10-31", "22:00") - 24 * 3600);
});
