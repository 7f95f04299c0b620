import type { Uuid } from "#kernel/id.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { enqueueLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import { type LockedOrder, lockOrder } from "#ticketing/orders/order-store.server.ts";
import { planRefund } from "#ticketing/orders/refunds/refund-plan.ts";
import {
  type RefundTerms,
  readRefundable,
  writeRefund,
  writeShares,
} from "#ticketing/orders/refunds/refund-store.server.ts";
import { tellHoldersOfEnd } from "#ticketing/orders/transfers/transfer-store.server.ts";
import type { ValidSeat } from "#ticketing/orders/valid-seats.server.ts";
import { returnOfNight, type SeatOfNight, type UsedTickets } from "./cancelled-night.ts";

/** Unpaid orders of cancelled nights whose places are still held; those with money on its way are left to the poller. */
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

type Next = {
  readonly orderId: Uuid;
  readonly eventId: Uuid;
  readonly usedTickets: UsedTickets;
  readonly actorId: Uuid;
};

/**
 * Gives back what one order has for a cancelled night. `taken`: another process came first; `none`: there is none left that
 * can be given back now.
 */
export async function giveNextOrderBack(database: Database): Promise<"given" | "taken" | "none"> {
  return database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<Next>({
      name: "next-cancelled-order",
      text: `SELECT o.id AS "orderId", c.event_id AS "eventId", c.used_tickets AS "usedTickets", c.actor_id AS "actorId"
             FROM cancellations c JOIN ticket_purchases p ON p.event_id = c.event_id AND p.status = 'paid' JOIN orders o ON o.id = p.order_id
             WHERE o.state IN ('paid', 'partially_refunded')
               AND NOT EXISTS (SELECT FROM cancelled_orders d WHERE d.event_id = c.event_id AND d.order_id = o.id)
               AND NOT EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id AND r.state IN ('wanted', 'pending'))
             ORDER BY p.purchase_date, o.id LIMIT 1 FOR NO KEY UPDATE OF o SKIP LOCKED`,
    });
    const [next] = rows;
    if (!next) return "none";
    return (await giveBack(sql, next)) ? "given" : "taken";
  });
}

/** What another process did between the search and the lock is seen here: each order is given back once for a night. */
async function giveBack(sql: Sql, { orderId, eventId, usedTickets, actorId }: Next): Promise<boolean> {
  const { rowCount } = await sql.query(
    "INSERT INTO cancelled_orders (event_id, order_id, amount) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING",
    [eventId, orderId],
  );
  const order = rowCount === 1 ? await lockOrder(sql, orderId) : undefined;
  if (!order) return false;
  const facts = await readRefundable(sql, order);
  const seats = await ofNight(sql, facts.seats, eventId);
  const { ending, sharing } = returnOfNight(seats, usedTickets);
  const terms: RefundTerms = {
    ...{ actor: { userId: actorId, role: "admin" }, why: "event_changed", note: "", stock: "sell_again" },
    eventId,
  };
  // who received a ticket is told now; the codes end when the money has left
  const codesOfNight = seats.flatMap(({ codesOfNight }) => codesOfNight);
  await tellHoldersOfEnd(sql, orderId, codesOfNight, eventId);
  const plan = planRefund(facts, {
    ...{ kind: "seats", seats: ending.map(({ id }) => id) },
    usedEntries: ending.reduce((n, { usedEntries }) => n + usedEntries, 0),
  });
  // nothing ends, or it is a test purchase, which nobody paid for
  if (plan.ok) await writeRefund(sql, { order, plan: plan.value, seats: ending }, terms);
  if (sharing.length > 0) await writeShares(sql, order, sharing, terms);
  const shares = sharing.reduce((sum, { amount }) => sum + amount, 0);
  const amount = (plan.ok ? plan.value.amount : 0) + shares;
  await sql.query("UPDATE cancelled_orders SET amount = $3 WHERE event_id = $1 AND order_id = $2", [
    ...[eventId, orderId, amount],
  ]);
  await tellBuyer(sql, order, { eventId, amount, isPass: sharing.length > 0 });
  return true;
}

type SeatWithCodes = SeatOfNight & { readonly codesOfNight: readonly string[] };

async function ofNight(sql: Sql, seats: readonly ValidSeat[], eventId: Uuid): Promise<SeatWithCodes[]> {
  const { rows } = await sql.query<{ id: string; share: number; used: number }>({
    name: "codes-of-night",
    text: `SELECT id, coalesce(share, 0)::float8 AS share, entries_total - entries_remaining AS used
           FROM ticket_purchases WHERE id = ANY ($1::uuid[]) AND event_id = $2`,
    values: [seats.flatMap(({ codeIds }) => codeIds), eventId],
  });
  return seats.flatMap((seat) => {
    const codes = rows.filter(({ id }) => seat.codeIds.includes(id));
    if (codes.length === 0) return [];
    const share = codes.reduce((sum, code) => sum + code.share, 0);
    const usedThatNight = codes.reduce((sum, { used }) => sum + used, 0);
    return [{ ...seat, share, usedThatNight, codesOfNight: codes.map(({ id }) => id) }];
  });
}

async function tellBuyer(
  sql: Sql,
  { id: orderId, userId }: LockedOrder,
  { eventId, amount, isPass }: { readonly eventId: Uuid; readonly amount: number; readonly isPass: boolean },
): Promise<void> {
  const { rows } = await sql.query<{ recipient: string | null }>(
    "SELECT contact AS recipient FROM profiles WHERE id = $1",
    [userId],
  );
  const recipient = rows[0]?.recipient;
  if (!recipient) return;
  await enqueueLetter(sql, {
    ...{ kind: "night_cancelled", dedupeKey: `cancelled:${eventId}:${orderId}`, recipient, userId, orderId },
    variables: { event: eventId, amount, pass: isPass },
  });
}
