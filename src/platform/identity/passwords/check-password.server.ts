import { canonicalEmail } from "#kernel/email-address.ts";
import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import { type Credential, findCredential } from "../accounts/account-store.server.ts";
import {
  endRegistrationLink,
  findNewestRegistration,
  type PendingRegistration,
} from "../accounts/registration-store.server.ts";
import type { Identity } from "../identity.server.ts";
import { loginLimits } from "../limits/login-limits.ts";
import {
  type Budget,
  clearAfterRightTry,
  countTry,
  maxWrongTries,
  strangersBudgets,
  streakBudget,
  undoTry,
} from "../limits/wrong-tries.server.ts";
import { consumeToken } from "../tokens/one-time-token.server.ts";
import { HashingBusy } from "./hashing.server.ts";
import { isHashable } from "./password-rule.ts";

export type CheckedPasswordRefusal =
  /** The address or the password is wrong; the answer never says which. */
  | { readonly reason: "invalid" }
  /** Too many failures, with or without an account. `retryAfter`: seconds to wait. A reset still works. */
  | { readonly reason: "locked"; readonly retryAfter: number }
  /** Too many passwords are being checked. `retryAfter`: seconds to wait. */
  | { readonly reason: "busy"; readonly retryAfter: number };

type RightPassword = Credential & {
  /** Takes the counted try back. Called together with the sign-in, in its transaction where there is one. */
  clearTry(sql: Sql): Promise<void>;
};

/** The origin of a tried password: the network address, and the token of a known browser. */
type SignInOrigin = { readonly address: string; readonly browserToken?: string | null | undefined };

/**
 * The budgets of a try for this address (docs/decisions/0020). A browser that signed in before has its own budget, so
 * that strangers' tries do not block it. A new password starts the counts again.
 */
export function loginBudgets(
  { knownBrowsers }: Pick<Identity, "knownBrowsers">,
  { email, browserToken = null, address }: SignInOrigin & { readonly email: string },
  credential: Credential | undefined,
): Budget[] {
  const subject = `${email}\0${credential?.passwordHash ?? ""}`;
  const browser = credential && knownBrowsers.browserOf(browserToken, credential.userId);
  if (browser !== undefined) return [streakBudget("login-known", `${subject}\0${browser}`)];
  const perDay = loginLimits.wrongPasswordsPerAccountAndDay;
  return strangersBudgets({ perNetwork: "login", allNetworks: "login-all", perDay }, { subject, address });
}

/**
 * Finds the account with this password. Unknown and known addresses cost the same work and get the same answers
 * (I26). The try is counted in the caller's budgets before the password is checked.
 *
 * @param email in its canonical form.
 */
export async function checkPassword(
  identity: Identity,
  { email, password }: { readonly email: string; readonly password: string },
  budgetsFor: (credential: Credential | undefined) => readonly Budget[],
): Promise<Outcome<RightPassword, CheckedPasswordRefusal>> {
  if (!isHashable(password)) return refused({ reason: "invalid" });
  const sql = identity.database.identity;
  // always both reads and one check, so that the time does not show whether sign-ups wait
  const [account, pending] = await Promise.all([
    findCredential(sql, email),
    findNewestRegistration(sql, email),
  ]);
  const credential: Credential | undefined = account ?? (pending && unprovenCredential(pending));
  const budgets = budgetsFor(credential);
  const { wait } = await countTry(sql, budgets);
  if (wait > 0) return refused({ reason: "locked", retryAfter: wait });
  try {
    const hashPlace = { queue: "login", subject: credential?.userId ?? email } as const;
    const isRight = await identity.hashing.verify(credential?.passwordHash, password, hashPlace);
    if (!isRight) await recordLock(identity, { budgets, userId: credential?.userId as Uuid | undefined });
    if (!credential || !isRight) return refused({ reason: "invalid" });
    return done({ ...credential, clearTry: (within) => clearAfterRightTry(within, budgets) });
  } catch (error) {
    if (!(error instanceof HashingBusy)) throw error;
    await undoTry(sql, budgets);
    return refused({ reason: "busy", retryAfter: 5 });
  }
}

/** A waiting sign-up as a credential. It opens no session: the right password is answered with `unconfirmed`. */
function unprovenCredential({ accountId, passwordHash }: PendingRegistration): Credential {
  return { userId: accountId, isConfirmed: false, isAccount: false, passwordHash };
}

/** How many wrong passwords count for this browser or network and address, with or without an account. */
export async function countFailedLogins(
  identity: Pick<Identity, "database" | "knownBrowsers">,
  { email: typed, ...from }: SignInOrigin & { readonly email: string },
): Promise<number> {
  const email = canonicalEmail(typed) ?? "";
  const credential = await findCredential(identity.database.identity, email);
  return maxWrongTries(identity.database.identity, loginBudgets(identity, { email, ...from }, credential));
}

/**
 * Checks a password entered on the page of an email's link. A try is counted by link before it is checked, so at most
 * five of a hundred parallel tries are checked. The fifth wrong one ends the link.
 */
export async function checkLinkPassword(
  identity: Identity,
  { token, stored, password }: { token: string; stored: string | undefined; password: string },
): Promise<Outcome<null, "token_invalid" | "invalid" | "busy">> {
  if (!isHashable(password)) return refused("invalid");
  const sql = identity.database.identity;
  const budgets = [streakBudget("link", token)];
  if ((await countTry(sql, budgets)).wait > 0) return refused(await endLetterLink(identity, token));
  try {
    if (await identity.hashing.verify(stored, password, { queue: "login", subject: token })) {
      await clearAfterRightTry(sql, budgets);
      return done(null);
    }
  } catch (error) {
    if (!(error instanceof HashingBusy)) throw error;
    await undoTry(sql, budgets);
    return refused("busy");
  }
  return refused(
    (await maxWrongTries(sql, budgets)) >= loginLimits.wrongInARow
      ? await endLetterLink(identity, token)
      : "invalid",
  );
}

async function endLetterLink({ database }: Identity, token: string): Promise<"token_invalid"> {
  const sql = database.identity;
  await endRegistrationLink(sql, token);
  for (const purpose of ["confirm-address", "change-address"] as const)
    await consumeToken(sql, purpose, token);
  return "token_invalid";
}

/** After a wrong password: records a security event if the next try must wait. Same work for an unknown address. */
async function recordLock(
  { database, callbacks }: Pick<Identity, "database" | "callbacks">,
  {
    budgets,
    userId = null,
  }: { readonly budgets: readonly Budget[]; readonly userId?: Uuid | null | undefined },
): Promise<void> {
  const client = database.identity;
  const { rowCount } = await client.query({
    name: "has-to-wait",
    text: "SELECT FROM identity.throttle WHERE key = ANY($1) AND blocked_until > now()",
    values: [budgets.map(({ key }) => key)],
  });
  if (rowCount) await callbacks.onSecurityEvent(client, { kind: "login_locked", userId });
}
