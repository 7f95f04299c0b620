import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";

/**
 * Stops a phone at the door. At its next beat it sends its rows and deletes its key; from now on nobody waits for it.
 * Rows that come later are stored and listed, and count only where the server itself had admitted somebody. Safe to
 * repeat. The caller has asked for the password again.
 */
export async function stopPhone(
  { database }: Pick<Services, "database">,
  { actor, deviceId }: { readonly actor: Actor; readonly deviceId: string },
): Promise<Outcome<null, NotAllowed | typeof missing>> {
  if (!isUuid(deviceId)) return refused(missing);
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "stop-phone"))) return refused(notAllowed);
    const { rows } = await sql.query<{ eventId: string; name: string }>(
      'UPDATE gate_devices SET revoked_at = now(), revoked_by = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING event_id AS "eventId", name',
      [deviceId, actor.userId],
    );
    const [stopped] = rows;
    if (!stopped) {
      const { rowCount } = await sql.query("SELECT FROM gate_devices WHERE id = $1", [deviceId]);
      return rowCount === 0 ? refused(missing) : done(null);
    }
    await recordChange(sql, actor, {
      subjectKind: "event",
      subjectId: stopped.eventId,
      what: "phone_stopped",
      after: { name: stopped.name },
    });
    return done(null);
  });
}
