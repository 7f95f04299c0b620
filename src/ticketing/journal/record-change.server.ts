import type { Sql } from "#platform/database/sql.ts";

/** What is recorded of an order besides its states. The office has a sentence for each, or does not compile. */
export type OrderJournalKind =
  | ("refund_wanted" | "granted" | "rechecked" | "claimed" | "address_corrected" | "payment_does_not_agree")
  | ("ticket_reissued" | "entry_by_chief" | "code_split" | "holder_renamed" | "tickets_resent")
  | ("ticket_sent" | "ticket_taken_back" | "ticket_accepted" | "ticket_declined");

export type Change = ChangedSubject & {
  readonly subjectId: string;
  /** The changed fields with their values before and after. Never put personal data here. */
  readonly before?: Readonly<Record<string, unknown>> | null;
  readonly after?: Readonly<Record<string, unknown>> | null;
};

/** `what`: the kind of change, such as `edited`. Screens have a sentence for each. */
type ChangedSubject =
  | { readonly subjectKind: "order"; readonly what: OrderJournalKind | "paid" }
  | { readonly subjectKind: OtherSubject; readonly what: string };

type OtherSubject =
  | "event"
  | "artist"
  | "ticket_type"
  | "voucher"
  | "picture"
  | "content"
  | "site"
  | "site_content"
  | "person"
  | "team"
  | "letter"
  | "mail"
  | "email_settings"
  | "email_template";

/** The actor of changes that no person asked for. */
export const theProgram = { userId: null, role: "system" } as const;

/** Records who changed what, in the transaction of the change. The operator and the program itself have no id. */
export async function recordChange(
  sql: Sql,
  { userId, role }: { readonly userId: string | null; readonly role: string },
  { subjectKind, subjectId, what, before = null, after = null }: Change,
): Promise<void> {
  const row = "$1::uuid, $2::text, $3::text, $4::uuid, $5::text, $6::jsonb, $7::jsonb";
  await sql.query(journalSql(row), [
    userId,
    role,
    subjectKind,
    subjectId,
    what,
    before && JSON.stringify(before),
    after && JSON.stringify(after),
  ]);
}

/**
 * SQL that records a statement's changes as a part of it. No other code writes the journal. `row` lists, each in SQL:
 * actor id and kind, subject kind and id, what happened, before, after. `from` gives one journal row for each of its
 * rows.
 */
export const journalSql = (row: string, from = ""): string =>
  `INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what, before, after) SELECT ${row} ${from}`;
