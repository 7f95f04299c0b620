import { newId, type Uuid } from "#kernel/id.ts";
import { truncatedAddress } from "#kernel/network-address.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/database.server.ts";
import { accessSeconds, readAccessToken, signAccessToken, type TokenSigner } from "./access-token.server.ts";
import { findAccountFacts } from "./account-facts.server.ts";
import { type AuthUser, authUser, claimsOf } from "./auth-user.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { insertRefreshToken } from "./refresh-token.server.ts";
import { roleOfSession } from "./role-of-session.ts";
import { hashOfToken, newSecretToken } from "./secret-token.server.ts";
import { isCompleteInSql, lifeInSql, reconfirmedMinutes } from "./session-life.ts";

/** What token functions share: the door's parts, who signs, and how we are called in tokens. */
export type TokenParts = IdentityParts & {
  readonly signer: TokenSigner;
  readonly issuer: string;
  /** Derives what must not be guessed from what is stored. */
  readonly secret: string;
};

export type Method = { readonly method: string; readonly timestamp: number };

/** The Session of the specification. */
export type GrantedSession = {
  readonly access_token: string;
  readonly token_type: "bearer";
  readonly expires_in: number;
  readonly expires_at: number;
  readonly refresh_token: string;
  readonly user: AuthUser;
};

export type SessionOrigin = { readonly userAgent: string; readonly address: string };

/** Who a bearer token stands for, by the database's word of this moment. */
export type BearerSession = {
  readonly sessionId: Uuid;
  /** What the hold desk looks up. Nobody has the token it is the hash of. */
  readonly sessionHash: string;
  readonly userId: Uuid;
  readonly role: "user" | "gate" | "admin";
  readonly email: string;
  readonly aal: "aal1" | "aal2";
  /** Signed in by all the factors that the account has. */
  readonly isComplete: boolean;
  /** Known anew within the last ten minutes (decision 34). */
  readonly isFresh: boolean;
};

export type BearerRefusal = "bad_jwt" | "session_not_found";

/**
 * Opens a session that is used by tokens. It stands among the sessions of cookies, so that whatever ends those ends
 * it too; its own cookie token is thrown away here.
 */
export async function openTokenSession(
  parts: TokenParts,
  sql: Sql,
  { userId, method, userAgent, address }: { userId: Uuid; method: string } & SessionOrigin,
): Promise<GrantedSession> {
  const sessionId = newId();
  const { rows } = await sql.$client.query<{ role: string }>({
    name: "open-token-session",
    text: `INSERT INTO identity.session (id, user_id, token, expires_at, created_at, updated_at, ip_address, user_agent, aal, amr)
           SELECT $1, p.id, $3, now() + ${lifeInSql("p.role", "idle")}, now(), now(), $4, $5, 'aal1',
             json_build_array(json_build_object('method', $6::text, 'timestamp', floor(extract(epoch FROM now()))::bigint))
           FROM profiles p WHERE p.id = $2 RETURNING (SELECT role FROM profiles WHERE id = user_id) AS role`,
    values: [
      sessionId,
      userId,
      hashOfToken(newSecretToken()),
      truncatedAddress(address),
      userAgent.replaceAll("\0", "").slice(0, 300),
      method,
    ],
  });
  if (rows[0]?.role === "admin")
    await parts.callbacks.onSecurityEvent(sql.$client, { kind: "admin_session_opened", userId });
  const refreshToken = newSecretToken();
  await insertRefreshToken(sql.$client, { sessionId, token: refreshToken, parentId: null });
  return grant(parts, sql, sessionId, refreshToken);
}

/** The tokens of a session that stands, as its owner gets them. The access token says what is true now. */
export async function grant(
  parts: TokenParts,
  sql: Sql,
  sessionId: Uuid,
  refreshToken: string,
): Promise<GrantedSession> {
  const { rows } = await sql.$client.query<{
    userId: Uuid;
    aal: "aal1" | "aal2";
    amr: Method[];
    now: number;
  }>({
    name: "grant-session",
    text: `SELECT user_id AS "userId", aal, amr, floor(extract(epoch FROM now()))::int AS now FROM identity.session WHERE id = $1`,
    values: [sessionId],
  });
  const [session] = rows;
  const facts = session && (await findAccountFacts(parts, sql.$client, session));
  if (!facts) throw new Error("a session of no account");
  const { userId, aal, amr, now } = session;
  const token = signAccessToken(parts.signer, {
    iss: parts.issuer,
    sub: userId,
    aud: "authenticated",
    exp: now + accessSeconds,
    iat: now,
    ...claimsOf(facts, session),
    aal,
    amr,
    session_id: sessionId,
  });
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: accessSeconds,
    expires_at: now + accessSeconds,
    refresh_token: refreshToken,
    user: authUser(facts, session),
  };
}

/** Whether a session of this row is alive, in SQL; sessions are `s`, profiles `p`. */
export const isAliveInSql = `s.expires_at > now() AND s.created_at + ${lifeInSql("p.role", "absolute")} > now()`;

/**
 * Whose access token this is. Signature, issuer and audience by the token, everything else by the database: the
 * session must be alive, and the role is the profile's of this moment.
 */
export async function findBearer(
  parts: TokenParts,
  token: string,
): Promise<Outcome<BearerSession, BearerRefusal>> {
  const read = await readAccessToken(parts.signer, parts.issuer, token);
  if (!read) return refused("bad_jwt");
  const { rows } = await parts.database.identity.$client.query<
    BearerSession & { isExpired: boolean; isAlive: boolean }
  >({
    name: "find-bearer",
    text: `SELECT to_timestamp($3) <= now() AS "isExpired", coalesce(${isAliveInSql}, false) AS "isAlive",
             s.id AS "sessionId", s.token AS "sessionHash", s.user_id AS "userId", p.role, p.email, s.aal,
             ${isCompleteInSql} AS "isComplete",
             greatest(s.confirmed_at, to_timestamp((s.amr->0->>'timestamp')::bigint))
               > now() - make_interval(mins => ${reconfirmedMinutes}) AS "isFresh"
           FROM (SELECT 1) AS one LEFT JOIN identity.session s ON s.id = $1 AND s.user_id = $2
           LEFT JOIN profiles p ON p.id = s.user_id`,
    values: [read.sessionId, read.userId, read.expiresAt],
  });
  const [found] = rows;
  if (!found || found.isExpired) return refused("bad_jwt");
  const { isExpired: _, isAlive, ...session } = found;
  const role = roleOfSession(parts.adminFactor, session);
  return isAlive ? done({ ...session, role }) : refused("session_not_found");
}
