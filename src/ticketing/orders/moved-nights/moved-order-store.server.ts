import type { Uuid } from "#kernel/id.ts";
import type { Day, WallTime } from "#kernel/time.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { isAhead } from "#ticketing/events/night-time.ts";
import { enqueueLetters, type NewLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import { type LockedOrder, lockOrder } from "#ticketing/orders/order-store.server.ts";
import { readReturnable } from "#ticketing/orders/refunds/night-return-store.server.ts";
import { choiceUntil, returnsAfterMove } from "./moved-night.ts";

type OrderToTell = {
  readonly moveId: Uuid;
  readonly orderId: Uuid;
  readonly eventId: Uuid;
  readonly date: Day;
  readonly doors: WallTime | null;
  readonly time: WallTime | null;
  /** The database's clock, in seconds since 1970. */
  readonly now: number;
};

/** Tells the people of one order about the last move of a night, and opens the buyer's choice (`workOffOrders`). */
export async function tellNextOrder(
  database: Database,
  failed: readonly Uuid[],
  began: (orderId: Uuid) => void,
): Promise<"done" | "taken" | "none"> {
  return database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<OrderToTell>({
      name: "next-moved-order",
      text: `SELECT m.id AS "moveId", o.id AS "orderId", e.id AS "eventId", e.date::text AS date, to_char(e.doors, 'HH24:MI') AS doors, to_char(e.time, 'HH24:MI') AS time, extract(epoch FROM now())::float8 AS now
             FROM moves m JOIN events e ON e.id = m.event_id JOIN ticket_purchases p ON p.event_id = e.id AND p.status = 'paid' AND NOT p.is_test AND p.share_returned_at IS NULL
               JOIN orders o ON o.id = p.order_id
             WHERE o.state IN ('paid', 'partially_refunded') AND o.id <> ALL ($1::uuid[]) AND o.created_at < m.at AND e.cancelled_at IS NULL AND ${isAhead("e")}
               AND NOT EXISTS (SELECT FROM moves n WHERE n.event_id = m.event_id AND n.at > m.at)
               AND NOT EXISTS (SELECT FROM moved_orders d WHERE d.move_id = m.id AND d.order_id = o.id)
             ORDER BY p.purchase_date, o.id LIMIT 1 FOR NO KEY UPDATE OF o SKIP LOCKED`,
      values: [failed],
    });
    const [next] = rows;
    if (!next) return "none";
    began(next.orderId);
    return (await tellPeopleOfOrder(sql, next)) ? "done" : "taken";
  });
}

/** Checks again, with the insert, what another process may have done meanwhile: an order is told once per move. */
async function tellPeopleOfOrder(
  sql: Sql,
  { moveId, orderId, eventId, now, ...night }: OrderToTell,
): Promise<boolean> {
  const until = choiceUntil(night, now);
  const { rowCount } = await sql.query(
    "INSERT INTO moved_orders (move_id, order_id, choice_until) VALUES ($1, $2, to_timestamp($3)) ON CONFLICT DO NOTHING",
    [moveId, orderId, until],
  );
  const order = rowCount === 1 ? await lockOrder(sql, orderId) : undefined;
  if (!order) return false;
  const { seats } = await readReturnable(sql, order, eventId);
  const { own, sent, isShare } = returnsAfterMove(until > now ? seats : []);
  const money = {
    amount: own.amount || sent.amount,
    ...(own.amount > 0 && sent.amount > 0 ? { sent: sent.amount } : {}),
    ...(isShare ? { pass: true } : {}),
  };
  await enqueueLetters(sql, await lettersAbout(sql, order, { moveId, eventId, money }));
  return true;
}

/** What may go back, in bani, and `sent` beside it of friends' tickets; `pass` when it is a night's share of a pass. */
type ReturnAfterMove = { readonly amount: number; readonly sent?: number; readonly pass?: boolean };

/** One email to the buyer, with the bani that may go back, and one to each other holder of a ticket. */
async function lettersAbout(
  sql: Sql,
  { id: orderId, userId: buyerId }: LockedOrder,
  {
    moveId,
    eventId,
    money,
  }: { readonly moveId: Uuid; readonly eventId: Uuid; readonly money: ReturnAfterMove },
): Promise<NewLetter[]> {
  const { rows } = await sql.query<{ userId: Uuid; recipient: string }>({
    name: "people-of-moved-order",
    text: `SELECT b.id AS "userId", b.contact AS recipient FROM profiles b WHERE b.contact IS NOT NULL
             AND (b.id = $3 OR b.id IN (SELECT p.user_id FROM ticket_purchases p WHERE p.order_id = $1 AND p.event_id = $2 AND p.status = 'paid' AND p.share_returned_at IS NULL))`,
    values: [orderId, eventId, buyerId],
  });
  return rows.map(({ userId, recipient }) => ({
    kind: "night_moved",
    dedupeKey: `moved:${moveId}:${orderId}:${userId}`,
    recipient,
    userId,
    orderId,
    variables: { move: moveId, ...(userId === buyerId ? money : { received: true }) },
  }));
}
