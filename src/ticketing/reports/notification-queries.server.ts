import { only, type Sql } from "#platform/database/sql.ts";
import { fewestUnheld, pricedNow } from "#ticketing/events/sale-state-queries.server.ts";
import {
  hasFailed,
  type MailNews,
  type MailNewsRow,
  mailNewsColumns,
  mailNewsOf,
} from "#ticketing/letters/outbox-queries.server.ts";
import { contentsOfOrder } from "#ticketing/orders/line-queries.server.ts";

/** From this number on, the bell only shows that there are more. */
export const unreadCounted = 100;
export const notificationsShown = 30;

export type Notification = {
  readonly kind: "sale" | "low_stock" | "letter" | "review" | "disputed" | "lost";
  /** The id of the row it is about: a purchase, a ticket type, an email or an order. */
  readonly id: string;
  readonly at: Date;
  readonly unread: boolean;
  readonly night: string | null;
  /** A type; for a sale and a payment, the order's types, each with its number. */
  readonly type: string | null;
  /** For a low stock, the number of units left; else null. */
  readonly left: number | null;
  readonly capacity: number | null;
  readonly isPass: boolean;
  readonly code: string | null;
  readonly letter: string | null;
  readonly recipient: string | null;
  readonly problem: string | null;
};

// An administrator who has read nothing yet gets notifications since the account was made.
const since = `(SELECT coalesce((SELECT read_until FROM notification_reads WHERE user_id = $1), (SELECT created_at FROM profiles WHERE id = $1)))`;

const disputedOrders = "disputes d JOIN orders o ON o.id = d.order_id";

/**
 * The tables of each kind of notification. An order with several codes is shown once, by the first code of its first
 * line. A failed email no longer changes, so its `next_at` is the time of the failure.
 */
const sources = {
  sale: {
    from: "ticket_purchases p JOIN orders o ON o.id = p.order_id",
    where: "NOT p.is_test AND o.total > 0 AND p.line_no = 1 AND p.seat_no = 1 AND p.units > 0",
    at: "p.purchase_date",
  },
  letter: { from: "letters l", where: hasFailed, at: "l.next_at" },
  review: {
    from: "orders o CROSS JOIN LATERAL (SELECT j.at FROM journal j WHERE j.subject_id = o.id AND j.what = o.state ORDER BY j.id DESC LIMIT 1) r",
    where: "o.state = 'manual_review'",
    at: "r.at",
  },
  disputed: { from: disputedOrders, where: "d.state = 'open'", at: "d.opened_at" },
  lost: { from: disputedOrders, where: "d.state = 'lost'", at: "d.closed_at" },
  low_stock: { from: "low_stock s", where: "true", at: "s.since" },
} as const;

const countNewerThan = (moment: string) =>
  Object.values(sources)
    .map(
      ({ from, where, at }) =>
        // Ordered by time, so that only the index on the time can serve it.
        `(SELECT count(*) FROM (SELECT FROM ${from} WHERE ${where} AND ${at} > ${moment} ORDER BY ${at} DESC LIMIT ${unreadCounted}) n)`,
    )
    .join(" + ");

export type OfficeNews = { readonly mail: MailNews; readonly unread: number };

/** The state of emails and the unread count, which every screen's frame shows, in one statement. */
export async function readOfficeNews(reader: Sql, userId: string): Promise<OfficeNews> {
  const { rows } = await reader.query<MailNewsRow & { unread: number }>(
    `SELECT ${mailNewsColumns}, (${countNewerThan(since)})::int AS unread`,
    [userId],
  );
  const row = only(rows);
  return { mail: mailNewsOf(row), unread: row.unread };
}

export type NotificationRows = {
  readonly notifications: Notification[];
  readonly unread: number;
  /** The time of the newest one, to the microsecond; null when there is none. */
  readonly until: string | null;
};

const emptyColumns = {
  night: "NULL::text",
  type: "NULL::text",
  left: "NULL::int",
  capacity: "NULL::int",
  isPass: "false",
  code: "NULL::text",
  letter: "NULL::text",
  recipient: "NULL::text",
  problem: "NULL::text",
};

function latestOfKind(
  kind: keyof typeof sources,
  { id, join = "", ...columns }: Partial<typeof emptyColumns> & { id: string; join?: string },
): string {
  const { from, where, at } = sources[kind];
  const selected = Object.entries({ ...emptyColumns, ...columns }).map(
    ([name, value]) => `${value} AS "${name}"`,
  );
  return `(SELECT '${kind}' AS kind, ${id}::text AS id, ${at} AS at, ${selected.join(", ")} FROM ${from} ${join} WHERE ${where} ORDER BY ${at} DESC, ${id} DESC LIMIT ${notificationsShown})`;
}

/** SQL: the night of order `o`; null for an order for several nights. */
const onlyNightOfOrder =
  "(SELECT e.name FROM events e WHERE e.id = o.event_ids[1] AND cardinality(o.event_ids) = 1)";

const notifications = [
  latestOfKind("sale", {
    id: "p.id",
    night: onlyNightOfOrder,
    type: contentsOfOrder,
    code: "p.ticket_code",
  }),
  latestOfKind("letter", { id: "l.id", letter: "l.kind", recipient: "l.recipient", problem: "l.last_error" }),
  ...(["review", "disputed", "lost"] as const).map((kind) =>
    latestOfKind(kind, {
      id: "o.id",
      night: onlyNightOfOrder,
      type: contentsOfOrder,
    }),
  ),
  latestOfKind("low_stock", {
    id: "s.ticket_type_id",
    join: `JOIN tickets t ON t.id = s.ticket_type_id JOIN stock_counters c ON c.id = t.id ${pricedNow}`,
    // null for a type for several nights
    night:
      "(SELECT CASE WHEN count(*) = 1 THEN min(e.name) END FROM event_tickets l JOIN events e ON e.id = l.event_id WHERE l.ticket_id = t.id)",
    type: "t.type",
    left: `coalesce(${fewestUnheld}, c.capacity - c.sold)`,
    capacity: "c.capacity",
    isPass: "t.is_season_pass",
  }),
].join(" UNION ALL ");

/** This administrator's latest notifications of all kinds, with the unread count, in one statement. */
export async function listNotifications(reader: Sql, userId: string): Promise<NotificationRows> {
  const { rows } = await reader.query<Notification & { until: string; inAll: number }>(
    `SELECT n.*, n.at > ${since} AS unread, to_char(n.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS until,
       (${countNewerThan(since)})::int AS "inAll" FROM (${notifications}) n ORDER BY n.at DESC, n.kind, n.id LIMIT ${notificationsShown}`,
    [userId],
  );
  return {
    notifications: rows.map(({ until: _, inAll: __, ...row }) => row),
    unread: rows[0]?.inAll ?? 0,
    until: rows[0]?.until ?? null,
  };
}
