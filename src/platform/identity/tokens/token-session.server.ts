import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { findAccountFacts } from "../accounts/account-facts.server.ts";
import { accountDurations } from "../limits/login-limits.ts";
import { openSession } from "../sessions/login.server.ts";
import { isDemandedInSql, roleOfSession } from "../sessions/role-of-session.ts";
import { isCompleteInSql, lifeInSql } from "../sessions/session-life.ts";
import { readAccessToken, signAccessToken } from "./access-token.server.ts";
import { type AuthUser, authUser, claimsOf } from "./auth-user.ts";
import { insertRefreshToken } from "./refresh-token.server.ts";
import { newSecretToken } from "./secret-token.server.ts";
import type { TokenService } from "./token-service.server.ts";

type Method = { readonly method: string; readonly timestamp: number };

/** The Session object of the protocol. */
export type GrantedSession = {
  readonly access_token: string;
  readonly token_type: "bearer";
  readonly expires_in: number;
  readonly expires_at: number;
  readonly refresh_token: string;
  readonly user: AuthUser;
};

export type SessionOrigin = { readonly userAgent: string; readonly address: string };

/** The session of a bearer token, read from the database now. */
export type BearerSession = {
  readonly sessionId: Uuid;
  /** The queue of holds finds the session by it. Nobody has the cookie token that it is the hash of. */
  readonly sessionHash: string;
  readonly userId: Uuid;
  readonly role: Role;
  readonly email: string;
  readonly aal: "aal1" | "aal2";
  /** Whether the session has shown all the factors that the account has. */
  readonly isComplete: boolean;
  /** Whether the person signed in, or gave a new proof, within the last ten minutes. */
  readonly isFresh: boolean;
};

type BearerRefusal = "bad_jwt" | "session_not_found";

/** Opens a session for a client with tokens: a row that ends as others do; nobody gets its cookie token. */
export async function openTokenSession(
  tokens: TokenService,
  sql: Sql,
  { userId, method, userAgent, address }: { userId: Uuid; method: string } & SessionOrigin,
): Promise<GrantedSession> {
  const sessionId = newId();
  await openSession(tokens, sql, { userId, userAgent, address }, { sessionId, method });
  const refreshToken = newSecretToken();
  await insertRefreshToken(sql, { sessionId, token: refreshToken, parentId: null });
  return grantTokens(tokens, sql, sessionId, refreshToken);
}

/** New tokens for an open session. The access token holds the facts of this moment. */
export async function grantTokens(
  tokens: TokenService,
  sql: Sql,
  sessionId: Uuid,
  refreshToken: string,
): Promise<GrantedSession> {
  const { rows } = await sql.query<{ userId: Uuid; aal: "aal1" | "aal2"; amr: Method[]; now: number }>({
    name: "grant-session",
    text: `SELECT user_id AS "userId", aal, amr, floor(extract(epoch FROM now()))::int AS now FROM identity.session WHERE id = $1`,
    values: [sessionId],
  });
  const [session] = rows;
  const facts = session && (await findAccountFacts(sql, session));
  if (!facts) throw new Error("a session of no account");
  const { userId, aal, amr, now } = session;
  const token = signAccessToken(tokens.signer, {
    iss: tokens.issuer,
    sub: userId,
    aud: "authenticated",
    exp: now + accountDurations.accessToken,
    iat: now,
    ...claimsOf(facts, session),
    aal,
    amr,
    session_id: sessionId,
  });
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: accountDurations.accessToken,
    expires_at: now + accountDurations.accessToken,
    refresh_token: refreshToken,
    user: authUser(facts, session),
  };
}

/** SQL: whether the session in row `s`, with its profile `p`, is alive. */
const isAliveInSql = `s.expires_at > now() AND s.created_at + ${lifeInSql("p.role", "absolute")} > now()`;

/** Finds the session of a checked access token. The database says whether it is alive, and its role now. */
export async function findBearer(
  tokens: TokenService,
  token: string,
): Promise<Outcome<BearerSession, BearerRefusal>> {
  const claims = await readAccessToken(tokens.signer, tokens.issuer, token);
  if (!claims) return refused("bad_jwt");
  const { rows } = await tokens.database.identity.query<
    BearerSession & { isExpired: boolean; isAlive: boolean; isDemanded: boolean }
  >({
    name: "find-bearer",
    text: `SELECT to_timestamp($3) <= now() AS "isExpired", coalesce(${isAliveInSql}, false) AS "isAlive",
             s.id AS "sessionId", s.token AS "sessionHash", s.user_id AS "userId", p.role, p.email, s.aal, ${isDemandedInSql} AS "isDemanded",
             ${isCompleteInSql} AS "isComplete",
             greatest(s.confirmed_at, to_timestamp((s.amr->0->>'timestamp')::bigint))
               > now() - make_interval(secs => $4) AS "isFresh"
           FROM (SELECT 1) AS one LEFT JOIN identity.session s ON s.id = $1 AND s.user_id = $2
           LEFT JOIN profiles p ON p.id = s.user_id`,
    values: [claims.sessionId, claims.userId, claims.expiresAt, accountDurations.freshProof],
  });
  const [found] = rows;
  if (!found || found.isExpired) return refused("bad_jwt");
  const { isExpired: _, isAlive, isDemanded, ...session } = found;
  const role = roleOfSession({ ...session, isDemanded });
  return isAlive ? done({ ...session, role }) : refused("session_not_found");
}

/** The account of this session, as its client may see it. */
export async function findAuthUser(
  tokens: TokenService,
  session: BearerSession,
): Promise<AuthUser | undefined> {
  const facts = await findAccountFacts(tokens.database.identity, session);
  return facts && authUser(facts, session);
}
