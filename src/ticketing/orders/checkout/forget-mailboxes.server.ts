import type { Services } from "#platform/services.ts";
import { durations } from "#ticketing/limits.ts";
import { unpaidStates } from "#ticketing/orders/order-state.ts";

const perBatch = 1000;

/**
 * Deletes the mailbox key of unpaid orders a day after they ended, when the limit against hoarding no longer needs
 * it. A paid order keeps its key only while it has a voucher; the key goes when the voucher has ended or is deleted.
 * Safe to repeat.
 */
export async function forgetMailboxes({ database }: Pick<Services, "database">): Promise<void> {
  for (let forgotten = perBatch; forgotten >= perBatch; )
    forgotten = await database.withDuty("settle", async (sql) => {
      const { rowCount } = await sql.query({
        name: "forget-mailboxes",
        text: `WITH unpaid AS (
                 SELECT id FROM orders WHERE mailbox_key IS NOT NULL AND state IN (${unpaidStates.map((state) => `'${state}'`).join(", ")})
                   AND coalesce(ended_at, 'infinity') < now() - make_interval(secs => $1) LIMIT ${perBatch} FOR UPDATE SKIP LOCKED),
               coded AS (
                 SELECT id FROM orders o WHERE mailbox_key IS NOT NULL AND paid_at IS NOT NULL AND NOT EXISTS (
                   SELECT FROM order_lines l JOIN vouchers v ON v.id = l.voucher_id WHERE l.order_id = o.id AND coalesce(v.ends_at > now(), true))
                 LIMIT ${perBatch} FOR UPDATE SKIP LOCKED)
               UPDATE orders SET mailbox_key = NULL WHERE id IN (SELECT id FROM unpaid UNION ALL SELECT id FROM coded)`,
        values: [durations.hoarding],
      });
      return rowCount ?? 0;
    });
}
