import { isUuid, newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { enqueueLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import { changeOrders, type LockedOrder, lockOrder } from "#ticketing/orders/order-store.server.ts";
import { readOrderMoney } from "#ticketing/orders/payment/payment-store.server.ts";
import { endTickets, suspendTickets, takeTicketsBack } from "#ticketing/orders/ticket-store.server.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { lockCounters, moveStock, withdrawFromSale } from "#ticketing/stock/move-stock.server.ts";
import { addMoves, type Move, takesOf } from "#ticketing/stock/stock.ts";
import type { RefundCause } from "./refund-cause.ts";
import { planRefund, type RefundPlan, type RefundWish } from "./refund-plan.ts";
import { returnMoney } from "./return-money.server.ts";

export type RefundOrderRequest = {
  readonly actor: Actor;
  readonly orderId: string;
  readonly wish: RefundWish;
  readonly why: RefundCause;
  readonly note: string;
  /** Whether the returned units of the ticket type are sold again. */
  readonly stock: "sell_again" | "keep_back";
};

export type RefundOrderRefusal =
  /** Only administrators may refund. */
  | NotAllowed
  | { readonly reason: "unknown_order" }
  /** Not paid, refunded before, or disputed: then the bank decides. */
  | { readonly reason: "not_refundable" }
  /** A refund of this order is on its way. */
  | { readonly reason: "under_way" }
  /** More tickets than are unused; after a partial refund at least one is left. */
  | { readonly reason: "too_many"; readonly most: number }
  /** So many entries of it were used, and the administrator has not confirmed that. */
  | { readonly reason: "used"; readonly entries: number };

/**
 * Refunds an order, whole or for some of its tickets (bani as they were paid). The refund is a row before the provider
 * is called, so that a crash loses nothing and repeats nothing. The tickets of a whole refund admit nobody from then on
 * and are void when the money has left; those of a partial refund are taken back at once. Resolves to the amount; 0
 * ends an invitation, which nobody paid for.
 */
export async function refundOrder(
  services: Services,
  request: RefundOrderRequest,
): Promise<Outcome<{ amount: number }, RefundOrderRefusal>> {
  const { actor, orderId } = request;
  if (!mayDo(actor, "refund-order")) return refused(notAllowed);
  if (!isUuid(orderId)) return refused({ reason: "unknown_order" });
  const wanted = await services.database.withDuty("settle", async (sql) => {
    const order = await lockOrder(sql, orderId);
    if (!order) return refused({ reason: "unknown_order" } as const);
    const plan = planRefund(await factsOf(sql, order), request.wish);
    if (!plan.ok) return plan;
    await write(sql, order, plan.value, request);
    await faultPoint("refund.wanted");
    return done(plan.value);
  });
  if (!wanted.ok) return wanted;
  if (wanted.value.amount > 0) await returnMoney(services, { orderId });
  return done({ amount: wanted.value.amount });
}

/** The facts of a locked order. Its tickets are locked too, so that unused entries stay unused until the commit. */
async function factsOf(sql: Sql, order: LockedOrder) {
  const [money, { rows }] = await Promise.all([
    readOrderMoney(sql, order.id),
    sql.query<{ unused: number | null; used: number; under_way: boolean }>(
      `WITH tickets AS (SELECT entries_remaining, entries_total FROM ticket_purchases WHERE order_id = $1 AND status = 'paid' ORDER BY id FOR UPDATE)
       SELECT (SELECT min(entries_remaining) FROM tickets) AS unused,
         (SELECT coalesce(sum(entries_total - entries_remaining), 0)::int FROM tickets) AS used,
         EXISTS (SELECT FROM refunds WHERE order_id = $1 AND state IN ('wanted', 'pending')) AS under_way`,
      [order.id],
    ),
  ]);
  return {
    ...order,
    money,
    unusedEntries: rows[0]?.unused ?? 0,
    usedEntries: rows[0]?.used ?? 0,
    isUnderWay: rows[0]?.under_way ?? false,
  };
}

async function write(
  sql: Sql,
  order: LockedOrder,
  plan: RefundPlan,
  { actor, why, note, stock }: RefundOrderRequest,
): Promise<void> {
  await sql.query(
    `INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what, after) VALUES ($1, 'admin', 'order', $2, 'refund_wanted', $3)`,
    [
      actor.userId,
      order.id,
      JSON.stringify({
        ...{ amount: plan.amount, tickets: plan.tickets, why, stock },
        ...(plan.usedEntries > 0 ? { usedEntries: plan.usedEntries } : {}),
      }),
    ],
  );
  if (plan.amount > 0) {
    // One row for each payment that has money left to refund.
    await sql.query(
      `INSERT INTO refunds (id, order_id, session_id, amount, reason, units, restock, actor_id, why, note)
       SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[]) AS n(id, order_id, session_id, amount),
         (VALUES ('administrator', $5::int, $6::boolean, $7::uuid, $8::text, $9::text)) AS same(reason, units, restock, actor_id, why, note)`,
      [
        ...columnsOf(await sourcesOf(sql, order, plan.amount), order.id),
        plan.kind === "part" ? plan.tickets : 0,
        stock === "sell_again",
        actor.userId,
        why,
        note === "" ? null : note,
      ],
    );
  }
  if (plan.amount > 0) await writeToBuyer(sql, order, plan.amount);
  if (plan.kind === "part") return takePartBack(sql, order, plan.tickets, stock);
  if (plan.amount > 0) return suspendTickets(sql, order.id, "refund");
  await changeOrders(sql, [{ order, state: "refunded", stake: "none" }], {
    kind: "admin",
    id: actor.userId,
  });
  await endTickets(sql, order.id, "refunded");
  if (stock === "keep_back") await withdrawFromSale(sql, order.ticketTypeId, order.quantity - order.returned);
}

async function writeToBuyer(sql: Sql, order: LockedOrder, amount: number): Promise<void> {
  const { rows } = await sql.query<{ email: string | null }>("SELECT email FROM profiles WHERE id = $1", [
    order.userId,
  ]);
  if (!rows[0]?.email) return;
  await enqueueLetter(sql, {
    kind: "payment_returned",
    dedupeKey: `refund:${newId()}`,
    recipient: rows[0].email,
    userId: order.userId,
    orderId: order.id,
    variables: { reason: "refunded", amount },
  });
}

async function takePartBack(
  sql: Sql,
  order: LockedOrder,
  tickets: number,
  stock: RefundOrderRequest["stock"],
): Promise<void> {
  // As the tickets have it: nights may have been added since the order was made.
  const { rows } = await sql.query<{ night: string }>(
    "SELECT event_id AS night FROM ticket_purchases WHERE order_id = $1 AND status = 'paid'",
    [order.id],
  );
  const eventIds = rows.map(({ night }) => night);
  const moves = new Map<string, Move>();
  addMoves(moves, takesOf([{ ...order, eventIds, quantity: tickets }]), { held: 0, sold: -1 });
  await lockCounters(sql, moves.keys());
  await moveStock(sql, moves);
  if (stock === "keep_back") await withdrawFromSale(sql, order.ticketTypeId, tickets);
  await sql.query("UPDATE orders SET returned = returned + $2 WHERE id = $1", [order.id, tickets]);
  await takeTicketsBack(sql, { orderId: order.id, tickets, entries: order.entries });
}

type Source = { readonly sessionId: string; readonly left: number };

/** The amount that each payment refunds: the oldest first, none more than it has left. */
async function sourcesOf(sql: Sql, order: LockedOrder, amount: number): Promise<Source[]> {
  const { rows } = await sql.query<Source>(
    `SELECT p.session_id AS "sessionId", (p.amount - coalesce((SELECT sum(r.amount) FROM refunds r WHERE r.session_id = p.session_id AND r.state <> 'failed'), 0))::float8 AS left
     FROM payments p WHERE p.order_id = $1 ORDER BY p.at, p.session_id`,
    [order.id],
  );
  let wanted = amount;
  return rows.flatMap(({ sessionId, left }) => {
    const part = Math.min(left, wanted);
    wanted -= part;
    return part > 0 ? [{ sessionId, left: part }] : [];
  });
}

const columnsOf = (sources: readonly Source[], orderId: string) => [
  sources.map(() => newId()),
  sources.map(() => orderId),
  sources.map(({ sessionId }) => sessionId),
  sources.map(({ left }) => left),
];
