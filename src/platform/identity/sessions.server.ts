import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/database.server.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { sweepRegistrations } from "./registration-store.server.ts";
import { needsFactor, roleOfSession } from "./role-of-session.ts";
import { hashOfToken, isTokenShaped } from "./secret-token.server.ts";
import { isCompleteInSql, lifeInSql, reconfirmedMinutes } from "./session-life.ts";
import { sweepUnproven } from "./sweep-unproven.server.ts";

/** Who a session belongs to, as it is now: role and name are read from the profile at every request. */
export type KnownSession = {
  readonly userId: Uuid;
  readonly role: "user" | "gate" | "admin";
  readonly fullName: string | null;
  readonly email: string;
  /** Has an order that waits for its payment. */
  readonly hasOpenOrder: boolean;
  readonly expiresAt: Date;
  /** Whether the password was entered once more within the last ten minutes, by the database's clock (decision 34). */
  readonly isReconfirmed: boolean;
  /** An administrator of a house that wants a second factor of them, and has shown none: `role` is a customer's. */
  readonly needsFactor: boolean;
};

// "due": enough of the idle time is gone; "too long": the role has become one whose sessions are shorter
const lookUp = {
  name: "find-session",
  text: `SELECT s.user_id AS "userId", s.role, s.full_name AS "fullName", s.email, s.has_open_order AS "hasOpenOrder", s.expires_at AS "expiresAt",
           coalesce(s.confirmed_at > now() - make_interval(mins => ${reconfirmedMinutes}), false) AS "isReconfirmed", s.aal,
           s.expires_at < now() + ${lifeInSql("s.role", "idle")} - ${lifeInSql("s.role", "renewAfter")}
             AND s.expires_at < s.created_at + ${lifeInSql("s.role", "absolute")} AS "isDue",
           s.expires_at > now() + ${lifeInSql("s.role", "idle")} AS "isTooLong"
         FROM session_holders s
         WHERE s.token = $1 AND s.expires_at > now() AND s.created_at + ${lifeInSql("s.role", "absolute")} > now()
           AND ${isCompleteInSql}`,
};

type Found = Omit<KnownSession, "needsFactor"> & {
  isDue: boolean;
  isTooLong: boolean;
  aal: "aal1" | "aal2";
};

/** `seen`: a page asks by its own clock and nobody may be at it, which keeps no session alive. */
export type SessionUse = "used" | "seen";

const renew = {
  name: "renew-session",
  text: `UPDATE identity.session s SET updated_at = now(),
           expires_at = least(now() + ${lifeInSql("p.role", "idle")}, s.created_at + ${lifeInSql("p.role", "absolute")})
         FROM profiles p WHERE p.id = s.user_id AND s.token = $1 AND s.expires_at > now() RETURNING s.expires_at AS "expiresAt"`,
};

/**
 * Whose session this is, by the hash of its cookie: one look-up. Being used keeps a session alive (D8): customers 7
 * days without use and 30 in all, administrators 30 minutes and 12 hours. One that has not shown every factor of its
 * account is nobody's.
 */
export async function findSession(
  { database, adminFactor }: IdentityParts,
  tokenHash: string,
  use: SessionUse,
): Promise<KnownSession | undefined> {
  const single = database.identity.$client;
  const { rows } = await single.query<Found>({ ...lookUp, values: [tokenHash] });
  const [found] = rows;
  if (!found) return undefined;
  const { isDue, isTooLong, aal, ...known } = found;
  const shown = { role: known.role, aal };
  const session: KnownSession = {
    ...known,
    role: roleOfSession(adminFactor, shown),
    needsFactor: needsFactor(adminFactor, shown),
  };
  if (!isTooLong && (use === "seen" || !isDue)) return session;
  const renewed = await single.query<{ expiresAt: Date }>({ ...renew, values: [tokenHash] });
  const expiresAt = renewed.rows[0]?.expiresAt;
  return expiresAt && { ...session, expiresAt };
}

/**
 * Renews a session as if it had last been used so many seconds ago; never to an earlier end than it has. Resolves to
 * its end, by the database's clock; undefined when there is no such session.
 */
export async function renewSession(
  { database }: IdentityParts,
  tokenHash: string,
  idleSeconds: number,
): Promise<Date | undefined> {
  const { rows } = await database.identity.$client.query<{ expiresAt: Date }>({
    name: "renew-idle-session",
    text: `UPDATE identity.session s SET updated_at = now(),
             expires_at = greatest(s.expires_at, least(now() + ${lifeInSql("p.role", "idle")} - make_interval(secs => $2),
               s.created_at + ${lifeInSql("p.role", "absolute")}))
           FROM profiles p WHERE p.id = s.user_id AND s.token = $1 AND s.expires_at > now() RETURNING s.expires_at AS "expiresAt"`,
    values: [tokenHash, Math.min(idleSeconds, 1_000_000_000)],
  });
  return rows[0]?.expiresAt;
}

/** Ends the session of this cookie, at once and everywhere. An unknown token is no failure. */
export async function logout({ database }: IdentityParts, token: string): Promise<void> {
  if (!isTokenShaped(token)) return;
  await database.identity.$client.query({
    name: "end-session",
    text: "DELETE FROM identity.session WHERE token = $1",
    values: [hashOfToken(token)],
  });
}

/** Ends every session of an account, in the transaction of what made it necessary. */
export async function endSessions({ library }: IdentityParts, sql: Sql, userId: Uuid): Promise<void> {
  await library.within(sql, (store) => store.deleteUserSessions(userId));
}

/**
 * Takes away what time has ended: sessions, tokens, counts older than a day, sign-ups that nobody proved within a week.
 * For a job, now and then.
 */
export async function sweepAccounts(parts: IdentityParts): Promise<void> {
  const { database } = parts;
  await database.identity.$client.query("DELETE FROM identity.session WHERE expires_at < now()");
  await database.identity.$client.query("DELETE FROM identity.flow_state WHERE expires_at < now()");
  await database.identity.$client.query("DELETE FROM identity.verification WHERE expires_at < now()");
  await database.identity.$client.query(
    "DELETE FROM identity.throttle WHERE last_at < now() - interval '1 day' AND blocked_until < now()",
  );
  await sweepRegistrations(database.identity.$client);
  await sweepUnproven(parts);
}
