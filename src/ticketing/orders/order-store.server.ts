import { isUuid } from "#kernel/id.ts";
import type { Money } from "#kernel/money.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Family } from "#ticketing/events/type-family.ts";
import { journalSql } from "#ticketing/journal/record-change.server.ts";
import { durations } from "#ticketing/limits.ts";
import { lockCounters, moveStock } from "#ticketing/stock/move-stock.server.ts";
import { addMoves, type Move } from "#ticketing/stock/stock.ts";
import { mayBecome, type OrderState, type Stake } from "./order-state.ts";
import { takeIds, takeNs } from "./order-takes.ts";
import { addTicketMoves } from "./ticket-store.server.ts";
import { addVoucherReturns } from "./voucher-returns-store.server.ts";

/** An order, read under its lock. Type and family are those of line 1. */
export type LockedOrder = {
  readonly id: string;
  readonly userId: string;
  readonly ticketTypeId: string;
  readonly eventIds: readonly string[];
  readonly total: Money;
  readonly currency: string;
  readonly family: Family;
  /** What all lines together took of each counter at the hold. */
  readonly takes: ReadonlyMap<string, number>;
  readonly state: OrderState;
  readonly stake: Stake;
  readonly origin: "event" | "tickets" | "season-pass";
  readonly isTest: boolean;
  readonly isHoldOver: boolean;
  /** Whether the order waits for its card page. */
  readonly isQueued: boolean;
};

const columns = `o.id, o.user_id AS "userId", o.ticket_type_id AS "ticketTypeId", o.event_ids AS "eventIds", o.total::float8 AS total, o.currency, o.family,
  ${takeIds} AS "takeIds", ${takeNs} AS "takeNs", o.state, o.stake, o.origin, o.is_test AS "isTest",
  o.hold_expires_at <= now() AS "isHoldOver", o.line_at IS NOT NULL AND o.state = 'held' AS "isQueued"`;

/** Locks one order for the rest of the transaction. Every transaction locks orders before counters. */
export async function lockOrder(client: Sql, orderId: string): Promise<LockedOrder | undefined> {
  const { rows } = await client.query<StoredOrder>({
    name: "lock-order",
    text: `SELECT ${columns} FROM orders o WHERE o.id = $1 FOR UPDATE`,
    values: [orderId],
  });
  return rows[0] && orderOf(rows[0]);
}

/** Locks the order of a card session: the order that opened the session, else the order named by `reference`. */
export async function lockOrderOfSession(
  client: Sql,
  sessionId: string,
  reference: string | null,
): Promise<LockedOrder | undefined> {
  const { rows } = await client.query<StoredOrder>({
    name: "lock-order-of-session",
    text: `SELECT ${columns} FROM orders o
           WHERE o.id = coalesce((SELECT order_id FROM checkout_attempts WHERE session_id = $1), $2::uuid) FOR UPDATE`,
    values: [sessionId, isUuid(reference) ? reference : null],
  });
  return rows[0] && orderOf(rows[0]);
}

/**
 * Locks expired holds that never had a card page; skips orders locked by other transactions. An order in the page
 * queue keeps its places while it waits, unless the queue has not moved for hours.
 */
export async function lockOverdueHolds(client: Sql, limit: number): Promise<LockedOrder[]> {
  const { rows } = await client.query<StoredOrder>({
    name: "lock-overdue",
    text: `SELECT ${columns} FROM orders o
           WHERE o.stake = 'held' AND o.state = 'held' AND o.hold_expires_at <= now()
             AND (o.line_at IS NULL OR o.hold_expires_at <= now() - make_interval(secs => $2))
             AND NOT EXISTS (SELECT FROM checkout_attempts a WHERE a.order_id = o.id)
           ORDER BY o.hold_expires_at LIMIT $1 FOR UPDATE OF o SKIP LOCKED`,
    values: [limit, durations.holdInQueue],
  });
  return rows.map(orderOf);
}

export type OrderChange = { readonly order: LockedOrder; readonly state: OrderState; readonly stake: Stake };

/** Moves locked orders to their next state, each counter once for all of them, and writes the journal. */
export async function changeOrders(
  client: Sql,
  changes: readonly OrderChange[],
  actor: { kind: string; id?: string | null },
): Promise<void> {
  const moves = new Map<string, Move>();
  // Stock is given back by the tickets, not the lines: some tickets may have been taken back, some nights added.
  const ending = changes.filter(({ order, stake }) => order.stake === "sold" && stake !== "sold");
  if (ending.length > 0)
    await addTicketMoves(
      client,
      moves,
      ending.map(({ order }) => order.id),
      { held: 0, sold: -1 },
    );
  // a chargeback is no refund: the voucher uses do not come back
  for (const { order, state } of ending)
    if (state === "refunded") await addVoucherReturns(client, moves, order.id, null);
  for (const { order, state, stake } of changes) {
    if (!mayBecome(order.state, state))
      throw new Error(`an order does not go from ${order.state} to ${state}`);
    if (order.stake === "sold") continue;
    const held = Number(stake === "held") - Number(order.stake === "held");
    const sold = Number(stake === "sold");
    addMoves(moves, order.takes, { held, sold });
  }
  await lockCounters(client, moves.keys());
  const stockUpdate = moveStock(client, moves);
  const orderUpdate = client.query({
    name: "change-orders",
    text: `WITH changed AS (
             UPDATE orders o SET state = n.state, stake = n.stake,
               ended_at = CASE WHEN n.stake = 'none' THEN coalesce(o.ended_at, now()) ELSE o.ended_at END,
               paid_at = CASE WHEN n.stake = 'sold' THEN coalesce(o.paid_at, now()) ELSE o.paid_at END
             FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS n(id, state, stake, was)
             WHERE o.id = n.id RETURNING o.id, n.was, n.state)
           ${journalSql("$5::uuid, $6::text, 'order', id, state, to_jsonb(was), NULL", "FROM changed")}`,
    values: [
      changes.map(({ order }) => order.id),
      changes.map(({ state }) => state),
      changes.map(({ stake }) => stake),
      changes.map(({ order }) => order.state),
      actor.id ?? null,
      actor.kind,
    ],
  });
  await Promise.all([stockUpdate, orderUpdate]);
}

type StoredOrder = Omit<LockedOrder, "takes"> & {
  readonly takeIds: readonly string[];
  readonly takeNs: readonly number[];
};

function orderOf({ takeIds, takeNs, ...row }: StoredOrder): LockedOrder {
  return { ...row, takes: new Map(takeIds.map((id, i) => [id, takeNs[i] ?? 0])) };
}
