import { type Day, dayOf } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { EventPicture, NamedNight } from "#ticketing/events/event.ts";
import { byStart } from "#ticketing/events/night-time.ts";
import { cancelledNights } from "#ticketing/events/sale-state-queries.server.ts";
import type { Family } from "#ticketing/events/type-family.ts";
import { pictureWithoutTitle } from "#ticketing/pictures/picture-queries.server.ts";
import { linesOfOrder, moneyOfOrder, type OrderLine } from "./line-queries.server.ts";
import type { OrderState } from "./order-state.ts";
import type { MoneyOfOrder } from "./order-sums.ts";
import { takesOfOrder } from "./order-takes.ts";

/** An order as its owner sees it before and after the card page. */
export type OrderView = MoneyOfOrder & {
  readonly id: string;
  readonly number: number;
  readonly state: OrderState;
  readonly ticketTypeId: string;
  readonly title: string;
  readonly quantity: number;
  readonly entries: number;
  readonly unitPrice: number;
  readonly total: number;
  readonly lines: readonly OrderLine[];
  /** What its hold takes of each counter, by the counter's id. */
  readonly takes: Readonly<Record<string, number>>;
  readonly currency: string;
  readonly family: Family;
  readonly origin: "event" | "tickets" | "season-pass";
  readonly holdExpiresAt: Date;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  /** Whether a friend has accepted a ticket of this order. */
  readonly isSent: boolean;
  /** Whether the owner gave the places free before the hold ran out; nobody else can. */
  readonly isLetGo: boolean;
  readonly events: readonly {
    id: string;
    title: string;
    date: string;
    time: string | null;
    doors: string | null;
    location: string;
    picture: EventPicture | null;
    light: string;
    /** Whether the night was cancelled, and the order had not ended before. */
    isCancelled: boolean;
  }[];
  /** For an order of several nights: its coming nights that are cancelled. */
  readonly cancelled: readonly NamedNight[];
  readonly pageUrl: string | null;
  readonly purchaseIds: readonly string[];
};

// an unpaid order ends with its hold, also before the sweep writes it
const endOfOrder = `coalesce(least(o.ended_at, CASE WHEN o.paid_at IS NULL AND o.state <> 'payment_pending' THEN o.hold_expires_at END), 'infinity')`;

const view = `SELECT o.id, o.number::float8 AS number, o.state, o.ticket_type_id AS "ticketTypeId", o.title, o.quantity, o.entries, o.unit_price::float8 AS "unitPrice", o.total::float8 AS total, o.currency,
  ${linesOfOrder} AS lines, ${takesOfOrder} AS takes, ${moneyOfOrder}, o.family, o.origin, o.hold_expires_at AS "holdExpiresAt", o.created_at AS "createdAt", o.paid_at AS "paidAt",
  o.state = 'cancelled' OR (o.state = 'expired' AND o.ended_at < o.hold_expires_at) AS "isLetGo",
  EXISTS (SELECT FROM transfers t WHERE t.order_id = o.id AND t.from_id = o.user_id AND t.state = 'accepted') AS "isSent",
  (SELECT json_agg(json_build_object('id', e.id, 'title', e.title, 'date', e.date, 'time', to_char(e.time, 'HH24:MI'), 'doors', to_char(e.doors, 'HH24:MI'), 'location', e.location, 'picture', ${pictureWithoutTitle("e.image_url")}, 'light', e.light, 'isCancelled', coalesce(e.cancelled_at < ${endOfOrder}, false)) ORDER BY ${byStart("e")})
     FROM events e WHERE e.id = ANY(o.event_ids || ARRAY(SELECT p.event_id FROM ticket_purchases p WHERE p.order_id = o.id))) AS events,
  (SELECT ${cancelledNights("t")} FROM tickets t WHERE t.id = o.ticket_type_id) AS cancelled,
  (SELECT a.url FROM checkout_attempts a WHERE a.order_id = o.id AND a.state = 'opened' AND a.expires_at > now() ORDER BY a.no DESC LIMIT 1) AS "pageUrl",
  ARRAY(SELECT p.id FROM ticket_purchases p JOIN events e ON e.id = p.event_id WHERE p.order_id = o.id ORDER BY e.starts_at, p.id) AS "purchaseIds"
  FROM orders o`;

/** The order of the current person that a condition on $1 names; row-level security hides all others. */
async function findView(sql: Sql, name: string, which: string, value: string) {
  const { rows } = await sql.query<OrderView>({ name, text: `${view} WHERE ${which}`, values: [value] });
  return rows[0];
}

const isOwn = "o.user_id = NULLIF(current_setting('app.user_id', true), '')::uuid";

/** An order of the current person. */
export const findOrder = (sql: Sql, orderId: string) => findView(sql, "find-order", "o.id = $1", orderId);

const isOfSession = "o.id = (SELECT order_id FROM checkout_attempts WHERE session_id = $1)";

/** The order of a card session, if it belongs to the current person. */
export const findOrderOfSession = (sql: Sql, sessionId: string) =>
  findView(sql, "find-order-of-session", isOfSession, sessionId);

const isOpenForScope = `o.scope_id = $1 AND o.state IN ('held', 'checkout_open', 'payment_pending') AND ${isOwn}`;

/** The person's open order for this event or pass. */
export const findOpenOrder = (sql: Sql, scopeId: string) =>
  findView(sql, "find-open-order", isOpenForScope, scopeId);

/**
 * A hold that ran out a moment ago. It is not told of any more once the person has begun or paid for another order since.
 */
const isJustEnded = `o.state = 'expired' AND o.ended_at >= o.hold_expires_at AND has_just_ended(o.hold_expires_at)
  AND NOT EXISTS (SELECT FROM orders n WHERE n.user_id = o.user_id AND n.id <> o.id AND greatest(n.created_at, n.paid_at) >= o.hold_expires_at)`;

/** The person's open order for this event or pass, else the one whose hold has just ended. */
export const findHold = (sql: Sql, scopeId: string) =>
  findView(
    sql,
    "find-hold",
    `${isOpenForScope} OR (o.scope_id = $1 AND ${isOwn} AND ${isJustEnded})`,
    scopeId,
  );

const isOpenOffer = `o.origin = $1 AND o.state IN ('held', 'checkout_open') AND ${isOwn} ORDER BY o.id DESC LIMIT 1`;

/** The person's newest open order that started on this page of offers. */
export const findOpenOffer = (sql: Sql, origin: "tickets" | "season-pass") =>
  findView(sql, "find-open-offer", isOpenOffer, origin);

/** `title` is the title of the night or pass. The places are free again from `holdExpiresAt` on. */
export type LatestHold = Pick<OrderView, "id" | "state" | "title" | "holdExpiresAt" | "origin"> & {
  /** The first night. */
  readonly nightId: string;
};

/** The person's newest open order, else the one whose hold has just ended. */
export async function findLatestHold(sql: Sql): Promise<LatestHold | undefined> {
  const { rows } = await sql.query<LatestHold>({
    name: "find-latest-hold",
    text: `SELECT id, state, CASE WHEN origin = 'event' THEN (SELECT e.title FROM events e WHERE e.id = event_ids[1]) ELSE title END AS title, hold_expires_at AS "holdExpiresAt",
             origin, event_ids[1] AS "nightId"
             FROM orders o WHERE (state IN ('held', 'checkout_open', 'payment_pending') OR (${isJustEnded})) AND ${isOwn}
             ORDER BY state = 'expired', id DESC LIMIT 1`,
  });
  return rows[0];
}

/** `pass`: the title of the pass or early bird that was bought; null for a ticket of the night. */
export type EarlierOrder = { readonly number: number; readonly pass: string | null };

/** The number of the person's newest paid order with a ticket that still lets this person into the night. */
export async function findPaidOrder(sql: Sql, eventId: string): Promise<EarlierOrder | undefined> {
  const { rows } = await sql.query<EarlierOrder>({
    name: "find-paid-order",
    text: `SELECT number::float8 AS number, CASE WHEN family <> 'ordinary' THEN title END AS pass FROM orders o WHERE stake = 'sold' AND ${isOwn}
             AND EXISTS (SELECT FROM ticket_purchases p WHERE p.order_id = o.id AND p.event_id = $1 AND p.user_id = o.user_id AND p.places > 0
               AND p.status = 'paid' AND p.suspended IS NULL AND p.share_returned_at IS NULL) ORDER BY id DESC LIMIT 1`,
    values: [eventId],
  });
  return rows[0];
}

/** The number of the person's newest paid order with this type, if one of its nights is not over. */
export async function findPaidOrderOfType(sql: Sql, ticketTypeId: string): Promise<number | undefined> {
  const { rows } = await sql.query<{ number: number }>({
    name: "find-paid-order-of-type",
    text: `SELECT o.number::float8 AS number FROM orders o WHERE o.user_id = NULLIF(current_setting('app.user_id', true), '')::uuid AND o.stake = 'sold'
             AND EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id AND l.ticket_type_id = $1)
             AND EXISTS (SELECT FROM events e WHERE e.id = ANY (o.event_ids) AND e.ends_at > now()) ORDER BY o.id DESC LIMIT 1`,
    values: [ticketTypeId],
  });
  return rows[0]?.number;
}

export type SubscriptionRow = {
  readonly status: string;
  readonly currentPeriodEnd: number;
  readonly brand: string | null;
  readonly last4: string | null;
};

/** The person's subscription; null if there is none. `currentPeriodEnd` is in epoch seconds. */
export async function findSubscription(sql: Sql): Promise<SubscriptionRow | null> {
  const { rows } = await sql.query<SubscriptionRow>(
    `SELECT subscription_status AS status, current_period_end::float8 AS "currentPeriodEnd", payment_method_brand AS brand, payment_method_last4 AS last4
     FROM stripe_user_subscriptions ORDER BY current_period_end DESC LIMIT 1`,
  );
  return rows[0] ?? null;
}

/** What the visitor of the offers page owns already. */
export type ActiveOffer =
  | { readonly kind: "subscription"; readonly until: Day }
  | { readonly kind: "ticket" };

/** How many of the latest orders are examined. */
const ordersLookedAt = 20;

/** The active subscription with its last day; else `ticket` if one of the latest paid orders is complete; else null. */
export async function findActiveOffer(sql: Sql): Promise<ActiveOffer | null> {
  const { rows } = await sql.query<{ until: number | null; hasTicket: boolean }>({
    name: "find-active-offer",
    text: `SELECT (SELECT CASE subscription_status WHEN 'active' THEN current_period_end::float8 END
                     FROM stripe_user_subscriptions ORDER BY current_period_end DESC LIMIT 1) AS until,
             EXISTS (SELECT FROM (SELECT order_status FROM stripe_user_orders WHERE payment_status = 'paid'
                     ORDER BY order_date DESC LIMIT ${ordersLookedAt}) latest WHERE order_status = 'completed') AS "hasTicket"`,
  });
  const [found] = rows;
  if (found?.until != null) return { kind: "subscription", until: dayOf(new Date(found.until * 1000)) };
  return found?.hasTicket ? { kind: "ticket" } : null;
}
