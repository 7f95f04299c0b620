import type { Uuid } from "#kernel/id.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { hashOfToken, isTokenShaped } from "#platform/identity/tokens/secret-token.server.ts";

export type OpenInvitation = {
  readonly id: Uuid;
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: Uuid;
  /** The present role of the person who invited. */
  readonly roleOfInviter: Role;
};

/** The invitation that a link opens; undefined if accepted, taken back or too old. Needs the duty "identity". */
export async function findInvitation(sql: Sql, secret: string): Promise<OpenInvitation | undefined> {
  if (!isTokenShaped(secret)) return undefined;
  const { rows } = await sql.query<OpenInvitation>({
    name: "find-invitation",
    text: `SELECT i.id, i.email, i.role, i.invited_by AS "invitedBy", p.role AS "roleOfInviter"
           FROM team_invitations i JOIN profiles p ON p.id = i.invited_by
           WHERE i.secret_hash = $1 AND i.state = 'waiting' AND i.expires_at > now()`,
    values: [hashOfToken(secret)],
  });
  return rows[0];
}
