import type { Services } from "#platform/services.ts";

/**
 * Takes recipient and variables out of letters that ended 90 days ago; the row stays, because it says that a letter
 * was sent. Resolves to how many were forgotten. Safe to repeat.
 */
export async function forgetLetters(services: Services): Promise<number> {
  return services.database.withDuty("deliver", async (sql) => {
    const { rowCount } = await sql.$client.query(
      `UPDATE letters SET recipient = '', variables = '{}', last_error = NULL, tries = '[]'
       WHERE recipient <> '' AND state IN ('sent', 'dead', 'bounced') AND coalesce(sent_at, next_at) < now() - interval '90 days'`,
    );
    return rowCount ?? 0;
  });
}
