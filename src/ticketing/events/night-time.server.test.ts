import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { dayOf, wallTimeOf } from "#kernel/time.ts";
import { testDatabase } from "#test/support/database.ts";
import { endsAt, isOver } from "./night-time.ts";

const { ownerUrl } = await testDatabase();
const client = new pg.Client({ connectionString: ownerUrl });
await client.connect();
afterAll(() => client.end());

type Hours = { date: string; time?: string; doors?: string; ends?: string };

async function ask(expression: string, { date, time, doors, ends }: Hours) {
  const { rows } = await client.query(
    `SELECT ${expression} AS found FROM (SELECT $1::date AS date, $2::time AS time, $3::time AS doors, $4::time AS ends) e`,
    [date, time, doors, ends],
  );
  return rows[0].found;
}

it.each<[string, Hours, string]>([
  [
    "at its stored end, of the next day",
    { date: "2027-06-26", time: "23:00", ends: "05:00" },
    "2027-06-27T02:00",
  ],
  [
    "at its stored end, of the same day",
    { date: "2027-06-26", time: "16:00", ends: "22:00" },
    "2027-06-26T19:00",
  ],
  [
    "a day after its begin, where both are equal",
    { date: "2027-06-26", time: "22:00", ends: "22:00" },
    "2027-06-27T19:00",
  ],
  ["in the morning, where the end alone is known", { date: "2027-06-26", ends: "05:00" }, "2027-06-27T02:00"],
  ["in the evening, where the end alone is known", { date: "2027-06-26", ends: "22:00" }, "2027-06-26T19:00"],
  ["at six of the next morning, begun at 22:00", { date: "2027-06-26", time: "22:00" }, "2027-06-27T03:00"],
  ["at six of the next morning, without an hour", { date: "2027-06-26" }, "2027-06-27T03:00"],
  ["six hours after a begin before 20:00", { date: "2027-06-26", time: "16:00" }, "2027-06-26T19:00"],
  ["six hours after doors before 20:00", { date: "2027-06-26", doors: "19:30" }, "2027-06-26T22:30"],
  [
    "at the second of October's two hours",
    { date: "2027-10-30", time: "23:00", ends: "03:30" },
    "2027-10-31T01:30",
  ],
  [
    "after the hour that March skips",
    { date: "2027-03-27", time: "23:00", ends: "03:30" },
    "2027-03-28T01:30",
  ],
])("a night ends %s", async (_when, hours, at) => {
  expect((await ask(endsAt("e"), hours)).toISOString()).toBe(`${at}:00.000Z`);
});

it("a night is over from its end on, and not at midnight", async () => {
  const wall = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const night = (begin: number, end: number) => ({
    date: dayOf(wall(begin)),
    time: wallTimeOf(wall(begin)),
    ends: wallTimeOf(wall(end)),
  });
  for (const begin of [-20, -12, -8, -4]) {
    expect(await ask(isOver("e"), night(begin, 2))).toBe(false);
    expect(await ask(isOver("e"), night(begin, -2))).toBe(true);
  }
});
