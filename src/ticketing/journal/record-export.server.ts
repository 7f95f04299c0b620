import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { recordSecurityEvent } from "./record-security-event.server.ts";

/** Notes that this person fetched a file with others' data; `what` is the kind of file. The caller sends it afterwards. */
export function recordExport(
  { database }: Pick<Services, "database">,
  actor: Actor,
  what: string,
): Promise<void> {
  const event = { kind: "data_exported", personId: null, actorId: actor.userId, detail: what } as const;
  return database.withActor(actor, (sql) => recordSecurityEvent(sql, event));
}
