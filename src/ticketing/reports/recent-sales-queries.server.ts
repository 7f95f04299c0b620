import type { Sql } from "#platform/database/sql.ts";
import type { NightPlaces } from "#ticketing/events/night-fullness.ts";
import { lacksCode, saleStateAlone } from "#ticketing/events/sale-state-queries.server.ts";
import { doorPlaces, givenPlaces, listedPlaces, soldPlaces } from "#ticketing/stock/stock.ts";
import { salesBesideTotals } from "./plain-sales.ts";
import { isFree } from "./purchase-conditions.server.ts";

export type RecentSale = {
  /** Sold and all places, in people. */
  readonly places: NightPlaces;
  readonly eventId: string;
  readonly title: string;
  readonly date: string;
  readonly thumb: string | null;
  /** Tickets, as specified. A ticket may admit several people, so there may be more people. */
  readonly sold: number;
  /** Bani, as in the reports. */
  readonly revenue: number;
  /** True when a pass for this night was sold; then the settlement has another sum. */
  readonly hasPasses: boolean;
  readonly lacksCode: boolean;
};

/** The nights with the latest sales, the latest first. Tickets given away are not sales. */
export async function listRecentSales(sql: Sql, count: number): Promise<RecentSale[]> {
  const { rows } = await sql.query<RecentSale>(
    `SELECT e.id AS "eventId", e.title, e.date::text AS date, e.image_url AS thumb, coalesce(s.sold, 0)::float8 AS sold, coalesce(s.revenue, 0)::float8 AS revenue,
       EXISTS (SELECT FROM event_tickets x JOIN event_tickets y ON y.ticket_id = x.ticket_id AND y.event_id <> x.event_id
         JOIN ticket_purchases p ON p.ticket_type_id = x.ticket_id AND p.event_id = x.event_id AND p.status = 'paid' AND NOT p.is_test WHERE x.event_id = e.id) AS "hasPasses", ${lacksCode} AS "lacksCode",
       json_build_object('state', ${saleStateAlone}, 'capacity', c.capacity, 'sold', ${soldPlaces}, 'held', c.held, 'given', ${givenPlaces}, 'listed', ${listedPlaces}, 'atDoor', ${doorPlaces}) AS places
     FROM events e JOIN stock_counters c ON c.id = e.id
     CROSS JOIN LATERAL (SELECT purchase_date FROM ticket_purchases p WHERE p.event_id = e.id AND p.status = 'paid' AND NOT p.is_test AND NOT ${isFree} ORDER BY p.purchase_date DESC LIMIT 1) latest
     CROSS JOIN LATERAL (SELECT sum(quantity) AS sold, sum(revenue) AS revenue FROM (
       SELECT quantity, revenue FROM sales_totals WHERE kind = 'event' AND grain = 'ever' AND subject_id = e.id
       UNION ALL SELECT admitted, revenue FROM (${salesBesideTotals}) b WHERE b.event_id = e.id) parts) s
     ORDER BY latest.purchase_date DESC, e.id LIMIT $1`,
    [count],
  );
  return rows;
}
