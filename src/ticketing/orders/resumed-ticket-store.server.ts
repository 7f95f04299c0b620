import { newId } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { isOver } from "#ticketing/events/night-time.ts";
import { enqueueLetters } from "#ticketing/letters/enqueue-letter.server.ts";

/**
 * Sends tickets that admit again to each holder whose last email with tickets of this order failed, went to another
 * address or left before the address was corrected, which ended the codes in it; and to each who was sent only the others
 * at that correction.
 */
export async function sendResumedTickets(
  sql: Sql,
  orderId: string,
  purchaseIds: readonly string[],
): Promise<void> {
  const { rows } = await sql.query<{ userId: string; recipient: string; family: string; purchaseId: string }>(
    {
      name: "send-resumed-tickets",
      text: `WITH holders AS (
             SELECT DISTINCT ON (p.user_id) p.user_id, p.id AS purchase, b.contact, o.family
             FROM ticket_purchases p JOIN orders o ON o.id = p.order_id JOIN profiles b ON b.id = p.user_id JOIN events e ON e.id = p.event_id
               LEFT JOIN LATERAL (SELECT l.recipient, l.state, l.sent_at FROM letters l WHERE l.order_id = $1 AND l.user_id = p.user_id
                 AND l.kind IN ('ticket_confirmation', 'season_pass_confirmation') ORDER BY l.created_at DESC, l.id DESC LIMIT 1) last ON true
               CROSS JOIN LATERAL (SELECT coalesce(b.contact_corrected_at > p.purchase_date, false) AND EXISTS (SELECT FROM ticket_purchases s
                 WHERE s.order_id = $1 AND s.user_id = p.user_id AND s.status = 'paid' AND s.id <> ALL ($2::uuid[])) AS missed) m
             WHERE p.id = ANY($2::uuid[]) AND b.contact IS NOT NULL AND p.share_returned_at IS NULL AND e.cancelled_at IS NULL AND NOT ${isOver("e")}
               AND (last.state IN ('dead', 'bounced') OR lower(last.recipient) <> lower(b.contact) OR last.sent_at < b.contact_corrected_at OR m.missed) ORDER BY p.user_id, p.line_no, p.seat_no, p.id)
           SELECT user_id AS "userId", contact AS recipient, family, purchase AS "purchaseId" FROM holders`,
      values: [orderId, purchaseIds],
    },
  );
  await enqueueLetters(
    sql,
    rows.map(({ userId, recipient, family, purchaseId }) => ({
      kind: family === "ordinary" ? "ticket_confirmation" : "season_pass_confirmation",
      dedupeKey: `resumed:${newId()}`,
      recipient,
      userId,
      orderId,
      purchaseId,
    })),
  );
}
