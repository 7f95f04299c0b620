import { withoutDomain } from "#kernel/person-name.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import type { LetterValues } from "./fill-template.ts";
import { roleChangeText } from "./role-change-texts.ts";

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
