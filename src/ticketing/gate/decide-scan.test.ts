import { expect, it } from "vitest";
import { decideScan, mayUndo, type Scan, type ScannedTicket } from "./admission.ts";

const ticket: ScannedTicket = {
  status: "paid",
  eventId: "friday",
  entriesTotal: 5,
  entriesRemaining: 3,
  secretVersion: 2,
  isCancelled: false,
  isShareReturned: false,
  suspended: null,
  isAddOn: false,
  outside: 0,
  minimumAge: null,
};
const scan: Scan = {
  eventId: "friday",
  secretVersion: 2,
  when: "now",
  entries: null,
  stamp: null,
  otherGate: null,
};
const decide = (about: Partial<ScannedTicket>, how: Partial<Scan> = {}) =>
  decideScan({ ...ticket, ...about }, { ...scan, ...how });

it("a group comes one by one or together: how many, then so many and no more", () => {
  expect(decide({})).toEqual({ verdict: "how_many", left: 3 });
  expect(decide({}, { entries: 2 })).toMatchObject({ verdict: "admitted", entries: 2, left: 1 });
  expect(decide({}, { entries: 4 })).toEqual({ verdict: "used" });
  expect(decide({ entriesRemaining: 1 })).toMatchObject({ verdict: "admitted", entries: 1, left: 0 });
  expect(decide({ entriesRemaining: 0 })).toEqual({ verdict: "used" });
});

it("a night for adults asks for the identity card, of people and not of add-ons", () => {
  const asks = (about: Partial<ScannedTicket>) => decide(about, { entries: 1 });
  expect(asks({ minimumAge: 18 })).toMatchObject({ verdict: "admitted", asksAge: true });
  expect(asks({ minimumAge: 21 })).toMatchObject({ asksAge: true });
  expect(asks({ minimumAge: 17 })).toMatchObject({ asksAge: false });
  expect(asks({ minimumAge: 18, isAddOn: true })).toMatchObject({ asksAge: false });
});

it("who went out comes back by the stamp, also past the hour of no ticket; nobody else does", () => {
  const out = { entriesRemaining: 0, outside: 1 };
  expect(decide(out)).toEqual({ verdict: "stamp", outside: 1 });
  expect(decide(out, { stamp: true })).toEqual({ verdict: "returned", entries: 1 });
  expect(decide(out, { stamp: false })).toEqual({ verdict: "used" });
  expect(decide(out, { stamp: true, entries: 2 })).toEqual({ verdict: "used" });
  expect(decide({ ...out, outside: 0 }, { stamp: true })).toEqual({ verdict: "used" });
  expect(decide({ ...out, isAddOn: true }, { stamp: true })).toEqual({ verdict: "used" });
  // a stamp makes no refunded ticket good, and takes no place of those who have not come yet
  expect(decide({ ...out, status: "refunded" }, { stamp: true })).toEqual({ verdict: "void" });
  expect(decide({ entriesRemaining: 1, outside: 1 }, { stamp: true })).toMatchObject({ verdict: "admitted" });
});

it.each<[string, Partial<ScannedTicket>, Partial<Scan>]>([
  ["void", { status: "refunded" }, {}],
  ["void", { status: "cancelled" }, {}],
  ["void", { status: "pending" }, {}],
  ["cancelled", { isCancelled: true }, {}],
  ["given_back", { isShareReturned: true }, {}],
  ["suspended", { suspended: "dispute" }, {}],
  ["replaced", {}, { secretVersion: 1 }],
  ["elsewhere", {}, { eventId: "saturday" }],
  ["past_hour", {}, { when: "past_hour" }],
  ["early", {}, { when: "early" }],
  ["late", {}, { when: "late" }],
])("answers %s for a ticket with %j that is shown as %j, before it asks anything", (verdict, about, how) => {
  expect(decide(about, how)).toEqual({ verdict });
});

it("is taken back for five minutes by the phone that wrote it, and then by the chief", () => {
  const isUndoAllowed = (about: Partial<Parameters<typeof mayUndo>[0]>) =>
    mayUndo({ age: 10, isOwnRow: true, isChief: false, ...about }, 300);
  expect([isUndoAllowed({}), isUndoAllowed({ age: 300 }), isUndoAllowed({ age: 301 })]).toEqual([
    true,
    true,
    false,
  ]);
  expect([isUndoAllowed({ age: 301, isChief: true }), isUndoAllowed({ isOwnRow: false })]).toEqual([
    true,
    false,
  ]);
  expect(isUndoAllowed({ isOwnRow: false, isChief: true })).toBe(true);
});
