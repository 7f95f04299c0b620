import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { isAddressProven } from "#platform/identity/accounts/account-facts.server.ts";
import { lockAccount } from "#platform/identity/accounts/account-locks.server.ts";
import type { Services } from "#platform/services.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { isOfTeam } from "#ticketing/rights/role-rights.ts";
import { lockPerson } from "../person-store.server.ts";
import { giveRole } from "../role-store.server.ts";
import { tellAdministrators } from "../tell-administrators.server.ts";
import { findInvitation } from "./invitation-queries.server.ts";
import { noteOnInvitation } from "./invitation-store.server.ts";

export type AcceptInvitationRefusal =
  /** No such link; the invitation was accepted, taken back or is too old; or its sender may no longer invite. */
  | { readonly reason: "gone" }
  /** The account has another address than the invitation. */
  | { readonly reason: "other_address" }
  | { readonly reason: "unproven" }
  /** The person has a role of the team. Only an administrator may change it: invitations take nothing away. */
  | { readonly reason: "already_member" };

/**
 * Gives the role of an invitation to the account with its address, once. Ends all sessions of the account, as every
 * change of role does. The person and the administrators get an email.
 */
export async function acceptInvitation(
  { database }: Pick<Services, "database">,
  { userId, secret }: { readonly userId: Uuid; readonly secret: string },
): Promise<Outcome<{ readonly role: Role }, AcceptInvitationRefusal>> {
  return database.withDuty("identity", async (sql) => {
    await lockAccount(sql, userId);
    const invitation = await findInvitation(sql, secret);
    if (!invitation || !mayDo({ role: invitation.roleOfInviter }, "invite-member"))
      return refused({ reason: "gone" });
    const { id, email, role, invitedBy } = invitation;
    const person = await lockPerson(sql, userId);
    if (person?.email?.toLowerCase() !== email) return refused({ reason: "other_address" });
    if (!(await isAddressProven(sql, userId))) return refused({ reason: "unproven" });
    if (isOfTeam(person.role)) return refused({ reason: "already_member" });
    if (!(await markAccepted(sql, id, userId))) return refused({ reason: "gone" });
    await noteOnInvitation(sql, { userId, role: person.role }, { id, what: "invitation_accepted", role });
    const change = await giveRole(sql, { userId, role, by: invitedBy });
    if (change) await tellAdministrators(sql, change);
    return done({ role });
  });
}

/** Marks an invitation accepted; false if it was withdrawn or accepted since it was read. */
async function markAccepted(sql: Sql, id: Uuid, userId: Uuid): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: "accept-invitation",
    text: "UPDATE team_invitations SET state = 'accepted', accepted_by = $2 WHERE id = $1 AND state = 'waiting'",
    values: [id, userId],
  });
  return rowCount === 1;
}
