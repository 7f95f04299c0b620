import type { Services } from "#platform/services.ts";
import { durations } from "#ticketing/limits.ts";

/**
 * Deletes recipient and variables of emails that ended `durations.letterContents` ago. The row stays as proof that an
 * email was sent. Resolves to how many were emptied. Safe to repeat.
 */
export async function forgetLetters(services: Services): Promise<number> {
  return services.database.withDuty("deliver", async (sql) => {
    const { rowCount } = await sql.query(
      `UPDATE letters SET recipient = '', variables = '{}', last_error = NULL, tries = '[]'
       WHERE recipient <> '' AND state IN ('sent', 'dead', 'bounced') AND coalesce(sent_at, next_at) < now() - make_interval(secs => $1)`,
      [durations.letterContents],
    );
    return rowCount ?? 0;
  });
}
