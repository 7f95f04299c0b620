import type { Services } from "#platform/services.ts";
import { durations } from "#ticketing/limits.ts";

/**
 * Deletes recipient and variables of emails that ended `durations.letterContents` ago. The row stays as proof that an
 * email was sent. Also deletes requests for the newsletter that nobody confirmed for `durations.newsletterRequest`: anybody
 * can type the address. Resolves to how many emails were emptied. Safe to repeat.
 */
export async function forgetLetters(services: Services): Promise<number> {
  return services.database.withDuty("deliver", async (sql) => {
    await sql.query(
      "DELETE FROM newsletter_subscriptions WHERE status = 'pending' AND confirmed_at IS NULL AND asked_at < now() - make_interval(secs => $1)",
      [durations.newsletterRequest],
    );
    const { rowCount } = await sql.query(
      `UPDATE letters SET recipient = '', variables = '{}', last_error = NULL, tries = '[]'
       WHERE recipient <> '' AND state IN ('sent', 'dead', 'bounced') AND coalesce(sent_at, next_at) < now() - make_interval(secs => $1)`,
      [durations.letterContents],
    );
    return rowCount ?? 0;
  });
}
