import type { ShownRow } from "./own-rows.ts";
import type { PhoneStore } from "./phone-store.ts";

/** Under which names the phone keeps the key of the guests' names, and the sealed names. */
export const guestFacts = { key: "guest-key", sealed: "guests" } as const;

/** The names go, and the key that opened them: at the end of a shift, and when the phone is stopped. */
export async function forgetGuestNames(store: PhoneStore<ShownRow>): Promise<void> {
  await store.keepFact(guestFacts.sealed, null);
  await store.keepFact(guestFacts.key, null);
}
