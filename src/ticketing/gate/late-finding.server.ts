import { decideAdmission, type TicketAtGate, type Verdict } from "./admission.ts";
import type { RowFinding } from "./door-words.ts";

const lateFindings: Record<Verdict, RowFinding | null> = {
  void: "void",
  cancelled: "cancelled",
  given_back: "given_back",
  replaced: "replaced",
  suspended: "suspended",
  admitted: null,
  used: null,
  elsewhere: null,
  past_hour: null,
  early: null,
  late: null,
  other_gate: null,
  invalid: null,
};

/** The finding for a ticket by today's facts: the verdict of a scan, whatever the time and the entries left. */
export function lateFindingOf(ticket: TicketAtGate, secretVersion: number | null): RowFinding | null {
  const ticketWithEntry = { ...ticket, entriesRemaining: 1 };
  const scanFacts = { when: "now", entries: 1, otherGate: null } as const;
  const verdict = decideAdmission(ticketWithEntry, { eventId: ticket.eventId, secretVersion, ...scanFacts });
  return lateFindings[verdict];
}
