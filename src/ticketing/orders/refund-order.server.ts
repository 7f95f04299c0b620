import { isUuid, newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/database.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { enqueueLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { lockCounters, moveStock, withdrawFromSale } from "#ticketing/stock/move-stock.server.ts";
import { addMoves, type Move, takesOf } from "#ticketing/stock/stock.ts";
import { changeOrders, type LockedOrder, lockOrder } from "./order-store.server.ts";
import { readOrderMoney } from "./payment-book.server.ts";
import type { RefundCause } from "./refund-cause.ts";
import { planRefund, type RefundPlan, type RefundWish } from "./refund-plan.ts";
import { returnMoney } from "./return-money.server.ts";
import { endTickets, suspendTickets, takeTicketsBack } from "./ticket-store.server.ts";

export type RefundOrderRequest = {
  readonly actor: Actor;
  readonly orderId: string;
  readonly wish: RefundWish;
  readonly why: RefundCause;
  readonly note: string;
  /** Whether what comes back of the ticket type is sold again. */
  readonly stock: "sell_again" | "keep_back";
};

export type RefundOrderRefusal =
  /** Only administrators give money back. */
  | { readonly reason: "not_allowed" }
  | { readonly reason: "unknown_order" }
  /** Not paid, refunded before, or disputed: the bank decides then. */
  | { readonly reason: "not_refundable" }
  /** A refund of this order is on its way. */
  | { readonly reason: "under_way" }
  /** More tickets than are unused; a part leaves at least one. */
  | { readonly reason: "too_many"; readonly most: number }
  /** So many entries of it were used, and nobody has said yes to that. */
  | { readonly reason: "used"; readonly entries: number };

/**
 * Gives the money of an order back, whole or for some of its tickets (bani as they were paid). The wish is a row
 * before the provider is asked, so that a crash loses nothing and repeats nothing; tickets of a whole refund admit
 * nobody from then on and are void when the money has left, those of a part are taken back at once. Resolves to the
 * amount; 0 ends an invitation, for which nobody paid.
 */
export async function refundOrder(
  services: Services,
  request: RefundOrderRequest,
): Promise<Outcome<{ amount: number }, RefundOrderRefusal>> {
  const { actor, orderId } = request;
  if (!mayDo(actor, "refund-order")) return refused({ reason: "not_allowed" });
  if (!isUuid(orderId)) return refused({ reason: "unknown_order" });
  const wanted = await services.database.withDuty("settle", async (sql) => {
    const order = await lockOrder(sql.$client, orderId);
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

/** What is true of a locked order. Its tickets are locked too: what is unused stays so, whoever stands at the gate. */
async function factsOf(sql: Sql, order: LockedOrder) {
  const [money, { rows }] = await Promise.all([
    readOrderMoney(sql.$client, order.id),
    sql.$client.query<{ unused: number | null; used: number; under_way: boolean }>(
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
  const client = sql.$client;
  await client.query(
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
    // one row for each payment that still has something to give back
    await client.query(
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
  if (plan.amount > 0) return suspendTickets(client, order.id, "refund");
  await changeOrders(client, [{ order, state: "refunded", stake: "none" }], {
    kind: "admin",
    id: actor.userId,
  });
  await endTickets(client, order.id, "refunded");
  if (stock === "keep_back")
    await withdrawFromSale(client, order.ticketTypeId, order.quantity - order.returned);
}

async function writeToBuyer(sql: Sql, order: LockedOrder, amount: number): Promise<void> {
  const { rows } = await sql.$client.query<{ email: string | null }>(
    "SELECT email FROM profiles WHERE id = $1",
    [order.userId],
  );
  if (!rows[0]?.email) return;
  await enqueueLetter(sql.$client, {
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
  const client = sql.$client;
  // as it stands on the tickets: nights may have been added since the order was made
  const { rows } = await client.query<{ night: string }>(
    "SELECT event_id AS night FROM ticket_purchases WHERE order_id = $1 AND status = 'paid'",
    [order.id],
  );
  const eventIds = rows.map(({ night }) => night);
  const moves = new Map<string, Move>();
  addMoves(moves, takesOf({ ...order, eventIds, quantity: tickets }), { held: 0, sold: -1 });
  await lockCounters(client, moves.keys());
  await moveStock(client, moves);
  if (stock === "keep_back") await withdrawFromSale(client, order.ticketTypeId, tickets);
  await client.query("UPDATE orders SET returned = returned + $2 WHERE id = $1", [order.id, tickets]);
  await takeTicketsBack(client, { orderId: order.id, tickets, entries: order.entries });
}

type Source = { readonly sessionId: string; readonly left: number };

/** Which payments give how much: the oldest first, none more than it has left. */
async function sourcesOf(sql: Sql, order: LockedOrder, amount: number): Promise<Source[]> {
  const { rows } = await sql.$client.query<Source>(
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
