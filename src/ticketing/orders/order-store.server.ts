import type pg from "pg";
import { isUuid } from "#kernel/id.ts";
import { bani, type Money } from "#kernel/money.ts";
import { lockCounters, moveStock } from "#ticketing/stock/move-stock.server.ts";
import { addMoves, type Move, takesOf } from "#ticketing/stock/stock.ts";
import { mayBecome, type OrderState, type Stake } from "./order-state.ts";
import { addTicketMoves } from "./ticket-store.server.ts";

/** An order as acts see it under its lock. */
export type LockedOrder = {
  readonly id: string;
  readonly number: number;
  readonly userId: string;
  readonly scopeId: string;
  readonly ticketTypeId: string;
  readonly eventIds: readonly string[];
  readonly quantity: number;
  readonly entries: number;
  readonly unitPrice: Money;
  readonly total: Money;
  readonly currency: string;
  readonly family: "ordinary" | "season_pass" | "early_bird";
  readonly title: string;
  readonly stripePriceId: string | null;
  readonly state: OrderState;
  readonly stake: Stake;
  readonly origin: "event" | "tickets" | "season-pass";
  readonly isTest: boolean;
  /** Tickets of it that were taken back. */
  readonly returned: number;
  readonly holdExpiresAt: Date;
  readonly isHoldOver: boolean;
  /** Waits for its card page, in the order of the numbers. */
  readonly isInLine: boolean;
};

const columns = `o.id, o.number::float8 AS number, o.user_id AS "userId", o.scope_id AS "scopeId", o.ticket_type_id AS "ticketTypeId", o.event_ids AS "eventIds",
  o.quantity, o.entries, o.unit_price::float8 AS "unitPrice", o.total::float8 AS total, o.currency, o.family, o.title,
  o.stripe_price_id AS "stripePriceId", o.state, o.stake, o.origin, o.is_test AS "isTest", o.returned, o.hold_expires_at AS "holdExpiresAt",
  o.hold_expires_at <= now() AS "isHoldOver", o.line_at IS NOT NULL AND o.state = 'held' AS "isInLine"`;

/** Locks one order for the rest of the transaction. Orders are locked before counters, by everybody. */
export async function lockOrder(client: pg.ClientBase, orderId: string): Promise<LockedOrder | undefined> {
  const { rows } = await client.query({
    name: "lock-order",
    text: `SELECT ${columns} FROM orders o WHERE o.id = $1 FOR UPDATE`,
    values: [orderId],
  });
  return rows[0] && orderOf(rows[0]);
}

/** Locks the order of a card session: the one that opened it, or the one the session itself names. */
export async function lockOrderOfSession(
  client: pg.ClientBase,
  sessionId: string,
  reference: string | null,
): Promise<LockedOrder | undefined> {
  const { rows } = await client.query({
    name: "lock-order-of-session",
    text: `SELECT ${columns} FROM orders o
           WHERE o.id = coalesce((SELECT order_id FROM checkout_attempts WHERE session_id = $1), $2::uuid) FOR UPDATE`,
    values: [sessionId, isUuid(reference) ? reference : null],
  });
  return rows[0] && orderOf(rows[0]);
}

/** Locks the orders of several card sessions, in ascending order of their ids; by session. */
export async function lockOrdersOfSessions(
  client: pg.ClientBase,
  sessions: readonly { readonly id: string; readonly clientReferenceId: string | null }[],
): Promise<Map<string, LockedOrder>> {
  const { rows } = await client.query({
    name: "lock-orders-of-sessions",
    text: `WITH asked AS MATERIALIZED (
             SELECT s.session, coalesce(a.order_id, s.reference) AS order_id FROM unnest($1::text[], $2::uuid[]) AS s(session, reference)
             LEFT JOIN checkout_attempts a ON a.session_id = s.session),
           locked AS MATERIALIZED (
             SELECT ${columns} FROM orders o WHERE o.id = ANY(ARRAY(SELECT order_id FROM asked)) ORDER BY o.id FOR UPDATE)
           SELECT asked.session, locked.* FROM asked JOIN locked ON locked.id = asked.order_id`,
    values: [
      sessions.map(({ id }) => id),
      sessions.map(({ clientReferenceId }) => (isUuid(clientReferenceId) ? clientReferenceId : null)),
    ],
  });
  return new Map(rows.map(({ session, ...order }) => [session, orderOf(order)]));
}

/**
 * Locks orders whose hold is over and that were never offered a card page; skips those that others work on. Who stands
 * in the line keeps the places while waiting, unless the line has not moved for hours.
 */
export async function lockOverdueHolds(client: pg.ClientBase, limit: number): Promise<LockedOrder[]> {
  const { rows } = await client.query({
    name: "lock-overdue",
    text: `SELECT ${columns} FROM orders o
           WHERE o.stake = 'held' AND o.state = 'held' AND o.hold_expires_at <= now()
             AND (o.line_at IS NULL OR o.hold_expires_at <= now() - interval '2 hours')
             AND NOT EXISTS (SELECT FROM checkout_attempts a WHERE a.order_id = o.id)
           ORDER BY o.hold_expires_at LIMIT $1 FOR UPDATE OF o SKIP LOCKED`,
    values: [limit],
  });
  return rows.map(orderOf);
}

export type Ending = { readonly order: LockedOrder; readonly state: OrderState; readonly stake: Stake };

/**
 * Takes locked orders to their next state, moves the stock that goes with it, and writes the journal: one update per
 * counter, however many orders.
 */
export async function changeOrders(
  client: pg.ClientBase,
  changes: readonly Ending[],
  actor: { kind: string; id?: string | null },
): Promise<void> {
  const moves = new Map<string, Move>();
  // what was sold is given back as it stands on the tickets: parts may have been taken back, nights added
  const ending = changes.filter(({ order, stake }) => order.stake === "sold" && stake !== "sold");
  if (ending.length > 0)
    await addTicketMoves(
      client,
      moves,
      ending.map(({ order }) => order.id),
      { held: 0, sold: -1 },
    );
  for (const { order, state, stake } of changes) {
    if (!mayBecome(order.state, state))
      throw new Error(`an order does not go from ${order.state} to ${state}`);
    if (order.stake === "sold") continue;
    const held = Number(stake === "held") - Number(order.stake === "held");
    const sold = Number(stake === "sold");
    addMoves(moves, takesOf(order), { held, sold });
  }
  await lockCounters(client, moves.keys());
  const moved = moveStock(client, moves);
  const changed = client.query({
    name: "change-orders",
    text: `WITH changed AS (
             UPDATE orders o SET state = n.state, stake = n.stake,
               ended_at = CASE WHEN n.stake = 'none' THEN coalesce(o.ended_at, now()) ELSE o.ended_at END,
               paid_at = CASE WHEN n.stake = 'sold' THEN coalesce(o.paid_at, now()) ELSE o.paid_at END
             FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS n(id, state, stake, was)
             WHERE o.id = n.id RETURNING o.id, n.was, n.state)
           INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what, before)
           SELECT $5::uuid, $6::text, 'order', id, state, to_jsonb(was) FROM changed`,
    values: [
      changes.map(({ order }) => order.id),
      changes.map(({ state }) => state),
      changes.map(({ stake }) => stake),
      changes.map(({ order }) => order.state),
      actor.id ?? null,
      actor.kind,
    ],
  });
  await Promise.all([moved, changed]);
}

// biome-ignore lint/suspicious/noExplicitAny: a row as the driver gives it
function orderOf(row: any): LockedOrder {
  return { ...row, unitPrice: bani(row.unitPrice), total: bani(row.total) };
}
