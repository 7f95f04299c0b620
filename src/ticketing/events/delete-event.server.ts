import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import { missing, notPermitted } from "./catalogue-refusals.ts";

type Refusal = typeof notPermitted | typeof missing | { readonly reason: "was_ordered" };

/**
 * Deletes a night that nobody ever ordered a ticket for. One with purchases stays (decision 10): it can be made
 * unavailable. Its links to artists and ticket types go with it; a type that named it as its first night names the
 * earliest of the others. The counter is locked first, so that no hold begins meanwhile.
 */
export async function deleteEvent(
  { database }: Pick<Services, "database">,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<Outcome<"deleted", Refusal>> {
  return database.withActor(actor, async ({ $client }) => {
    if (!(await mayStillDo($client, actor, "delete-event"))) return refused(notPermitted);
    if (!(await lockCounters($client, [id])).has(id)) return refused(missing);
    const { rows } = await $client.query<{ ordered: boolean }>(
      `SELECT EXISTS (SELECT FROM ticket_purchases WHERE event_id = $1)
           OR EXISTS (SELECT FROM orders WHERE event_ids @> ARRAY[$1::uuid]) AS ordered`,
      [id],
    );
    if (rows[0]?.ordered) return refused({ reason: "was_ordered" });
    await $client.query(
      `UPDATE tickets t SET event_id = (SELECT e.id FROM event_tickets l JOIN events e ON e.id = l.event_id
         WHERE l.ticket_id = t.id AND e.id <> $1 ORDER BY e.date, e.id LIMIT 1) WHERE t.event_id = $1`,
      [id],
    );
    const { rowCount } = await $client.query("DELETE FROM events WHERE id = $1", [id]);
    if (rowCount === 0) return refused(missing);
    await $client.query("DELETE FROM stock_counters WHERE id = $1", [id]);
    await recordChange($client, actor, { subjectKind: "event", subjectId: id, what: "deleted" });
    await faultPoint("event.deleted");
    return done("deleted");
  });
}
