import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { endQueuedCopies } from "#ticketing/letters/letter-queue.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";

export type StopNightMessageRefusal =
  | NotAllowed
  | typeof missing
  /** It was stopped before, or none of its emails waits any more. */
  | { readonly reason: "nothing_waits" };

type Request = { readonly actor: Actor; readonly eventId: string; readonly id: string };

/**
 * Stops a message: its queued emails end now, and one that is being composed is not sent. Emails that the mail server
 * has stay sent. Resolves to how many people do not get it; null when none of its emails was queued yet.
 */
export async function stopNightMessage(
  { database }: Pick<Services, "database">,
  { actor, eventId, id }: Request,
): Promise<Outcome<number | null, StopNightMessageRefusal>> {
  if (!isUuid(eventId) || !isUuid(id)) return refused(missing);
  return database.withDuty("deliver", async (sql) => {
    if (!(await mayStillDo(sql, actor, "stop-night-message"))) return refused(notAllowed);
    const { rows } = await sql.query<{ isStopped: boolean; isSpread: boolean }>(
      `SELECT stopped_at IS NOT NULL AS "isStopped", spread_at IS NOT NULL AS "isSpread" FROM night_messages WHERE id = $1 AND event_id = $2 FOR UPDATE`,
      [id, eventId],
    );
    const [message] = rows;
    if (!message) return refused(missing);
    if (message.isStopped) return refused({ reason: "nothing_waits" });
    const ended = await endQueuedCopies(sql, id, "the message was stopped");
    if (message.isSpread && ended === 0) return refused({ reason: "nothing_waits" });
    await sql.query("UPDATE night_messages SET stopped_at = now(), stopped_by = $2 WHERE id = $1", [
      id,
      actor.userId,
    ]);
    await recordChange(sql, actor, { subjectKind: "event", subjectId: eventId, what: "message_stopped" });
    return done(message.isSpread ? ended : null);
  });
}
