import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";

/**
 * Corrects the name of a guest without tickets, who keeps what is held at its price. Resolves to false, and changes
 * nothing, for a guest with tickets: another purchase must not rename those.
 */
export async function renameGuest(
  { database }: Pick<Services, "database">,
  actor: Actor,
  fullName: string,
): Promise<boolean> {
  return database.withActor(actor, async (sql) => {
    const { rowCount } = await sql.query({
      name: "rename-guest",
      text: "UPDATE profiles SET full_name = $2, updated_at = now() WHERE id = $1 AND is_guest AND NOT has_tickets",
      values: [actor.userId, fullName],
    });
    return rowCount === 1;
  });
}
