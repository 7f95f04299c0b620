import { and, eq, isNull } from "drizzle-orm";
import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import { databaseNow } from "#platform/database/columns.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { missing } from "./catalogue-refusals.ts";
import { stops } from "./event-tables.server.ts";
import type { StopKind } from "./stop.ts";
import { subjectOfStop } from "./stop-store.server.ts";

type LiftedStop = { readonly kind: StopKind; readonly eventId: string | null };

/** Lifts a stop, in effect from the commit. Returns `missing` for a stop that was lifted already. */
export async function liftStop(
  { database }: Pick<Services, "database">,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<Outcome<LiftedStop, NotAllowed | typeof missing>> {
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "lift-stop"))) return refused(notAllowed);
    if (!isUuid(id)) return refused(missing);
    const [liftedStop] = await builder(sql)
      .update(stops)
      .set({ liftedAt: databaseNow, liftedBy: actor.userId })
      .where(and(eq(stops.id, id), isNull(stops.liftedAt)))
      .returning({ kind: stops.kind, eventId: stops.eventId });
    if (!liftedStop) return refused(missing);
    const { kind, eventId } = liftedStop;
    await recordChange(sql, actor, {
      ...subjectOfStop(eventId),
      what: `${kind}_lifted`,
      after: { stop: kind, stopId: eventId ? undefined : id },
    });
    return done(liftedStop);
  });
}
