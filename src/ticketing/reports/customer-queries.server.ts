import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { authorName } from "#ticketing/journal/author-name.ts";
import { outboxStateOf } from "#ticketing/letters/outbox-queries.server.ts";
import { moneyOfOrder, owedForTickets, titlesOfOrder } from "#ticketing/orders/line-queries.server.ts";
import type { OrderState } from "#ticketing/orders/order-state.ts";
import type { MoneyOfOrder } from "#ticketing/orders/order-sums.ts";
import { lettersAbout } from "#ticketing/orders/transfers/transfer-queries.server.ts";
import type { CodeState } from "./code-state-texts.ts";
import { codeStateOf, entriesLeftOf, shownPhone } from "./purchase-conditions.server.ts";
import { moneyAtBank, type OfficeMoney } from "./sales-sums.ts";

/** How many rows of each kind (the newest) are shown at first, and how many more each time. */
export const shownOfCustomer = 100;

/** Everything that the office knows about one person, with the money of all orders. Amounts in bani. */
export type Customer = OfficeMoney & {
  readonly name: string | null;
  readonly email: string | null;
  /** Null also for a role that may not read phones. */
  readonly phone: string | null;
  readonly isGuest: boolean;
  /** For a guest: whether a code sent to the address was typed back. */
  readonly isProven: boolean;
  readonly since: Date;
  /** The number of rows of each kind. */
  readonly inAll: Readonly<Record<"orders" | "tickets" | "letters" | "notes", number>>;
  readonly orders: readonly (MoneyOfOrder & {
    readonly id: Uuid;
    readonly number: number;
    readonly title: string;
    readonly night: string | null;
    readonly total: number;
    readonly state: OrderState;
    readonly at: Date;
  })[];
  /** The tickets that the person holds, bought or received. */
  readonly tickets: readonly {
    readonly id: Uuid;
    readonly orderId: Uuid | null;
    readonly code: string;
    readonly night: string;
    readonly date: string;
    readonly type: string;
    readonly state: CodeState;
    readonly isReceived: boolean;
    /** The name on the ticket, if it has one. */
    readonly holder: string | null;
    readonly entriesTotal: number;
    /** 0 for a code with which nobody may come in any more. */
    readonly entriesRemaining: number;
  }[];
  /** Emails about orders and tickets. */
  readonly letters: readonly {
    readonly id: Uuid;
    readonly kind: string;
    readonly recipient: string;
    readonly state: "queued" | "inflight" | "sent" | "dead" | "bounced" | "void";
    readonly at: Date;
  }[];
  readonly notes: readonly {
    readonly id: Uuid;
    readonly note: string;
    readonly author: string | null;
    readonly at: Date;
  }[];
};

/** SQL: whether email `l` is about an order or a ticket of this person, and went to this person. */
const ofCustomer = (id: string) =>
  `l.id IN ${lettersAbout(`SELECT id FROM orders WHERE user_id = ${id} UNION SELECT order_id FROM ticket_purchases WHERE user_id = ${id}`, `user_id = ${id}`)} AND l.user_id = ${id}`;

/** The person with this id, as far as the role may read; else undefined. Newest `parts` times `shownOfCustomer` rows. */
export async function findCustomer(sql: Sql, id: Uuid, parts: number): Promise<Customer | undefined> {
  const { rows } = await sql.query<Omit<Customer, "orders" | "tickets" | "letters" | "notes">>(
    `SELECT p.full_name AS name, p.contact AS email, ${await shownPhone(sql)} AS phone, p.is_guest AS "isGuest", p.contact_proven_at IS NOT NULL AS "isProven", p.created_at AS since,
       m.paid, m.returned, m.taken, m."atBank", m.owed,
       json_build_object('orders', (SELECT count(*) FROM orders WHERE user_id = p.id), 'tickets', (SELECT count(*) FROM ticket_purchases WHERE user_id = p.id),
         'letters', (SELECT count(*) FROM letters l WHERE ${ofCustomer("p.id")}), 'notes', (SELECT count(*) FROM person_notes WHERE person_id = p.id)) AS "inAll"
     FROM profiles p, LATERAL (SELECT coalesce(sum(paid), 0) AS paid, coalesce(sum(returned), 0) AS returned, coalesce(sum(taken), 0) AS taken, coalesce(sum("atBank"), 0) AS "atBank", coalesce(sum(owed), 0) AS owed
       FROM (SELECT ${moneyOfOrder}, ${moneyAtBank("o.id")} AS "atBank", ${owedForTickets} AS owed FROM orders o WHERE o.user_id = p.id) of_order) m WHERE p.id = $1`,
    [id],
  );
  const [person] = rows;
  if (!person) return undefined;
  const { rows: orders } = await sql.query<Customer["orders"][number]>(
    `SELECT o.id, o.number::float8 AS number, ${titlesOfOrder} AS title, (SELECT e.title FROM events e WHERE e.id = o.event_ids[1]) AS night,
       o.total::float8 AS total, ${moneyOfOrder}, o.state, o.created_at AS at
     FROM orders o WHERE o.user_id = $1 ORDER BY o.created_at DESC, o.id LIMIT $2`,
    [id, shownOfCustomer * parts],
  );
  const { rows: tickets } = await sql.query<Customer["tickets"][number]>(
    `SELECT p.id, p.order_id AS "orderId", p.ticket_code AS code, e.title AS night, e.date::text AS date, t.type, ${codeStateOf} AS state,
       o.user_id IS DISTINCT FROM p.user_id AS "isReceived", p.holder_name AS holder, p.entries_total AS "entriesTotal", ${entriesLeftOf} AS "entriesRemaining"
     FROM ticket_purchases p JOIN events e ON e.id = p.event_id JOIN tickets t ON t.id = p.ticket_type_id LEFT JOIN orders o ON o.id = p.order_id
     WHERE p.user_id = $1 ORDER BY e.starts_at DESC, p.id LIMIT $2`,
    [id, shownOfCustomer * parts],
  );
  const { rows: letters } = await sql.query<Customer["letters"][number]>(
    `SELECT l.id, l.kind, l.recipient, CASE ${outboxStateOf} WHEN 'void' THEN 'void' ELSE l.state END AS state, coalesce(l.sent_at, l.created_at) AS at FROM letters l
     WHERE ${ofCustomer("$1")}
     ORDER BY l.id DESC LIMIT $2`,
    [id, shownOfCustomer * parts],
  );
  const { rows: notes } = await sql.query<Customer["notes"][number]>(
    `SELECT n.id, n.note, ${authorName("a")} AS author, n.at FROM person_notes n LEFT JOIN profiles a ON a.id = n.author_id
     WHERE n.person_id = $1 ORDER BY n.at DESC, n.id LIMIT $2`,
    [id, shownOfCustomer * parts],
  );
  return { ...person, orders, tickets, letters, notes };
}
