import { isUuid, newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { olderBuildRuns } from "#ticketing/events/older-build-queries.server.ts";
import { changeOrders, type LockedOrder, lockOrder } from "#ticketing/orders/order-store.server.ts";
import { readOrderMoney, tellOfReturn } from "#ticketing/orders/payment/payment-store.server.ts";
import { usesOf } from "#ticketing/orders/seats.ts";
import { endTickets, suspendTickets, takeTicketsBack } from "#ticketing/orders/ticket-store.server.ts";
import { lockSeats, movesOfSeats, type ValidSeat } from "#ticketing/orders/valid-seats.server.ts";
import { addVoucherReturns } from "#ticketing/orders/voucher-returns-store.server.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { lockCounters, moveStock, withdrawFromSale } from "#ticketing/stock/move-stock.server.ts";
import { endSeats, withdraw } from "./agree-with-money.server.ts";
import type { RefundCause } from "./refund-cause.ts";
import { type NoRefund, planRefund, type RefundPlan, type RefundWish } from "./refund-plan.ts";
import { isRefundUnderWay } from "./refund-queries.server.ts";
import { returnMoney } from "./return-money.server.ts";

export type RefundOrderRequest = {
  readonly actor: Actor;
  readonly orderId: string;
  readonly wish: RefundWish;
  readonly why: RefundCause;
  readonly note: string;
  /** Whether the returned units of the ticket type are sold again. What is owed returns none. */
  readonly stock: "sell_again" | "keep_back";
};

export type RefundOrderRefusal =
  /** Only administrators may refund. */
  | NotAllowed
  | { readonly reason: "unknown_order" }
  /**
   * Not paid, refunded before, or disputed (then the bank decides); a refund is on its way; more tickets than are unused;
   * seats that are not valid; entries that were used and not confirmed.
   */
  | NoRefund
  /** What is owed cannot go back while a build from before orders had lines runs: it would take it from the revenue. */
  | { readonly reason: "older_build_runs" };

/**
 * Refunds an order: whole, some of its seats, some tickets of one code (bani as they were paid), or what is owed for ended
 * ones. The refund is a row
 * before the provider is called, so that a crash loses nothing and repeats nothing. Seats, of the whole order as well,
 * admit nobody from then on and are void when the money has left; a part of a code is taken back at once. Resolves to the
 * amount; 0 ends an invitation or a free seat, which nobody paid for.
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
    const facts = await factsOf(sql, order);
    const plan = planRefund(facts, request.wish);
    if (!plan.ok) return plan;
    if (plan.value.owed > 0 && (await olderBuildRuns(sql)))
      return refused({ reason: "older_build_runs" } as const);
    const seats = facts.seats.filter(({ id }) => plan.value.seats.includes(id));
    await write(sql, { order, plan: plan.value, seats }, request);
    await faultPoint("refund.wanted");
    return done(plan.value);
  });
  if (!wanted.ok) return wanted;
  if (wanted.value.amount > 0) await returnMoney(services, { orderId });
  return done({ amount: wanted.value.amount });
}

async function factsOf(sql: Sql, order: LockedOrder) {
  const [money, seats, isUnderWay] = await Promise.all([
    readOrderMoney(sql, order.id),
    lockSeats(sql, order.id),
    isRefundUnderWay(sql, order.id),
  ]);
  return { state: order.state, money, seats, isUnderWay };
}

type Refund = {
  readonly order: LockedOrder;
  readonly plan: RefundPlan;
  /** The seats of the plan. */
  readonly seats: readonly ValidSeat[];
};

async function write(sql: Sql, refund: Refund, request: RefundOrderRequest): Promise<void> {
  const { order, plan, seats } = refund;
  const { actor, why, stock } = request;
  await sql.query(
    `INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what, after) VALUES ($1, 'admin', 'order', $2, 'refund_wanted', $3)`,
    [
      actor.userId,
      order.id,
      JSON.stringify({
        ...{ amount: plan.amount, tickets: plan.tickets, why },
        ...(plan.kind === "owed" ? {} : { stock }),
        ...(plan.kind === "seats" ? { seats: plan.seats.length } : {}),
        ...(plan.usedEntries > 0 ? { usedEntries: plan.usedEntries } : {}),
      }),
    ],
  );
  if (plan.amount > 0) {
    await wantMoneyBack(sql, refund, request);
    await tellOfReturn(sql, order, {
      ...{ amount: plan.amount, reason: "refunded", dedupeKey: `refund:${newId()}`, seats: plan.seats },
      ...(plan.kind === "part" ? { part: plan.tickets } : {}),
    });
  }
  if (plan.kind === "owed") return;
  if (plan.kind === "part") return takePartBack(sql, refund, stock);
  const codeIds = seats.flatMap((seat) => seat.codeIds);
  if (plan.amount > plan.owed || order.stake !== "sold")
    return suspendTickets(sql, order.id, "refund", codeIds);
  // What nobody paid for ends without a refund.
  if (plan.kind === "seats") return endSeats(sql, order.id, seats, () => stock === "keep_back");
  const ending = { order, state: "refunded", stake: "none" } as const;
  await changeOrders(sql, [ending], { kind: "admin", id: actor.userId });
  await endTickets(sql, order.id, "refunded");
  if (stock === "keep_back") await withdraw(sql, seats);
}

/** What ends with money has rows of its own, beside those of what is owed, which end nothing: an empty list of seats. */
async function wantMoneyBack(sql: Sql, refund: Refund, request: RefundOrderRequest): Promise<void> {
  const { kind, amount, owed, seats } = refund.plan;
  await wantRows(sql, refund, request, { amount: amount - owed, seats: kind === "whole" ? null : seats });
  const nothingEnds = { ...request, stock: "sell_again" } as const;
  await wantRows(sql, refund, nothingEnds, { amount: owed, seats: [] });
}

/** One row for each payment that has money left to refund, with what ends with it: all of the order has no seats. */
async function wantRows(
  sql: Sql,
  { order, plan }: Refund,
  { actor, why, note, stock }: RefundOrderRequest,
  { amount, seats }: { readonly amount: number; readonly seats: readonly string[] | null },
): Promise<void> {
  await sql.query(
    `INSERT INTO refunds (id, order_id, session_id, amount, reason, units, bundle_ids, restock, actor_id, why, note)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[]) AS n(id, order_id, session_id, amount),
       (VALUES ('administrator', $5::int, $6::uuid[], $7::boolean, $8::uuid, $9::text, $10::text)) AS same(reason, units, bundle_ids, restock, actor_id, why, note)`,
    [
      ...columnsOf(await sourcesOf(sql, order, amount), order.id),
      plan.kind === "part" ? plan.tickets : 0,
      seats,
      stock === "sell_again",
      actor.userId,
      why,
      note === "" ? null : note,
    ],
  );
}

async function takePartBack(
  sql: Sql,
  { order, plan, seats }: Refund,
  stock: RefundOrderRequest["stock"],
): Promise<void> {
  const { tickets } = plan;
  const [seat] = seats;
  if (!seat) throw new Error("a part is taken of a seat");
  const entries = seat.places / seat.tickets;
  const [places, uses] = [entries * tickets, usesOf(entries) * tickets];
  const moves = movesOfSeats([{ ...seat, tickets, places }]);
  await addVoucherReturns(sql, moves, order.id, [{ lineNo: seat.lineNo, tickets }]);
  await lockCounters(sql, moves.keys());
  await moveStock(sql, moves);
  if (stock === "keep_back") await withdrawFromSale(sql, seat.ticketTypeId, tickets);
  await sql.query("UPDATE orders SET returned = returned + $2 WHERE id = $1", [order.id, tickets]);
  await takeTicketsBack(sql, { codeIds: seat.codeIds, tickets, places, uses });
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
