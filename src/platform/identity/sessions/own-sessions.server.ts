import { isUuid, type Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { lockAccount } from "../accounts/account-locks.server.ts";
import type { Identity } from "../identity.server.ts";
import { endTokensOfAccount } from "../tokens/one-time-token.server.ts";

/** An account and the hash of the token of one of its sessions. */
export type SessionKey = { readonly userId: Uuid; readonly sessionHash: string };

/**
 * Locks the account until the end of the transaction. Resolves to whether this session is still open: a password
 * reset may have ended it, and then nothing that it asked for may follow.
 */
export async function lockWithSession(sql: Sql, session: SessionKey): Promise<boolean> {
  await lockAccount(sql, session.userId);
  return isSessionOpen(sql, session);
}

export async function isSessionOpen(sql: Sql, { userId, sessionHash }: SessionKey): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: "is-session-open",
    text: "SELECT FROM identity.session WHERE token = $1 AND user_id = $2 AND expires_at > now()",
    values: [sessionHash, userId],
  });
  return rowCount === 1;
}

/** A session as its owner sees it. The network address was truncated when it was written. */
type OwnSession = {
  readonly id: Uuid;
  readonly isThisOne: boolean;
  readonly userAgent: string;
  readonly network: string;
  readonly usedAt: Date;
};

/** The account's open sessions: the present one first, then by last use. */
export async function listSessions(
  { database }: Identity,
  { userId, sessionHash }: { userId: Uuid; sessionHash: string },
): Promise<OwnSession[]> {
  const { rows } = await database.identity.query<OwnSession>({
    name: "list-sessions",
    text: `SELECT id, token = $2 AS "isThisOne", coalesce(user_agent, '') AS "userAgent", coalesce(ip_address, '') AS network,
             updated_at AS "usedAt"
           FROM identity.session WHERE user_id = $1 AND expires_at > now() ORDER BY token = $2 DESC, updated_at DESC LIMIT 50`,
    values: [userId, sessionHash],
  });
  return rows;
}

/** Ends one session of this account. False when the account has no such session. */
export async function endSession(
  identity: Identity,
  { userId, sessionId }: { userId: Uuid; sessionId: string },
): Promise<boolean> {
  return isUuid(sessionId) && (await endWhere(identity, userId, "id = $2", sessionId, endLinking)) === 1;
}

/** Ends every session of this account except the present one, and all that was begun. Resolves to how many ended. */
export function endOtherSessions(identity: Identity, { userId, sessionHash }: SessionKey): Promise<number> {
  return endWhere(identity, userId, "token <> $2", sessionHash, endBegun);
}

type SignOutScope = "global" | "local" | "others";

/** Ends sessions with all their tokens, at once: this one; or every other one, or all, with all that was begun. */
export async function signOut(
  identity: Identity,
  { userId, sessionId }: { readonly userId: Uuid; readonly sessionId: Uuid },
  scope: SignOutScope,
): Promise<void> {
  const condition = { local: "id = $2", others: "id <> $2", global: "$2::uuid IS NOT NULL" }[scope];
  await endWhere(identity, userId, condition, sessionId, scope === "local" ? endLinking : endBegun);
}

/** Ends sessions of an account. A request of such a session finishes before, or is refused. */
async function endWhere(
  { database }: Pick<Identity, "database">,
  userId: Uuid,
  condition: string,
  value: string,
  endMore: (sql: Sql, userId: Uuid) => Promise<void>,
): Promise<number> {
  return database.withDuty("identity", async (sql) => {
    await lockAccount(sql, userId);
    await endMore(sql, userId);
    const { rowCount } = await sql.query(`DELETE FROM identity.session WHERE user_id = $1 AND ${condition}`, [
      userId,
      value,
    ]);
    return rowCount ?? 0;
  });
}

/**
 * Ends all that was begun and would sign in, prove the person or add a way to sign in: tokens and codes, sign-ins and
 * links with a provider, unverified factors. The caller ends the sessions afterwards, with any that a code opened meanwhile.
 */
export async function endBegun(sql: Sql, userId: Uuid): Promise<void> {
  await endTokensOfAccount(sql, userId);
  await sql.query("DELETE FROM identity.flow_state WHERE links_to = $1 OR user_id = $1", [userId]);
  await sql.query("DELETE FROM identity.factor WHERE user_id = $1 AND status = 'unverified'", [userId]);
}

/** Ends links with a provider that were begun, because the session that began one may have ended. */
async function endLinking(sql: Sql, userId: Uuid): Promise<void> {
  await sql.query({
    name: "end-linking",
    text: "DELETE FROM identity.flow_state WHERE links_to = $1",
    values: [userId],
  });
}
