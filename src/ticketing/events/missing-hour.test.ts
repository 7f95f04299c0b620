import { expect, it } from "vitest";
import { moveForm } from "#ticketing/orders/moved-nights/move-form.ts";
import { copyForm } from "./duplicate-event-form.ts";
import { openingForm } from "./opening-form.ts";
import { publishingForm } from "./publishing-form.ts";
import { stopForm } from "./stop-form.ts";
import { findTypeBeforeNight, refusalOfLastEntry } from "./ticket-type-change.ts";

const missing = "no_such_hour 2027-03-28 03:30";
const [day, time, moment] = ["2027-03-28", "03:30", "2027-03-28T03:30"];
const place = { location: "Plaja", address: "", directions: "", reason: "Furtună" };

it.each([
  ["of a move", "time", moveForm.read({ date: day, time, doors: "", ends: "", ...place })],
  [
    "of a move, as its end",
    "ends",
    moveForm.read({ date: "2027-03-27", time: "22:00", doors: "", ends: time, ...place }),
  ],
  [
    "of a copy",
    "time",
    copyForm.read({ title: "Luna", name: "Luna", date: day, time, parts: [], types: [] }),
  ],
  ["of an opening", "time", openingForm.read({ day, time, room: "" })],
  ["of publishing", "time", publishingForm.read({ day, time })],
  ["of a stop", "until", stopForm.read({ kind: "sale", eventId: "", reason: "r", until: moment })],
])("the hour that March skips is refused in the form %s", (_form, field, read) => {
  expect(read).toMatchObject({ ok: false, refusal: { [field]: missing } });
});

it("the hour that March skips is no last hour of entry of its night, and is one of the night before", () => {
  const night = { date: "2027-03-27", doors: "22:00", time: "23:00" };
  expect(refusalOfLastEntry(time, [night])).toEqual({ reason: "no_such_entry", problem: missing });
  expect(refusalOfLastEntry(time, [{ ...night, date: "2027-03-26" }])).toBeUndefined();
  expect(findTypeBeforeNight([{ type: "t", enterUntil: time }], night)).toBeUndefined();
});
