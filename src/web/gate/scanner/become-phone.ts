import { signedBytes } from "#ticketing/gate/signed-bytes.ts";
import type { ShownRow } from "./own-rows.ts";
import { openPhone } from "./phone.ts";
import type { PhoneCalls } from "./phone-calls.ts";
import type { PhoneFacts } from "./phone-facts.ts";
import { makePhoneKey, publicPointOf, signAsPhone } from "./phone-key.ts";
import type { PhoneStore } from "./phone-store.ts";

/**
 * Makes this browser a phone of the gate whose invitation has this secret. What it wrote as a phone of another gate is sent
 * before: it rejects while that is not possible. Rejects with `CallRefused` when the invitation is over.
 */
export async function becomePhone(
  store: PhoneStore<ShownRow>,
  calls: PhoneCalls,
  { secret, name }: { readonly secret: string; readonly name: string },
): Promise<PhoneFacts> {
  await sendRowsOfBefore(store, calls);
  // a call that was lost on its way back is repeated with the same key, and gets the same answer
  const keys = (await store.fact<CryptoKeyPair>("new-key")) ?? (await makePhoneKey());
  await store.keepFact("new-key", keys);
  const text = JSON.stringify({ v: 1, secret, key: await publicPointOf(keys), name });
  const signature = await signAsPhone(keys, signedBytes("enrol", text));
  const enrolled = await calls.enrol({ text, signature });
  const facts: PhoneFacts = { enrolled, keys };
  await store.forget();
  await store.keepFact("phone", facts);
  return facts;
}

async function sendRowsOfBefore(store: PhoneStore<ShownRow>, calls: PhoneCalls): Promise<void> {
  const before = await store.fact<PhoneFacts>("phone");
  if (!before) return;
  const phone = await openPhone(store, calls, before);
  for (let unsent = phone.state().unsent; unsent > 0; unsent = phone.state().unsent) {
    await phone.sync({ withList: false });
    if (phone.state().unsent >= unsent) throw new Error(`${unsent} rows are not sent`);
  }
}
