import { expect, it } from "vitest";
import { lastEntry } from "./ticket-window.ts";

it.each([
  ["an hour before midnight is of the night's day", "22:00", "23:00", "2027-07-17T20:00:00Z"],
  ["an hour after midnight is of the next day", "22:00", "01:00", "2027-07-17T22:00:00Z"],
  ["an hour before the beginning is of the same day", "22:00", "21:30", "2027-07-17T18:30:00Z"],
  ["in the day of a party that begins at ten in the morning", "10:00", "11:30", "2027-07-17T08:30:00Z"],
  ["of a party that begins after midnight", "00:30", "02:00", "2027-07-16T23:00:00Z"],
  ["of a night without a time, in the evening", null, "23:00", "2027-07-17T20:00:00Z"],
  ["of a night without a time, after midnight", null, "01:00", "2027-07-17T22:00:00Z"],
])("the last entry: %s", (_, time, until, at) => {
  expect(new Date(lastEntry("2027-07-17", time, until) * 1000).toISOString()).toBe(at.replace("Z", ".000Z"));
});
