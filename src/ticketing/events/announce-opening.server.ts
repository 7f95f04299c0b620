import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { changedFields } from "#ticketing/journal/changed-fields.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { missing } from "./catalogue-refusals.ts";
import { lockEvent } from "./event-store.server.ts";
import type { OpeningForm } from "./opening-form.ts";
import { lockOpening, whyNoOpening, writeOpening } from "./opening-store.server.ts";

export type OpeningRefusal =
  | NotAllowed
  | typeof missing
  /** The announced hour has come, so the announcement can no longer change. */
  | { readonly reason: "has_begun" }
  /** The night is cancelled or has begun; or the hour has passed, or comes after the night's end. */
  | { readonly reason: "cancelled" | "night_has_begun" | "in_the_past" | "after_end" };

type Request = { readonly actor: Actor; readonly eventId: string; readonly form: OpeningForm };

/**
 * Announces when the sale of a night begins, with or without a waiting room, or changes an announcement. Before that
 * hour nothing of the night is sold; from that hour on the announcement cannot change.
 */
export async function announceOpening(
  { database }: Pick<Services, "database">,
  { actor, eventId, form }: Request,
): Promise<Outcome<"announced", OpeningRefusal>> {
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "announce-opening"))) return refused(notAllowed);
    if (!(await lockEvent(sql, eventId))) return refused(missing);
    const stored = await lockOpening(sql, eventId);
    if (stored?.hasBegun) return refused({ reason: "has_begun" });
    const reason = await whyNoOpening(sql, eventId, form.opensAt);
    if (reason) return refused({ reason });
    await writeOpening(sql, eventId, form);
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
