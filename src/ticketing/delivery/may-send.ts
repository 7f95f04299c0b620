import { type WhyNotSent, whyNotSent } from "#ticketing/orders/transfers/transfer.ts";
import type { SeenTicket } from "./ticket-queries.server.ts";

/** Why this seat cannot be sent on; undefined when it can. `sendTicket`'s rules, as far as a screen knows. */
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
