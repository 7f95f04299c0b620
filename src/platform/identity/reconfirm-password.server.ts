import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { checked } from "./login.server.ts";
import { isHashable } from "./password-rule.ts";
import { countLogin, forgetLogins, throttleKey, uncountLogin } from "./throttle-store.server.ts";

export type Reconfirmation = {
  /** Whose session it is, and the hash of its cookie. */
  readonly userId: Uuid;
  readonly email: string;
  readonly sessionHash: string;
  readonly password: string;
};

export type ReconfirmRefusal =
  | { readonly reason: "invalid" }
  /** Too many failures for this account; they are counted together with failed logins. Seconds to wait. */
  | { readonly reason: "locked"; readonly retryAfter: number }
  | { readonly reason: "busy"; readonly retryAfter: number }
  /** The session ended meanwhile. */
  | { readonly reason: "no_session" };

/**
 * Checks the password of somebody who is signed in and notes it on this session alone: for ten minutes it opens what
 * asks for it (decision 34). Guessing costs what it costs at the login, on the same count.
 */
export async function reconfirmPassword(
  parts: IdentityParts,
  { userId, email, sessionHash, password }: Reconfirmation,
): Promise<Outcome<null, ReconfirmRefusal>> {
  if (!isHashable(password)) return refused({ reason: "invalid" });
  const single = parts.database.identity.$client;
  const key = throttleKey("login", email);
  const wait = await countLogin(single, key);
  if (wait > 0) return refused({ reason: "locked", retryAfter: wait });
  const known = await parts.library.findCredential(email);
  const isRight = await checked(parts, known?.passwordHash, password);
  if (isRight === undefined) {
    await uncountLogin(single, key);
    return refused({ reason: "busy", retryAfter: 5 });
  }
  if (known?.userId !== userId || !isRight) return refused({ reason: "invalid" });
  await forgetLogins(single, key);
  const { rowCount } = await single.query({
    name: "reconfirm-session",
    text: `UPDATE identity.session SET confirmed_at = now()
           WHERE token = $1 AND user_id = $2 AND expires_at > now()`,
    values: [sessionHash, userId],
  });
  return rowCount === 1 ? done(null) : refused({ reason: "no_session" });
}
