import type { Services } from "#platform/services.ts";
import { isOverBy } from "#ticketing/events/night-time.ts";
import { durations } from "#ticketing/limits.ts";

/** SQL: whether the last night of row `p`'s seat was over $1 seconds ago (`durations.namesOfNight`). */
const isLongOver = `(SELECT bool_and(${isOverBy("e", "$1")}) FROM ticket_purchases n JOIN events e ON e.id = n.event_id
  WHERE (n.order_id, n.line_no, n.seat_no) = (p.order_id, p.line_no, p.seat_no))`;

/**
 * Deletes the names that people wrote on sent tickets and on their own, `durations.namesOfNight` after the seat's
 * last night: the friend's name and address in the transfer, and the name on the ticket. The ids of sender and holder
 * stay. Safe to repeat.
 */
export async function forgetTicketNames({ database }: Pick<Services, "database">): Promise<void> {
  await database.withDuty("settle", async (sql) => {
    await sql.query({
      name: "forget-names-of-transfers",
      text: `UPDATE transfers p SET name = NULL, recipient = NULL WHERE (name IS NOT NULL OR recipient IS NOT NULL) AND ${isLongOver}`,
      values: [durations.namesOfNight],
    });
    await sql.query({
      name: "forget-names-of-received",
      text: `UPDATE ticket_purchases p SET holder_name = NULL FROM transfers t
             WHERE t.state = 'accepted' AND (p.order_id, p.line_no, p.seat_no) = (t.order_id, t.line_no, t.seat_no) AND p.holder_name IS NOT NULL AND ${isLongOver}`,
      values: [durations.namesOfNight],
    });
    await sql.query({
      name: "forget-written-names",
      text: `UPDATE ticket_purchases p SET holder_name = NULL FROM journal j JOIN ticket_purchases n ON n.id = (j.after ->> 'purchaseId')::uuid
             WHERE j.what = 'holder_renamed' AND j.actor_kind = 'customer' AND (p.order_id, p.line_no, p.seat_no) = (n.order_id, n.line_no, n.seat_no) AND p.holder_name IS NOT NULL AND ${isLongOver}`,
      values: [durations.namesOfNight],
    });
  });
}
