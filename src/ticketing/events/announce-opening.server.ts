import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { only } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { changedFields } from "#ticketing/journal/changed-fields.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { missing } from "./catalogue-refusals.ts";
import { lockEvent } from "./event-store.server.ts";
import type { OpeningForm } from "./opening-form.ts";
import { lockOpening } from "./opening-store.server.ts";

export type OpeningRefusal =
  | NotAllowed
  | typeof missing
  /** The announced hour has come, so the announcement can no longer change. */
  | { readonly reason: "has_begun" }
  | WhyNot;

/** The night is cancelled or has begun; or the hour has passed, or comes after the night's end. */
type WhyNot = { readonly reason: "cancelled" | "night_has_begun" | "in_the_past" | "after_end" };

/**
 * Announces when the sale of a night begins, with or without a waiting room, or changes an announcement. Before that
 * hour nothing of the night is sold; from that hour on the announcement cannot change.
 */
export async function announceOpening(
  { database }: Pick<Services, "database">,
  { actor, eventId, form }: { readonly actor: Actor; readonly eventId: string; readonly form: OpeningForm },
): Promise<Outcome<"announced", OpeningRefusal>> {
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "announce-opening"))) return refused(notAllowed);
    if (!(await lockEvent(sql, eventId))) return refused(missing);
    const stored = await lockOpening(sql, eventId);
    if (stored?.hasBegun) return refused({ reason: "has_begun" });
    const { rows } = await sql.query<{ reason: WhyNot["reason"] | null }>(
      `SELECT CASE WHEN e.cancelled_at IS NOT NULL THEN 'cancelled' WHEN e.doors_at <= now() THEN 'night_has_begun'
         WHEN $2::timestamptz <= now() THEN 'in_the_past' WHEN $2 >= e.ends_at THEN 'after_end' END AS reason FROM events e WHERE e.id = $1`,
      [eventId, form.opensAt],
    );
    const { reason } = only(rows);
    if (reason) return refused({ reason });
    await sql.query(
      `INSERT INTO openings (event_id, opens_at, room_minutes) VALUES ($1, $2, $3)
       ON CONFLICT (event_id) DO UPDATE SET opens_at = excluded.opens_at, room_minutes = excluded.room_minutes`,
      [eventId, form.opensAt, form.roomMinutes],
    );
    const changes = changedFields(stored ?? { opensAt: null, roomMinutes: null }, form);
    if (changes)
      await recordChange(sql, actor, {
        subjectKind: "event",
        subjectId: eventId,
        what: "opening_announced",
        ...changes,
      });
    return done("announced");
  });
}
