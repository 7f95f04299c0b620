import { limits } from "#ticketing/limits.ts";

/** What one guest takes, or may take, of a night: so many tickets, for so many people, and so many of an add-on. */
export type GuestLimit = { readonly tickets: number; readonly people: number; readonly ofAddOn: number };

/** How much of a capacity unpaid orders of all guests may hold together. */
export const guestShareOf = (capacity: number) => Math.floor(capacity * limits.shareOfGuestHolds);

/**
 * What one guest may take of a night with so many places: a few tickets, a few of each add-on (one guest alone may
 * hold all of a small one), and no more people than all guests may hold together. Pages promise it, and the hold accepts it while no other guest holds anything.
 */
export function guestLimitOf(capacity: number): GuestLimit {
  const people = Math.min(limits.peoplePerOrder, guestShareOf(capacity));
  const few = limits.ticketsPerGuest;
  return { tickets: Math.min(few, people), people, ofAddOn: few };
}

/** What an order's lines are, as a guest's limit counts them; `entries` as a type has them. */
export function takenOf(
  lines: readonly { readonly entries: number; readonly quantity: number }[],
): GuestLimit {
  const tickets = lines.filter(({ entries }) => entries > 0);
  const addOns = lines.filter(({ entries }) => entries === 0);
  return {
    tickets: tickets.reduce((n, { quantity }) => n + quantity, 0),
    people: tickets.reduce((n, { entries, quantity }) => n + entries * quantity, 0),
    ofAddOn: Math.max(0, ...addOns.map(({ quantity }) => quantity)),
  };
}

/** How many of a type for so many people each a guest may take, if nothing else; 0 people: an add-on. */
export const mostForGuestOf = ({ tickets, people, ofAddOn }: GuestLimit, entries: number) =>
  entries === 0 ? ofAddOn : Math.min(tickets, Math.floor(people / entries));

export const isForGuest = (chosen: GuestLimit, most: GuestLimit) =>
  chosen.tickets <= most.tickets && chosen.people <= most.people && chosen.ofAddOn <= most.ofAddOn;
