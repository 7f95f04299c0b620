import { expect, it } from "vitest";
import {
  decideAdmission,
  decideScan,
  mayUndo,
  type Presented,
  type Scan,
  type ScannedTicket,
  type TicketAtGate,
  type Verdict,
} from "./admission.ts";

const ticket: TicketAtGate = {
  status: "paid",
  eventId: "friday",
  entriesTotal: 5,
  entriesRemaining: 3,
  secretVersion: 2,
  isCancelled: false,
  isShareReturned: false,
  suspended: null,
};
const presented: Presented = {
  eventId: "friday",
  secretVersion: 2,
  when: "now",
  entries: 1,
  otherGate: null,
};
const away = { otherGate: { id: "b", keeps: "entries" } } as const;
const alone = { otherGate: { id: "b", keeps: "all" } } as const;

/** Each line is wrong in what the lines under it are wrong in as well, so that the order of the answers is shown. */
const cases: [verdict: Verdict, Partial<TicketAtGate>, Partial<Presented>][] = [
  ["admitted", {}, {}],
  ["admitted", {}, { entries: 3 }],
  ["admitted", {}, { secretVersion: null }],
  ["used", {}, { entries: 4 }],
  ["used", { entriesRemaining: 0 }, {}],
  ["past_hour", { entriesRemaining: 0 }, { when: "past_hour" }],
  ["late", { entriesRemaining: 0 }, { when: "late" }],
  ["early", { entriesRemaining: 0 }, { when: "early" }],
  ["early", { entriesRemaining: 0 }, { ...away, when: "early" }],
  ["suspended", { suspended: "refund" }, { when: "early" }],
  ["suspended", { suspended: "dispute" }, {}],
  ["replaced", { suspended: "dispute" }, { secretVersion: 1 }],
  ["given_back", { isShareReturned: true, suspended: "dispute" }, { secretVersion: 1 }],
  ["void", { status: "refunded", isShareReturned: true }, { secretVersion: 1 }],
  ["void", { status: "cancelled", suspended: "refund" }, {}],
  ["cancelled", { isCancelled: true, status: "refunded" }, { secretVersion: 1 }],
  ["void", { status: "pending" }, { secretVersion: null }],
  // of another night's ticket nothing else is told
  ["elsewhere", {}, { eventId: "saturday", when: "early" }],
  ["elsewhere", { suspended: "refund" }, { eventId: "saturday" }],
  ["elsewhere", { isShareReturned: true }, { eventId: "saturday", secretVersion: 1 }],
  ["elsewhere", { status: "refunded" }, { eventId: "saturday" }],
  ["elsewhere", { isCancelled: true }, { eventId: "saturday" }],
  ["elsewhere", { isCancelled: true }, { ...alone, eventId: "saturday" }],
  // a gate whose phone is away keeps whom it may be letting in; what nobody may enter with is refused all the same
  ["other_gate", {}, away],
  ["used", { entriesRemaining: 0 }, away],
  ["elsewhere", {}, { ...away, eventId: "saturday" }],
  // a phone without network says nothing of another gate's ticket
  ["other_gate", { status: "refunded", entriesRemaining: 0 }, { ...alone, when: "late" }],
];

it.each(cases)("the verdict is %s for a ticket with %j that is shown as %j", (verdict, change, how) => {
  expect(decideAdmission({ ...ticket, ...change }, { ...presented, ...how })).toBe(verdict);
});

it("what belongs to no ticket is none of our codes", () => {
  expect(decideAdmission(undefined, { ...presented, ...alone })).toBe("invalid");
});

const decide = (about: Partial<ScannedTicket>, how: Partial<Scan> = {}) =>
  decideScan(
    { ...ticket, isAddOn: false, outside: 0, minimumAge: null, ...about },
    { ...presented, entries: null, stamp: null, ...how },
  );

it("a group comes one by one or together: how many, then so many and no more", () => {
  expect(decide({})).toEqual({ verdict: "how_many", left: 3 });
  expect(decide({}, { entries: 2 })).toMatchObject({ verdict: "admitted", entries: 2, left: 1 });
  expect(decide({}, { entries: 4 })).toEqual({ verdict: "used" });
  expect(decide({ entriesRemaining: 1 })).toMatchObject({ verdict: "admitted", entries: 1, left: 0 });
  expect(decide({ entriesRemaining: 0 })).toEqual({ verdict: "used" });
  // what admits nobody is asked nothing
  expect(decide({ suspended: "dispute" })).toEqual({ verdict: "suspended" });
});

it("a night for adults asks for the identity card, of people and not of add-ons", () => {
  const asks = (about: Partial<ScannedTicket>) => decide(about, { entries: 1 });
  expect(asks({ minimumAge: 18 })).toMatchObject({ verdict: "admitted", asksAge: true });
  expect(asks({ minimumAge: 21 })).toMatchObject({ asksAge: true });
  expect(asks({ minimumAge: 17 })).toMatchObject({ asksAge: false });
  expect(asks({ minimumAge: 18, isAddOn: true })).toMatchObject({ asksAge: false });
});

it("while somebody of a ticket is outside, the stamp is asked for first: who has it takes no entry of the others", () => {
  const out = { entriesRemaining: 0, outside: 1 };
  expect(decide(out)).toEqual({ verdict: "stamp", outside: 1 });
  expect(decide(out, { stamp: true })).toEqual({ verdict: "returned", entries: 1 });
  expect(decide(out, { stamp: false })).toEqual({ verdict: "used" });
  expect(decide(out, { stamp: true, entries: 2 })).toEqual({ verdict: "used" });
  expect(decide({ ...out, outside: 0 }, { stamp: true })).toEqual({ verdict: "used" });
  expect(decide({ ...out, isAddOn: true }, { stamp: true })).toEqual({ verdict: "used" });
  // a stamp makes no refunded ticket good
  expect(decide({ ...out, status: "refunded" }, { stamp: true })).toEqual({ verdict: "void" });
  const inPart = { entriesRemaining: 2, outside: 1 };
  expect(decide(inPart)).toEqual({ verdict: "stamp", outside: 1 });
  expect(decide(inPart, { entries: 1 })).toEqual({ verdict: "stamp", outside: 1 });
  expect(decide(inPart, { stamp: true })).toEqual({ verdict: "returned", entries: 1 });
  expect(decide(inPart, { stamp: false, entries: 1 })).toMatchObject({ verdict: "admitted", left: 1 });
  // more than went out cannot all be back
  expect(decide(inPart, { stamp: null, entries: 2 })).toMatchObject({ verdict: "admitted", left: 0 });
  expect(decide({ ...inPart, isAddOn: true }, { entries: 1 })).toMatchObject({ verdict: "admitted" });
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
