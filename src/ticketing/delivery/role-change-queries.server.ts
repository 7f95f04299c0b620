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
  const { rows } = await client.query<{ person: string | null; actor: string | null }>(
    `SELECT (SELECT concat_ws(', ', nullif(full_name, ''), email) FROM profiles WHERE id = $1) AS person,
            (SELECT coalesce(nullif(full_name, ''), email) FROM profiles WHERE id = $2) AS actor`,
    [person, by],
  );
  const [names] = rows;
  const isAdministrator = userId !== person || after === "admin";
  return {
    role_change: roleChangeText({
      person: names?.person ?? null,
      by: names?.actor || null,
      before: String(before),
      after: String(after),
    }),
    role_link: isAdministrator ? `${origin}/admin/security?kind=role_changed` : `${origin}/profile/security`,
  };
}
