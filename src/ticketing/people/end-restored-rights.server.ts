import type { Sql } from "#platform/database/sql.ts";
import type { handedOut } from "./handed-out-store.server.ts";
import { restoredRightsTexts as texts } from "./restored-rights-texts.ts";

/**
 * Rows that give rights to their holder, and how a restore ends them for everybody: since the backup they may have
 * ended, for a person who must not get them back. Links to a guest's order stay: they end with a version.
 */
const restoredRights: Record<keyof typeof texts | keyof typeof handedOut, string> = {
  // refresh tokens and challenges of a second factor go with their session
  "sessions and links that add a sign-in": "DELETE FROM identity.session",
  "guests' sessions": "DELETE FROM guest_sessions",
  "codes and links of emails": "DELETE FROM identity.verification",
  "sign-ups":
    "UPDATE identity.registration SET token_hash = NULL, token_expires_at = NULL WHERE token_hash IS NOT NULL",
  "sign-ins": "DELETE FROM identity.flow_state",
  "links of sent tickets":
    "UPDATE transfers SET state = 'taken_back', ended_at = now() WHERE state = 'waiting'",
  "invitations to the team": "UPDATE team_invitations SET state = 'withdrawn' WHERE state = 'waiting'",
  "invitations of phones": "UPDATE gate_invitations SET used_at = now() WHERE used_at IS NULL",
  "phones of the door":
    "UPDATE gate_devices SET revoked_at = now(), revoked_by = invited_by WHERE revoked_at IS NULL",
};

/** Ends all of it, as the owner of the tables. Resolves to the number of each, in words. */
export async function endRestoredRights(sql: Sql): Promise<string> {
  const ended: string[] = [];
  for (const [kind, label] of Object.entries(texts))
    ended.push(`${label}: ${(await sql.query(restoredRights[kind as keyof typeof texts])).rowCount}`);
  return ended.join(", ");
}
