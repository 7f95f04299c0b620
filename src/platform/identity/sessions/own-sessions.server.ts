import { isUuid, type Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { lockAccount } from "../accounts/account-locks.server.ts";
import type { Identity } from "../identity.server.ts";

/** A session of an account, by the hash of its token. */
export type Mine = { readonly userId: Uuid; readonly sessionHash: string };

/**
 * Locks the account until the end of the transaction, and resolves to whether this session is still open: an earlier
 * reset of the password has ended it, and nothing that it asked for may follow.
 */
export async function lockWithSession(sql: Sql, mine: Mine): Promise<boolean> {
  await lockAccount(sql, mine.userId);
  return isSessionOpen(sql, mine);
}

export async function isSessionOpen(sql: Sql, { userId, sessionHash }: Mine): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: "is-session-open",
    text: "SELECT FROM identity.session WHERE token = $1 AND user_id = $2 AND expires_at > now()",
    values: [sessionHash, userId],
  });
  return rowCount === 1;
}

/** One session as its owner sees it. The address was truncated when it was written. */
type OwnSession = {
  readonly id: Uuid;
  readonly isThisOne: boolean;
  readonly userAgent: string;
  readonly network: string;
  readonly openedAt: Date;
  readonly usedAt: Date;
};

/** The sessions of an account that still work, the present one first, then the last used. */
export async function listSessions(
  { database }: Identity,
  { userId, sessionHash }: { userId: Uuid; sessionHash: string },
): Promise<OwnSession[]> {
  const { rows } = await database.identity.query<OwnSession>({
    name: "list-sessions",
    text: `SELECT id, token = $2 AS "isThisOne", coalesce(user_agent, '') AS "userAgent", coalesce(ip_address, '') AS network,
             created_at AS "openedAt", updated_at AS "usedAt"
           FROM identity.session WHERE user_id = $1 AND expires_at > now() ORDER BY token = $2 DESC, updated_at DESC LIMIT 50`,
    values: [userId, sessionHash],
  });
  return rows;
}

/** Ends one session of this account. False when there is none such. */
export async function endSession(
  identity: Identity,
  { userId, sessionId }: { userId: Uuid; sessionId: string },
): Promise<boolean> {
  return isUuid(sessionId) && (await endWhere(identity, userId, "id = $2", sessionId)) === 1;
}

/** Ends every session of this account but the present one. Resolves to how many. */
export function endOtherSessions(identity: Identity, { userId, sessionHash }: Mine): Promise<number> {
  return endWhere(identity, userId, "token <> $2", sessionHash);
}

type SignOutScope = "global" | "local" | "others";

/** Ends sessions with all their tokens, at once: this one, every other one, or all. */
export async function signOut(
  identity: Identity,
  { userId, sessionId }: { readonly userId: Uuid; readonly sessionId: Uuid },
  scope: SignOutScope,
): Promise<void> {
  const which = { local: "id = $2", others: "id <> $2", global: "$2::uuid IS NOT NULL" }[scope];
  await endWhere(identity, userId, which, sessionId);
}

/** Ends sessions of an account. A request of one of them is finished before, or is refused. */
async function endWhere(
  { database }: Pick<Identity, "database">,
  userId: Uuid,
  which: string,
  value: string,
): Promise<number> {
  return database.withDuty("identity", async (sql) => {
    await lockAccount(sql, userId);
    const { rowCount } = await sql.query(`DELETE FROM identity.session WHERE user_id = $1 AND ${which}`, [
      userId,
      value,
    ]);
    await endLinking(sql, userId);
    return rowCount ?? 0;
  });
}

/** Ends the linking of identities that was begun: the session that began it may have ended. */
export async function endLinking(sql: Sql, userId: Uuid): Promise<void> {
  await sql.query({
    name: "end-linking",
    text: "DELETE FROM identity.flow_state WHERE links_to = $1",
    values: [userId],
  });
}
