import type { Sql } from "#platform/database/sql.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import type { StopKind } from "./stop.ts";

type Recorded = {
  readonly id: string;
  readonly kind: StopKind;
  readonly eventId: string | null;
  readonly what: "stopped" | "lifted";
  readonly reason?: string;
  readonly until?: Date | null;
};

/** The subject of stops in the site's history; no row has this id. */
export const siteHistory = "00000000-0000-4000-8000-000000000000";

/** One line in the history of the site and, for a stop of one night, one in the history of the night. */
export async function recordStop(
  client: Sql,
  actor: { readonly userId: string; readonly role: string },
  { id, kind, eventId, what, reason, until }: Recorded,
): Promise<void> {
  const after = {
    stop: kind,
    ...(reason ? { reason } : {}),
    ...(until ? { until: until.toISOString() } : {}),
  };
  if (eventId)
    await recordChange(client, actor, {
      subjectKind: "event",
      subjectId: eventId,
      what: `${kind}_${what}`,
      after,
    });
  await recordChange(client, actor, {
    subjectKind: "site",
    subjectId: siteHistory,
    what: `${kind}_${what}`,
    after: { ...after, stopId: id, ...(eventId ? { event: eventId } : {}) },
  });
}
