import type { Services } from "#platform/services.ts";
import type { ProcessPulse } from "./process-pulse.ts";

/**
 * Leaves this process's pulse where the status panel of any process reads it, with the queues as they are now; forgets
 * what is older than an hour.
 */
export async function writePulse(
  services: Pick<Services, "database">,
  { processId, pulse }: { readonly processId: string; readonly pulse: ProcessPulse },
): Promise<void> {
  await services.database.withDuty("settle", async ({ $client }) => {
    await $client.query("DELETE FROM process_pulses WHERE at < now() - interval '1 hour'");
    await $client.query(
      `INSERT INTO process_pulses (process_id, pulse) VALUES ($1, $2::jsonb || jsonb_build_object(
         'line', (SELECT count(*) FROM orders WHERE line_at IS NOT NULL AND state = 'held'),
         'held', (SELECT coalesce(sum(quantity), 0) FROM orders WHERE stake = 'held')))
       ON CONFLICT DO NOTHING`,
      [processId, JSON.stringify(pulse)],
    );
  });
}
