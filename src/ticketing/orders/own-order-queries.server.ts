import { isUuid } from "#kernel/id.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import type { EventPicture, NamedNight } from "#ticketing/events/event.ts";
import { byStart, isOver } from "#ticketing/events/night-time.ts";
import type { Family } from "#ticketing/events/type-family.ts";
import { picture } from "#ticketing/pictures/picture-queries.server.ts";
import { linesOfOrder, moneyOfOrder, type OrderLine } from "./line-queries.server.ts";
import { type MoneyToReturn, withMoneyToReturn } from "./money-to-return-queries.server.ts";
import type { OrderState } from "./order-state.ts";
import type { MoneyOfOrder } from "./order-sums.ts";

/** The night of an order; for a pass, its first night. */
export type OrderNight = NamedNight & { readonly picture: EventPicture | null };

const nightOfOrder = `(SELECT json_build_object('id', e.id, 'title', e.title, 'date', e.date, 'time', to_char(e.time, 'HH24:MI'), 'picture', ${picture("e.image_url")})
  FROM events e WHERE e.id = ANY(o.event_ids) ORDER BY ${byStart("e")} LIMIT 1)`;

/** A row of the page "Achizitii": the specification's view, the lines, and the money. */
type ListedOrder = MoneyOfOrder & {
  readonly id: string;
  readonly orderId: number;
  readonly orderDate: Date;
  readonly amountTotal: number;
  readonly currency: string;
  readonly paymentStatus: string;
  readonly state: OrderState;
  readonly family: Family;
  readonly night: OrderNight | null;
  readonly lines: readonly { readonly title: string; readonly quantity: number }[];
};

export type OrderRow = ListedOrder & MoneyToReturn;

export async function listOwnOrders(
  { database }: Pick<Services, "database">,
  actor: Actor,
  limit: number,
): Promise<OrderRow[]> {
  const orders = await database.readAs(actor, (sql) => listBoughtOrders(sql, limit));
  if (orders.length === 0) return [];
  return database.withDuty("settle", (sql) => withMoneyToReturn(sql, orders));
}

async function listBoughtOrders(sql: Sql, limit: number): Promise<ListedOrder[]> {
  const { rows } = await sql.query<ListedOrder>(
    `SELECT o.id, u.order_id::float8 AS "orderId", u.order_date AS "orderDate", u.amount_total::float8 AS "amountTotal", u.currency, u.payment_status AS "paymentStatus", o.state,
       o.family, ${nightOfOrder} AS night, ${linesOfOrder} AS lines, ${moneyOfOrder}
     FROM stripe_user_orders u JOIN orders o ON o.number = u.order_id
     WHERE u.payment_status = 'paid' AND o.user_id = NULLIF(current_setting('app.user_id', true), '')::uuid ORDER BY u.order_date DESC LIMIT $1`,
    [limit],
  );
  return rows;
}

/** A paid or free order, as its buyer sees it later. Money in bani. */
type PaidOrder = MoneyOfOrder & {
  readonly id: string;
  readonly number: number;
  readonly state: OrderState;
  readonly family: Family;
  readonly paidAt: Date;
  readonly paymentId: string | null;
  readonly night: OrderNight | null;
  readonly lines: readonly OrderLine[];
  /** Each refund in bani with its time (ISO). A refund without a time counts only in `returned`. */
  readonly returns: readonly { readonly amount: number; readonly at: string }[];
};

export type OwnOrder = PaidOrder &
  MoneyToReturn & {
    /** Every ticket of the order, also ended ones, by line, seat and night. */
    readonly codes: readonly {
      readonly purchaseId: string;
      readonly lineNo: number;
      readonly seatNo: number;
      readonly label: string;
      readonly holder: string | null;
      readonly status: "pending" | "paid" | "refunded" | "cancelled";
      readonly suspended: "refund" | "dispute" | null;
      readonly isAddOn: boolean;
      readonly entriesTotal: number;
      readonly entriesRemaining: number;
      readonly price: number;
      /** When this ticket's own refund arrived (ISO); null also when the whole order was refunded at once. */
      readonly refundedAt: string | null;
      /** Whether the night is over. */
      readonly isOver: boolean;
      readonly isCancelled: boolean;
      /** For a pass: this night's share of the money went back. */
      readonly isShareReturned: boolean;
      /** Whether the buyer holds the ticket. Otherwise a friend received it, and may have sent it on. */
      readonly isBuyers: boolean;
      /** Set if the buyer sent it: the friend's name or address, whether the friend accepted, and since when. */
      readonly sent: {
        readonly to: string | null;
        readonly state: "waiting" | "accepted";
        readonly at: string;
      } | null;
    }[];
  };

/**
 * A paid order of this person, by its id or number; undefined for any other. The buyer may not read friends' tickets,
 * so the program reads them for the page, without their secrets.
 */
export async function findOwnOrder(
  { database }: Pick<Services, "database">,
  actor: Actor,
  name: string,
): Promise<OwnOrder | undefined> {
  if (!isUuid(name) && !/^\d{1,15}$/.test(name)) return undefined;
  const order = await database.readAs(actor, (sql) => findBoughtOrder(sql, name));
  return (
    order &&
    database.withDuty("settle", async (sql) => {
      const codes = await listCodes(sql, order.id);
      return (await withMoneyToReturn(sql, [{ ...order, codes }]))[0];
    })
  );
}

async function listCodes(sql: Sql, orderId: string): Promise<OwnOrder["codes"]> {
  const { rows } = await sql.query<OwnOrder["codes"][number]>({
    name: "codes-of-own-order",
    text: `SELECT p.id AS "purchaseId", p.line_no AS "lineNo", p.seat_no AS "seatNo", p.ticket_code AS label, p.holder_name AS holder, p.status, p.suspended, p.places = 0 AS "isAddOn",
             p.entries_total AS "entriesTotal", p.entries_remaining AS "entriesRemaining", p.total_price::float8 AS price, p.user_id = o.user_id AS "isBuyers", ${isOver("e")} AS "isOver",
             e.cancelled_at IS NOT NULL AS "isCancelled", p.share_returned_at IS NOT NULL AS "isShareReturned",
             (SELECT to_json(max(r.succeeded_at))#>>'{}' FROM refunds r WHERE r.order_id = p.order_id AND r.state = 'succeeded' AND p.bundle_id = ANY (r.bundle_ids)) AS "refundedAt",
             (SELECT json_build_object('to', coalesce(t.name, t.recipient), 'state', t.state, 'at', coalesce(t.ended_at, t.created_at)) FROM transfers t
              WHERE (t.order_id, t.line_no, t.seat_no) = (p.order_id, p.line_no, p.seat_no) AND t.from_id = o.user_id
                AND (t.state = 'waiting' OR (t.state = 'accepted' AND p.user_id <> o.user_id)) ORDER BY t.created_at DESC LIMIT 1) AS sent
           FROM ticket_purchases p JOIN orders o ON o.id = p.order_id JOIN events e ON e.id = p.event_id WHERE p.order_id = $1 ORDER BY p.line_no, p.seat_no, e.date, p.id`,
    values: [orderId],
  });
  return rows;
}

async function findBoughtOrder(sql: Sql, name: string): Promise<PaidOrder | undefined> {
  const { rows } = await sql.query<PaidOrder>({
    name: "find-own-order",
    text: `SELECT o.id, o.number::float8 AS number, o.state, o.family, o.paid_at AS "paidAt", ${nightOfOrder} AS night, ${linesOfOrder} AS lines,
        (SELECT payment_intent_id FROM payments WHERE order_id = o.id ORDER BY at LIMIT 1) AS "paymentId",
        ${moneyOfOrder},
        coalesce((SELECT json_agg(json_build_object('amount', r.amount, 'at', r.succeeded_at) ORDER BY r.succeeded_at) FROM refunds r
          WHERE r.order_id = o.id AND r.state = 'succeeded' AND r.succeeded_at IS NOT NULL), '[]') AS returns
      FROM orders o WHERE $1 IN (o.id::text, o.number::text) AND o.paid_at IS NOT NULL AND o.user_id = NULLIF(current_setting('app.user_id', true), '')::uuid`,
    values: [name],
  });
  return rows[0];
}
