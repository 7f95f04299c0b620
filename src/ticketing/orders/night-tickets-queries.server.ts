import type { Day } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { limits } from "#ticketing/limits.ts";
import { amountOf, type UsedTickets } from "./cancelled-nights/cancelled-night.ts";
import { shareOfNight } from "./share-of-night.ts";

/**
 * The valid tickets of one type for a night, and the bani that go back for them, by what happens to used tickets. A
 * used add-on never counts (`staysValid`).
 */
export type TypeCost = Readonly<Record<UsedTickets, number>> & {
  readonly typeName: string;
  readonly tickets: number;
  /** Whether the type admits nobody. */
  readonly isAddOn: boolean;
  /** The bani of all tickets, used or not. */
  readonly worth: number;
  /** Whether the tickets are for other nights too, so that only this night's share goes back. */
  readonly isShare: boolean;
};

export type NightTickets = {
  readonly name: string;
  readonly title: string;
  readonly date: Day;
  readonly isCancelled: boolean;
  readonly orders: number;
  /** How many persons get an email: those with an address who bought or hold these tickets, and `guests`. */
  readonly people: number;
  /** How many emails will go out: for each order, one to the buyer and one to every other holder; one to each guest. */
  readonly letters: number;
  /** How many names of guest lists have an address that their code was sent to. */
  readonly guests: number;
  /** How many of the emails go to holders of tickets that somebody else paid for. */
  readonly receivers: number;
  /** Places in unpaid orders. */
  readonly held: number;
  /** How many people came in with these tickets, or with those of `atBank`. */
  readonly entered: number;
  readonly types: readonly TypeCost[];
  /** Disputed orders, and the bani that go back for them if the bank decides for us. No other figure has them. */
  readonly atBank: Readonly<Record<UsedTickets, number>> & { readonly orders: number };
};

/**
 * Whether the refunds are so large that a second proof is needed. Money at a bank is included, since it goes back
 * without another question once the dispute is won. Read under the night's lock.
 */
export async function needsSecondProof(sql: Sql, eventId: string, used: UsedTickets): Promise<boolean> {
  const night = await findNightTickets(sql, eventId);
  return night !== undefined && amountOf(night, used) + night.atBank[used] > limits.refundsWithoutSecondProof;
}

const seatPrice =
  "(SELECT sum(q.total_price) FROM ticket_purchases q WHERE (q.order_id, q.line_no, q.seat_no) = (p.order_id, p.line_no, p.seat_no) AND q.status = 'paid')";
const isShare =
  "EXISTS (SELECT FROM ticket_purchases q WHERE (q.order_id, q.line_no, q.seat_no) = (p.order_id, p.line_no, p.seat_no) AND q.status = 'paid' AND q.event_id <> p.event_id)";

const used = "p.entries_total > p.entries_remaining";
/** SQL: whether the unit of ticket `p` stays valid (`staysValid`): the parts of a unit end together or not at all. */
const staysIf = (isUsed: string) =>
  `bool_or(${isUsed}) OVER (PARTITION BY p.order_id, p.line_no, p.unit_no, CASE WHEN p.unit_no IS NULL THEN p.seat_no END)`;
const backIf = (used: UsedTickets) => `coalesce(sum(s.amount) FILTER (WHERE NOT s.${used}_stays), 0)::float8`;

/** The valid tickets, people and bani of a night, shown before it is cancelled or moved; undefined: unknown night. */
export async function findNightTickets(sql: Sql, eventId: string): Promise<NightTickets | undefined> {
  const { rows } = await sql.query<NightTickets>(
    `WITH valid AS MATERIALIZED (
       SELECT o.state = 'disputed' AS at_bank, p.order_id, p.user_id, o.user_id AS buyer_id, p.ticket_type_id, p.quantity, CASE WHEN p.places > 0 THEN p.entries_total - p.entries_remaining ELSE 0 END AS entered, s.is_share,
         ${staysIf(`${used} AND p.places = 0`)} AS refunded_stays, ${staysIf(used)} AS kept_stays,
         CASE WHEN s.is_share THEN ${shareOfNight("p")} ELSE s.price END AS amount
       FROM ticket_purchases p JOIN orders o ON o.id = p.order_id, LATERAL (SELECT ${isShare} AS is_share, ${seatPrice} AS price) s
       WHERE p.event_id = $1 AND p.status = 'paid' AND NOT p.is_test AND p.share_returned_at IS NULL),
       seats AS (SELECT * FROM valid WHERE NOT at_bank),
       told AS (SELECT p.id, s.received FROM (SELECT order_id, user_id, user_id <> buyer_id AS received FROM seats UNION SELECT order_id, buyer_id, false FROM seats) s
         JOIN profiles p ON p.id = s.user_id AND p.contact IS NOT NULL)
     SELECT e.name, e.title, e.date::text AS date, e.cancelled_at IS NOT NULL AS "isCancelled", (SELECT held FROM stock_counters c WHERE c.id = e.id) AS held,
       (SELECT count(DISTINCT order_id) FROM seats)::int AS orders, ((SELECT count(DISTINCT id) FROM told) + g.n)::int AS people,
       ((SELECT count(*) FROM told) + g.n)::int AS letters, g.n AS guests, (SELECT count(*) FROM told WHERE received)::int AS receivers, (SELECT coalesce(sum(entered), 0) FROM valid)::int AS entered,
       (SELECT json_build_object('orders', count(DISTINCT order_id), 'refunded', ${backIf("refunded")}, 'kept', ${backIf("kept")}) FROM valid s WHERE at_bank) AS "atBank",
       (SELECT coalesce(json_agg(t ORDER BY t."isShare", t.worth DESC), '[]') FROM (
          SELECT t.type AS "typeName", NOT t.admits AS "isAddOn", sum(s.quantity)::int AS tickets, sum(s.amount)::float8 AS worth, ${backIf("refunded")} AS refunded, ${backIf("kept")} AS kept, s.is_share AS "isShare"
          FROM seats s JOIN tickets t ON t.id = s.ticket_type_id GROUP BY t.id, t.type, s.is_share) t) AS types
     FROM events e, LATERAL (SELECT count(*)::int AS n FROM listed_guests WHERE event_id = e.id AND removed_at IS NULL AND name IS NOT NULL AND email IS NOT NULL) g WHERE e.id = $1`,
    [eventId],
  );
  return rows[0];
}
