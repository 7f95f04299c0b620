import { isUuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { authorName } from "#ticketing/journal/author-name.ts";
import type { OrderJournalKind } from "#ticketing/journal/record-change.server.ts";
import { limits } from "#ticketing/limits.ts";
import {
  linesOfOrder,
  moneyOfOrder,
  type OrderLine,
  owedForTickets,
  peopleOfOrder,
  ticketsOfOrderLines,
  titlesOfOrder,
} from "#ticketing/orders/line-queries.server.ts";
import type { OrderState } from "#ticketing/orders/order-state.ts";
import { owedOfSeat } from "#ticketing/orders/owed-of-seat.server.ts";
import { shortBalance } from "#ticketing/orders/refunds/refund-decision.ts";
import { takenOfSeat } from "#ticketing/orders/taken-of-seat.ts";
import { lettersAbout } from "#ticketing/orders/transfers/transfer-queries.server.ts";
import { roleHandsOut, shownCodeOf } from "#ticketing/orders/vouchers/shown-code.ts";
import type { CodeState } from "./code-state-texts.ts";
import { codeStateOf, shownPhone } from "./purchase-conditions.server.ts";
import { moneyAtBank, type OfficeMoney } from "./sales-sums.ts";

/** One order for an administrator: money, tickets and history, the newest step first (`limits.orderSteps` at most). */
export type OrderOverview = OfficeMoney & {
  readonly id: string;
  readonly number: number;
  readonly state: OrderState;
  /** Each line has the units left of its type, the places left in its pool, and the voucher it was bought with. */
  readonly lines: readonly (OrderLine & {
    readonly typeLeft: number;
    readonly pool: LinePool | null;
    readonly voucher: LineVoucher | null;
  })[];
  /** Bani: the agreed total. */
  readonly total: number;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly holdExpiresAt: Date;
  readonly buyer: {
    readonly id: string;
    readonly name: string | null;
    readonly email: string | null;
    /** Null also for a role that may not read phones. */
    readonly phone: string | null;
  };
  readonly paymentId: string | null;
  readonly refunds: readonly {
    readonly amount: number;
    readonly state: "wanted" | "pending" | "succeeded" | "failed";
    readonly why: string | null;
    readonly at: string;
    /** True when the refund waits or failed because the club's balance at the provider is too small. */
    readonly isShort: boolean;
  }[];
  readonly tickets: readonly {
    readonly id: string;
    readonly lineNo: number;
    readonly seatNo: number;
    readonly unitNo: number | null;
    readonly seatId: string;
    readonly code: string;
    readonly eventId: string;
    readonly eventTitle: string;
    readonly date: string;
    readonly time: string | null;
    readonly state: CodeState;
    readonly holderName: string | null;
    /** The person who received the ticket from the buyer and holds it now; null when the buyer holds it. */
    readonly heldBy: { readonly name: string | null; readonly email: string | null } | null;
    readonly status: string;
    readonly suspended: "refund" | "dispute" | null;
    readonly units: number;
    readonly places: number;
    readonly entriesTotal: number;
    readonly entriesRemaining: number;
    /** Bani: the price now, the price at the sale, and what a bank took of its seat. */
    readonly totalPrice: number;
    readonly paid: number;
    readonly taken: number;
    /** Bani: what of its seat is owed to the buyer. */
    readonly owed: number;
    readonly emailSent: boolean;
  }[];
  readonly steps: readonly {
    readonly at: string;
    readonly what: OrderState | OrderJournalKind | "letter_sent" | "dispute_won" | "dispute_lost_in_part";
    readonly actorKind: string;
    readonly actorName: string | null;
    readonly after: Record<string, unknown> | null;
  }[];
};

type LinePool = { readonly name: string; readonly left: number };

/** A voucher. `group` is the id of its set, or its own id when it is in none. */
type LineVoucher = { readonly code: string; readonly group: string };

/** The order with this id, or of the ticket with this id; undefined when there is none. */
export async function findOrderOverview(sql: Sql, id: string): Promise<OrderOverview | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql.query<StoredOverview>(
    `SELECT o.id, o.number::float8 AS number, o.state, o.total::float8 AS total, ${linesOfOrder} AS lines,
       ${moneyOfOrder}, ${moneyAtBank("o.id")} AS "atBank", ${owedForTickets} AS owed,
       (SELECT json_object_agg(c.id, c.capacity - c.held - c.sold) FROM stock_counters c WHERE c.id IN (SELECT ticket_type_id FROM order_lines WHERE order_id = o.id)) AS "typesLeft",
       (SELECT json_object_agg(l.no, json_build_object('name', f.name, 'left', c.capacity - c.held - c.sold)) FROM order_lines l JOIN pools f ON f.id = l.pool_id JOIN stock_counters c ON c.id = f.id WHERE l.order_id = o.id) AS pools,
       (SELECT json_object_agg(v.id, json_build_object('code', ${shownCodeOf(roleHandsOut)}, 'group', coalesce(v.set_id, v.id))) FROM vouchers v WHERE v.id IN (SELECT voucher_id FROM order_lines WHERE order_id = o.id)) AS vouchers,
       o.created_at AS "createdAt", o.paid_at AS "paidAt", o.hold_expires_at AS "holdExpiresAt",
       (SELECT json_build_object('id', id, 'name', full_name, 'email', contact, 'phone', ${await shownPhone(sql)}) FROM profiles WHERE id = o.user_id) AS buyer,
       (SELECT payment_intent_id FROM payments WHERE order_id = o.id ORDER BY at LIMIT 1) AS "paymentId",
       coalesce((SELECT json_agg(json_build_object('amount', amount, 'state', state, 'why', why, 'at', created_at, 'isShort', coalesce(last_error = $2, false)) ORDER BY created_at) FROM refunds WHERE order_id = o.id), '[]') AS refunds,
       coalesce((SELECT json_agg(json_build_object('id', p.id, 'lineNo', p.line_no, 'seatNo', p.seat_no, 'unitNo', p.unit_no, 'seatId', coalesce(p.bundle_id, p.order_id), 'code', p.ticket_code, 'eventId', e.id, 'eventTitle', e.title, 'date', e.date, 'time', to_char(e.time, 'HH24:MI'),
           'state', ${codeStateOf},
           'holderName', p.holder_name, 'heldBy', CASE WHEN p.user_id <> o.user_id THEN (SELECT json_build_object('name', h.full_name, 'email', h.contact) FROM profiles h WHERE h.id = p.user_id) END, 'status', p.status, 'suspended', p.suspended, 'units', p.units, 'places', p.places, 'entriesTotal', p.entries_total, 'entriesRemaining', p.entries_remaining,
           'totalPrice', p.total_price, 'paid', coalesce(p.share, p.total_price), 'taken', ${takenOfSeat("p")}, 'owed', ${owedOfSeat("p")}, 'emailSent', p.email_sent) ORDER BY p.line_no, p.seat_no, e.date, p.id)
         FROM ticket_purchases p JOIN events e ON e.id = p.event_id WHERE p.order_id = o.id), '[]') AS tickets,
       (SELECT coalesce(json_agg(json_build_object('at', s.at, 'what', s.what, 'actorKind', s.actor_kind, 'actorName', s.name, 'after', s.after) ORDER BY s.at DESC, s.id DESC), '[]') FROM (
          SELECT j.id, j.at, CASE WHEN j.before = '"disputed"' AND j.what <> 'charged_back'
              THEN CASE WHEN EXISTS (SELECT FROM disputes d WHERE d.order_id = o.id AND d.state = 'lost' AND d.closed_at = j.at) THEN 'dispute_lost_in_part' ELSE 'dispute_won' END ELSE j.what END AS what, j.actor_kind, ${authorName("w")} AS name,
              CASE j.what WHEN 'refund_wanted' THEN j.after || coalesce((SELECT jsonb_build_object('note', r.note) FROM refunds r WHERE r.order_id = o.id AND r.created_at = j.at LIMIT 1), '{}') ELSE j.after END AS after
            FROM journal j LEFT JOIN profiles w ON w.id = j.actor_id WHERE j.subject_id = o.id
          UNION ALL SELECT 0, l.sent_at, 'letter_sent', 'deliver', NULL, jsonb_build_object('kind', l.kind) FROM letters l WHERE l.id IN ${lettersAbout("o.id", "order_id = o.id")} AND l.sent_at IS NOT NULL ORDER BY at DESC, id DESC LIMIT $3) s) AS steps
     FROM orders o WHERE o.id = coalesce((SELECT order_id FROM ticket_purchases WHERE id = $1), $1)`,
    [id, shortBalance, limits.orderSteps],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { typesLeft, pools, vouchers, ...order } = row;
  return {
    ...order,
    lines: row.lines.map((line) => ({
      ...line,
      typeLeft: typesLeft?.[line.ticketTypeId] ?? 0,
      pool: pools?.[line.no] ?? null,
      voucher: vouchers?.[line.voucherId ?? ""] ?? null,
    })),
  };
}

type StoredOverview = Omit<OrderOverview, "lines"> & {
  readonly lines: readonly OrderLine[];
  readonly typesLeft: Readonly<Record<string, number>> | null;
  readonly pools: Readonly<Record<number, LinePool>> | null;
  readonly vouchers: Readonly<Record<string, LineVoucher>> | null;
};

export type OrderInReview = {
  readonly id: string;
  readonly number: number;
  readonly userName: string | null;
  readonly title: string;
  readonly eventTitle: string;
  readonly quantity: number;
  readonly people: number;
  readonly total: number;
  readonly at: Date;
};

/**
 * SQL: paid orders whose last refund failed at the provider and was not tried again, so we still have the money. A
 * refund made by hand at the provider is no new try: it is often why ours was refused.
 */
export const ordersWithFailedRefund = `SELECT r.order_id AS id FROM refunds r JOIN orders o ON o.id = r.order_id
  WHERE r.state = 'failed' AND o.state IN ('paid', 'partially_refunded')
    AND NOT EXISTS (SELECT FROM refunds later WHERE later.order_id = r.order_id AND later.reason <> 'at_provider' AND later.created_at > r.created_at)`;

/** Orders whose money is on its way or needs an administrator, the newest first. */
export async function listOrdersInReview(sql: Sql, most: number): Promise<OrderInReview[]> {
  const { rows } = await sql.query<OrderInReview>(
    `SELECT o.id, o.number::float8 AS number, u.full_name AS "userName", ${titlesOfOrder} AS title, coalesce((SELECT e.title FROM events e WHERE e.id = o.event_ids[1]), '') AS "eventTitle",
       ${ticketsOfOrderLines} AS quantity, ${peopleOfOrder} AS people, o.total::float8 AS total, o.created_at AS at
     FROM orders o JOIN profiles u ON u.id = o.user_id
     WHERE o.id IN (SELECT id FROM orders WHERE state IN ('manual_review', 'payment_pending', 'late_paid') UNION ${ordersWithFailedRefund})
     ORDER BY o.created_at DESC LIMIT $1`,
    [most],
  );
  return rows;
}
