import type { Day, WallTime } from "#kernel/time.ts";
import { entryTime, type Presented, type ScannedTicket } from "./admission.ts";

/** The facts of a name on a guest list that a verdict needs. The server reads them under the name's lock. */
export type GuestAtGate = {
  readonly eventId: string;
  readonly places: number;
  readonly placesLeft: number;
  /** When the name was taken off its list; null while it is on it. */
  readonly removedAt: Date | null;
  /** Whether the guest's night is cancelled. */
  readonly isCancelled: boolean;
  readonly minimumAge: number | null;
  readonly date: Day;
  readonly doors: WallTime | null;
  readonly time: WallTime | null;
  readonly now: Date;
};

/** A name as the ticket that the rules of admission know: off its list it is `void`. */
export const ticketOfGuest = (guest: GuestAtGate): ScannedTicket => ({
  status: guest.removedAt === null ? "paid" : "cancelled",
  eventId: guest.eventId,
  isCancelled: guest.isCancelled,
  entriesTotal: guest.places,
  entriesRemaining: guest.placesLeft,
  secretVersion: 1,
  suspended: null,
  isShareReturned: false,
  isAddOn: false,
  outside: 0,
  minimumAge: guest.minimumAge,
});

/** Presents a name at a night's door for so many people. No gate has names of its own. */
export const presentGuest = (guest: GuestAtGate, eventId: string, entries: number): Presented => ({
  eventId,
  secretVersion: null,
  entries,
  when: entryTime(guest, null, guest.now),
  otherGate: null,
});
