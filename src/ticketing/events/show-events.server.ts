import { and, inArray, ne } from "drizzle-orm";
import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import { nextVersion } from "#platform/database/columns.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { events } from "./event-tables.server.ts";
import { nightsThatSell } from "./office-event-queries.server.ts";

type Request = {
  readonly actor: Actor;
  readonly ids: readonly string[];
  readonly as: "available" | "unavailable";
  /** `to_end`: the person was told that the nights sell now, and confirmed. */
  readonly sale?: "unasked" | "to_end";
};

/** Tickets of these nights are on sale now. */
type NightsSell = { readonly reason: "sells"; readonly nights: readonly Uuid[] };

/**
 * Makes nights available or unavailable, all or none. An unavailable night is shown as such and cannot be bought. A
 * night on sale is made unavailable only after a confirmation (`sale`). Returns the ids that changed.
 */
export async function showEvents(
  { database }: Pick<Services, "database">,
  { actor, ids, as, sale = "unasked" }: Request,
): Promise<Outcome<{ changed: string[] }, NotAllowed | NightsSell>> {
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "show-events"))) return refused(notAllowed);
    const selling = as === "unavailable" && sale === "unasked" ? await nightsThatSell(sql, ids) : [];
    if (selling.length > 0) return refused({ reason: "sells", nights: selling });
    const isAvailable = as === "available";
    const changed = await builder(sql)
      .update(events)
      .set({ isAvailable, ...nextVersion })
      .where(and(inArray(events.id, [...ids]), ne(events.isAvailable, isAvailable)))
      .returning({ id: events.id });
    for (const { id } of changed)
      await recordChange(sql, actor, { subjectKind: "event", subjectId: id, what: `made_${as}` });
    await faultPoint("events.shown");
    return done({ changed: changed.map(({ id }) => id) });
  });
}
