import { limits } from "#ticketing/limits.ts";
import { type WhyNotSent, whyNotSent } from "#ticketing/orders/transfers/transfer.ts";
import type { SeenTicket } from "./ticket-queries.server.ts";

/** What `sendTicket` would answer, as far as a screen knows it; `ofSeat` are all nights of a seat. */
export function whyNotOffered(ofSeat: readonly SeenTicket[], now: Date): WhyNotSent | undefined {
  if (ofSeat.every(({ code }) => code === null)) return "not_valid";
  const nights = ofSeat.map(({ eventDate: date, eventDoors: doors, eventTime: time, isAddOn, ...night }) => ({
    ...night,
    date,
    doors,
    time,
    places: isAddOn ? 0 : 1,
  }));
  return whyNotSent(nights, { sent: 0, now });
}

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
function isUnused(ofSeat: readonly SeenTicket[]): boolean {
  return ofSeat.every(({ entriesRemaining, entriesTotal }) => entriesRemaining === entriesTotal);
}

/** What `renameHolder` asks a customer for, as far as a screen knows it, of one of several people's tickets. */
export function mayName(ticket: SeenTicket): boolean {
  return (
    ticket.code !== null &&
    ticket.position !== null &&
    !ticket.isAddOn &&
    ticket.entriesTotal === 1 &&
    !ticket.isOver &&
    isUnused([ticket])
  );
}
