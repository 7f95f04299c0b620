import { isUuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { OrderState } from "#ticketing/orders/order-state.ts";

/** One order for an administrator: money, tickets, and history, the latest first. */
export type OrderOverview = {
  readonly id: string;
  readonly number: number;
  readonly state: OrderState;
  readonly title: string;
  readonly quantity: number;
  readonly returned: number;
  readonly entries: number;
  /** Bani. */
  readonly unitPrice: number;
  readonly total: number;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly holdExpiresAt: Date;
  readonly buyer: { readonly name: string | null; readonly email: string | null };
  readonly paymentId: string | null;
  readonly refunds: readonly {
    readonly amount: number;
    readonly state: "wanted" | "pending" | "succeeded" | "failed";
    readonly why: string | null;
    readonly at: string;
  }[];
  readonly tickets: readonly {
    readonly id: string;
    readonly code: string;
    readonly eventId: string;
    readonly eventTitle: string;
    readonly date: string;
    readonly time: string | null;
    readonly holderName: string | null;
    readonly status: string;
    readonly suspended: string | null;
    readonly quantity: number;
    readonly entriesTotal: number;
    readonly entriesRemaining: number;
    readonly totalPrice: number;
    readonly emailSent: boolean;
  }[];
  readonly steps: readonly {
    readonly at: string;
    readonly what: string;
    readonly actorKind: string;
    readonly actorName: string | null;
    readonly after: Record<string, unknown> | null;
  }[];
  /** Units of the type that are left to sell. */
  readonly typeLeft: number;
};

/** The order with this id, or the order of the ticket with this id. */
export async function findOrderOverview(sql: Sql, id: string): Promise<OrderOverview | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql.query<OrderOverview>(
    `SELECT o.id, o.number::float8 AS number, o.state, o.title, o.quantity, o.returned, o.entries, o.unit_price::float8 AS "unitPrice", o.total::float8 AS total,
       o.created_at AS "createdAt", o.paid_at AS "paidAt", o.hold_expires_at AS "holdExpiresAt",
       (SELECT json_build_object('name', full_name, 'email', email) FROM profiles WHERE id = o.user_id) AS buyer,
       (SELECT payment_intent_id FROM payments WHERE order_id = o.id ORDER BY at LIMIT 1) AS "paymentId",
       coalesce((SELECT json_agg(json_build_object('amount', amount, 'state', state, 'why', why, 'at', created_at) ORDER BY created_at) FROM refunds WHERE order_id = o.id), '[]') AS refunds,
       coalesce((SELECT json_agg(json_build_object('id', p.id, 'code', p.ticket_code, 'eventId', e.id, 'eventTitle', e.title, 'date', e.date, 'time', to_char(e.time, 'HH24:MI'),
           'holderName', p.holder_name, 'status', p.status, 'suspended', p.suspended, 'quantity', p.quantity, 'entriesTotal', p.entries_total, 'entriesRemaining', p.entries_remaining,
           'totalPrice', p.total_price, 'emailSent', p.email_sent) ORDER BY e.date, p.id)
         FROM ticket_purchases p JOIN events e ON e.id = p.event_id WHERE p.order_id = o.id), '[]') AS tickets,
       (SELECT coalesce(json_agg(json_build_object('at', s.at, 'what', s.what, 'actorKind', s.actor_kind, 'actorName', s.name, 'after', s.after) ORDER BY s.at DESC, s.id DESC), '[]') FROM (
          SELECT j.id, j.at, j.what, j.actor_kind, w.full_name AS name, j.after FROM journal j LEFT JOIN profiles w ON w.id = j.actor_id WHERE j.subject_id = o.id AND j.subject_kind = 'order'
          UNION ALL SELECT 0, a.received_at, 'gate_' || a.verdict, 'gate', w.full_name, jsonb_build_object('entries', a.entries, 'left', a.entries_left)
            FROM admissions a JOIN ticket_purchases p ON p.id = a.purchase_id LEFT JOIN profiles w ON w.id = a.operator_id WHERE p.order_id = o.id
          UNION ALL SELECT 0, l.sent_at, 'letter_sent', 'deliver', NULL, jsonb_build_object('kind', l.kind) FROM letters l WHERE l.order_id = o.id AND l.sent_at IS NOT NULL) s) AS steps,
       (SELECT capacity - held - sold FROM stock_counters WHERE id = o.ticket_type_id) AS "typeLeft"
     FROM orders o WHERE o.id = coalesce((SELECT order_id FROM ticket_purchases WHERE id = $1), $1)`,
    [id],
  );
  return rows[0];
}

export type OrderInReview = {
  readonly id: string;
  readonly userName: string | null;
  readonly title: string;
  readonly eventTitle: string;
  readonly quantity: number;
  readonly entries: number;
  readonly total: number;
  readonly at: Date;
};

/** Paid orders whose last refund failed at the provider: we have the money, and no new try was made. */
export const ordersWithFailedRefund = `SELECT r.order_id AS id FROM refunds r JOIN orders o ON o.id = r.order_id
  WHERE r.state = 'failed' AND o.state IN ('paid', 'partially_refunded')
    AND NOT EXISTS (SELECT FROM refunds later WHERE later.order_id = r.order_id AND later.created_at > r.created_at)`;

/** Orders whose money an administrator has to look at, or is on its way, the latest first. */
export async function listOrdersInReview(sql: Sql, most: number): Promise<OrderInReview[]> {
  const { rows } = await sql.query<OrderInReview>(
    `SELECT o.id, u.full_name AS "userName", o.title, coalesce((SELECT e.title FROM events e WHERE e.id = o.event_ids[1]), '') AS "eventTitle",
       o.quantity, o.entries, o.total::float8 AS total, o.created_at AS at
     FROM orders o JOIN profiles u ON u.id = o.user_id
     WHERE o.id IN (SELECT id FROM orders WHERE state IN ('manual_review', 'payment_pending', 'late_paid') UNION ${ordersWithFailedRefund})
     ORDER BY o.created_at DESC LIMIT $1`,
    [most],
  );
  return rows;
}
