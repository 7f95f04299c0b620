import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Credential } from "./account-library.server.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { noteLock } from "./note-lock.server.ts";
import { HashingBusy } from "./password-hash.server.ts";
import { isHashable } from "./password-rule.ts";
import { countLogin, throttleKey, uncountLogin } from "./throttle-store.server.ts";

export type PasswordRefusal =
  /** Address or password is wrong; which of them is never said. */
  | { readonly reason: "invalid" }
  /** Too many failures for this address, whether it has an account or not. Seconds to wait; a reset still works. */
  | { readonly reason: "locked"; readonly retryAfter: number }
  /** Too many passwords are being checked. Seconds to wait. */
  | { readonly reason: "busy"; readonly retryAfter: number };

/**
 * Whose password this is. Unknown and known addresses cost the same work and get the same answers (I26). A try counts
 * before it is looked at; whoever lets the person in forgets the count (`forgetLogins`), in the same transaction where
 * there is one.
 *
 * @param typed the address in its canonical form.
 */
export async function checkPassword(
  parts: IdentityParts,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Outcome<Credential, PasswordRefusal>> {
  if (!isHashable(password)) return refused({ reason: "invalid" });
  const sql = parts.database.identity.$client;
  const key = throttleKey("login", email);
  const wait = await countLogin(sql, key);
  if (wait > 0) return refused({ reason: "locked", retryAfter: wait });
  const known = await parts.library.findCredential(email);
  try {
    const isRight = await parts.hashing.verify(known?.passwordHash, password);
    if (!isRight) await noteLock(parts, { key, userId: known?.userId as Uuid | undefined });
    return known && isRight ? done(known) : refused({ reason: "invalid" });
  } catch (error) {
    if (!(error instanceof HashingBusy)) throw error;
    await uncountLogin(sql, key);
    return refused({ reason: "busy", retryAfter: 5 });
  }
}
