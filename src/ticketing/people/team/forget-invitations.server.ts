import type { Services } from "#platform/services.ts";
import { durations } from "#ticketing/limits.ts";

/**
 * Deletes invitations, with their addresses, as long after their end as they were valid. Returns how many were
 * deleted.
 */
export async function forgetInvitations({ database }: Pick<Services, "database">): Promise<number> {
  const { rowCount } = await database.identity.query({
    name: "forget-invitations",
    text: "DELETE FROM team_invitations WHERE expires_at < now() - make_interval(secs => $1)",
    values: [durations.teamInvitation],
  });
  return rowCount ?? 0;
}
