import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import { missing, notPermitted } from "./catalogue-refusals.ts";
import { recordStop } from "./record-stop.server.ts";
import type { StopKind } from "./stop.ts";

type Request = { readonly actor: Actor; readonly id: string };
type Lifted = { readonly kind: StopKind; readonly eventId: string | null };

/** Lifts a stop: what it held back goes on from its commit on. Lifting one that is lifted is `missing`. */
export async function liftStop(
  { database }: Pick<Services, "database">,
  { actor, id }: Request,
): Promise<Outcome<Lifted, typeof notPermitted | typeof missing>> {
  return database.withActor(actor, async ({ $client }) => {
    if (!(await mayStillDo($client, actor, "lift-stop"))) return refused(notPermitted);
    if (!isUuid(id)) return refused(missing);
    const { rows } = await $client.query<Lifted>(
      `UPDATE stops SET lifted_at = now(), lifted_by = $2 WHERE id = $1 AND lifted_at IS NULL RETURNING kind, event_id AS "eventId"`,
      [id, actor.userId],
    );
    const [lifted] = rows;
    if (!lifted) return refused(missing);
    await recordStop($client, actor, { id, ...lifted, what: "lifted" });
    return done(lifted);
  });
}
