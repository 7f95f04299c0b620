import type { Sql } from "#platform/database/sql.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import { moneyOfOrder } from "#ticketing/orders/line-queries.server.ts";
import type { BoughtOrder } from "./letter-templates/sum-rows.ts";

/** The order of an email that brings tickets, for the buyer; undefined for other emails and other readers. */
export async function readBoughtOrder(
  sql: Sql,
  { kind, orderId, userId }: ClaimedLetter,
): Promise<BoughtOrder | undefined> {
  if (kind !== "ticket_confirmation" && kind !== "season_pass_confirmation") return undefined;
  const { rows } = await sql.query<BoughtOrder>({
    name: "bought-order",
    // lines are summed by type, because a type sold at two prices has two lines
    text: `SELECT o.number::float8 AS number, o.paid_at AS "paidAt", o.total::float8 AS total, ${moneyOfOrder},
             EXISTS (SELECT FROM journal g WHERE g.subject_kind = 'order' AND g.subject_id = o.id AND g.what = 'granted') AS "isInvitation",
             (SELECT coalesce(json_agg(json_build_object('title', title, 'quantity', quantity, 'total', total) ORDER BY "isAddOn", no), '[]') FROM (
                SELECT min(l.title) AS title, sum(l.quantity) AS quantity, sum(l.total) AS total, l.entries = 0 AS "isAddOn", min(l.no) AS no
                FROM order_lines l WHERE l.order_id = o.id GROUP BY l.ticket_type_id, l.entries = 0) t) AS types
           FROM orders o WHERE o.id = $1 AND o.user_id = $2`,
    values: [orderId, userId],
  });
  return rows[0];
}
