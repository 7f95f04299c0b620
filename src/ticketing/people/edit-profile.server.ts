import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import type { ProfileForm } from "./profile-form.ts";

/** Changes a person's own name and phone; the journal says that it happened, not what they were. */
export async function editProfile(
  services: Pick<Services, "database">,
  actor: Actor,
  { fullName, phone }: ProfileForm,
): Promise<void> {
  await services.database.withActor(actor, async (sql) => {
    await sql.$client.query(
      "UPDATE profiles SET full_name = $2, phone = $3, updated_at = now() WHERE id = $1",
      [actor.userId, fullName, phone],
    );
    await sql.$client.query(
      "INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES ($1, $2, 'person', $1, 'profile_edited')",
      [actor.userId, actor.role],
    );
  });
}
