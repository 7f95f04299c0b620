import type pg from "pg";

export type Change = {
  readonly subjectKind: "event" | "artist" | "ticket_type" | "content" | "site";
  readonly subjectId: string;
  /** What was done, such as `edited`; screens have a sentence for each. */
  readonly what: string;
  /** The fields that changed and what they were and are; never anything personal (decision 33). */
  readonly before?: Readonly<Record<string, unknown>> | null;
  readonly after?: Readonly<Record<string, unknown>> | null;
};

/** Where every process hears of what people change (`host/follow-changes.ts`); a message is `kind:id`. */
export const changesChannel = "estival_changes";

/**
 * Writes down what a person changed, in the transaction of the change: with it or not at all. The other processes hear
 * of it when it commits, so that none shows a page as it was.
 */
export async function recordChange(
  client: pg.ClientBase,
  actor: { readonly userId: string; readonly role: string },
  { subjectKind, subjectId, what, before = null, after = null }: Change,
): Promise<void> {
  await client.query(
    "INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what, before, after) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    [
      actor.userId,
      actor.role,
      subjectKind,
      subjectId,
      what,
      before && JSON.stringify(before),
      after && JSON.stringify(after),
    ],
  );
  await client.query("SELECT pg_notify($1, $2)", [changesChannel, `${subjectKind}:${subjectId}`]);
}
