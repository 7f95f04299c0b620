import { limits } from "#ticketing/limits.ts";
import type { SeenTicket } from "./ticket-queries.server.ts";

/** What `splitCode` asks for, as far as a screen knows it; `ofSeat` are all nights of the ticket's seat. */
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

/** Nobody entered by it on any of these nights. */
export function isUnused(ofSeat: readonly SeenTicket[]): boolean {
  return ofSeat.every(({ entriesRemaining, entriesTotal }) => entriesRemaining === entriesTotal);
}
