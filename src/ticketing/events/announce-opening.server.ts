import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { changedFields } from "#ticketing/journal/changed-fields.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import { missing, notPermitted } from "./catalogue-refusals.ts";
import { lockEvent } from "./event-store.server.ts";
import type { OpeningForm } from "./opening-form.ts";
import { lockOpening, type StoredOpening, writeOpening } from "./opening-store.server.ts";

export type OpeningRefusal =
  | typeof notPermitted
  | typeof missing
  /** The sale began by the announced hour: nothing about it is changed any more. */
  | { readonly reason: "has_begun" }
  /** Nobody announces what has passed. */
  | { readonly reason: "in_the_past" };

type Request = { readonly actor: Actor; readonly eventId: string; readonly form: OpeningForm };

/**
 * Announces when the sale of a night begins, with or without a waiting room, or moves what was announced. Until then
 * nobody takes places of it. From that hour on it is fixed: people came for it.
 */
export async function announceOpening(
  { database }: Pick<Services, "database">,
  { actor, eventId, form }: Request,
): Promise<Outcome<"announced", OpeningRefusal>> {
  return database.withActor(actor, async ({ $client }) => {
    if (!(await mayStillDo($client, actor, "announce-opening"))) return refused(notPermitted);
    if (!(await lockEvent($client, eventId))) return refused(missing);
    const stored = await lockOpening($client, eventId);
    if (stored?.hasBegun) return refused({ reason: "has_begun" });
    if (!(await writeOpening($client, eventId, form))) return refused({ reason: "in_the_past" });
    const changes = changedFields(asWritten(stored), asWritten(form));
    if (changes)
      await recordChange($client, actor, {
        subjectKind: "event",
        subjectId: eventId,
        what: "opening_announced",
        ...changes,
      });
    return done("announced");
  });
}

function asWritten(opening: OpeningForm | StoredOpening | undefined) {
  return {
    opensAt: opening?.opensAt.toISOString() ?? null,
    roomMinutes: opening?.roomMinutes ?? null,
  };
}
