import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor, Role } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { authorName } from "#ticketing/journal/author-name.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { teamRoles } from "#ticketing/rights/role-rights.ts";

export type TeamMember = {
  readonly userId: Uuid;
  readonly fullName: string | null;
  readonly email: string;
  readonly role: Role;
  /** When a session that is still open was last used. */
  readonly seenAt: Date | null;
  readonly hasFactor: boolean;
};

export type WaitingInvitation = {
  readonly id: Uuid;
  readonly email: string;
  readonly role: Role;
  /** The name of the person who sent it. */
  readonly by: string | null;
  readonly expiresAt: Date;
  readonly isOver: boolean;
};

/** Everybody with a role of the team, most rights first, and waiting invitations. Needs the duty "identity". */
export async function showTeam(
  { database }: Pick<Services, "database">,
  { actor }: { readonly actor: Actor },
): Promise<Outcome<{ members: TeamMember[]; invitations: WaitingInvitation[] }, NotAllowed>> {
  if (!mayDo(actor, "show-team")) return refused(notAllowed);
  return database.withDuty("identity", async (sql) => {
    const { rows } = await sql.query<TeamMember>({
      name: "show-team",
      text: `SELECT p.id AS "userId", p.full_name AS "fullName", p.email, p.role,
               (SELECT max(s.updated_at) FROM identity.session s WHERE s.user_id = p.id AND s.expires_at > now()) AS "seenAt",
               EXISTS (SELECT FROM identity.factor f WHERE f.user_id = p.id AND f.status = 'verified') AS "hasFactor"
             FROM profiles p WHERE p.role <> 'user' AND p.email IS NOT NULL
             ORDER BY array_position($1::text[], p.role), p.full_name, p.id`,
      values: [teamRoles],
    });
    return done({ members: rows, invitations: await listInvitations(sql) });
  });
}

async function listInvitations(sql: Sql): Promise<WaitingInvitation[]> {
  const { rows } = await sql.query<WaitingInvitation>({
    name: "waiting-invitations",
    text: `SELECT i.id, i.email, i.role, ${authorName("p")} AS by, i.expires_at AS "expiresAt", i.expires_at <= now() AS "isOver"
           FROM team_invitations i JOIN profiles p ON p.id = i.invited_by WHERE i.state = 'waiting' ORDER BY i.id`,
  });
  return rows;
}
