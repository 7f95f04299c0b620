import type { Services } from "#platform/services.ts";
import { durations } from "#ticketing/limits.ts";
import type { ProcessHeartbeat } from "./process-heartbeat.ts";

/**
 * Writes this process's heartbeat with the present queues, for the status panel of any process; deletes those older
 * than `durations.heartbeat`. `knowsLines`, `knowsPhases`, `knowsGuests` and `knowsReceivers` tell the sale that no
 * older build runs.
 */
export async function writeHeartbeat(
  services: Pick<Services, "database">,
  { processId, heartbeat }: { readonly processId: string; readonly heartbeat: ProcessHeartbeat },
): Promise<void> {
  await services.database.withDuty("settle", async (sql) => {
    await sql.query("DELETE FROM process_pulses WHERE at < now() - make_interval(secs => $1)", [
      durations.heartbeat,
    ]);
    await sql.query(
      `INSERT INTO process_pulses (process_id, pulse) VALUES ($1, $2::jsonb || jsonb_build_object('knowsLines', true, 'knowsPhases', true, 'knowsGuests', true, 'knowsReceivers', true,
         'line', (SELECT count(*) FROM orders WHERE line_at IS NOT NULL AND state = 'held'),
         'held', (SELECT coalesce(sum(quantity), 0) FROM orders WHERE stake = 'held')))
       ON CONFLICT DO NOTHING`,
      [processId, JSON.stringify(heartbeat)],
    );
  });
}
