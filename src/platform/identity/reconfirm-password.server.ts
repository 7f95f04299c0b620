import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { checkPassword, type PasswordRefusal } from "./check-password.server.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { ownBudget } from "./wrong-tries.server.ts";

export type Reconfirmation = {
  /** Whose session it is, and the hash of its cookie. */
  readonly userId: Uuid;
  readonly email: string;
  readonly sessionHash: string;
  readonly password: string;
};

export type ReconfirmRefusal =
  | PasswordRefusal
  /** The session ended meanwhile. */
  | { readonly reason: "no_session" };

/**
 * Checks the password of somebody who is signed in and notes it on this session alone: for ten minutes it opens what
 * asks for it (decision 34). Wrong ones count for this session alone: what strangers try at the login holds nobody up
 * who is signed in.
 */
export async function reconfirmPassword(
  parts: IdentityParts,
  { userId, email, sessionHash, password }: Reconfirmation,
): Promise<Outcome<null, ReconfirmRefusal>> {
  const checked = await checkPassword(parts, { email, password }, () => [ownBudget("step-up", sessionHash)]);
  if (!checked.ok) return checked;
  if (checked.value.userId !== userId) return refused({ reason: "invalid" });
  const single = parts.database.identity.$client;
  await checked.value.forgive(single);
  const { rowCount } = await single.query({
    name: "reconfirm-session",
    text: `UPDATE identity.session SET confirmed_at = now()
           WHERE token = $1 AND user_id = $2 AND expires_at > now()`,
    values: [sessionHash, userId],
  });
  return rowCount === 1 ? done(null) : refused({ reason: "no_session" });
}
