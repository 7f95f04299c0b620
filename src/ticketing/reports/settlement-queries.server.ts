import { only, type Sql } from "#platform/database/sql.ts";
import { entriesOfNight, notUndone, writtenAt } from "#ticketing/events/entered-on.ts";
import { byStart, isOver } from "#ticketing/events/night-time.ts";
import { ordersThatMayOwe, owedForTickets } from "#ticketing/orders/line-queries.server.ts";
import { splitOfSeats } from "#ticketing/orders/share-of-night.ts";
import { awaitedOnTicket, cameOnTicket } from "#ticketing/stock/stock.ts";
import { boundValues } from "./bind-values.ts";
import type { SettledBooks, SettledNight, SettledRow } from "./night-settlement.ts";
import { moneyAtBank, sumsSince } from "./sales-sums.ts";

/**
 * SQL: every code of the orders that have one of the nights $1, with its night's part of its seat's price: `paid` at
 * the sale, `net` now. A seat's price now (equal to the ledger, I11) is split in proportion to its nights' shares at
 * the sale, as a refund splits it. A returned share gets nothing once its money has left.
 */
export const settledCodes = `
  SELECT c.*, coalesce(c.part, least(c.total_price, c.amount)) AS net
  FROM (${splitOfSeats(`
    SELECT s.*, CASE WHEN s.share_returned_at IS NULL OR s.amount >= s.seat_paid THEN s.paid ELSE 0 END AS weight
    FROM (
      SELECT p.*, coalesce(p.share, p.total_price) AS paid,
        sum(coalesce(p.share, p.total_price)) OVER seat AS seat_paid, coalesce(sum(p.total_price) FILTER (WHERE p.status = 'paid') OVER seat, 0) AS amount
      FROM ticket_purchases p WHERE p.order_id IN (SELECT order_id FROM ticket_purchases WHERE event_id = ANY ($1::uuid[]) AND NOT is_test)
      WINDOW seat AS (PARTITION BY p.order_id, p.line_no, p.seat_no)) s`)}) c`;

/** SQL: the night's part of a line's discount, once for each line and night. All nights' parts add up to it. */
const discountOfNight = `CASE WHEN row_number() OVER (PARTITION BY c.order_id, c.line_no, c.event_id ORDER BY c.seat_no) = 1
  THEN coalesce(l.discount * array_position(l.event_ids, c.event_id) / cardinality(l.event_ids) - l.discount * (array_position(l.event_ids, c.event_id) - 1) / cardinality(l.event_ids), 0) ELSE 0 END`;

/** SQL: the tickets of codes `p` that are left: a pass whose share of the night went back has none there. */
const ticketsLeft = (which: string) =>
  `coalesce(sum(quantity) FILTER (WHERE status = 'paid' AND share_returned_at IS NULL AND ${which}), 0)::int`;

/** The sales of these nights by type and price. No other code sums a night's money. */
export async function listSettledRows(sql: Sql, eventIds: readonly string[]): Promise<SettledRow[]> {
  const { rows } = await sql.query<SettledRow>(
    `WITH codes AS (${settledCodes}), sales AS (
       SELECT c.*, ${discountOfNight} AS discount, l.phase_id, t.type AS type_name, t.admits,
         CASE WHEN l.list_price = 0 AND l.total = 0 THEN 'invitation' WHEN NOT t.admits THEN 'add_on' WHEN cardinality(l.event_ids) > 1 OR l.family = 'season_pass' THEN 'pass' ELSE 'ticket' END AS kind,
         CASE WHEN cardinality(l.event_ids) = 1 AND l.family <> 'season_pass' THEN l.list_price::float8 END AS unit_price
       FROM codes c JOIN order_lines l ON l.order_id = c.order_id AND l.no = c.line_no JOIN tickets t ON t.id = c.ticket_type_id WHERE c.event_id = ANY ($1::uuid[]))
     SELECT event_id AS "eventId", kind, type_name AS "typeName", f.name AS "phaseName", unit_price AS price,
       coalesce(sum(quantity), 0)::int AS sold, ${ticketsLeft("true")} AS tickets, ${ticketsLeft("NOT admits")} AS "addOns", ${ticketsLeft("admits AND paid = 0")} AS free,
       (sum(paid) + sum(discount))::float8 AS gross, sum(discount)::float8 AS discounts, (sum(paid) - sum(net))::float8 AS returned, sum(net)::float8 AS net,
       sum(${cameOnTicket} + ${awaitedOnTicket})::int AS expected, sum(${cameOnTicket})::int AS entered
     FROM sales p LEFT JOIN price_phases f ON f.id = p.phase_id
     GROUP BY event_id, kind, p.ticket_type_id, type_name, f.id, f.name, f.no, unit_price
     ORDER BY event_id, array_position(ARRAY['ticket', 'pass', 'add_on', 'invitation'], kind), type_name, f.no NULLS FIRST, 5, p.ticket_type_id`,
    [eventIds],
  );
  return rows;
}

/** Tickets sold at all doors on a day, by the phones' clocks. No report of online sales contains them. */
export async function sumDoorSalesOn(
  sql: Sql,
  day: string,
): Promise<{ readonly tickets: number; readonly bani: number }> {
  const { rows } = await sql.query<{ tickets: number; bani: number }>(
    `SELECT coalesce(sum(s.quantity), 0)::int AS tickets, coalesce(sum(s.bani), 0)::float8 AS bani
     FROM gate_log s WHERE s.kind = 'sale' AND s.is_counted AND ${notUndone}
       AND (${writtenAt("s")} AT TIME ZONE 'Europe/Bucharest')::date = $1
       AND s.event_id IN (SELECT id FROM events WHERE date BETWEEN $1::date - 2 AND $1::date + 1)`,
    [day],
  );
  return only(rows);
}

/** The nights with this id, or on these days (both included), by date. Nights without sales are included. */
export async function listSettledNights(
  sql: Sql,
  chosen: { readonly eventId: string } | { readonly from: string; readonly to: string },
): Promise<SettledNight[]> {
  const [id, from, to] = "eventId" in chosen ? [chosen.eventId, null, null] : [null, chosen.from, chosen.to];
  const { rows } = await sql.query<SettledNight>(
    `SELECT e.id, e.title, e.date::text AS date, c.capacity, ${isOver("e")} AS "isOver", CASE WHEN e.cancelled_at IS NOT NULL THEN coalesce((SELECT used_tickets FROM cancellations WHERE event_id = e.id), 'refunded') END AS cancelled,
       coalesce(g.places, 0)::int AS listed, coalesce(g.entered, 0)::int AS "listedEntered", (SELECT coalesce(sum(n.entries), 0)::int FROM (${entriesOfNight("e.id")}) n) AS entered,
       (SELECT json_build_object('rate', v.rate, 'validFrom', v.valid_from) FROM vat_rates v WHERE v.valid_from <= e.date ORDER BY v.valid_from DESC LIMIT 1) AS rate
     FROM events e JOIN stock_counters c ON c.id = e.id
       LEFT JOIN LATERAL (SELECT sum(CASE WHEN e.cancelled_at IS NULL THEN places ELSE entered END) AS places, sum(entered) AS entered FROM listed_guests WHERE event_id = e.id AND removed_at IS NULL) g ON true
     WHERE CASE WHEN $1::uuid IS NULL THEN e.date BETWEEN $2::date AND $3::date ELSE e.id = $1 END
     ORDER BY ${byStart("e")}`,
    [id, from, to],
  );
  return rows;
}

/** SQL: a sum of what is owed to the buyers, whole and by night. */
const owedBy = (amount: "amount" | "amount_read", nights: string, name: string) =>
  `(SELECT coalesce(sum(amount), 0)::float8 FROM (SELECT DISTINCT order_id, ${amount} AS amount FROM owing) n) AS "${name}",
       (SELECT coalesce(json_object_agg(event_id, part), '{}') FROM (SELECT event_id, round(sum(${amount} * back / back_in_all)) AS part FROM owing WHERE event_id = ANY (${nights}) AND ${amount} * back / back_in_all > 0 GROUP BY event_id) n) AS "${name}Here"`;

/** The same money in the report, the ledger and the card provider's balance. */
export async function readSettledBooks(sql: Sql, eventIds: readonly string[]): Promise<SettledBooks> {
  const { bind, values } = boundValues();
  const nights = bind(eventIds, "uuid[]");
  const { rows } = await sql.query<SettledBooks>(
    `WITH codes AS (${settledCodes}),
       banked AS (SELECT order_id, sum(net) AS net, coalesce(sum(net) FILTER (WHERE event_id = ANY (${nights})), 0) AS here, ${moneyAtBank("codes.order_id")}::bigint AS amount FROM codes GROUP BY order_id),
       booked AS (SELECT l.* FROM ledger_entries l WHERE l.order_id IN (SELECT order_id FROM codes)),
       last AS (SELECT at, differences FROM reconciliations ORDER BY at DESC LIMIT 1),
       read AS (SELECT max(at) AS at FROM reconciliations WHERE entries_read IS NOT NULL),
       moved_later AS (SELECT order_id, sum(booked.amount) AS amount FROM booked, read WHERE account = 'clearing' AND booked.at > read.at GROUP BY order_id),
       owing AS (SELECT event_id, back, nullif(sum(back) OVER (PARTITION BY order_id), 0) AS back_in_all, amount, least(amount, greatest(0, amount - later)) AS amount_read, order_id FROM (
         SELECT order_id, event_id, sum(paid - net)::numeric AS back, (SELECT ${owedForTickets} FROM orders o WHERE o.id = codes.order_id)::numeric AS amount,
           coalesce((SELECT m.amount FROM moved_later m WHERE m.order_id = codes.order_id), 0) AS later
         FROM codes WHERE order_id IN (${ordersThatMayOwe}) GROUP BY order_id, event_id) n)
     SELECT (SELECT coalesce(sum(revenue), 0)::float8 FROM (${sumsSince("event", null, bind, `subject_id = ANY (${nights})`)}) s) AS report,
       (SELECT coalesce(sum(c.total_price), 0)::float8 FROM codes c JOIN order_lines l ON l.order_id = c.order_id AND l.no = c.line_no
         WHERE c.event_id = ANY (${nights}) AND c.status = 'paid' AND (cardinality(l.event_ids) > 1 OR l.family = 'season_pass')) AS "passesInReport",
       (SELECT coalesce(-sum(amount), 0)::float8 FROM booked WHERE account = 'revenue') AS ledger,
       (SELECT coalesce(sum(net), 0)::float8 FROM codes WHERE event_id <> ALL (${nights})) AS elsewhere,
       (SELECT coalesce(sum(amount), 0)::float8 FROM booked WHERE account = 'clearing' AND source = 'payment') AS "paidIn",
       (SELECT coalesce(-sum(amount), 0)::float8 FROM booked WHERE account = 'clearing' AND source = 'refund') AS "paidBack",
       (SELECT coalesce(-sum(amount), 0)::float8 FROM booked WHERE account = 'clearing' AND source = 'dispute') AS disputed,
       (SELECT coalesce(sum(amount), 0)::float8 FROM banked) AS "atBank", (SELECT coalesce(sum(div(amount * here, nullif(net, 0))), 0)::float8 FROM banked) AS "atBankHere",
       ${owedBy("amount", nights, "owed")},
       ${owedBy("amount_read", nights, "owedRead")},
       (SELECT json_build_object('at', last.at, 'differences', (SELECT count(*) FROM jsonb_array_elements(last.differences) d
          WHERE d.value->>'orderId' IN (SELECT order_id::text FROM codes))) FROM last) AS compared,
       (SELECT json_build_object('at', read.at, 'isOfLastComparison', read.at = (SELECT at FROM last),
          'entries', (SELECT coalesce(sum(b.gross), 0) FROM payments p JOIN balance_entries b ON b.payment_id = p.payment_intent_id WHERE p.order_id IN (SELECT order_id FROM codes)),
          'later', (SELECT coalesce(sum(amount), 0) FROM moved_later)) FROM read WHERE read.at IS NOT NULL) AS balance`,
    values,
  );
  const { compared, balance, ...books } = only(rows);
  return {
    ...books,
    compared: compared && { ...compared, at: new Date(compared.at) },
    balance: balance && { ...balance, at: new Date(balance.at) },
  };
}
