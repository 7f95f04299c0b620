import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import { notPermitted } from "./catalogue-refusals.ts";

type Request = {
  readonly actor: Actor;
  readonly ids: readonly string[];
  readonly as: "available" | "unavailable";
};

/**
 * Makes nights available, or unavailable: an unavailable night is shown as such and cannot be bought. All or none of
 * them; those that already are so stay untouched. Answers which ones changed.
 */
export async function showEvents(
  { database }: Pick<Services, "database">,
  { actor, ids, as }: Request,
): Promise<Outcome<{ changed: string[] }, typeof notPermitted>> {
  return database.withActor(actor, async ({ $client }) => {
    if (!(await mayStillDo($client, actor, "show-events"))) return refused(notPermitted);
    const { rows } = await $client.query<{ id: string }>(
      `UPDATE events SET is_available = $2, version = version + 1, updated_at = now()
       WHERE id = ANY($1::uuid[]) AND is_available <> $2 RETURNING id`,
      [ids, as === "available"],
    );
    for (const { id } of rows)
      await recordChange($client, actor, { subjectKind: "event", subjectId: id, what: `made_${as}` });
    await faultPoint("events.shown");
    return done({ changed: rows.map(({ id }) => id) });
  });
}
