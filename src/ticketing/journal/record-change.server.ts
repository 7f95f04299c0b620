import { builder } from "#platform/database/builder.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { journal } from "./journal-tables.server.ts";

export type Change = {
  readonly subjectKind:
    | "event"
    | "artist"
    | "ticket_type"
    | "voucher"
    | "content"
    | "site"
    | "site_content"
    | "person"
    | "team"
    | "letter"
    | "mail"
    | "email_settings"
    | "email_template";
  readonly subjectId: string;
  /** The kind of change, such as `edited`; screens have a sentence for each. */
  readonly what: string;
  /** The changed fields with their values before and after; never anything personal (decision 33). */
  readonly before?: Readonly<Record<string, unknown>> | null;
  readonly after?: Readonly<Record<string, unknown>> | null;
};

/**
 * Writes down who changed what, in the transaction of the change: with it or not at all. The operator has no id.
 */
export async function recordChange(
  sql: Sql,
  { userId, role }: { readonly userId: string | null; readonly role: string },
  change: Change,
): Promise<void> {
  await builder(sql)
    .insert(journal)
    .values({ actorId: userId, actorKind: role, ...change });
}
