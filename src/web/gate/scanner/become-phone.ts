import { signedBytes } from "#ticketing/gate/signed-bytes.ts";
import { openPhone } from "./phone.ts";
import type { PhoneCalls } from "./phone-calls.ts";
import type { PhoneFacts } from "./phone-facts.ts";
import { makePhoneKey, publicPointOf, signAsPhone } from "./phone-key.ts";
import type { PhoneStore } from "./phone-store.ts";
import { carriedUploads } from "./rescue-rows.ts";

/**
 * Makes this browser a phone of the gate that the invitation's `secret` belongs to. First it sends all unsent rows of
 * its earlier gate and of other phones; it rejects while it cannot. Rejects with `CallRefused` when the invitation is
 * over.
 */
export async function becomePhone(
  store: PhoneStore,
  calls: PhoneCalls,
  { secret, name }: { readonly secret: string; readonly name: string },
): Promise<PhoneFacts> {
  await sendEarlierRows(store, calls);
  // when an answer was lost, the repeated call uses the same key and gets the same answer
  const keys = (await store.fact<CryptoKeyPair>("new-key")) ?? (await makePhoneKey());
  await store.keepFact("new-key", keys);
  const text = JSON.stringify({ v: 1, secret, key: await publicPointOf(keys), name });
  const signature = await signAsPhone(keys, signedBytes("enrol", text));
  const enrolled = await calls.enrol({ text, signature });
  const facts: PhoneFacts = { enrolled, keys, name };
  await store.forget();
  await store.keepFact("phone", facts);
  return facts;
}

async function sendEarlierRows(store: PhoneStore, calls: PhoneCalls): Promise<void> {
  const earlierPhone = await store.fact<PhoneFacts>("phone");
  if (!earlierPhone) return;
  const { parts, sync, state } = await openPhone(store, calls, earlierPhone);
  const unsent = async () => state().unsent + (await carriedUploads(parts)).length;
  for (let unsentBefore = await unsent(); unsentBefore > 0; ) {
    await sync({ withList: false });
    const unsentNow = await unsent();
    if (unsentNow >= unsentBefore) throw new Error(`${unsentNow} rows are not sent`);
    unsentBefore = unsentNow;
  }
}
