import type pg from "pg";
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

/** The history that stops of the whole site belong to: it is nobody's own. */
export const siteHistory = "00000000-0000-4000-8000-000000000000";

/** One line in the night's own history and, of every stop, in the site's. */
export async function recordStop(
  client: pg.ClientBase,
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
