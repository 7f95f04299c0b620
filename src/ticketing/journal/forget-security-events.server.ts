import type { Services } from "#platform/services.ts";

/**
 * Empties the network of events older than 30 days and takes away those older than 400. Which rows those are, the
 * policies of the duty say (migrations/access.sql): it can reach no others. Safe to repeat.
 */
export async function forgetSecurityEvents({ database }: Pick<Services, "database">): Promise<void> {
  await database.withDuty("settle", async ({ $client }) => {
    await $client.query("DELETE FROM security_events");
    await $client.query("UPDATE security_events SET network = NULL");
  });
}
