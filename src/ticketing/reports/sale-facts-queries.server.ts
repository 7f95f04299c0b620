import { only, type Sql } from "#platform/database/sql.ts";

export type SaleFacts = {
  readonly now: Date;
  /** When the newest webhook event of our mode (test or live) came. */
  readonly noticeAt: Date | null;
  /** Whether events of the other mode came: they are ignored on arrival, before any attempt. */
  readonly hasOtherNotices: boolean;
  readonly isMailPaused: boolean;
  readonly lettersOn: boolean;
  readonly sender: string | null;
  /** Whether an email was accepted since the mail settings were saved. */
  readonly hasSent: boolean;
  readonly backupAt: Date | null;
  readonly backupFailure: string | null;
  readonly club: unknown;
  readonly terms: unknown;
  readonly privacy: unknown;
  /** Hundredths of a percent; null when no rate is in force. */
  readonly vatRate: number | null;
};

export async function readSaleFacts(
  sql: Sql,
  defaults: { readonly enabled: boolean; readonly fromEmail: string } | null,
): Promise<SaleFacts> {
  const { rows } = await sql.query<SaleFacts>(
    `SELECT clock_timestamp() AS now,
       (SELECT max(received_at) FROM payment_notices WHERE state <> 'ignored' OR attempts > 0) AS "noticeAt",
       EXISTS (SELECT FROM payment_notices WHERE state = 'ignored' AND attempts = 0) AS "hasOtherNotices",
       EXISTS (SELECT FROM mail_pause) AS "isMailPaused",
       coalesce((SELECT enabled FROM email_settings), $1) AS "lettersOn",
       coalesce((SELECT from_email FROM email_settings), $2) AS sender,
       EXISTS (SELECT FROM letters WHERE sent_at > coalesce((SELECT updated_at FROM email_settings), '-infinity')) AS "hasSent",
       (SELECT max(taken_at) FROM backups) AS "backupAt",
       (SELECT reason FROM failed_backups) AS "backupFailure",
       (SELECT content FROM site_content WHERE key = 'club') AS club,
       (SELECT content FROM site_content WHERE key = 'terms') AS terms,
       (SELECT content FROM site_content WHERE key = 'privacy') AS privacy,
       (SELECT rate FROM vat_rates WHERE valid_from <= (now() AT TIME ZONE 'Europe/Bucharest')::date ORDER BY valid_from DESC LIMIT 1) AS "vatRate"`,
    [defaults?.enabled ?? false, defaults?.fromEmail ?? null],
  );
  return only(rows);
}
