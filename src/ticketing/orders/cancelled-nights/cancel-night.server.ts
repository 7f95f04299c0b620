import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { isOverBy } from "#ticketing/events/night-time.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { durations } from "#ticketing/limits.ts";
import { needsSecondProof } from "#ticketing/orders/night-tickets-queries.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import type { CancellationForm } from "./cancellation-form.ts";

export type CancelNightRefusal =
  | NotAllowed
  | typeof missing
  | { readonly reason: "already_cancelled" }
  /** The night has been over for too long. */
  | { readonly reason: "over" }
  /** The refunds exceed what a password alone may cause. */
  | { readonly reason: "proof_needed" };

type Request = {
  readonly actor: Actor;
  readonly id: string;
  readonly form: CancellationForm;
  /** The person has shown a second proof: a code from the mailbox, or a second factor. */
  readonly isProven: boolean;
};

/**
 * Cancels a night for good. From the commit on it sells nothing and its gate admits nobody; `workOffCancellations`
 * does refunds and emails. The counter is locked first: a hold either came before and is released, or sees the night
 * cancelled.
 */
export async function cancelNight(
  { database }: Pick<Services, "database">,
  { actor, id, form, isProven }: Request,
): Promise<Outcome<"cancelled", CancelNightRefusal>> {
  if (!isUuid(id)) return refused(missing);
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "cancel-night"))) return refused(notAllowed);
    if (!(await lockCounters(sql, [id])).has(id)) return refused(missing);
    const { rows } = await sql.query<{ isCancelled: boolean; isOver: boolean }>(
      `SELECT cancelled_at IS NOT NULL AS "isCancelled", ${isOverBy("events", "$2")} AS "isOver"
       FROM events WHERE id = $1 FOR NO KEY UPDATE`,
      [id, durations.changeNightAfter],
    );
    if (!rows[0]) return refused(missing);
    if (rows[0].isCancelled) return refused({ reason: "already_cancelled" });
    if (rows[0].isOver) return refused({ reason: "over" });
    if (!isProven && (await needsSecondProof(sql, id, form.usedTickets)))
      return refused({ reason: "proof_needed" });
    await sql.query(
      "UPDATE events SET cancelled_at = now(), version = version + 1, updated_at = now() WHERE id = $1",
      [id],
    );
    const { rowCount: entered } = await sql.query(
      "SELECT FROM ticket_purchases WHERE event_id = $1 AND entries_remaining < entries_total LIMIT 1",
      [id],
    );
    await sql.query(
      "INSERT INTO cancellations (event_id, reason, used_tickets, actor_id) VALUES ($1, $2, $3, $4)",
      [id, form.reason, form.usedTickets, actor.userId],
    );
    await recordChange(sql, actor, {
      subjectKind: "event",
      subjectId: id,
      what: "cancelled",
      after: { reason: form.reason, ...(entered ? { usedTickets: form.usedTickets } : {}) },
    });
    await faultPoint("night.cancelled");
    return done("cancelled");
  });
}
