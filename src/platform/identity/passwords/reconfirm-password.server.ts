import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Identity } from "../identity.server.ts";
import { streakBudget } from "../limits/wrong-tries.server.ts";
import { type CheckedPasswordRefusal, checkPassword } from "./check-password.server.ts";

type Reconfirmation = {
  /** The account of the session, and the hash of its cookie. */
  readonly userId: Uuid;
  readonly email: string;
  readonly sessionHash: string;
  readonly password: string;
};

type ReconfirmRefusal =
  | CheckedPasswordRefusal
  /** The session has ended meanwhile. */
  | { readonly reason: "no_session" };

/**
 * Checks the password of a signed-in person and notes it on this session alone. For ten minutes the session may do
 * acts that need a new proof. Wrong tries count for this session alone, so strangers' tries at the login block nobody
 * who is signed in.
 */
export async function reconfirmPassword(
  identity: Identity,
  { userId, email, sessionHash, password }: Reconfirmation,
): Promise<Outcome<null, ReconfirmRefusal>> {
  const checked = await checkPassword(identity, { email, password }, () => [
    streakBudget("step-up", sessionHash),
  ]);
  if (!checked.ok) return checked;
  if (checked.value.userId !== userId) return refused({ reason: "invalid" });
  const identitySql = identity.database.identity;
  await checked.value.clearTry(identitySql);
  const { rowCount } = await identitySql.query({
    name: "reconfirm-session",
    text: `UPDATE identity.session SET confirmed_at = now()
           WHERE token = $1 AND user_id = $2 AND expires_at > now()`,
    values: [sessionHash, userId],
  });
  return rowCount === 1 ? done(null) : refused({ reason: "no_session" });
}
