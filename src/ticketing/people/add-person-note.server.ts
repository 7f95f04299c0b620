import { isUuid, newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { personNoteLength } from "./people-tables.server.ts";

export type AddNoteRefusal =
  | NotAllowed
  | { readonly reason: "missing" }
  /** The note is empty, or longer than `personNoteLength`. */
  | { readonly reason: "bad_note" };

/** Writes a note about a customer that the whole office can read. */
export async function addPersonNote(
  { database }: Pick<Services, "database">,
  request: { readonly actor: Actor; readonly personId: string; readonly note: string },
): Promise<Outcome<"added", AddNoteRefusal>> {
  const { actor, personId } = request;
  const note = request.note.trim();
  if (!isUuid(personId)) return refused({ reason: "missing" });
  if (note === "" || note.length > personNoteLength) return refused({ reason: "bad_note" });
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "add-person-note"))) return refused(notAllowed);
    const { rowCount } = await sql.query(
      "INSERT INTO person_notes (id, person_id, author_id, note) SELECT $1, id, $3, $4 FROM profiles WHERE id = $2",
      [newId(), personId, actor.userId, note],
    );
    return rowCount === 1 ? done("added") : refused({ reason: "missing" });
  });
}
