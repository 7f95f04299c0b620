import { isUuid, newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { only } from "#platform/database/sql.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { durations } from "#ticketing/limits.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";

export type PhoneInvitation = {
  /** The address in the QR on the chief's screen. The secret is in its fragment, which reaches no server's log. */
  readonly url: string;
  readonly expiresAt: Date;
};

type InviteRequest = { readonly actor: Actor; readonly gateId: string; readonly isChief?: boolean };

/**
 * Makes an invitation for one phone at a gate, valid once within `durations.gateInvitation`. `isChief`: that phone's
 * signature lets people in on every phone of the night; then the caller has asked for the password again, and the
 * journal records the invitation. Another phone's own row says who invited it. Refused at a cancelled night, which lets
 * in nobody.
 */
export async function invitePhone(
  { database, origin }: Pick<Services, "database" | "origin">,
  { actor, gateId, isChief = false }: InviteRequest,
): Promise<Outcome<PhoneInvitation, NotAllowed | typeof missing>> {
  if (!isUuid(gateId)) return refused(missing);
  const secret = newSecretToken();
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, isChief ? "invite-chief-phone" : "invite-phone")))
      return refused(notAllowed);
    const { rows: gates } = await sql.query<{ expiresAt: Date; eventId: Uuid; name: string }>(
      'SELECT now() + make_interval(secs => $2) AS "expiresAt", e.id AS "eventId", g.name FROM gates g JOIN events e ON e.id = g.event_id WHERE g.id = $1 AND is_published(e.publish_at) AND e.cancelled_at IS NULL',
      [gateId, durations.gateInvitation],
    );
    if (gates.length === 0) return refused(missing);
    const { expiresAt, eventId, name } = only(gates);
    await sql.query(
      "INSERT INTO gate_invitations (id, gate_id, secret_hash, made_by, expires_at, is_chief) VALUES ($1, $2, $3, $4, $5, $6)",
      [newId(), gateId, hashOfToken(secret), actor.userId, expiresAt, isChief],
    );
    const journalEntry = { subjectKind: "event", subjectId: eventId, what: "chief_phone_invited" } as const;
    if (isChief) await recordChange(sql, actor, { ...journalEntry, after: { name } });
    return done({ url: `${origin}/poarta/inrolare#${secret}`, expiresAt });
  });
}
