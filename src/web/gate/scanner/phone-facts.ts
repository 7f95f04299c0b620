import type { GateListHead } from "#ticketing/gate/gate-list.ts";
import type { Enrolment } from "./phone-calls.ts";
import type { PhoneStore } from "./phone-store.ts";

/** The phone's enrolment and its key. The enrolment contains the keys that check tickets. */
export type PhoneFacts = {
  readonly enrolled: Enrolment;
  readonly keys: CryptoKeyPair;
  /** Under which the phone was bound; a phone that a build before this one bound lacks it. */
  readonly name?: string;
};

const shift = "on-shift";

/** Stores whether a shift is under way, so that a page that is opened again continues it. */
export const noteShift = (store: PhoneStore, isUnderWay: boolean) => store.keepFact(shift, isUnderWay);

/** Whether a shift was begun on this phone and its till was not handed over since. */
export const isShiftUnderWay = async (store: PhoneStore) => (await store.fact<boolean>(shift)) === true;

const opening = "till-opening";

/** Stores the cash at the start of a till, in bani. It can be set until the till is handed over. */
export const noteOpening = (store: PhoneStore, bani: number) => store.keepFact(opening, bani);

export const tillOpeningOf = async (store: PhoneStore) => (await store.fact<number>(opening)) ?? 0;

/** Milliseconds that the server's clock was ahead of the phone's when the list came; undefined without a list. */
export async function clockAheadOf(store: PhoneStore): Promise<number | undefined> {
  const [head, listAt] = [await store.fact<GateListHead>("head"), await store.fact<number>("list-at")];
  return head && listAt !== undefined ? head.serverTime - listAt : undefined;
}

/** Returns this browser's enrolment and key; undefined without a gate, or after its time with all rows sent. */
export async function findPhone(store: PhoneStore, now: number): Promise<PhoneFacts | undefined> {
  const facts = await store.fact<PhoneFacts>("phone");
  if (!facts) return undefined;
  const clockAhead = await clockAheadOf(store);
  // without the server's clock nobody knows whether the time is over
  const isOver = clockAhead !== undefined && Date.parse(facts.enrolled.endsAt) < now + clockAhead;
  if (isOver) await forgetGuestNames(store);
  return isOver && (await store.rows()).every(({ isSent }) => isSent) ? undefined : facts;
}

/** The names under which the phone keeps the key of the guests' names, and the sealed names. */
export const guestFacts = { key: "guest-key", sealed: "guests" } as const;

/** Deletes guests' names and the key that opens them, when a shift, the phone's time or its use at the gate ends. */
export async function forgetGuestNames(store: PhoneStore): Promise<void> {
  await store.keepFact(guestFacts.sealed, null);
  await store.keepFact(guestFacts.key, null);
}
