import { isUuid, newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { limits } from "#ticketing/limits.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { type DoubleEntry, isListedFinding, listDoubleEntries } from "./door-board-queries.server.ts";

export type MarkClearedRefusal =
  | NotAllowed
  /** This night has no such double entry or finding, or no longer has it. */
  | typeof missing
  /** Since the page was shown, somebody came in on the ticket or name. */
  | { readonly reason: "changed" };

type MarkRequest = {
  readonly actor: Actor;
  readonly eventId: string;
  /** A ticket, a guest's name, or the digest of a row with a finding. */
  readonly subject: string;
  /** `everEntered` of the ticket or name when the page was shown; null for a row. */
  readonly entered: number | null;
  /** How it was resolved: one line, at most `limits.clearedNote` characters. */
  readonly word: string;
};

/** Marks a double entry or a finding as resolved, with a note; entries stay. The first mark stays: safe to repeat. */
export async function markCleared(
  { database }: Pick<Services, "database">,
  { actor, eventId, subject, entered, word }: MarkRequest,
): Promise<Outcome<null, MarkClearedRefusal>> {
  if (!isUuid(eventId)) return refused(missing);
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "mark-cleared"))) return refused(notAllowed);
    const markable =
      entered === null
        ? await findRow(sql, eventId, subject)
        : (await listDoubleEntries(sql, eventId, subject))[0];
    if (!markable) return refused(missing);
    if (markable.everEntered !== entered) return refused({ reason: "changed" });
    const { rowCount } = await sql.query(
      `INSERT INTO double_marks (id, event_id, purchase_id, guest_id, row_digest, entered, word, marked_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT DO NOTHING`,
      [
        newId(),
        eventId,
        markable.purchaseId,
        markable.guestId,
        entered === null ? subject : null,
        entered,
        word,
        actor.userId,
      ],
    );
    if (rowCount === 0) return done(null);
    // the journal must never contain a guest's name
    await recordChange(sql, actor, {
      subjectKind: "event",
      subjectId: eventId,
      what: "double_marked",
      after: { label: markable.guestId === null ? markable.label : null },
    });
    return done(null);
  });
}

type MarkableEntry = Pick<DoubleEntry, "purchaseId" | "guestId"> & {
  readonly label: string | null;
  readonly everEntered: number | null;
};

async function findRow(sql: Sql, eventId: string, digest: string): Promise<MarkableEntry | undefined> {
  if (!/^[0-9a-f]{64}$/.test(digest)) return undefined;
  const { rows } = await sql.query<{ label: string | null }>(
    `SELECT p.ticket_code AS label FROM gate_log l LEFT JOIN ticket_purchases p ON p.id = l.purchase_id
     WHERE l.event_id = $1 AND l.digest = $2 AND ${isListedFinding}`,
    [eventId, digest],
  );
  return rows[0] && { purchaseId: null, guestId: null, label: rows[0].label, everEntered: null };
}

/** The note on a double entry as one line; undefined if empty or longer than `limits.clearedNote` characters. */
export function readNote(typed: string): string | undefined {
  const word = typed.replaceAll(/\s+/g, " ").trim();
  return word === "" || word.length > limits.clearedNote || word.includes("\0") ? undefined : word;
}
