import { expect, it } from "vitest";
import { decideAdmission, type Presented, type TicketAtGate, type Verdict } from "./admission.ts";

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
  ["elsewhere", {}, { eventId: "saturday", when: "early" }],
  ["suspended", { suspended: "refund" }, { eventId: "saturday" }],
  ["suspended", { suspended: "dispute" }, {}],
  ["replaced", { suspended: "dispute" }, { secretVersion: 1 }],
  ["given_back", { isShareReturned: true, suspended: "dispute" }, { secretVersion: 1 }],
  ["void", { status: "refunded", isShareReturned: true }, { secretVersion: 1 }],
  ["void", { status: "cancelled", suspended: "refund" }, {}],
  ["cancelled", { isCancelled: true, status: "refunded" }, { secretVersion: 1 }],
  ["void", { status: "pending" }, { secretVersion: null }],
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
