import type { Services } from "#platform/services.ts";
import { durations } from "#ticketing/limits.ts";

/** Deletes invitations that ended as long ago as they were valid, with their addresses. Returns how many. */
export async function forgetInvitations({ database }: Pick<Services, "database">): Promise<number> {
  const { rowCount } = await database.identity.query({
    name: "forget-invitations",
    text: "DELETE FROM team_invitations WHERE expires_at < now() - make_interval(secs => $1)",
    values: [durations.teamInvitation],
  });
  return rowCount ?? 0;
}
