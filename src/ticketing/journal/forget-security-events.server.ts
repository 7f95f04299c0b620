import type { Services } from "#platform/services.ts";

/**
 * Removes the network from events older than 30 days, and deletes events older than 400. The duty's policies select
 * these rows and hide all others (migrations/access.sql). Safe to repeat.
 */
export async function forgetSecurityEvents({ database }: Pick<Services, "database">): Promise<void> {
  await database.withDuty("settle", async (sql) => {
    await sql.query("DELETE FROM security_events");
    await sql.query("UPDATE security_events SET network = NULL");
  });
}
