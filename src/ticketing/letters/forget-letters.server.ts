import type { Services } from "#platform/services.ts";
import { durations } from "#ticketing/limits.ts";

/**
 * SQL: what an email keeps of its contents when it is forgotten: which night or move it told of, because those who were
 * told stay counted.
 */
export const forgottenLetter = `recipient = '', variables = jsonb_strip_nulls(jsonb_build_object('event', variables->'event', 'move', variables->'move')),
  last_error = NULL, tries = '[]'`;

/**
 * Forgets recipient and contents of emails that ended `durations.letterContents` ago. The row stays as proof that an
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
      `UPDATE letters SET ${forgottenLetter}
       WHERE recipient <> '' AND state IN ('sent', 'dead', 'bounced') AND coalesce(sent_at, next_at) < now() - make_interval(secs => $1)`,
      [durations.letterContents],
    );
    return rowCount ?? 0;
  });
}
