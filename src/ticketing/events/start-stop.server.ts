import { isUuid, newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { missing } from "./catalogue-refusals.ts";
import type { StopForm } from "./stop-form.ts";
import { subjectOfStop } from "./stop-store.server.ts";

export type StopRefusal =
  | NotAllowed
  | typeof missing
  | { readonly reason: "already_stopped" }
  | { readonly reason: "in_the_past" };

/**
 * Stops sales, refunds, or every change, for one night or the whole site, with a reason. It works in every process
 * from the commit on, because each act concerned reads the database. Orders being paid still get their tickets, and
 * gates go on admitting.
 */
export async function startStop(
  { database }: Pick<Services, "database">,
  { actor, form }: { readonly actor: Actor; readonly form: StopForm },
): Promise<Outcome<{ id: Uuid }, StopRefusal>> {
  const { kind, eventId, reason, until } = form;
  const id = newId();
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "start-stop"))) return refused(notAllowed);
    // SQL, not the query builder: the statements here use the database's clock or copy one column into another
    const nightCheck = await sql.query<{ passed: boolean }>(
      "SELECT coalesce($2::timestamptz <= now(), false) AS passed WHERE $1::uuid IS NULL OR EXISTS (SELECT FROM events WHERE id = $1)",
      [isUuid(eventId) ? eventId : null, until],
    );
    if (!nightCheck.rows[0]) return refused(missing);
    if (nightCheck.rows[0].passed) return refused({ reason: "in_the_past" });
    // a stop that ended by itself makes room for the next one
    await sql.query(
      `UPDATE stops SET lifted_at = until, lifted_by = $3 WHERE kind = $1 AND event_id IS NOT DISTINCT FROM $2 AND lifted_at IS NULL AND until <= now()`,
      [kind, eventId, actor.userId],
    );
    const { rowCount } = await sql.query(
      `INSERT INTO stops (id, event_id, kind, reason, started_by, until) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT DO NOTHING`,
      [id, eventId, kind, reason, actor.userId, until],
    );
    if (rowCount === 0) return refused({ reason: "already_stopped" });
    await recordChange(sql, actor, {
      ...subjectOfStop(eventId),
      what: `${kind}_stopped`,
      after: { stop: kind, reason, until: until?.toISOString(), stopId: eventId ? undefined : id },
    });
    return done({ id });
  });
}
