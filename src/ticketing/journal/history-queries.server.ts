import type { Sql } from "#platform/database/sql.ts";
import { authorName } from "./author-name.ts";
import type { Change } from "./record-change.server.ts";

export type HistoryEntry = {
  readonly id: string;
  readonly at: Date;
  /** The present name and address of the actor; null for a change by the program, and of an erased account. */
  readonly who: string | null;
  /** The actor's role at that time, or what else made the change. */
  readonly actorKind: string;
  readonly what: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
};

/** The changes of one subject, newest first; only those older than the entry `before`, only kinds that begin so. */
export async function listHistory(
  reader: Sql,
  subjectKind: Change["subjectKind"],
  subjectId: string,
  { limit, before = null, begins = "" }: { limit: number; before?: string | null; begins?: string },
): Promise<HistoryEntry[]> {
  const { rows } = await reader.query<HistoryEntry>(
    `SELECT j.id::text AS id, j.at, ${authorName("p")} AS who, j.actor_kind AS "actorKind", j.what,
       CASE WHEN jsonb_typeof(j.before) = 'object' THEN j.before END AS before,
       CASE WHEN jsonb_typeof(j.after) = 'object' THEN j.after END AS after
     FROM journal j LEFT JOIN profiles p ON p.id = j.actor_id
     WHERE j.subject_id = $1 AND j.subject_kind = $4 AND ($2::bigint IS NULL OR j.id < $2) AND starts_with(j.what, $5) ORDER BY j.id DESC LIMIT $3`,
    [subjectId, before, limit, subjectKind, begins],
  );
  return rows;
}

/** What was deleted of one kind, the newest first: `before` has what named it. */
export async function listDeleted(
  reader: Sql,
  subjectKind: Change["subjectKind"],
  limit: number,
): Promise<(HistoryEntry & { readonly subjectId: string })[]> {
  const { rows } = await reader.query<HistoryEntry & { readonly subjectId: string }>(
    `SELECT j.id::text AS id, j.at, ${authorName("p")} AS who, j.actor_kind AS "actorKind", j.what, j.subject_id AS "subjectId", j.before, j.after
     FROM journal j LEFT JOIN profiles p ON p.id = j.actor_id
     WHERE j.subject_kind = $1 AND j.what = 'deleted' ORDER BY j.id DESC LIMIT $2`,
    [subjectKind, limit],
  );
  return rows;
}
