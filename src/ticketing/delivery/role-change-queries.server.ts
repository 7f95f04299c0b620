import { withoutDomain } from "#kernel/person-name.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import type { LetterValues } from "./fill-template.ts";
import { invitationText, roleChangeText } from "./role-change-texts.ts";
import { dayAndHour } from "./ticket-wording.ts";

/** The values of an email about a role, with present names. */
export async function roleChangeOf(
  client: Sql,
  origin: string,
  { userId, variables }: ClaimedLetter,
): Promise<LetterValues> {
  const { person, by, before, after } = variables;
  const { rows } = await client.query<{ id: string; name: string; email: string }>(
    "SELECT id, coalesce(full_name, '') AS name, email FROM profiles WHERE id = ANY(ARRAY[$1, $2]::uuid[])",
    [person, by],
  );
  const [changed, actor] = [person, by].map((id) => rows.find((row) => row.id === id));
  const isAdministrator = userId !== person || after === "admin";
  return {
    role_change: roleChangeText({
      person: changed ? [withoutDomain(changed.name), changed.email].filter(Boolean).join(", ") : null,
      by: actor ? withoutDomain(actor.name) || actor.email : null,
      before: String(before),
      after: String(after),
    }),
    role_link: isAdministrator ? `${origin}/admin/security?kind=role_changed` : `${origin}/profile/security`,
  };
}

/** The values of an email that offers a role; null when the offer has ended, undefined for other emails. */
export async function readTeamInvitation(
  sql: Sql,
  { kind, variables }: ClaimedLetter,
): Promise<LetterValues | null | undefined> {
  if (kind !== "team_invitation") return undefined;
  const { rows } = await sql.query<{ role: Role; name: string; email: string; expiresAt: Date }>({
    name: "letter-team-invitation",
    text: `SELECT i.role, coalesce(p.full_name, '') AS name, p.email, i.expires_at AS "expiresAt"
           FROM team_invitations i JOIN profiles p ON p.id = i.invited_by
           WHERE i.id = $1 AND i.state = 'waiting' AND i.expires_at > now()`,
    values: [variables.invitation],
  });
  const [invitation] = rows;
  if (!invitation) return null;
  const { role, name, email, expiresAt } = invitation;
  return {
    role_change: invitationText(role, withoutDomain(name) || email),
    valid_until: dayAndHour(expiresAt),
  };
}
