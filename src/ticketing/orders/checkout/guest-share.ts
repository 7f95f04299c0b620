import { limits } from "#ticketing/limits.ts";

/** What one guest may take of a night: so many tickets, for so many people. */
export type GuestLimit = { readonly tickets: number; readonly people: number };

/** How much of a capacity unpaid orders of all guests may hold together. */
export const guestShareOf = (capacity: number) => Math.floor(capacity * limits.shareOfGuestHolds);

/**
 * What one guest may take of a night with so many places: a few tickets, and no more people than all guests may hold
 * together. Pages promise it, and the hold accepts it while no other guest holds anything.
 */
export function guestLimitOf(capacity: number): GuestLimit {
  const people = Math.min(limits.peoplePerOrder, guestShareOf(capacity));
  return { tickets: Math.min(limits.ticketsPerGuest, people), people };
}

/** How many tickets for so many people each a guest may take, if nothing else. */
export const ticketsForGuest = ({ tickets, people }: GuestLimit, entries: number) =>
  Math.min(tickets, Math.floor(people / entries));

export const isForGuest = (chosen: GuestLimit, most: GuestLimit) =>
  chosen.tickets <= most.tickets && chosen.people <= most.people;
