import { eq } from "drizzle-orm";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { byStart } from "#ticketing/events/night-time.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import { stockCounters } from "#ticketing/stock/stock-tables.server.ts";
import { missing } from "./catalogue-refusals.ts";
import { events } from "./event-tables.server.ts";
import { nightWasOrdered } from "./office-event-queries.server.ts";
import { deletePools } from "./pool-store.server.ts";

type Refusal = NotAllowed | typeof missing | { readonly reason: "was_ordered" };

/**
 * Deletes a night without orders, with its pools and its links to artists and ticket types. A night that was ever
 * ordered stays, but can be made unavailable. A type that had it as its first night gets the earliest of its other
 * nights. Locks the counter first, so that no hold begins meanwhile.
 */
export async function deleteEvent(
  { database }: Pick<Services, "database">,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<Outcome<"deleted", Refusal>> {
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "delete-event"))) return refused(notAllowed);
    if (!(await lockCounters(sql, [id])).has(id)) return refused(missing);
    const ordered = await sql.query(`SELECT FROM events e WHERE e.id = $1 AND ${nightWasOrdered}`, [id]);
    if (ordered.rowCount === 1) return refused({ reason: "was_ordered" });
    await sql.query(
      `UPDATE tickets t SET event_id = (SELECT e.id FROM event_tickets l JOIN events e ON e.id = l.event_id
         WHERE l.ticket_id = t.id AND e.id <> $1 ORDER BY ${byStart("e")} LIMIT 1) WHERE t.event_id = $1`,
      [id],
    );
    await deletePools(sql, id);
    const kept = { title: events.title, date: events.date };
    const [before] = await builder(sql).delete(events).where(eq(events.id, id)).returning(kept);
    if (!before) return refused(missing);
    await builder(sql).delete(stockCounters).where(eq(stockCounters.id, id));
    await recordChange(sql, actor, { subjectKind: "event", subjectId: id, what: "deleted", before });
    await faultPoint("event.deleted");
    return done("deleted");
  });
}
