import type { Sql } from "#platform/database/sql.ts";
import type { handedOut } from "./handed-out-store.server.ts";
import { restoredRightsTexts as texts } from "./restored-rights-texts.ts";

type Kind =
  | keyof typeof handedOut
  | "guests' sessions"
  | "codes and links of emails"
  | "sign-ups"
  | "sign-ins";

/**
 * What gives rights to whoever holds it, and how a restore ends it for everybody: since the backup was made it may
 * have ended, for a person who must not have it back. Links to a guest's order stay: they end with a version.
 */
const restoredRights: Record<Kind, { readonly told: string; readonly end: string }> = {
  // refresh tokens and challenges of a second factor go with their session
  "sessions and links that add a sign-in": { told: texts.sessions, end: "DELETE FROM identity.session" },
  "guests' sessions": { told: texts.guestSessions, end: "DELETE FROM guest_sessions" },
  "codes and links of emails": {
    told: texts.codesAndLinks,
    end: "DELETE FROM identity.verification",
  },
  "sign-ups": {
    told: texts.signUps,
    end: "UPDATE identity.registration SET token_hash = NULL, token_expires_at = NULL WHERE token_hash IS NOT NULL",
  },
  "sign-ins": { told: texts.signIns, end: "DELETE FROM identity.flow_state" },
  "invitations to the team": {
    told: texts.teamInvitations,
    end: "UPDATE team_invitations SET state = 'withdrawn' WHERE state = 'waiting'",
  },
  "invitations of phones": {
    told: texts.phoneInvitations,
    end: "UPDATE gate_invitations SET used_at = now() WHERE used_at IS NULL",
  },
  "phones of the door": {
    told: texts.phones,
    end: "UPDATE gate_devices SET revoked_at = now(), revoked_by = invited_by WHERE revoked_at IS NULL",
  },
};

/** Ends all of it, as the owner of the tables. Resolves to the number of each, in words. */
export async function endRestoredRights(sql: Sql): Promise<string> {
  const ended: string[] = [];
  for (const { told, end } of Object.values(restoredRights)) {
    const { rowCount } = await sql.query(end);
    ended.push(`${told}: ${rowCount}`);
  }
  return ended.join(", ");
}
