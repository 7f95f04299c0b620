import { forgetGuestNames } from "./guest-facts.ts";
import type { ShownRow } from "./own-rows.ts";
import type { Enrolled } from "./phone-calls.ts";
import type { PhoneStore } from "./phone-store.ts";

/** Kept on the phone: which it is, its key, and what checks a ticket. */
export type PhoneFacts = { readonly enrolled: Enrolled; readonly keys: CryptoKeyPair };

/** What this browser was made a phone of; undefined for none, or when its time is over and nothing of it is unsent. */
export async function findPhone(store: PhoneStore<ShownRow>, now: number): Promise<PhoneFacts | undefined> {
  const facts = await store.fact<PhoneFacts>("phone");
  if (!facts) return undefined;
  const isOver = Date.parse(facts.enrolled.endsAt) < now;
  if (isOver) await forgetGuestNames(store);
  return isOver && (await store.rows()).every(({ isSent }) => isSent) ? undefined : facts;
}
