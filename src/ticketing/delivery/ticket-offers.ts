import { groupBy } from "#kernel/group-by.ts";
import { limits } from "#ticketing/limits.ts";
import { type WhyNotSent, whyNotSent } from "#ticketing/orders/transfers/transfer.ts";
import { seatKey } from "./ticket-facts.ts";
import type { SeenTicket } from "./ticket-queries.server.ts";

/** Why this seat cannot be sent on; undefined when it can. The rules of `sendTicket`, as far as a screen knows. */
export function whyNotOffered(seatTickets: readonly SeenTicket[], now: Date): WhyNotSent | undefined {
  if (seatTickets.every(({ code }) => code === null)) return "not_valid";
  const nights = seatTickets.map(
    ({ eventDate: date, eventDoors: doors, eventTime: time, isAddOn, ...night }) => ({
      ...night,
      date,
      doors,
      time,
      places: isAddOn ? 0 : 1,
    }),
  );
  return whyNotSent(nights, { sent: 0, now });
}

/** Whether one of these tickets can be sent on. */
export function isAnyOffered(tickets: readonly SeenTicket[], now: Date): boolean {
  return [...groupBy(tickets, seatKey).values()].some(
    (seatTickets) => whyNotOffered(seatTickets, now) === undefined,
  );
}

/** Whether this ticket may be split: the rules of `splitCode`, as far as a screen knows. `seatTickets`: all nights. */
export function maySplit(ticket: SeenTicket, seatTickets: readonly SeenTicket[]): boolean {
  return (
    ticket.code !== null &&
    ticket.position !== null &&
    !ticket.isOver &&
    ticket.entriesTotal > 1 &&
    ticket.entriesTotal <= limits.peoplePerOrder &&
    isUnused(seatTickets)
  );
}

/** True when nobody has entered with it on any of these nights. */
function isUnused(seatTickets: readonly SeenTicket[]): boolean {
  return seatTickets.every(({ entriesRemaining, entriesTotal }) => entriesRemaining === entriesTotal);
}

/** Whether a customer may rename this ticket's holder: the rules of `renameHolder`, as far as a screen knows. */
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
