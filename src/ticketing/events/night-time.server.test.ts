import pg from "pg";
import { afterAll, expect, it } from "vitest";
import {
  addDays,
  type Day,
  dayOf,
  endOf,
  instantOf,
  isHourOf,
  lastInstantOf,
  type WallTime,
  wallTimeOf,
} from "#kernel/time.ts";
import { testDatabase } from "#test/support/database.ts";
import { lastEntry, letInAt } from "./enter-until.ts";
import {
  doorsAt,
  endsAt,
  hourOfNight,
  isAhead,
  isBetween,
  isOver,
  isOverBy,
  startsAt,
} from "./night-time.ts";

const { ownerUrl } = await testDatabase();
const client = new pg.Client({ connectionString: ownerUrl });
await client.connect();
afterAll(() => client.end());

type Hours = { date: string; time?: string; doors?: string; ends?: string };

async function ask(expression: string, { date, time, doors, ends }: Hours) {
  const { rows } = await client.query(
    `SELECT ${expression} AS found FROM (SELECT ${startsAt} AS starts_at, ${doorsAt} AS doors_at, ${endsAt} AS ends_at
       FROM (SELECT $1::date AS date, $2::time AS time, $3::time AS doors, $4::time AS ends) n) e`,
    [date, time, doors, ends],
  );
  return rows[0].found;
}

const lasting = (date: string, time: string, ends: string): Hours => ({ date, time, ends });
it.each<[string, Hours, string]>([
  ["at its stored end, of the next day", lasting("2027-06-26", "23:00", "05:00"), "2027-06-27T02:00"],
  ["at its stored end, of the same day", lasting("2027-06-26", "16:00", "22:00"), "2027-06-26T19:00"],
  [
    "a day after its begin, where both are equal",
    lasting("2027-06-26", "22:00", "22:00"),
    "2027-06-27T19:00",
  ],
  ["in the morning, where the end alone is known", { date: "2027-06-26", ends: "05:00" }, "2027-06-27T02:00"],
  ["in the evening, where the end alone is known", { date: "2027-06-26", ends: "22:00" }, "2027-06-26T19:00"],
  ["at six of the next morning, begun at 22:00", { date: "2027-06-26", time: "22:00" }, "2027-06-27T03:00"],
  ["at six of the next morning, without an hour", { date: "2027-06-26" }, "2027-06-27T03:00"],
  ["six hours after a begin before 20:00", { date: "2027-06-26", time: "16:00" }, "2027-06-26T19:00"],
  ["six hours after doors before 20:00", { date: "2027-06-26", doors: "19:30" }, "2027-06-26T22:30"],
  ["at the second of October's two hours", lasting("2027-10-30", "23:00", "03:30"), "2027-10-31T01:30"],
  ["after the hour that March skips", lasting("2027-03-27", "23:00", "03:30"), "2027-03-28T01:30"],
])("a night ends %s", async (_when, hours, at) => {
  expect((await ask("e.ends_at", hours)).toISOString()).toBe(`${at}:00.000Z`);
});

it.each([
  ["as long as that, to the microsecond", 0, false],
  ["a microsecond longer", 1e-6, true],
  ["a microsecond less", -1e-6, false],
])("what ends some days after a night does so once it has been over %s", async (_when, more, isLong) => {
  for (const seconds of [2 * 86_400, 30 * 86_400]) {
    const ended = "now() - make_interval(secs => $1::float8) - make_interval(secs => $2::float8)";
    const { rows } = await client.query(
      `SELECT ${isOverBy("e", "$1::float8")} AS found FROM (SELECT ${ended} AS ends_at) e`,
      [seconds, more],
    );
    expect(rows[0].found).toBe(isLong);
  }
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

const edges = [
  "00:00",
  "02:59",
  "03:00",
  "03:30",
  "03:59",
  "04:00",
  "05:59",
  "06:00",
  "11:59",
  "12:00",
  "19:59",
  "20:00",
  "23:59",
  null,
];

/** The same rule in words of the program; `ends` is asked as an hour of the night, too. */
function inProgram(date: Day, time: WallTime | null, doors: WallTime | null, ends: WallTime | null) {
  const begin = time ?? doors;
  const night = { date, time, doors };
  return {
    starts_at: instantOf(date, begin ?? "06:00"),
    doors_at: new Date(letInAt(night) * 1000),
    ends_at: endInProgram(date, begin, ends),
    hour: ends && new Date(lastEntry(night, ends) * 1000),
  };
}

function endInProgram(date: Day, begin: WallTime | null, ends: WallTime | null): Date {
  if (ends !== null)
    return begin === null
      ? lastInstantOf(ends < "12:00" ? addDays(date, 1) : date, ends)
      : endOf(date, begin, ends);
  if (begin === null || begin >= "20:00") return lastInstantOf(addDays(date, 1), "06:00");
  const six = minutes(begin) + 6 * 60;
  return lastInstantOf(six >= 24 * 60 ? addDays(date, 1) : date, wallOfMinutes(six % (24 * 60)));
}

const minutes = (time: WallTime) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const wallOfMinutes = (n: number) =>
  `${String(Math.floor(n / 60)).padStart(2, "0")}:${String(n % 60).padStart(2, "0")}`;

it("every night of 2020 to 2040 begins, lets in, ends and has each of its hours in SQL as in the program, ends after its begin and lasts less than 31 hours (I36)", async () => {
  const nights: [Day, WallTime | null, WallTime | null, WallTime | null][] = [];
  let day = "2020-01-01";
  // each day has other three of the edges, and the days of a jump of the clocks have all pairs
  for (let n = 0; day < "2041-01-01"; n += 1, day = addDays(day, 1)) {
    const at = (step: number) => edges[(n * step + Math.floor(n / edges.length)) % edges.length] ?? null;
    nights.push([day, at(1), at(3), at(5)], [day, at(5), null, at(1)]);
    const jumps = [0, 1].some((more) => hoursOf(addDays(day, more)) !== 24);
    if (jumps)
      for (const one of edges)
        for (const other of edges) nights.push([day, one, other, one], [day, one, null, other]);
  }
  const { rows } = await client.query(
    `SELECT starts_at, doors_at, ends_at, ${hourOfNight("e", "e.ends")} AS hour FROM (
       SELECT at, ends, ${startsAt} AS starts_at, ${doorsAt} AS doors_at, ${endsAt} AS ends_at
       FROM unnest($1::date[], $2::time[], $3::time[], $4::time[]) WITH ORDINALITY AS n(date, time, doors, ends, at)) e ORDER BY at`,
    [0, 1, 2, 3].map((column) => nights.map((night) => night[column])),
  );
  const wrong = nights.flatMap((night, at) => {
    const [inSql, expected] = [rows[at], inProgram(...night)];
    const lasts = inSql.ends_at - inSql.starts_at;
    // a begin in the hour that March skips may be after its end: no form takes it
    const isLong = lasts > 0 || !isHourOf(night[0], night[1] ?? night[2] ?? "06:00");
    const isSame = JSON.stringify(inSql) === JSON.stringify(expected);
    return isSame && isLong && lasts < 31 * 3_600_000 ? [] : [{ night, inSql, expected }];
  });
  expect(wrong).toEqual([]);
});

const hoursOf = (day: Day) =>
  (instantOf(addDays(day, 1), "00:00").getTime() - instantOf(day, "00:00").getTime()) / 3_600_000;

it("a night is ahead until it is over, and tonight is what has any of the business day (96)", async () => {
  const wall = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const night = (begin: number, end: number) => ({
    date: dayOf(wall(begin)),
    time: wallTimeOf(wall(begin)),
    ends: wallTimeOf(wall(end)),
  });
  for (const [begin, end, is] of [
    [-3, 2, true],
    [30, 34, true],
    [-6, -2, false],
  ] as const)
    expect(await ask(isAhead("e"), night(begin, end))).toBe(is);
  const tonight = isBetween("e", "timestamptz '2027-06-26 06:00+03'", "timestamptz '2027-06-27 06:00+03'");
  for (const [hours, is] of [
    [lasting("2027-06-26", "23:00", "05:00"), true],
    [lasting("2027-06-25", "23:00", "05:00"), false],
    [lasting("2027-06-25", "23:00", "08:00"), true],
    [{ date: "2027-06-27", time: "00:30", doors: "23:00", ends: "06:00" }, true],
    [{ date: "2027-06-26" }, true],
  ] as const)
    expect([hours, await ask(tonight, hours)]).toEqual([hours, is]);
});
