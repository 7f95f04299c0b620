import { containing, hasWords, wordPatterns } from "#kernel/like-pattern.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import { isOver } from "#ticketing/events/night-time.ts";
import { specialNamePattern } from "#ticketing/events/type-family.ts";
import { hasLostDispute } from "#ticketing/orders/line-queries.server.ts";
import { typedOrderNumber } from "#ticketing/orders/order-number.ts";
import { type PaymentState, paymentOfState } from "#ticketing/orders/order-payment.ts";
import { roleHandsOut, shownCodeOf } from "#ticketing/orders/vouchers/shown-code.ts";
import { wordsOfHolder, wordsOfPerson } from "#ticketing/people/person-words.ts";
import type { Bind } from "./bind-values.ts";
import type { PurchaseSearch } from "./purchase-search.ts";

/** SQL over `o`: nothing was paid, and no voucher made it free. */
export const isInvitation =
  "o.total = 0 AND NOT EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id AND l.voucher_id IS NOT NULL)";

/** SQL over `p`: a ticket whose price without a voucher was zero, so it was given and not sold. */
export const isFree =
  "EXISTS (SELECT FROM order_lines f WHERE f.order_id = p.order_id AND f.no = p.line_no AND f.list_price = 0)";

/** SQL over `o`: the order is in a state that shows this payment. */
const shows = (payment: PaymentState) =>
  `o.state IN (${Object.entries(paymentOfState)
    .flatMap(([state, shown]) => (shown === payment ? `'${state}'` : []))
    .join(", ")})`;

/** SQL over `o`: money went back. An order that cost nothing can end, but nothing is refunded. */
const isRefunded = `${shows("refunded")} AND o.total > 0`;
const isLostInPart = `${shows("partial")} AND ${hasLostDispute}`;
const isSettled = `(o.state = 'paid' OR ${shows("refunded")} AND o.total = 0)`;

/** SQL over `o`: the state of an order's payment, as people see it. */
export const paymentOf = `CASE
  WHEN ${isRefunded} THEN 'refunded' WHEN ${isLostInPart} THEN 'lost_in_part' ${(["partial", "disputed", "lost", "review"] as const).map((payment) => `WHEN ${shows(payment)} THEN '${payment}'`).join(" ")}
  WHEN ${isInvitation} THEN 'invitation' ELSE 'paid' END`;

const payments = {
  paid: `${isSettled} AND NOT (${isInvitation})`,
  partial: `${shows("partial")} AND NOT (${isLostInPart})`,
  lost_in_part: isLostInPart,
  refunded: isRefunded,
  review: shows("review"),
  disputed: shows("disputed"),
  lost: shows("lost"),
  invitation: `${isSettled} AND ${isInvitation}`,
} as const;

/**
 * SQL over `p`, its order `o` and its night `e`: the `CodeState`. A type's last hour does not end it: until the night
 * ends, the chief may let people in.
 */
export const codeStateOf = `CASE WHEN p.status = 'refunded' AND o.total = 0 THEN 'cancelled' WHEN p.status <> 'paid' THEN p.status WHEN p.entries_remaining = 0 THEN 'used'
  WHEN e.cancelled_at IS NOT NULL THEN 'night_cancelled' WHEN p.share_returned_at IS NOT NULL THEN 'given_back' WHEN ${isOver("e")} THEN 'over' WHEN p.suspended IS NOT NULL THEN 'suspended' ELSE 'available' END`;
/** SQL over the same: how many people may still come in with a code. */
export const entriesLeftOf = `CASE WHEN ${codeStateOf} = 'available' THEN p.entries_remaining ELSE 0 END`;

/** SQL over `p`: whether this is the row of the seat that carries what was paid: its first night at issue. */
export const isBearer = `p.id = (SELECT b.id FROM ticket_purchases b WHERE b.order_id = p.order_id AND b.line_no = p.line_no AND b.seat_no = p.seat_no ORDER BY b.total_price DESC, b.id LIMIT 1)`;

/** SQL over `p` and its line `l`, in bani: the amount paid for a code. `keptOfSeat`: the amount without refunds. */
export const paidOf = `CASE WHEN cardinality(l.event_ids) = 1 THEN coalesce(p.share, p.total_price) WHEN ${isBearer} THEN (SELECT sum(coalesce(s.share, s.total_price))
  FROM ticket_purchases s WHERE s.order_id = p.order_id AND s.line_no = p.line_no AND s.seat_no = p.seat_no) ELSE 0 END`;
export const keptOfSeat = "CASE p.status WHEN 'paid' THEN p.total_price ELSE 0 END";

/** Up to so many rows found by name are selected by ids. More are so common that a scan finds a page of them soon. */
const mostIds = 1000;

/** SQL for a search over `p` (ticket_purchases), `o` (orders) and `e` (events). Names first, so that a rare word uses indexes. */
export async function conditionsOf(sql: Sql, search: PurchaseSearch, bind: Bind): Promise<string> {
  const conditions: string[] = [];
  if (search.only === "counted") conditions.push(`p.status = 'paid' AND NOT p.is_test AND NOT ${isFree}`);
  if (search.since !== null)
    conditions.push(
      `p.purchase_date >= (${bind(search.since, "date")}::timestamp AT TIME ZONE 'Europe/Bucharest')`,
    );
  if (search.eventId !== null) conditions.push(`p.event_id = ${bind(search.eventId, "uuid")}`);
  if (search.status !== "all") conditions.push(`${codeStateOf} = ${bind(search.status, "text")}`);
  if (search.payment !== "all") conditions.push(payments[search.payment]);
  if (search.type === "special")
    conditions.push(
      `p.ticket_type_id IN (SELECT id FROM tickets WHERE is_season_pass OR type ~* ${bind(specialNamePattern, "text")})`,
    );
  else if (search.type !== null)
    conditions.push(
      `p.ticket_type_id IN (SELECT id FROM tickets WHERE type = ${bind(search.type.name, "text")})`,
    );
  if (search.text !== "") conditions.push(await textCondition(sql, search.text, bind));
  return conditions.length === 0 ? "true" : conditions.join(" AND ");
}

/** The searched texts, and the purchase's column that refers to each. */
const sources = [
  ["p.user_id", "person"],
  ["p.id", "holder"],
  ["p.order_id", "sender"],
  ["p.event_id", "night"],
  ["p.ticket_type_id", "type"],
  ["p.id", "voucher"],
] as const;

/** SQL for the ids of the rows that match. `words`: SQL for the patterns of the words; `code`: for the code of voucher `v`. */
function idsOf(source: (typeof sources)[number][1], words: string, code: string): string {
  switch (source) {
    case "person":
      return `SELECT id FROM profiles WHERE ${hasWords(words, wordsOfPerson())}`;
    case "holder":
      return `SELECT id FROM ticket_purchases WHERE ${hasWords(words, wordsOfHolder())}`;
    // for a buyer whose tickets others now hold, the tickets of those are found too
    case "sender":
      return `SELECT o.id FROM orders o WHERE o.user_id IN (SELECT id FROM profiles WHERE ${hasWords(words, wordsOfPerson())})
        AND EXISTS (SELECT FROM ticket_purchases s WHERE s.order_id = o.id AND s.user_id <> o.user_id)`;
    case "night":
      return `SELECT id FROM events WHERE ${hasWords(words, ["title", "name"])}`;
    case "type":
      return `SELECT id FROM tickets WHERE ${hasWords(words, ["type"])}`;
    case "voucher":
      return `SELECT c.id FROM vouchers v JOIN order_lines l ON l.voucher_id = v.id
        JOIN ticket_purchases c ON c.order_id = l.order_id AND c.line_no = l.no WHERE ${hasWords(words, [code])}`;
  }
}

/** Whether the transaction's role may read people's phones. The database's grant is the rule. */
export async function mayReadPhones(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ may: boolean }>(
    "SELECT has_column_privilege('profiles', 'phone', 'SELECT') AS may",
  );
  return only(rows).may;
}

/** SQL over a profile: the phone; null for a role that may not read phones. */
export const shownPhone = async (sql: Sql) => ((await mayReadPhones(sql)) ? "nullif(phone, '')" : "NULL");

/** The last digits of a typed phone, without country code and leading zero; null for every other text. */
const endOfPhone = (text: string) =>
  /^[+\d\s().-]+$/.test(text) ? (/\d{6,9}$/.exec(text.replace(/\D/g, ""))?.[0] ?? null) : null;

/** The orders that a text names: by their number (the first one), the provider's payment id, or the buyer's phone. */
export async function findOrdersNamed(sql: Sql, text: string): Promise<string[]> {
  const [payment = null] = /^\w{3,100}$/.exec(text.trim()) ?? [];
  const phone = endOfPhone(text);
  const byPhone =
    phone !== null && (await mayReadPhones(sql))
      ? "UNION ALL SELECT o.id, 3 FROM orders o JOIN profiles u ON u.id = o.user_id WHERE regexp_replace(u.phone, '\\D', '', 'g') LIKE '%' || $3::text"
      : "";
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM (SELECT id, 1 AS place FROM orders WHERE number = $1::integer UNION ALL SELECT order_id, 2 FROM payments WHERE payment_intent_id = $2 ${byPhone}) named
     ORDER BY place LIMIT ${mostIds}`,
    [typedOrderNumber(text), payment, ...(byPhone === "" ? [] : [phone])],
  );
  return rows.map(({ id }) => id);
}

async function textCondition(sql: Sql, text: string, bind: Bind): Promise<string> {
  const words = wordPatterns(text);
  const { rows: roles } = await sql.query<{ handsOut: boolean }>(`SELECT ${roleHandsOut} AS "handsOut"`);
  // only what the lists show: a search must not tell the rest of a code, letter by letter
  const code = only(roles).handsOut ? shownCodeOf("true") : shownCodeOf("false");
  const orders = await findOrdersNamed(sql, text);
  const parts = [
    `p.ticket_code ILIKE ${bind(containing(text), "text")}`,
    ...(orders.length > 0 ? [`p.order_id = ANY(${bind(orders, "uuid[]")})`] : []),
  ];
  for (const [column, source] of sources) {
    const { rows } = await sql.query<{ id: string }>(`${idsOf(source, "$1", code)} LIMIT $2`, [
      words,
      mostIds + 1,
    ]);
    if (rows.length > mostIds) parts.push(`${column} IN (${idsOf(source, bind(words, "text[]"), code)})`);
    else if (rows.length > 0)
      parts.push(
        `${column} = ANY(${bind(
          rows.map(({ id }) => id),
          "uuid[]",
        )})`,
      );
  }
  return `(${parts.join(" OR ")})`;
}
