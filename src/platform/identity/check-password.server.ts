import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Credential } from "./account-library.server.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { HashingBusy } from "./password-hash.server.ts";
import { isHashable } from "./password-rule.ts";
import { findNewest, type PendingRegistration } from "./registration-store.server.ts";
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
  // both are looked for, and one password is: what waits for an address, and how much of it, shows in no time
  const [account, pending] = await Promise.all([parts.library.findCredential(email), findNewest(sql, email)]);
  const known: Credential | undefined = account ?? (pending && unproven(pending));
  try {
    const isRight = await parts.hashing.verify(known?.passwordHash, password);
    return known && isRight ? done(known) : refused({ reason: "invalid" });
  } catch (error) {
    if (!(error instanceof HashingBusy)) throw error;
    await uncountLogin(sql, key);
    return refused({ reason: "busy", retryAfter: 5 });
  }
}

/** Nobody can sign in to it; the newest one, with the right password, is told that the address waits to be proven. */
function unproven({ accountId, passwordHash }: PendingRegistration): Credential {
  return { userId: accountId, fullName: "", isConfirmed: false, isAccount: false, passwordHash };
}
