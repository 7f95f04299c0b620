import type { Uuid } from "#kernel/id.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { lockOrder } from "#ticketing/orders/order-store.server.ts";
import { writeToPerson } from "#ticketing/orders/person-letter-store.server.ts";
import { agreeWithMoney } from "#ticketing/orders/refunds/agree-with-money.server.ts";
import { leavesNights, returnOfNight } from "#ticketing/orders/refunds/night-return.ts";
import { readReturnable, writeNightReturn } from "#ticketing/orders/refunds/night-return-store.server.ts";
import { tellHoldersOfEnd } from "#ticketing/orders/transfers/transfer-store.server.ts";
import { staysValid, type UsedTickets } from "./cancelled-night.ts";

/** Unpaid orders of cancelled nights that still hold places. The poller handles orders whose money is on its way. */
export async function findOpenOrders(database: Database): Promise<Uuid[]> {
  return database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<{ id: Uuid }>({
      name: "open-orders-of-cancelled",
      text: `SELECT DISTINCT o.id FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN cancellations c ON c.event_id = ANY (l.event_ids)
             WHERE o.stake = 'held' AND o.state IN ('held', 'checkout_open')`,
    });
    return rows.map(({ id }) => id);
  });
}

type OrderToGiveBack = {
  readonly orderId: Uuid;
  readonly eventId: Uuid;
  readonly usedTickets: UsedTickets;
  readonly actorId: Uuid;
};

/** Gives back what one order has for a cancelled night (`workOffOrders`). */
export async function giveNextOrderBack(
  database: Database,
  failed: readonly Uuid[],
  began: (orderId: Uuid) => void,
): Promise<"done" | "taken" | "none"> {
  return database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<OrderToGiveBack>({
      name: "next-cancelled-order",
      text: `SELECT o.id AS "orderId", c.event_id AS "eventId", c.used_tickets AS "usedTickets", c.actor_id AS "actorId"
             FROM cancellations c JOIN ticket_purchases p ON p.event_id = c.event_id AND p.status = 'paid' AND NOT p.is_test AND p.share_returned_at IS NULL JOIN orders o ON o.id = p.order_id
             WHERE o.state IN ('paid', 'partially_refunded') AND o.id <> ALL ($1::uuid[])
               AND NOT EXISTS (SELECT FROM cancelled_orders d WHERE d.event_id = c.event_id AND d.order_id = o.id)
               AND NOT EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id AND r.state IN ('wanted', 'pending'))
             ORDER BY p.purchase_date, o.id LIMIT 1 FOR NO KEY UPDATE OF o SKIP LOCKED`,
      values: [failed],
    });
    const [next] = rows;
    if (!next) return "none";
    began(next.orderId);
    return (await giveBack(sql, next)) ? "done" : "taken";
  });
}

/**
 * Checks again under the lock what another process may have done since the search: an order is given back once per
 * night, and never while a refund of it is under way.
 */
async function giveBack(
  sql: Sql,
  { orderId, eventId, usedTickets, actorId }: OrderToGiveBack,
): Promise<boolean> {
  const order = await lockOrder(sql, orderId);
  if (!order) return false;
  const { facts, seats } = await readReturnable(sql, order, eventId);
  if (facts.isUnderWay) return false;
  const { rowCount } = await sql.query(
    "INSERT INTO cancelled_orders (event_id, order_id, amount) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING",
    [eventId, orderId],
  );
  if (rowCount === 0) return false;
  const returned = returnOfNight(seats, staysValid(usedTickets));
  // people who received a ticket are told now; the tickets end when the money has left
  const codesOf = (some: readonly (typeof seats)[number][]) =>
    some.flatMap(({ codesOfNight }) => codesOfNight);
  await tellHoldersOfEnd(sql, orderId, codesOf(seats), {
    kind: "night_cancelled",
    variables: { event: eventId, received: true },
    keptIds: codesOf(returned.kept),
  });
  const amount = await writeNightReturn(
    sql,
    order,
    { facts, ...returned },
    {
      actor: { userId: actorId, role: "admin" },
      why: "event_changed",
      note: "",
      stock: "sell_again",
      eventId,
    },
  );
  // a free night of a pass gives nothing back, but may be the last one left
  if (amount === 0 && returned.ending.length === 0)
    await agreeWithMoney(sql, order, { kind: "admin", id: actorId });
  await sql.query("UPDATE cancelled_orders SET amount = $3 WHERE event_id = $1 AND order_id = $2", [
    eventId,
    orderId,
    amount,
  ]);
  await writeToPerson(sql, order.userId, {
    kind: "night_cancelled",
    dedupeKey: `cancelled:${eventId}:${orderId}`,
    orderId,
    variables: {
      event: eventId,
      amount,
      pass: leavesNights(returned),
      kept: returned.kept.some(({ price, places }) => price > 0 && places > 0),
    },
  });
  return true;
}
