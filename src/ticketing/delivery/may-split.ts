import { limits } from "#ticketing/limits.ts";
import type { SeenTicket } from "./ticket-queries.server.ts";

/** Whether this ticket may be split: the rules of `splitCode`, as far as a screen knows. `ofSeat`: all its nights. */
export function maySplit(ticket: SeenTicket, ofSeat: readonly SeenTicket[]): boolean {
  return (
    ticket.code !== null &&
    ticket.position !== null &&
    !ticket.isOver &&
    ticket.entriesTotal > 1 &&
    ticket.entriesTotal <= limits.peoplePerOrder &&
    isUnused(ofSeat)
  );
}

/** True when nobody has entered with it on any of these nights. */
export function isUnused(ofSeat: readonly SeenTicket[]): boolean {
  return ofSeat.every(({ entriesRemaining, entriesTotal }) => entriesRemaining === entriesTotal);
}
