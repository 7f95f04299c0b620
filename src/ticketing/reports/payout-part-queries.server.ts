import type { Sql } from "#platform/database/sql.ts";
import type { PayoutPart } from "./night-settlement.ts";
import { type PaidNight, type ReturnOfOrder, splitOf, takesOfReturns } from "./returns-by-night.ts";
import { settledCodes } from "./settlement-queries.server.ts";

/**
 * SQL: a night's whole bani of an amount of its order. The parts of all nights add up to the amount. `whole` is the sum
 * of all nights' weights, `here` that of the nights up to this one.
 */
const partOf = (amount: string) =>
  `(div((${amount})::numeric * here, whole) - div((${amount})::numeric * (here - weight), whole))`;

/** SQL over the payout `o`. */
const payoutAsJson =
  "CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'state', o.state, 'amount', o.amount, 'arrivesOn', (o.arrives_at AT TIME ZONE 'Europe/Bucharest')::date::text) END";

/** SQL: what was paid for each night of a seat. A paid order without tickets takes its nights from its lines. */
const paidNights = `
  SELECT c.order_id, coalesce(c.bundle_id, c.order_id)::text AS seat, c.line_no, c.seat_no, c.id, c.event_id, c.paid FROM codes c
  UNION ALL SELECT l.order_id, l.no::text, l.no, 0, e.id, e.id, l.total FROM order_lines l CROSS JOIN unnest(l.event_ids) AS e(id)
    WHERE l.order_id IN (SELECT n.order_id FROM order_lines n JOIN payments p ON p.order_id = n.order_id WHERE n.event_ids && $1::uuid[]
      AND NOT EXISTS (SELECT FROM ticket_purchases t WHERE t.order_id = n.order_id))`;

/**
 * These nights' parts of the entries of the provider's balance, by payout. An order's charge is split among its nights
 * by what was paid for each, a return by what it took from each (`takesOfReturns`).
 */
export async function listPayoutParts(sql: Sql, eventIds: readonly string[]): Promise<PayoutPart[]> {
  const { rows } = await sql.query<PayoutPart>(
    `WITH codes AS (${settledCodes}),
       nights AS (SELECT n.order_id, n.event_id, sum(n.paid) AS paid FROM (${paidNights}) n GROUP BY n.order_id, n.event_id),
       weighed AS (SELECT order_id, event_id, CASE WHEN sum(paid) OVER (PARTITION BY order_id) > 0 THEN paid ELSE 1 END AS weight FROM nights),
       parts AS (SELECT *, sum(weight) OVER (PARTITION BY order_id) AS whole, sum(weight) OVER (PARTITION BY order_id ORDER BY event_id) AS here FROM weighed),
       split AS (
         SELECT w.event_id, b.payout_id, ${partOf("b.gross")} AS gross, ${partOf("b.fee")} AS fee
         FROM parts w JOIN payments p ON p.order_id = w.order_id JOIN balance_entries b ON b.payment_id = p.payment_intent_id AND b.kind = 'charge'
         WHERE w.event_id = ANY ($1::uuid[]))
     SELECT s.event_id AS "eventId", sum(s.gross)::float8 AS gross, sum(s.fee)::float8 AS fees, 0::float8 AS "feesOfReturns", ${payoutAsJson} AS payout
     FROM split s LEFT JOIN payouts o ON o.id = s.payout_id
     GROUP BY s.event_id, o.id ORDER BY array_position($1::uuid[], s.event_id), o.arrives_at NULLS LAST, o.id`,
    [eventIds],
  );
  return [...rows, ...(await listReturnParts(sql, eventIds))];
}

type OrderWithReturns = {
  readonly nights: readonly PaidNight[];
  readonly returns: readonly (ReturnOfOrder & {
    readonly fee: number;
    readonly payout: PayoutPart["payout"];
  })[];
};

/** The parts of what went back. The provider's entry of a refund has no id of ours: its payment and amount tell it, and its time is only a second. */
async function listReturnParts(sql: Sql, eventIds: readonly string[]): Promise<PayoutPart[]> {
  const { rows } = await sql.query<OrderWithReturns>(
    `WITH codes AS (${settledCodes}), nights AS (${paidNights}),
       entries AS (
         SELECT b.*, p.order_id, p.session_id, row_number() OVER (PARTITION BY b.payment_id, b.kind, b.gross ORDER BY b.created_at, b.id) AS no
         FROM payments p JOIN balance_entries b ON b.payment_id = p.payment_intent_id WHERE b.kind <> 'charge' AND p.order_id IN (SELECT order_id FROM nights)),
       booked AS (
         SELECT r.*, row_number() OVER (PARTITION BY r.session_id, r.amount ORDER BY r.created_at, r.id) AS no
         FROM refunds r WHERE r.provider_refund_id IS NOT NULL AND r.order_id IN (SELECT order_id FROM entries)),
       returns AS (
         SELECT b.order_id, jsonb_agg(json_build_object('amount', -b.gross, 'fee', b.fee, 'seats', r.bundle_ids, 'isPart', coalesce(r.units > 0, false), 'eventId', r.event_id,
           'payout', ${payoutAsJson}) ORDER BY coalesce(r.created_at, b.created_at), b.id) AS returns
         FROM entries b LEFT JOIN payouts o ON o.id = b.payout_id
           LEFT JOIN booked r ON b.kind = 'refund' AND r.session_id = b.session_id AND r.amount = -b.gross AND r.no = b.no
         GROUP BY b.order_id)
     SELECT r.returns AS returns, json_agg(json_build_object('seat', n.seat, 'eventId', n.event_id, 'paid', n.paid) ORDER BY n.line_no, n.seat_no, n.id) AS nights
     FROM returns r JOIN nights n ON n.order_id = r.order_id GROUP BY r.order_id, r.returns`,
    [eventIds],
  );
  const parts = rows.flatMap(({ nights, returns }) => {
    const takes = takesOfReturns(nights, returns);
    return returns.flatMap(({ fee, payout }, at) => {
      const taken = [...(takes[at] ?? [])];
      const isTaken = taken.some(([, amount]) => amount !== 0);
      const fees = splitOf(
        fee,
        taken.map(([, amount]) => (isTaken ? Math.abs(amount) : 1)),
      );
      return taken.map(([eventId, amount], no) => {
        const part = fees[no] ?? 0;
        return { eventId, payout, gross: -amount, fees: part, feesOfReturns: part };
      });
    });
  });
  return parts.filter(
    ({ eventId, gross, fees }) => eventIds.includes(eventId) && (gross !== 0 || fees !== 0),
  );
}
