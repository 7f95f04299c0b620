import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { type Login, type LoginRefusal, withPassword } from "../sessions/login.server.ts";
import {
  insertRefreshToken,
  isRefreshToken,
  type RefreshRefusal,
  rotateRefreshToken,
} from "./refresh-token.server.ts";
import { newSecretToken } from "./secret-token.server.ts";
import type { TokenService } from "./token-service.server.ts";
import {
  type BearerSession,
  type GrantedSession,
  grantTokens,
  openTokenSession,
} from "./token-session.server.ts";

/** Opens a session with the password of the account. */
export function grantByPassword(
  tokens: TokenService,
  { userAgent, ...tried }: Login,
): Promise<Outcome<GrantedSession, LoginRefusal>> {
  return withPassword(tokens, tried, (sql, userId) =>
    openTokenSession(tokens, sql, { userId, method: "password", userAgent, address: tried.address }),
  );
}

/** Exchanges a refresh token. A refusal is committed too, so that an ended family of tokens stays ended. */
export async function grantByRefresh(
  tokens: TokenService,
  token: string,
): Promise<Outcome<GrantedSession, RefreshRefusal>> {
  if (!(await isRefreshToken(tokens.database.identity, token))) return refused("refresh_token_not_found");
  return tokens.database.withDuty("identity", async (sql) => {
    const rotated = await rotateRefreshToken(sql, tokens.tokenSecret, token);
    if (!rotated.ok) return rotated;
    return done(await grantTokens(tokens, sql, rotated.value.sessionId, rotated.value.token));
  });
}

/** New tokens for a session that has shown one more factor. Its older refresh tokens and challenges end. */
export function replaceTokens(
  tokens: TokenService,
  { sessionId }: Pick<BearerSession, "sessionId">,
): Promise<GrantedSession> {
  return tokens.database.withDuty("identity", async (sql) => {
    await sql.query("DELETE FROM identity.refresh_token WHERE session_id = $1", [sessionId]);
    await sql.query("DELETE FROM identity.factor_challenge WHERE session_id = $1", [sessionId]);
    const token = newSecretToken();
    await insertRefreshToken(sql, { sessionId, token, parentId: null });
    return grantTokens(tokens, sql, sessionId, token);
  });
}
