import type { Uuid } from "#kernel/id.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { durations } from "#ticketing/limits.ts";

export async function insertInvitation(
  sql: Sql,
  { id, email, role, secretHash, by }: { id: Uuid; email: string; role: Role; secretHash: string; by: Uuid },
): Promise<void> {
  await sql.query({
    name: "invite-member",
    text: `INSERT INTO team_invitations (id, email, role, secret_hash, invited_by, expires_at)
           VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
    values: [id, email, role, secretHash, by, durations.teamInvitation],
  });
}

/** Withdraws waiting invitations to these addresses; their links stop working. An erased account has none. */
export async function withdrawInvitationsTo(sql: Sql, ...emails: (string | null)[]): Promise<void> {
  await sql.query({
    name: "withdraw-invitations-to",
    text: "UPDATE team_invitations SET state = 'withdrawn' WHERE email = ANY ($1::text[]) AND state = 'waiting'",
    values: [emails.map((email) => email?.toLowerCase())],
  });
}

/** Writes a change of an invitation into the journal, without the address, which is personal data. */
export async function noteOnInvitation(
  sql: Sql,
  by: { readonly userId: Uuid; readonly role: Role },
  {
    id,
    what,
    role,
  }: { id: Uuid; what: "member_invited" | "invitation_withdrawn" | "invitation_accepted"; role: Role },
): Promise<void> {
  await recordChange(sql, by, { subjectKind: "team", subjectId: id, what, after: { role } });
}
