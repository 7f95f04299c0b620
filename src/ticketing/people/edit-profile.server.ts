import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { updateProfile } from "./person-store.server.ts";
import type { ProfileForm } from "./profile-form.ts";

/** Changes a person's own name and phone. The journal notes it without the values. */
export async function editProfile(
  services: Pick<Services, "database">,
  actor: Actor,
  { fullName, phone }: ProfileForm,
): Promise<void> {
  await services.database.withActor(actor, async (sql) => {
    const { userId } = actor;
    const { rows } = await sql.query<{ isSame: boolean }>(
      'SELECT (full_name, phone) IS NOT DISTINCT FROM ($2::text, $3::text) AS "isSame" FROM profiles WHERE id = $1',
      [userId, fullName, phone],
    );
    if (rows[0]?.isSame) return;
    await updateProfile(sql, userId, { fullName, phone });
    await recordChange(sql, actor, { subjectKind: "person", subjectId: userId, what: "profile_edited" });
  });
}
