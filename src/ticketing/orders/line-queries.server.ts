import type { CodeKind, Family } from "#ticketing/events/type-family.ts";

/** A line of an order as it was agreed at the hold. Prices in bani. */
export type OrderLine = {
  readonly no: number;
  readonly ticketTypeId: string;
  readonly title: string;
  readonly quantity: number;
  readonly entries: number;
  readonly unitPrice: number;
  /** What a voucher takes off the whole line. */
  readonly discount: number;
  readonly voucherId: string | null;
  readonly total: number;
  /** The name of the price phase; null if the price came from no phase. */
  readonly phase: string | null;
  readonly family: Family;
  readonly codePer: CodeKind;
};

/** SQL: the lines of order `o` as a JSON array of `OrderLine`, by line number. */
export const linesOfOrder = `(SELECT json_agg(json_build_object('no', l.no, 'ticketTypeId', l.ticket_type_id, 'title', l.title, 'quantity', l.quantity,
    'entries', l.entries, 'unitPrice', l.list_price, 'discount', l.discount, 'voucherId', l.voucher_id, 'total', l.total, 'phase', (SELECT f.name FROM price_phases f WHERE f.id = l.phase_id), 'family', l.family, 'codePer', l.code_per) ORDER BY l.no)
  FROM order_lines l WHERE l.order_id = o.id)`;

/** SQL: the titles of the ticket types in order `o`, each once, in line order, joined by commas. */
export const titlesOfOrder =
  "(SELECT string_agg(title, ', ' ORDER BY no) FROM (SELECT title, min(l.no) AS no FROM order_lines l WHERE l.order_id = o.id GROUP BY title) t)";

/** SQL: each type of order `o` with how many of it were bought: "Cuplu × 2, Parcare × 2". */
export const contentsOfOrder =
  "(SELECT string_agg(title || ' × ' || n, ', ' ORDER BY no) FROM (SELECT title, min(l.no) AS no, sum(l.quantity) AS n FROM order_lines l WHERE l.order_id = o.id GROUP BY title) t)";

/** SQL: the number of tickets in order `o` as agreed at the hold. */
export const ticketsOfOrderLines = "(SELECT sum(l.quantity)::int FROM order_lines l WHERE l.order_id = o.id)";
/** SQL: the number of people that the tickets of order `o` admit, as agreed at the hold. */
export const peopleOfOrder =
  "(SELECT sum(l.quantity * l.entries)::int FROM order_lines l WHERE l.order_id = o.id)";

const paidForOrder = "coalesce((SELECT sum(y.amount) FROM payments y WHERE y.order_id = o.id), 0)::float8";
const returnedOfOrder = `coalesce((SELECT sum(r.amount) FROM refunds r WHERE r.order_id = o.id AND r.state = 'succeeded'), 0)::float8`;

/** SQL: whether a bank took back money of order `o`. */
export const hasLostDispute = "EXISTS (SELECT FROM disputes d WHERE d.order_id = o.id AND d.state = 'lost')";

/**
 * SQL: the bani of order `o` that banks took back in lost disputes, of what refunds had left: what a bank takes beyond it
 * is no money of the order. Of one ticket: `takenOfSeat`.
 */
const takenOfOrder = `greatest(0, least(${paidForOrder} - ${returnedOfOrder}, coalesce((SELECT sum(d.amount) FROM disputes d WHERE d.order_id = o.id AND d.state = 'lost'), 0)::float8))`;

/** SQL: the columns of `MoneyOfOrder` for order `o`, of all its payments. */
export const moneyOfOrder = `${paidForOrder} AS paid, ${returnedOfOrder} AS returned, ${takenOfOrder} AS taken`;

/** SQL: the bookings of an order, each with the payment that it is about. */
export const bookingsOf = (order: string) =>
  `SELECT l.source, l.account, l.amount, coalesce(r.session_id, d.session_id, l.source_id) AS session_id FROM ledger_entries l
   LEFT JOIN refunds r ON l.source = 'refund' AND r.provider_refund_id = split_part(l.source_id, ':', 1)
   LEFT JOIN disputes d ON l.source = 'dispute' AND d.id = split_part(l.source_id, ':', 1) WHERE l.order_id = ${order}`;

/** SQL: the bani owed to the buyer of order `o`: the refund of its tickets failed after they had ended. */
export const owedForTickets = `(SELECT greatest(0, coalesce(-sum(b.amount), 0))::float8 FROM (${bookingsOf("o.id")}) b WHERE b.account = 'customer_credit'
  AND b.session_id IN (SELECT source_id FROM ledger_entries WHERE order_id = o.id AND source = 'payment' AND account = 'revenue'))`;

/** SQL: the orders of which money may be owed. */
export const ordersThatMayOwe = "SELECT order_id FROM refunds WHERE state = 'failed'";

/** SQL: the bani owed to all buyers. They are no revenue, and the provider's balance has them. */
export const owedInAll = `(SELECT coalesce(sum(${owedForTickets}), 0)::float8 FROM orders o WHERE o.id IN (${ordersThatMayOwe}))`;
