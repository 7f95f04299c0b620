import { expect, it } from "vitest";
import { firstName } from "#kernel/person-name.ts";
import { instantOf } from "#kernel/time.ts";
import { limits } from "#ticketing/limits.ts";
import { type NightToSend, whyNotSent } from "./transfer.ts";

const night = (more: Partial<NightToSend> = {}): NightToSend => ({
  date: "2027-06-26",
  doors: "21:00",
  time: "22:00",
  isCancelled: false,
  status: "paid",
  suspended: null,
  places: 1,
  entriesTotal: 1,
  entriesRemaining: 1,
  ...more,
});
const before = instantOf("2027-06-26", "20:59");
const why = (nights: NightToSend[], more: { sent?: number; now?: Date } = {}) =>
  whyNotSent(nights, { sent: 0, now: before, ...more });

it.each([
  ["the doors", {}, "2027-06-26", "21:00"],
  ["the start of a night without doors", { doors: null }, "2027-06-26", "22:00"],
  ["the midnight after a night without hours", { doors: null, time: null }, "2027-06-27", "00:00"],
])("a ticket can be sent until %s", (_until, facts, day, time) => {
  const moment = instantOf(day, time);
  expect(why([night(facts)], { now: new Date(moment.getTime() - 1) })).toBeUndefined();
  expect(why([night(facts)], { now: moment })).toBe("over");
});

it("a pass can be sent until the doors of its last night, whole and unused; cancelled nights do not count", () => {
  const last = night({ date: "2027-08-01", doors: "20:00" });
  const now = instantOf("2027-08-01", "19:59");
  expect(why([night(), last], { now })).toBeUndefined();
  expect(why([night(), last], { now: instantOf("2027-08-01", "20:00") })).toBe("over");
  expect(why([night(), { ...last, isCancelled: true }], { now })).toBe("over");
  expect(why([night({ isCancelled: true })])).toBe("over");
  expect(why([night({ entriesRemaining: 0 }), last], { now })).toBe("used");
});

it.each([
  ["not_valid", { status: "refunded" as const }],
  ["not_valid", { status: "cancelled" as const }],
  ["not_valid", { suspended: "refund" as const }],
  ["not_valid", { suspended: "dispute" as const }],
  ["add_on", { places: 0 }],
  ["add_on", { places: 0, entriesRemaining: 0 }],
  ["used", { entriesRemaining: 0 }],
  ["used", { places: 4, entriesTotal: 4, entriesRemaining: 3 }],
  ["several", { places: 4, entriesTotal: 4, entriesRemaining: 4 }],
])("%s: one night with %o is enough not to send the seat", (reason, facts) => {
  expect(why([night(facts)])).toBe(reason);
  expect(why([night(), night(facts)])).toBe(reason);
});

it("a seat for several people is kept as such only while each of its tickets could be sent", () => {
  const couple = night({ entriesTotal: 2, entriesRemaining: 2 });
  expect(why([couple])).toBe("several");
  expect(why([couple], { now: instantOf("2027-06-26", "21:00") })).toBe("over");
});

it("a seat changes hands three times at most, and nothing is no seat", () => {
  expect(why([night()], { sent: limits.transfersPerSeat - 1 })).toBeUndefined();
  expect(why([night()], { sent: limits.transfersPerSeat })).toBe("too_often");
  expect(why([])).toBe("not_valid");
});

it("others are told the first word of a name, which is no message", () => {
  expect(firstName(" Ioana  Exemplu ")).toBe("Ioana");
  expect(firstName("Ana-Maria Pop")).toBe("Ana-Maria");
  expect(firstName(`${"x".repeat(80)} Pop`)).toBe("x".repeat(40));
  expect(firstName("  ")).toBe("");
  expect(firstName(null)).toBe("");
});
