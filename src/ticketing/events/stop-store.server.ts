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

/** The journal's subject id for stops of the whole site; no row has this id. */
const wholeSite = "00000000-0000-4000-8000-000000000000";

/** Writes a line into the journal: of the night, which shows it in its history, or of the site. */
export async function recordStop(
  client: Sql,
  actor: { readonly userId: string; readonly role: string },
  { id, kind, eventId, what, reason, until }: Recorded,
): Promise<void> {
  await recordChange(client, actor, {
    subjectKind: eventId ? "event" : "site",
    subjectId: eventId ?? wholeSite,
    what: `${kind}_${what}`,
    after: {
      stop: kind,
      ...(reason ? { reason } : {}),
      ...(until ? { until: until.toISOString() } : {}),
      ...(eventId ? {} : { stopId: id }),
    },
  });
}
