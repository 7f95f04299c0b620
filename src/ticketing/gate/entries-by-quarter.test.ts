import { expect, it } from "vitest";
import { lastQuarters } from "./entries-by-quarter.ts";

const at = (time: string) => new Date(`2027-07-17T${time}:00Z`);
const shown = (counted: [string, number][], now: string) =>
  lastQuarters(
    counted.map(([from, entered]) => ({ from: at(from), entered })),
    at(now),
  ).map(({ from, entered }) => [from.toISOString().slice(11, 16), entered]);

it("shows the quarters from the first entry to the present one, including empty ones", () => {
  expect(
    shown(
      [
        ["20:30", 5],
        ["21:00", 12],
      ],
      "21:22",
    ),
  ).toEqual([
    ["20:30", 5],
    ["20:45", 0],
    ["21:00", 12],
    ["21:15", 0],
  ]);
});

it("shows at most ten, and nothing when nobody came in them", () => {
  expect(
    shown(
      [
        ["18:00", 40],
        ["20:00", 1],
      ],
      "22:14",
    ).map(([from]) => from),
  ).toEqual(["20:00", "20:15", "20:30", "20:45", "21:00", "21:15", "21:30", "21:45", "22:00"]);
  expect(shown([["18:00", 40]], "22:14")).toEqual([]);
  expect(shown([], "22:14")).toEqual([]);
  const busy = Array.from({ length: 24 }, (_, hour): [string, number] => [
    `${String(hour).padStart(2, "0")}:00`,
    1,
  ]);
  expect(shown(busy, "22:59")).toHaveLength(8);
});
