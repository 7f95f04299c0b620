import type { Services } from "#platform/services.ts";
import { durations } from "#ticketing/limits.ts";
import { unpaidStates } from "#ticketing/orders/order-state.ts";

const perBatch = 1000;

/**
 * Deletes the mailbox key of unpaid orders a day after their hold ended: the limit against hoarding no longer needs it.
 * Paid orders have lost it already. Safe to repeat.
 */
export async function forgetMailboxes({ database }: Pick<Services, "database">): Promise<void> {
  for (let forgotten = perBatch; forgotten === perBatch; )
    forgotten = await database.withDuty("settle", async (sql) => {
      const { rowCount } = await sql.query({
        name: "forget-mailboxes",
        text: `UPDATE orders SET mailbox_key = NULL WHERE id IN (
                 SELECT id FROM orders WHERE mailbox_key IS NOT NULL AND state IN (${unpaidStates.map((state) => `'${state}'`).join(", ")})
                   AND coalesce(ended_at, 'infinity') < now() - make_interval(secs => $1) LIMIT ${perBatch} FOR UPDATE SKIP LOCKED)`,
        values: [durations.hoarding],
      });
      return rowCount ?? 0;
    });
}
