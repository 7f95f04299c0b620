import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";

/** Removes a note about a customer, also one that another person wrote; nobody removes those about oneself. Safe to repeat. */
export async function removePersonNote(
  { database }: Pick<Services, "database">,
  { actor, personId, noteId }: { readonly actor: Actor; readonly personId: string; readonly noteId: string },
): Promise<Outcome<"removed", NotAllowed>> {
  return database.withActor(actor, async (sql) => {
    const may = personId !== actor.userId && (await mayStillDo(sql, actor, "remove-person-note"));
    if (!may) return refused(notAllowed);
    if (!isUuid(noteId) || !isUuid(personId)) return done("removed");
    const { rowCount } = await sql.query("DELETE FROM person_notes WHERE id = $1 AND person_id = $2", [
      noteId,
      personId,
    ]);
    if (rowCount === 1)
      await recordChange(sql, actor, { subjectKind: "person", subjectId: personId, what: "note_removed" });
    return done("removed");
  });
}
