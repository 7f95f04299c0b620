import { canonicalEmail } from "#kernel/email-address.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { truncatedAddress } from "#kernel/network-address.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { lockAccount } from "../accounts/account-locks.server.ts";
import { isPresentHash, writePassword } from "../accounts/account-store.server.ts";
import { hasFactor } from "../factors/factors.server.ts";
import type { Identity } from "../identity.server.ts";
import {
  type CheckedPasswordRefusal,
  checkPassword,
  loginBudgets,
} from "../passwords/check-password.server.ts";
import { HashingBusy, isOutdated } from "../passwords/hashing.server.ts";
import { issueToken } from "../tokens/one-time-token.server.ts";
import { hashOfToken, newSecretToken } from "../tokens/secret-token.server.ts";
import { lifeInSql } from "./session-life.ts";

export type Login = {
  readonly email: string;
  readonly password: string;
  readonly userAgent: string;
  /** The browser's network address. Only its network is stored. */
  readonly address: string;
  /** The token that the browser got at an earlier sign-in (`KnownBrowsers`). */
  readonly browserToken?: string | null | undefined;
};

export type LoginRefusal =
  | CheckedPasswordRefusal
  /** The password is right, but the address was never confirmed. The page offers to send the email again. */
  | { readonly reason: "unconfirmed" };

/** The password is right, but there is a second factor. The session opens after the second step, within an hour. */
export type SecondFactorAsked = { readonly reason: "second_factor"; readonly stepToken: string };

/** `token` goes into the cookie and is stored nowhere. `expiresAt` comes from the database. */
export type OpenedSession = {
  readonly token: string;
  readonly userId: Uuid;
  readonly role: Role;
  readonly expiresAt: Date;
};

/** Checks a password and opens a session; with a second factor, a token for that step instead (`passSecondFactor`). */
export async function login(
  identity: Identity,
  { userAgent, ...tried }: Login,
): Promise<Outcome<OpenedSession, LoginRefusal | SecondFactorAsked>> {
  const { address } = tried;
  const checkedLogin = await withPassword(identity, tried, async (sql, userId) => {
    await lockAccount(sql, userId);
    if (await hasFactor(sql, userId)) return { stepToken: await issueToken(sql, "second-factor", userId) };
    return openSession(identity, sql, { userId, userAgent, address });
  });
  if (!checkedLogin.ok) return checkedLogin;
  return "stepToken" in checkedLogin.value
    ? refused({ reason: "second_factor", ...checkedLogin.value })
    : done(checkedLogin.value);
}

/**
 * Checks a password and, if it is right, runs `onRightPassword` in one transaction. Unknown and known addresses cost
 * the same work and get the same answers (I26). The fifth failure in a row begins a wait of 1, 2, 4 ... 15 minutes
 * for that browser or network (docs/decisions/0020).
 */
export async function withPassword<T>(
  identity: Identity,
  { email: typed, password, ...from }: Omit<Login, "userAgent">,
  onRightPassword: (sql: Sql, userId: Uuid) => Promise<T>,
): Promise<Outcome<T, LoginRefusal>> {
  const email = canonicalEmail(typed);
  if (email === undefined) return refused({ reason: "invalid" });
  const checked = await checkPassword(identity, { email, password }, (stored) =>
    loginBudgets(identity, { email, ...from }, stored),
  );
  if (!checked.ok) return checked;
  // an account, or a registration whose address is not confirmed yet
  const credential = checked.value;
  const lettersOn = await identity.callbacks.lettersOn();
  const { userId, passwordHash = "" } = credential;
  const renewedHash =
    credential.isAccount && isOutdated(passwordHash)
      ? await identity.hashing.hash(password, { queue: "login", subject: userId }).catch(undefinedIfBusy)
      : undefined;

  return identity.database.withDuty("identity", async (sql) => {
    // the password may have been changed during the check; then the old password must not sign in
    if (credential.isAccount) await lockAccount(sql, userId);
    if (credential.isAccount && !(await isPresentHash(sql, userId, passwordHash)))
      return refused({ reason: "invalid" });
    await credential.clearTry(sql);
    if (renewedHash !== undefined) await writePassword(sql, { userId, passwordHash: renewedHash });
    if (!credential.isAccount || (lettersOn && !credential.isConfirmed))
      return refused({ reason: "unconfirmed" });
    return done(await onRightPassword(sql, userId));
  });
}

function undefinedIfBusy(error: unknown): undefined {
  if (error instanceof HashingBusy) return undefined;
  throw error;
}

type NewSession = { readonly userId: Uuid; readonly userAgent: string; readonly address: string };

/** Opens a session with a new token, after a sign-in that is complete. `method`: noted on a session with tokens. */
export async function openSession(
  { callbacks }: Pick<Identity, "callbacks">,
  sql: Sql,
  { userId, userAgent, address }: NewSession,
  { sessionId = newId(), method }: { readonly sessionId?: Uuid; readonly method?: string } = {},
): Promise<OpenedSession> {
  const token = newSecretToken();
  const { rows } = await sql.query<{ expiresAt: Date; role: Role }>({
    name: "insert-session",
    text: `WITH life AS (SELECT role, now() + ${lifeInSql("role", "idle")} AS expires_at FROM profiles WHERE id = $2),
             made AS (INSERT INTO identity.session (id, user_id, token, expires_at, ip_address, user_agent, amr)
               SELECT $1, $2, $3, expires_at, $4, $5, CASE WHEN $6::text IS NULL THEN '[]'
                 ELSE jsonb_build_array(jsonb_build_object('method', $6::text, 'timestamp', floor(extract(epoch FROM now()))::bigint)) END FROM life)
           SELECT expires_at AS "expiresAt", role FROM life`,
    values: [
      sessionId,
      userId,
      hashOfToken(token),
      truncatedAddress(address),
      userAgent.replaceAll("\0", "").slice(0, 300),
      method ?? null,
    ],
  });
  const [life] = rows;
  if (!life) throw new Error("an account without a profile");
  if (life.role === "admin") await callbacks.onSecurityEvent(sql, { kind: "admin_session_opened", userId });
  return { token, userId, ...life };
}
