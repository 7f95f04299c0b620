import { expect, it } from "vitest";
import { isBeforeNight, isEarlierEntry, isEntryOver, lastEntry } from "./enter-until.ts";

const night = (time: string | null, doors: string | null = null) => ({ date: "2027-07-17", doors, time });

it.each([
  ["an hour before midnight is of the night's day", night("22:00"), "23:00", "2027-07-17T20:00:00Z"],
  ["an hour after midnight is of the next day", night("22:00"), "01:00", "2027-07-17T22:00:00Z"],
  ["an hour before the beginning is of the same day", night("22:00"), "21:30", "2027-07-17T18:30:00Z"],
  ["the doors count, not the beginning", night("12:30", "09:00"), "23:00", "2027-07-16T20:00:00Z"],
  ["of a party that begins at ten in the morning", night("10:00"), "11:30", "2027-07-17T08:30:00Z"],
  ["of a party that begins after midnight", night("00:30"), "02:00", "2027-07-16T23:00:00Z"],
  ["of a night without a time, in the evening", night(null), "23:00", "2027-07-17T20:00:00Z"],
  ["of a night without a time, after midnight", night(null), "01:00", "2027-07-17T22:00:00Z"],
])("the last entry: %s", (_, about, until, at) => {
  expect(new Date(lastEntry(about, until) * 1000).toISOString()).toBe(at.replace("Z", ".000Z"));
});

it("the last entry is over from its very second on, and never without an hour", () => {
  const last = lastEntry(night("22:00"), "23:00");
  const isOver = (now: number, hour: string | null = "23:00") => isEntryOver(night("22:00"), hour, now);
  expect([isOver(last - 1), isOver(last), isOver(last + 1), isOver(last + 1, null)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it("no hour is later than every hour, and one after midnight is later than one before", () => {
  const isEarlier = (is: string | null, was: string | null) => isEarlierEntry(is, was, night("22:00"));
  expect([isEarlier(null, "23:00"), isEarlier("23:00", null)]).toEqual([false, true]);
  expect([isEarlier("01:00", "23:00"), isEarlier("23:00", "01:00")]).toEqual([false, true]);
  expect(isEarlier("23:00", "23:00")).toBe(false);
});

it("an hour before people are let in is none of the night; without an hour of the night every one is", () => {
  const isBefore = (hour: string, about = night("22:00")) => isBeforeNight(hour, about);
  expect([isBefore("15:45"), isBefore("21:59"), isBefore("22:00"), isBefore("01:00")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([isBefore("21:30", night("22:00", "21:00")), isBefore("15:45", night(null))]).toEqual([
    false,
    false,
  ]);
});
