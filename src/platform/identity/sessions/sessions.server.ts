import type { Uuid } from "#kernel/id.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Identity } from "../identity.server.ts";
import { accountDurations } from "../limits/login-limits.ts";
import { hashOfToken, isTokenShaped } from "../tokens/secret-token.server.ts";
import { endBegun } from "./own-sessions.server.ts";
import { isDemandedInSql, needsFactor, roleOfSession } from "./role-of-session.ts";
import { isCompleteInSql, lifeInSql } from "./session-life.ts";

/** A session and its person. Role and name are read from the profile at every request. */
export type KnownSession = {
  readonly userId: Uuid;
  readonly role: Role;
  readonly fullName: string | null;
  /** For a guest, the address that was typed, which may be anybody's. */
  readonly email: string;
  /** The session of a buyer without an account; nobody signed in. */
  readonly isGuest: boolean;
  /**
   * The person has an order that waits for its payment, or waited for it until a moment ago. Pages then show it and do
   * not come from the cache.
   */
  readonly hasOpenOrder: boolean;
  readonly expiresAt: Date;
  /** Whether the person proved themselves again within the last ten minutes, by the database's clock. */
  readonly isReconfirmed: boolean;
  /** A member of the team must still show the required second factor; until then `role` is a customer's. */
  readonly needsFactor: boolean;
};

// "due": enough of the idle time has passed to renew; "too long": the person's role now allows only shorter sessions
const findStatement = {
  name: "find-session",
  text: `SELECT s.user_id AS "userId", s.role, s.full_name AS "fullName", s.email, s.is_guest AS "isGuest", s.has_open_order AS "hasOpenOrder", s.expires_at AS "expiresAt",
           coalesce(s.confirmed_at > now() - make_interval(secs => $2), false) AS "isReconfirmed", s.aal, ${isDemandedInSql} AS "isDemanded",
           NOT s.is_guest AND s.expires_at < now() + ${lifeInSql("s.role", "idle")} - ${lifeInSql("s.role", "renewAfter")}
             AND s.expires_at < s.created_at + ${lifeInSql("s.role", "absolute")} AS "isDue",
           NOT s.is_guest AND s.expires_at > now() + ${lifeInSql("s.role", "idle")} AS "isTooLong"
         FROM session_holders s
         WHERE s.token = $1 AND s.expires_at > now() AND s.created_at + ${lifeInSql("s.role", "absolute")} > now()
           AND ${isCompleteInSql}`,
};

type SessionRow = Omit<KnownSession, "needsFactor"> & {
  isDue: boolean;
  isTooLong: boolean;
  aal: "aal1" | "aal2";
  isDemanded: boolean;
};

/** `seen`: a request that an open page sends by itself, perhaps with nobody there. It keeps no session alive. */
type SessionUse = "used" | "seen";

const renewStatement = {
  name: "renew-session",
  text: `UPDATE identity.session s SET updated_at = now(),
           expires_at = least(now() + ${lifeInSql("p.role", "idle")}, s.created_at + ${lifeInSql("p.role", "absolute")})
         FROM profiles p WHERE p.id = s.user_id AND s.token = $1 AND s.expires_at > now() RETURNING s.expires_at AS "expiresAt"`,
};

/**
 * Finds a session by the hash of its cookie, in one query. Use keeps it alive: a customer's 7 days without use and 30
 * in all, an administrator's 30 minutes and 12 hours. A guest's ends 30 days after it began. A session that has not
 * shown every factor of its account is not found.
 */
export async function findSession(
  { database }: Pick<Identity, "database">,
  tokenHash: string,
  use: SessionUse = "used",
): Promise<KnownSession | undefined> {
  const identitySql = database.identity;
  const { rows } = await identitySql.query<SessionRow>({
    ...findStatement,
    values: [tokenHash, accountDurations.freshProof],
  });
  const [sessionRow] = rows;
  if (!sessionRow) return undefined;
  const { isDue, isTooLong, aal, isDemanded, ...knownSession } = sessionRow;
  const level = { role: knownSession.role, aal, isDemanded };
  const session: KnownSession = {
    ...knownSession,
    role: roleOfSession(level),
    needsFactor: needsFactor(level),
  };
  if (!isTooLong && (use === "seen" || !isDue)) return session;
  const renewed = await identitySql.query<{ expiresAt: Date }>({ ...renewStatement, values: [tokenHash] });
  const expiresAt = renewed.rows[0]?.expiresAt;
  return expiresAt && { ...session, expiresAt };
}

/**
 * Renews a session as if it was last used `idleSeconds` ago; its end never becomes earlier. Resolves to its end, by
 * the database's clock; undefined when there is no such session.
 */
export async function renewSession(
  { database }: Identity,
  tokenHash: string,
  idleSeconds: number,
): Promise<Date | undefined> {
  const { rows } = await database.identity.query<{ expiresAt: Date }>({
    name: "renew-idle-session",
    text: `UPDATE identity.session s SET updated_at = now(),
             expires_at = greatest(s.expires_at, least(now() + ${lifeInSql("p.role", "idle")} - make_interval(secs => $2),
               s.created_at + ${lifeInSql("p.role", "absolute")}))
           FROM profiles p WHERE p.id = s.user_id AND s.token = $1 AND s.expires_at > now() RETURNING s.expires_at AS "expiresAt"`,
    values: [tokenHash, Math.min(idleSeconds, 1_000_000_000)],
  });
  return rows[0]?.expiresAt;
}

/** Ends the session of this cookie, at once and everywhere. An unknown token is not an error. */
export async function logout({ database }: Pick<Identity, "database">, token: string): Promise<void> {
  if (!isTokenShaped(token)) return;
  await database.identity.query({
    name: "end-session",
    text: `WITH gone AS (DELETE FROM identity.session WHERE token = $1 RETURNING user_id),
             guests AS (DELETE FROM guest_sessions WHERE token = $1)
           DELETE FROM identity.flow_state WHERE links_to IN (SELECT user_id FROM gone)`,
    values: [hashOfToken(token)],
  });
}

/** Ends every session of an account and all that was begun, in the transaction of the change that requires it. */
export async function endSessions(sql: Sql, userId: Uuid): Promise<void> {
  await endBegun(sql, userId);
  await sql.query({
    name: "end-sessions",
    text: "DELETE FROM identity.session WHERE user_id = $1",
    values: [userId],
  });
}
