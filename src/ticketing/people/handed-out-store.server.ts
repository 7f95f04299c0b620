import type { Uuid } from "#kernel/id.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { endSessions } from "#platform/identity/sessions/sessions.server.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type Act, mayDo } from "#ticketing/rights/act-rights.ts";

type Change = { readonly userId: Uuid; readonly role: Role; readonly by: Uuid | null };

type HandedOut = {
  /** The act whose right keeps this alive after a change of role; without one, every change of role ends it. */
  readonly whileMay?: Act;
  end(sql: Sql, change: Change): Promise<unknown>;
};

/**
 * What a person has handed out by right of a role, and how it ends with the role. A file export that is running is
 * one statement and finishes. Ending sessions alone ends no phones, because a chief may lose the own phone at the
 * door.
 */
export const handedOut = {
  "sessions and links that add a sign-in": { end: (sql, { userId }) => endSessions(sql, userId) },
  "invitations to the team": {
    whileMay: "invite-member",
    end: (sql, { userId }) =>
      sql.query(
        "UPDATE team_invitations SET state = 'withdrawn' WHERE invited_by = $1 AND state = 'waiting'",
        [userId],
      ),
  },
  // before the phones: a phone that enrols now has either committed, or finds its invitation used
  "invitations of phones": {
    whileMay: "invite-phone",
    end: (sql, { userId }) =>
      sql.query("UPDATE gate_invitations SET used_at = now() WHERE made_by = $1 AND used_at IS NULL", [
        userId,
      ]),
  },
  "phones of the door": {
    whileMay: "invite-phone",
    async end(sql, { userId, by }) {
      const { rows } = await sql.query<{ eventId: string; name: string }>(
        'UPDATE gate_devices SET revoked_at = now(), revoked_by = $2 WHERE invited_by = $1 AND revoked_at IS NULL AND ends_at > now() RETURNING event_id AS "eventId", name',
        [userId, by ?? userId],
      );
      for (const { eventId, name } of rows)
        await recordChange(
          sql,
          { userId: by, role: by === null ? "operator" : by === userId ? "user" : "admin" },
          { subjectKind: "event", subjectId: eventId, what: "phone_stopped", after: { name } },
        );
    },
  },
} as const satisfies Record<string, HandedOut>;

/** Ends what the person may not hand out with the new role, in the transaction that writes the role. */
export async function endHandedOut(sql: Sql, change: Change): Promise<void> {
  for (const { whileMay, end } of Object.values<HandedOut>(handedOut))
    if (whileMay === undefined || !mayDo(change, whileMay)) await end(sql, change);
}
