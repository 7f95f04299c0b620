import { isUuid, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor, Role } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { noteOnInvitation } from "./invitation-store.server.ts";

/**
 * Withdraws a waiting invitation; its link stops working. One that was accepted or withdrawn before is not changed.
 */
export async function withdrawInvitation(
  { database }: Pick<Services, "database">,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<Outcome<null, NotAllowed | { readonly reason: "gone" }>> {
  return database.withDuty("identity", async (sql) => {
    if (!(await mayStillDo(sql, actor, "withdraw-invitation"))) return refused(notAllowed);
    if (!isUuid(id)) return refused({ reason: "gone" });
    const { rows } = await sql.query<{ id: Uuid; role: Role }>({
      name: "withdraw-invitation",
      text: "UPDATE team_invitations SET state = 'withdrawn' WHERE id = $1 AND state = 'waiting' RETURNING id, role",
      values: [id],
    });
    const [withdrawn] = rows;
    if (!withdrawn) return refused({ reason: "gone" });
    await noteOnInvitation(sql, actor, { ...withdrawn, what: "invitation_withdrawn" });
    return done(null);
  });
}
