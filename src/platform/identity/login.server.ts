import { canonicalEmail } from "#kernel/email-address.ts";
import type { Uuid } from "#kernel/id.ts";
import { truncatedAddress } from "#kernel/network-address.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/database.server.ts";
import { checkPassword, loginBudgets, type PasswordRefusal } from "./check-password.server.ts";
import { hasFactor, lockAccount } from "./factors.server.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { issueToken } from "./one-time-token.server.ts";
import { HashingBusy, isOutdated } from "./password-hash.server.ts";
import { newSecretToken } from "./secret-token.server.ts";
import { lifeInSql } from "./session-life.ts";

export type Login = {
  readonly email: string;
  readonly password: string;
  readonly userAgent: string;
  /** The network address of the browser; only its network is kept. */
  readonly address: string;
  /** What the browser brought from an earlier sign-in (`KnownBrowsers`). */
  readonly mark?: string | null | undefined;
};

export type LoginRefusal =
  | PasswordRefusal
  /** The password is right, but the address was never confirmed. Offer to send the letter again. */
  | { readonly reason: "unconfirmed" };

/** The password is right and there is a second factor: no session before the second step. The ticket lives an hour. */
export type SecondFactorAsked = { readonly reason: "second_factor"; readonly ticket: string };

/** The token goes into the cookie and is stored nowhere; `expiresAt` is the database's word. */
export type OpenedSession = { readonly token: string; readonly userId: Uuid; readonly expiresAt: Date };

/**
 * Checks a password and opens a session with a new token, for the cookie. Whoever has a second factor gets none yet,
 * but a ticket for the second step (`passSecondFactor`).
 */
export async function login(
  parts: IdentityParts,
  { userAgent, ...tried }: Login,
): Promise<Outcome<OpenedSession, LoginRefusal | SecondFactorAsked>> {
  const { address } = tried;
  const passed = await withPassword(parts, tried, async (sql, userId) => {
    await lockAccount(sql.$client, userId);
    if (await hasFactor(sql.$client, userId))
      return { ticket: await issueToken(sql.$client, "second-factor", userId) };
    return openSession(parts, sql, { userId, userAgent, address });
  });
  if (!passed.ok) return passed;
  return "ticket" in passed.value
    ? refused({ reason: "second_factor", ...passed.value })
    : done(passed.value);
}

/**
 * Checks a password, and does what the right one allows in one transaction. Unknown and known addresses cost the same
 * work and get the same answers (I26). The fifth failure in a row begins a wait of 1, 2, 4 ... 15 minutes (decision 29),
 * for whoever failed (docs/decisions/0020).
 */
export async function withPassword<T>(
  parts: IdentityParts,
  { email: typed, password, ...from }: Omit<Login, "userAgent">,
  allowed: (sql: Sql, userId: Uuid) => Promise<T>,
): Promise<Outcome<T, LoginRefusal>> {
  const email = canonicalEmail(typed);
  if (email === undefined) return refused({ reason: "invalid" });
  const checked = await checkPassword(parts, { email, password }, (known) =>
    loginBudgets(parts, { email, ...from }, known),
  );
  if (!checked.ok) return checked;
  const known = checked.value;
  const lettersOn = await parts.callbacks.lettersOn();
  const { userId, passwordHash = "" } = known;
  const renewedHash =
    known.isAccount && isOutdated(passwordHash)
      ? await parts.hashing.hash(password, { queue: "login", of: userId }).catch(keepOld)
      : undefined;

  return parts.database.withDuty("identity", async (sql) => {
    // a new password may have come while the old one was looked at: it ends what is begun with the old one
    if (known.isAccount) await lockAccount(sql.$client, userId as Uuid);
    if (known.isAccount && !(await isPresentHash(sql, userId, passwordHash)))
      return refused({ reason: "invalid" });
    await known.forgive(sql.$client);
    if (renewedHash !== undefined)
      await parts.library.within(sql, (store) => store.updatePassword(userId, renewedHash));
    if (!known.isAccount || (lettersOn && !known.isConfirmed)) return refused({ reason: "unconfirmed" });
    return done(await allowed(sql, userId as Uuid));
  });
}

async function isPresentHash(sql: Sql, userId: string, hash: string): Promise<boolean> {
  const { rowCount } = await sql.$client.query({
    name: "is-present-hash",
    text: "SELECT FROM identity.account WHERE user_id = $1 AND provider_id = 'credential' AND password = $2",
    values: [userId, hash],
  });
  return rowCount === 1;
}

function keepOld(error: unknown): undefined {
  if (error instanceof HashingBusy) return undefined;
  throw error;
}

/** Opens a session with a new token for somebody who has shown who they are. */
export async function openSession(
  { library, callbacks }: IdentityParts,
  sql: Sql,
  { userId, userAgent, address }: { userId: Uuid; userAgent: string; address: string },
): Promise<OpenedSession> {
  const { rows } = await sql.$client.query<{ now: Date; expiresAt: Date; role: string }>({
    name: "session-life",
    text: `SELECT now() AS now, now() + ${lifeInSql("role", "idle")} AS "expiresAt", role FROM profiles WHERE id = $1`,
    values: [userId],
  });
  const [life] = rows;
  if (!life) throw new Error("an account without a profile");
  const token = newSecretToken();
  const fields = {
    token,
    expiresAt: life.expiresAt,
    createdAt: life.now,
    updatedAt: life.now,
    ipAddress: truncatedAddress(address),
    userAgent: userAgent.replaceAll("\0", "").slice(0, 300),
  };
  await library.within(sql, (store) => store.createSession(userId, false, fields, true));
  if (life.role === "admin")
    await callbacks.onSecurityEvent(sql.$client, { kind: "admin_session_opened", userId });
  return { token, userId, expiresAt: life.expiresAt };
}
