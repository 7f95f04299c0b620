import { newId } from "#kernel/id.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { changeOrders, type LockedOrder } from "#ticketing/orders/order-store.server.ts";
import { readOrderMoney, tellOfReturn } from "#ticketing/orders/payment/payment-store.server.ts";
import { usesOf } from "#ticketing/orders/seats.ts";
import { endTickets, suspendTickets, takeTicketsBack } from "#ticketing/orders/ticket-store.server.ts";
import { lockSeats, movesOfSeats, type ValidSeat } from "#ticketing/orders/valid-seats.server.ts";
import { addVoucherReturns } from "#ticketing/orders/voucher-returns-store.server.ts";
import { lockCounters, moveStock, withdrawFromSale } from "#ticketing/stock/move-stock.server.ts";
import { endSeats, withdrawSeats } from "./agree-with-money.server.ts";
import type { NightReturn } from "./night-return.ts";
import type { RefundCause } from "./refund-cause.ts";
import type { RefundPlan } from "./refund-plan.ts";
import { isRefundUnderWay } from "./refund-queries.server.ts";

/** How a refund is made, and in whose name. */
export type RefundTerms = {
  readonly actor: Actor;
  readonly why: RefundCause;
  readonly note: string;
  /** Whether the returned units go on sale again. A refund of owed money returns none. */
  readonly stock: "sell_again" | "keep_back";
  /** The cancelled or moved night that causes the refund. Then another email tells the buyer. */
  readonly eventId?: string;
};

/** Makes other refunds by this person wait until the transaction ends, so that all count toward one limit. */
export async function lockRefundsOf(sql: Sql, { userId }: Actor): Promise<void> {
  await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 3))", [userId]);
}

/** What a refund of a locked order depends on. Locks the order's seats too. */
export async function readRefundable(sql: Sql, order: LockedOrder) {
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
  readonly seats: readonly ValidSeat[];
};

/** Writes a planned refund of a locked order: rows for the provider, tickets, journal, and the buyer's email. */
export async function writeRefund(sql: Sql, refund: Refund, terms: RefundTerms): Promise<void> {
  const { order, plan, seats } = refund;
  const { actor, why, stock } = terms;
  await recordRefund(sql, order, actor, {
    amount: plan.amount,
    tickets: plan.tickets,
    why,
    ...(endsNothing(plan) ? {} : { stock }),
    ...(plan.kind === "seats" ? { seats: plan.seats.length } : {}),
    ...(plan.usedEntries > 0 ? { usedEntries: plan.usedEntries } : {}),
  });
  if (plan.amount > 0) await insertRefundsOfPlan(sql, refund, terms);
  if (plan.amount > 0 && terms.eventId === undefined) {
    await tellOfReturn(sql, order, {
      reason: plan.kind === "amount" ? "lowered" : "refunded",
      amount: plan.amount,
      dedupeKey: `refund:${newId()}`,
      seats: plan.seats,
      ...(plan.kind === "part" ? { part: plan.tickets } : {}),
    });
  }
  if (endsNothing(plan)) return;
  if (plan.kind === "part") return takePartBack(sql, refund, stock);
  const codeIds = seats.flatMap((seat) => seat.codeIds);
  if (plan.amount > plan.owed || order.stake !== "sold")
    return suspendTickets(sql, order.id, "refund", codeIds);
  // Seats that nobody paid for end without a refund.
  if (plan.kind === "seats") return endSeats(sql, order.id, seats, () => stock === "keep_back");
  const ending = { order, state: "refunded", stake: "none" } as const;
  await changeOrders(sql, [ending], { kind: actor.role, id: actor.userId });
  await endTickets(sql, order.id, "refunded");
  if (stock === "keep_back") await withdrawSeats(sql, seats);
}

const endsNothing = ({ kind }: RefundPlan) => kind === "owed" || kind === "amount";

/** Writes refund rows for tickets that end, and for owed money, which ends nothing (an empty list of seats). */
async function insertRefundsOfPlan(sql: Sql, { order, plan }: Refund, terms: RefundTerms): Promise<void> {
  const { kind, amount, owed, seats } = plan;
  const units = kind === "part" ? plan.tickets : 0;
  const reason = kind === "amount" ? "free_amount" : "administrator";
  const isOfAll = kind === "whole" || kind === "amount";
  await insertRefunds(sql, order, terms, {
    amount: amount - owed,
    units,
    seats: isOfAll ? null : seats,
    reason,
  });
  const termsOfOwed = { ...terms, stock: "sell_again" } as const;
  await insertRefunds(sql, order, termsOfOwed, { amount: owed, units, seats: [] });
}

/**
 * Refunds this night's share of seats that are for other nights too, one refund for each seat. The seat's price is
 * lowered, and only its tickets for this night end. The caller has locked the order.
 */
export async function writeShares(
  sql: Sql,
  order: LockedOrder,
  shares: NightReturn["sharing"],
  terms: RefundTerms,
): Promise<void> {
  // at least 1: a refund of 0 units would end the seat
  for (const { seat, amount } of shares)
    await insertRefunds(sql, order, terms, { amount, units: Math.max(1, seat.tickets), seats: [seat.id] });
  await sql.query("UPDATE ticket_purchases SET share_returned_at = now() WHERE id = ANY ($1::uuid[])", [
    shares.flatMap(({ seat }) => seat.codesOfNight),
  ]);
  const amount = shares.reduce((sum, share) => sum + share.amount, 0);
  await recordRefund(sql, order, terms.actor, { amount, tickets: 0, why: terms.why, shares: shares.length });
}

async function recordRefund(
  sql: Sql,
  order: LockedOrder,
  actor: Actor,
  after: Record<string, unknown>,
): Promise<void> {
  await recordChange(sql, actor, { subjectKind: "order", subjectId: order.id, what: "refund_wanted", after });
}

/** Writes one refund row for each payment that has money left. `seats` null: the whole order, or no certain seat. */
async function insertRefunds(
  sql: Sql,
  order: LockedOrder,
  { actor, why, note, stock, eventId }: RefundTerms,
  {
    amount,
    units,
    seats,
    reason = "administrator",
  }: {
    readonly amount: number;
    readonly units: number;
    readonly seats: readonly string[] | null;
    /** `free_amount` is for no seat in particular: all prices are lowered, as after a refund made at the provider. */
    readonly reason?: "administrator" | "free_amount";
  },
): Promise<void> {
  await sql.query(
    `INSERT INTO refunds (id, order_id, session_id, amount, reason, units, bundle_ids, restock, actor_id, why, note, event_id)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[]) AS n(id, order_id, session_id, amount),
       (VALUES ($12::text, $5::int, $6::uuid[], $7::boolean, $8::uuid, $9::text, $10::text, $11::uuid)) AS same(reason, units, bundle_ids, restock, actor_id, why, note, event_id)`,
    [
      ...columnsOf(await partsOfPayments(sql, order, amount), order.id),
      units,
      seats,
      stock === "sell_again",
      actor.userId,
      why,
      note === "" ? null : note,
      eventId ?? null,
      reason,
    ],
  );
}

async function takePartBack(
  sql: Sql,
  { order, plan, seats }: Refund,
  stock: RefundTerms["stock"],
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

/** The part of a refund, in bani, that one payment gives back. */
type RefundPart = { readonly sessionId: string; readonly amount: number };

/** How much of each payment is refunded: oldest payment first, none beyond what refunds and banks left of it. */
async function partsOfPayments(sql: Sql, order: LockedOrder, amount: number): Promise<RefundPart[]> {
  const { rows } = await sql.query<{ sessionId: string; left: number }>(
    `SELECT p.session_id AS "sessionId", greatest(0, p.amount - coalesce((SELECT sum(r.amount) FROM refunds r WHERE r.session_id = p.session_id AND r.state <> 'failed'), 0)
       - coalesce((SELECT sum(d.amount) FROM disputes d WHERE d.session_id = p.session_id AND d.state = 'lost'), 0))::float8 AS left
     FROM payments p WHERE p.order_id = $1 ORDER BY p.at, p.session_id`,
    [order.id],
  );
  let remaining = amount;
  return rows.flatMap(({ sessionId, left }) => {
    const part = Math.min(left, remaining);
    remaining -= part;
    return part > 0 ? [{ sessionId, amount: part }] : [];
  });
}

const columnsOf = (parts: readonly RefundPart[], orderId: string) => [
  parts.map(() => newId()),
  parts.map(() => orderId),
  parts.map(({ sessionId }) => sessionId),
  parts.map(({ amount }) => amount),
];
