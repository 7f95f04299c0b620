import type { Uuid } from "#kernel/id.ts";
import type { Day, WallTime } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { byStart } from "#ticketing/events/night-time.ts";
import { lockOrder } from "#ticketing/orders/order-store.server.ts";
import { readReturnable } from "#ticketing/orders/refunds/night-return-store.server.ts";
import { returnsAfterMove } from "./moved-night.ts";

export type WhyNoChoice =
  /** The order is not this person's, the move does not exist, or the order was not told of it. */
  | "unknown"
  | "too_late"
  /** The night was moved again; there is a newer choice, or will be soon. */
  | "moved_again"
  /** The night was cancelled; everything is refunded without a choice. */
  | "cancelled"
  /** The order is disputed, under review, or being refunded. */
  | "not_now"
  /** Nothing can go back: the tickets were refunded, used, or free. */
  | "nothing";

type ChoiceRow = {
  readonly eventId: Uuid;
  readonly isCancelled: boolean;
  readonly isMovedAgain: boolean;
  readonly isOver: boolean;
};

/** The night that a locked order has a choice about now, or why there is none. */
export async function lockChoice(
  sql: Sql,
  orderId: string,
  moveId: string,
): Promise<{ readonly eventId: Uuid } | WhyNoChoice> {
  const { rows } = await sql.query<ChoiceRow>({
    name: "choice-of-order",
    text: `SELECT m.event_id AS "eventId", e.cancelled_at IS NOT NULL AS "isCancelled", d.choice_until <= now() AS "isOver",
             EXISTS (SELECT FROM moves n WHERE n.event_id = m.event_id AND n.at > m.at) AS "isMovedAgain"
           FROM moved_orders d JOIN moves m ON m.id = d.move_id JOIN events e ON e.id = m.event_id WHERE d.order_id = $1 AND d.move_id = $2`,
    values: [orderId, moveId],
  });
  const [choice] = rows;
  if (!choice) return "unknown";
  if (choice.isCancelled) return "cancelled";
  if (choice.isMovedAgain) return "moved_again";
  return choice.isOver ? "too_late" : { eventId: choice.eventId };
}

/** A moved night of an order, for the page that asks the buyer. Money in bani. */
export type MovedNightOfOrder = ReturnType<typeof returnsAfterMove> & {
  readonly night: {
    readonly id: string;
    readonly slug: string;
    readonly title: string;
    readonly date: Day;
    readonly time: WallTime | null;
    readonly location: string;
    readonly fromDate: Day;
    readonly fromTime: WallTime | null;
    readonly fromLocation: string;
    readonly reason: string;
  };
  readonly choiceUntil: Date;
  /** Why nothing can be chosen; null while it can. */
  readonly whyNot: WhyNoChoice | null;
};

/** What the buyer may choose about a move; undefined if not told of it. The caller has checked the buyer. */
export async function findMovedNight(
  { database }: Pick<Services, "database">,
  orderId: Uuid,
  moveId: Uuid,
): Promise<MovedNightOfOrder | undefined> {
  return database.withDuty("settle", async (sql) => {
    const order = await lockOrder(sql, orderId);
    const { rows } = await sql.query<MovedNightOfOrder["night"] & { choiceUntil: Date }>({
      name: "moved-night-of-order",
      text: `SELECT e.id, e.slug, e.title, e.date::text AS date, to_char(e.time, 'HH24:MI') AS time, e.location, m.from_date::text AS "fromDate",
               to_char(m.from_time, 'HH24:MI') AS "fromTime", m.from_location AS "fromLocation", m.reason, d.choice_until AS "choiceUntil"
             FROM moved_orders d JOIN moves m ON m.id = d.move_id JOIN events e ON e.id = m.event_id WHERE d.order_id = $1 AND d.move_id = $2`,
      values: [orderId, moveId],
    });
    const [row] = rows;
    if (!order || !row) return undefined;
    const { choiceUntil, ...night } = row;
    const { facts, seats } = await readReturnable(sql, order, night.id);
    const choice = await lockChoice(sql, orderId, moveId);
    const isSettled = (order.state === "paid" || order.state === "partially_refunded") && !facts.isUnderWay;
    const returns = returnsAfterMove(seats);
    const whyNothing = returns.own.amount + returns.sent.amount === 0 ? "nothing" : null;
    const whyNot = typeof choice === "string" ? choice : isSettled ? whyNothing : "not_now";
    return { night, choiceUntil, whyNot, ...returns };
  });
}

/** A choice that the buyer of an order still has. */
export type OpenChoice = {
  readonly orderId: Uuid;
  readonly number: number;
  readonly moveId: string;
  readonly title: string;
  readonly date: Day;
  readonly fromDate: Day;
  /** ISO time. */
  readonly choiceUntil: string;
};

/** The open choices of an order, by date of their nights. The caller has checked that the person is the buyer. */
export const listOpenChoices = (services: Pick<Services, "database">, orderId: string) =>
  readOpenChoices(services, "open-choices-of-order", orderId);

/** The open choices of everything that a person has bought, by date of their nights. */
export const listChoicesOfBuyer = (services: Pick<Services, "database">, userId: Uuid) =>
  readOpenChoices(services, "open-choices-of-buyer", userId);

const choicesOf = { "open-choices-of-order": "o.id = $1", "open-choices-of-buyer": "o.user_id = $1" };

async function readOpenChoices(
  { database }: Pick<Services, "database">,
  which: keyof typeof choicesOf,
  id: string,
): Promise<OpenChoice[]> {
  return database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<Omit<OpenChoice, "choiceUntil"> & { choiceUntil: Date }>({
      name: which,
      text: `SELECT o.id AS "orderId", o.number::float8 AS number, m.id AS "moveId", e.title, e.date::text AS date, m.from_date::text AS "fromDate", d.choice_until AS "choiceUntil"
             FROM moved_orders d JOIN orders o ON o.id = d.order_id JOIN moves m ON m.id = d.move_id JOIN events e ON e.id = m.event_id
             WHERE ${choicesOf[which]} AND d.choice_until > now() AND e.cancelled_at IS NULL AND NOT EXISTS (SELECT FROM moves n WHERE n.event_id = m.event_id AND n.at > m.at)
               AND EXISTS (SELECT FROM ticket_purchases p WHERE p.order_id = o.id AND p.event_id = e.id AND p.status = 'paid' AND p.suspended IS NULL AND p.share_returned_at IS NULL
                 AND p.entries_remaining = p.entries_total)
             ORDER BY ${byStart("e")}, o.id`,
      values: [id],
    });
    return rows.map((row) => ({ ...row, choiceUntil: row.choiceUntil.toISOString() }));
  });
}
