import { createHmac } from "node:crypto";
import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import { accountDurations } from "../limits/login-limits.ts";
import { lifeInSql } from "../sessions/session-life.ts";
import { hashOfToken, isTokenShaped } from "./secret-token.server.ts";

export type RefreshRefusal =
  /** Not one of our tokens, or its session is over. */
  | "refresh_token_not_found"
  /** The token was used before. The whole family ends, because one of its two holders is a thief. */
  | "refresh_token_already_used";

export async function insertRefreshToken(
  sql: Sql,
  { sessionId, token, parentId }: { sessionId: Uuid; token: string; parentId: Uuid | null },
): Promise<void> {
  await sql.query({
    name: "insert-refresh-token",
    text: "INSERT INTO identity.refresh_token (id, session_id, hash, parent_id) VALUES ($1, $2, $3, $4)",
    values: [newId(), sessionId, hashOfToken(token), parentId],
  });
}

/** Whether this is a token of ours, used or not: one statement, so that invented ones cost no transaction. */
export async function isRefreshToken(sql: Sql, token: string): Promise<boolean> {
  if (!isTokenShaped(token)) return false;
  const { rows } = await sql.query({
    name: "is-refresh-token",
    text: "SELECT FROM identity.refresh_token WHERE hash = $1",
    values: [hashOfToken(token)],
  });
  return rows.length > 0;
}

type FoundToken = {
  id: Uuid;
  sessionId: Uuid;
  isUsed: boolean;
  isInGrace: boolean;
  /** Whether the token's successor is still unused; null when there is none. */
  isChildFresh: boolean | null;
  isAlive: boolean;
};

/**
 * Exchanges a refresh token for its successor and renews the session. The successor is derived with our secret, so
 * requests with the same token within ten seconds get the same one, although only hashes are stored. Any later use
 * ends the session with all its tokens. Call it in a transaction that commits whatever the answer is.
 */
export async function rotateRefreshToken(
  sql: Sql,
  secret: string,
  token: string,
): Promise<Outcome<{ sessionId: Uuid; token: string }, RefreshRefusal>> {
  const hash = hashOfToken(token);
  // one request at a time per family, so that what is read after this lock is current
  await sql.query({
    name: "lock-token-family",
    text: "SELECT FROM identity.session WHERE id = (SELECT session_id FROM identity.refresh_token WHERE hash = $1) FOR UPDATE",
    values: [hash],
  });
  const { rows } = await sql.query<FoundToken>({
    name: "find-refresh-token",
    text: `SELECT t.id, t.session_id AS "sessionId", t.used_at IS NOT NULL AS "isUsed",
             coalesce(t.used_at > now() - make_interval(secs => $2), false) AS "isInGrace",
             (SELECT c.used_at IS NULL FROM identity.refresh_token c WHERE c.parent_id = t.id) AS "isChildFresh",
             s.expires_at > now() AND s.created_at + ${lifeInSql("p.role", "absolute")} > now() AS "isAlive"
           FROM identity.refresh_token t JOIN identity.session s ON s.id = t.session_id
           JOIN profiles p ON p.id = s.user_id WHERE t.hash = $1`,
    values: [hash, accountDurations.usedRefreshToken],
  });
  const [found] = rows;
  if (!found?.isAlive) return refused("refresh_token_not_found");
  const { id, sessionId } = found;
  const successor = successorOf(secret, token);
  if (found.isUsed) {
    if (found.isInGrace && found.isChildFresh === true) return done({ sessionId, token: successor });
    await sql.query({
      name: "end-token-family",
      text: "DELETE FROM identity.session WHERE id = $1",
      values: [sessionId],
    });
    return refused("refresh_token_already_used");
  }
  await sql.query({
    name: "use-refresh-token",
    text: "UPDATE identity.refresh_token SET used_at = now() WHERE id = $1",
    values: [id],
  });
  await insertRefreshToken(sql, { sessionId, token: successor, parentId: id });
  await sql.query({
    name: "renew-token-session",
    text: `UPDATE identity.session s SET updated_at = now(),
             expires_at = least(now() + ${lifeInSql("p.role", "idle")}, s.created_at + ${lifeInSql("p.role", "absolute")})
           FROM profiles p WHERE p.id = s.user_id AND s.id = $1`,
    values: [sessionId],
  });
  return done({ sessionId, token: successor });
}

/** 256 bits that nobody can predict without the secret; always the same for one token. */
function successorOf(secret: string, token: string): string {
  return createHmac("sha256", secret).update(`refresh\0${token}`).digest("base64url");
}
