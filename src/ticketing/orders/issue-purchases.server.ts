import type pg from "pg";
import { newId } from "#kernel/id.ts";
import { enqueueLetters, type NewLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import type { LockedOrder } from "./order-store.server.ts";
import { ticketCodes } from "./ticket-code.ts";

export type PaidOrder = {
  readonly order: LockedOrder;
  /** The card session that paid; null for test purchases and invitations. */
  readonly sessionId: string | null;
};

/**
 * The tickets of paid orders, one per order and event, with the letters that bring them; in the settling transaction.
 * The price and the units stand on the earliest event's row, so that sums over rows are right. Resolves to the ids of
 * the tickets, in the order of the orders and of their nights.
 */
export async function issuePurchases(client: pg.ClientBase, paid: readonly PaidOrder[]): Promise<string[]> {
  const { rows: events } = await client.query<{ id: string }>({
    name: "events-in-order",
    text: "SELECT id FROM events WHERE id = ANY($1::uuid[]) ORDER BY date, time NULLS FIRST, id",
    values: [[...new Set(paid.flatMap(({ order }) => order.eventIds))]],
  });
  const tickets = paid.flatMap(({ order, sessionId }) => {
    const admitsTo = new Set(order.eventIds);
    const nights = events.filter((event) => admitsTo.has(event.id));
    const codes = ticketCodes(order.family, nights.length);
    return nights.map((night, i) => ({
      id: newId(),
      order,
      sessionId,
      eventId: night.id,
      isFirst: i === 0,
      code: codes[i],
    }));
  });
  const column = <T>(pick: (ticket: (typeof tickets)[number]) => T) => tickets.map(pick);
  const { rows: buyers } = await client.query<{ id: string; email: string | null }>({
    name: "issue-purchases",
    text: `WITH made AS (
             INSERT INTO ticket_purchases (id, order_id, user_id, event_id, ticket_type_id, quantity, units, places, total_price, ticket_code,
               stripe_price_id, status, entries_total, entries_remaining, holder_name, checkout_session_id, is_test)
             SELECT n.id, n.order_id, n.user_id, n.event_id, n.type_id, n.quantity, n.units, n.places, n.price, n.code,
               n.price_id, 'paid', n.places, n.places, buyer.full_name, n.session_id, n.is_test
             FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::int[], $7::int[], $8::int[], $9::bigint[], $10::text[], $11::text[], $12::text[], $13::bool[])
               AS n(id, order_id, user_id, event_id, type_id, quantity, units, places, price, code, price_id, session_id, is_test)
             JOIN profiles buyer ON buyer.id = n.user_id
             RETURNING event_id, ticket_type_id, quantity, total_price, is_test),
           told AS (
             INSERT INTO sales_deltas (day, event_id, ticket_type_id, purchases, quantity, revenue)
             SELECT (now() AT TIME ZONE 'Europe/Bucharest')::date, event_id, ticket_type_id, count(*), sum(quantity), sum(total_price)
             FROM made WHERE NOT is_test GROUP BY event_id, ticket_type_id)
           SELECT id, email FROM profiles WHERE id = ANY($3::uuid[])`,
    values: [
      column(({ id }) => id),
      column(({ order }) => order.id),
      column(({ order }) => order.userId),
      column(({ eventId }) => eventId),
      column(({ order }) => order.ticketTypeId),
      column(({ order }) => order.quantity),
      column(({ order, isFirst }) => (isFirst ? order.quantity : 0)),
      column(({ order }) => order.quantity * order.entries),
      column(({ order, isFirst }) => (isFirst ? order.total : 0)),
      column(({ code }) => code),
      column(({ order }) => order.stripePriceId),
      column(({ sessionId }) => sessionId),
      column(({ order }) => order.isTest),
    ],
  });
  const addresses = new Map(buyers.map(({ id, email }) => [id, email]));
  await enqueueLetters(
    client,
    tickets.flatMap(({ id, order, isFirst }) => {
      const recipient = isFirst ? addresses.get(order.userId) : null;
      return recipient ? [letterOf(order, recipient, id)] : [];
    }),
  );
  return tickets.map(({ id }) => id);
}

function letterOf(order: LockedOrder, recipient: string, purchaseId: string): NewLetter {
  return {
    kind: order.family === "ordinary" ? "ticket_confirmation" : "season_pass_confirmation",
    dedupeKey: `tickets:${order.id}`,
    recipient,
    userId: order.userId,
    orderId: order.id,
    purchaseId,
  };
}
