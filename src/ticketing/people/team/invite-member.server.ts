import { newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { inSeconds } from "#kernel/time.ts";
import type { Actor, Role } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { lockAccountOf, lockAddress } from "#platform/identity/accounts/account-locks.server.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import type { Services } from "#platform/services.ts";
import { enqueueLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import { limits } from "#ticketing/limits.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { isOfTeam } from "#ticketing/rights/role-rights.ts";
import { insertInvitation, noteOnInvitation, withdrawInvitationsTo } from "./invitation-store.server.ts";

export type InviteRefusal =
  | NotAllowed
  /** The account with this address has a role already; that role is changed instead. */
  | { readonly reason: "already_member" }
  /** "user" is not a role of the team. */
  | { readonly reason: "no_role" }
  /** `limits.invitationsPerAddressAndHour` invitations were sent to this address already. */
  | { readonly reason: "too_many_invitations" };

/**
 * Emails a link to an address (canonical spelling). Its owner can take the role within `durations.teamInvitation`,
 * once. An earlier waiting invitation stops working, so sending again is the same act. The caller has asked for the
 * administrator's password again.
 */
export async function inviteMember(
  { database, origin }: Pick<Services, "database" | "origin">,
  { actor, email, role }: { readonly actor: Actor; readonly email: string; readonly role: Role },
): Promise<Outcome<null, InviteRefusal>> {
  if (!isOfTeam(role)) return refused({ reason: "no_role" });
  const secret = newSecretToken();
  return database.withDuty("identity", async (sql) => {
    // two invitations to one address run one after the other, and after or before a new role or a move of its account
    await lockAddress(sql, email);
    await lockAccountOf(sql, email);
    if (!(await mayStillDo(sql, actor, "invite-member"))) return refused(notAllowed);
    const { isMember, sent } = await findInvited(sql, email);
    if (isMember) return refused({ reason: "already_member" });
    if (sent >= limits.invitationsPerAddressAndHour) return refused({ reason: "too_many_invitations" });
    await withdrawInvitationsTo(sql, email);
    const id = newId();
    await insertInvitation(sql, { id, email, role, secretHash: hashOfToken(secret), by: actor.userId });
    await noteOnInvitation(sql, actor, { id, what: "member_invited", role });
    await enqueueLetter(sql, {
      kind: "team_invitation",
      dedupeKey: `team:${id}`,
      recipient: email,
      variables: { invitation: id, action_url: `${origin}/echipa?token=${encodeURIComponent(secret)}` },
    });
    return done(null);
  });
}

async function findInvited(sql: Sql, email: string): Promise<{ isMember: boolean; sent: number }> {
  const { rows } = await sql.query<{ isMember: boolean; sent: number }>({
    name: "find-invited",
    text: `SELECT EXISTS (SELECT FROM profiles WHERE email = $1 AND role <> 'user') AS "isMember",
             (SELECT count(*)::int FROM team_invitations WHERE email = $1 AND created_at > now() - make_interval(secs => $2)) AS sent`,
    values: [email, inSeconds.hour],
  });
  return rows[0] ?? { isMember: false, sent: 0 };
}
