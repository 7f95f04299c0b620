import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { personName } from "#kernel/person-name.ts";
import { inSeconds } from "#kernel/time.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { isOver } from "#ticketing/events/night-time.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { lengths } from "#ticketing/limits.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";

export type RenameRefusal =
  | NotAllowed
  /** The ticket does not exist, or a customer named somebody else's. */
  | { readonly reason: "unknown_purchase" }
  /** The name is empty, too long (`lengths.personName`), or no name (`personName`). */
  | { readonly reason: "bad_name" }
  /** A customer's ticket is no longer valid, or somebody entered on it. */
  | { readonly reason: "too_late" };

/**
 * Changes the name on a seat's tickets. The office changes all nights; the holder changes only coming nights that are
 * unused. The codes stay. The journal records who did it and on which ticket, but not the names, which are personal
 * data: once an hour for one person, so that no one fills an order's history.
 */
export async function renameHolder(
  services: Services,
  request: { readonly actor: Actor; readonly purchaseId: string; readonly name: string },
): Promise<Outcome<{ purchaseId: string }, RenameRefusal>> {
  const { actor, purchaseId } = request;
  const name = personName(request.name);
  if (!isUuid(purchaseId)) return refused({ reason: "unknown_purchase" });
  if (!name || name.length > lengths.personName) return refused({ reason: "bad_name" });
  return services.database.withDuty("settle", async (sql) => {
    const isOffice = (await mayStillDo(sql, actor, "rename-holder")) !== undefined;
    if (!isOffice && !mayDo(actor, "name-own-ticket")) return refused(notAllowed);
    const { rows } = await sql.query<{ orderId: string }>(
      'SELECT order_id AS "orderId" FROM ticket_purchases WHERE id = $1 AND ($2 OR user_id = $3)',
      [purchaseId, isOffice, actor.userId],
    );
    const orderId = rows[0]?.orderId;
    if (orderId === undefined) return refused({ reason: "unknown_purchase" });
    // a friend may have accepted the ticket meanwhile, so the UPDATE checks the row again under its lock
    const { rows: named } = await sql.query<{ isNew: boolean }>(
      `UPDATE ticket_purchases p SET holder_name = $2 FROM ticket_purchases was
       WHERE was.id = p.id AND (p.order_id, p.line_no, p.seat_no) = (SELECT order_id, line_no, seat_no FROM ticket_purchases WHERE id = $1)
         AND ($3 OR (p.user_id = $4 AND p.status = 'paid' AND p.suspended IS NULL AND p.entries_remaining = p.entries_total
           AND EXISTS (SELECT FROM events e WHERE e.id = p.event_id AND NOT ${isOver("e")})))
       RETURNING was.holder_name IS DISTINCT FROM $2 AS "isNew"`,
      [purchaseId, name, isOffice, actor.userId],
    );
    if (named.length === 0) return refused({ reason: "too_late" });
    const { rows: lastChanges } = await sql.query<{ isSame: boolean }>(
      `SELECT actor_id IS NOT DISTINCT FROM $3 AND at > now() - make_interval(secs => $4) AS "isSame" FROM journal
       WHERE subject_kind = 'order' AND subject_id = $1 AND what = 'holder_renamed' AND after ->> 'purchaseId' = $2 ORDER BY id DESC LIMIT 1`,
      [orderId, purchaseId, actor.userId, inSeconds.hour],
    );
    if (!named.some(({ isNew }) => isNew) || lastChanges[0]?.isSame) return done({ purchaseId });
    const journalActor = { userId: actor.userId, role: isOffice ? actor.role : "customer" };
    await recordChange(sql, journalActor, {
      subjectKind: "order",
      subjectId: orderId,
      what: "holder_renamed",
      after: { purchaseId, field: "holder_name" },
    });
    return done({ purchaseId });
  });
}
