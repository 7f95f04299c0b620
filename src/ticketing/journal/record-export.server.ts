import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { recordSecurityEvent } from "./record-security-event.server.ts";

/** Records that this person fetched a file with other people's data, before it is sent. `what`: the kind of file. */
export function recordExport(
  { database }: Pick<Services, "database">,
  actor: Actor,
  what: string,
): Promise<void> {
  const event = { kind: "data_exported", personId: null, actorId: actor.userId, detail: what } as const;
  return database.withActor(actor, (sql) => recordSecurityEvent(sql, event));
}
