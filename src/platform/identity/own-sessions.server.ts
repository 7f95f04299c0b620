import { isUuid, type Uuid } from "#kernel/id.ts";
import type { IdentityParts } from "./identity-parts.server.ts";

/** One device that is signed in, as its owner sees it. The address is truncated when it is written. */
export type OwnSession = {
  readonly id: Uuid;
  readonly isThisOne: boolean;
  readonly userAgent: string;
  readonly network: string;
  readonly openedAt: Date;
  readonly usedAt: Date;
};

/** The sessions of an account that still work, the present one first, then the last used. */
export async function listSessions(
  { database }: IdentityParts,
  { userId, sessionHash }: { userId: Uuid; sessionHash: string },
): Promise<OwnSession[]> {
  const { rows } = await database.identity.$client.query<OwnSession>({
    name: "list-sessions",
    text: `SELECT id, token = $2 AS "isThisOne", coalesce(user_agent, '') AS "userAgent", coalesce(ip_address, '') AS network,
             created_at AS "openedAt", updated_at AS "usedAt"
           FROM identity.session WHERE user_id = $1 AND expires_at > now() ORDER BY token = $2 DESC, updated_at DESC LIMIT 50`,
    values: [userId, sessionHash],
  });
  return rows;
}

/** Ends one session of this account, wherever it is. False when it is not there, or somebody else's. */
export async function endSession(
  { database }: IdentityParts,
  { userId, sessionId }: { userId: Uuid; sessionId: string },
): Promise<boolean> {
  if (!isUuid(sessionId)) return false;
  const { rowCount } = await database.identity.$client.query({
    name: "end-own-session",
    text: "DELETE FROM identity.session WHERE id = $2 AND user_id = $1",
    values: [userId, sessionId],
  });
  return rowCount === 1;
}

/** Ends every session of this account but the present one. Resolves to how many. */
export async function endOtherSessions(
  { database }: IdentityParts,
  { userId, sessionHash }: { userId: Uuid; sessionHash: string },
): Promise<number> {
  const { rowCount } = await database.identity.$client.query({
    name: "end-other-sessions",
    text: "DELETE FROM identity.session WHERE user_id = $1 AND token <> $2",
    values: [userId, sessionHash],
  });
  return rowCount ?? 0;
}
