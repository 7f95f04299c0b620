import { isUuid, newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { listDoubleEntries } from "./door-board-queries.server.ts";

export type MarkDoubleRefusal =
  | NotAllowed
  /** Not, or no more, a double entry of this night. */
  | typeof missing
  /** Somebody came in on it, or was taken back, since the page was shown. */
  | { readonly reason: "changed" };

type MarkRequest = {
  readonly actor: Actor;
  readonly eventId: string;
  readonly purchaseId: string;
  /** People who had come in on it, as the page showed. */
  readonly entered: number;
  /** How it was cleared up: one line, at most `limits.doubleWord` characters. */
  readonly word: string;
};

/**
 * Marks a double entry as cleared up, with a word on how; the entries themselves stay. The first mark stays too: safe to
 * repeat.
 */
export async function markDouble(
  { database }: Pick<Services, "database">,
  { actor, eventId, purchaseId, entered, word }: MarkRequest,
): Promise<Outcome<null, MarkDoubleRefusal>> {
  if (!isUuid(eventId) || !isUuid(purchaseId)) return refused(missing);
  return database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "mark-double"))) return refused(notAllowed);
    const double = (await listDoubleEntries(sql, eventId)).find((one) => one.purchaseId === purchaseId);
    if (!double) return refused(missing);
    if (double.entered !== entered) return refused({ reason: "changed" });
    const { rowCount } = await sql.query(
      `INSERT INTO double_marks (id, event_id, purchase_id, entered, word, marked_by) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (purchase_id, entered) DO NOTHING`,
      [newId(), eventId, purchaseId, entered, word, actor.userId],
    );
    if (rowCount === 0) return done(null);
    await recordChange(sql, actor, {
      ...{ subjectKind: "event", subjectId: eventId, what: "double_marked" },
      after: { label: double.label },
    });
    return done(null);
  });
}
