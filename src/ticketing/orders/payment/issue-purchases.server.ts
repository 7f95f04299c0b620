import { newId } from "#kernel/id.ts";
import { bani } from "#kernel/money.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Family } from "#ticketing/events/type-family.ts";
import { enqueueLetters, type NewLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import type { LockedOrder } from "#ticketing/orders/order-store.server.ts";
import { type PaidLine, ticketsOfLine } from "#ticketing/orders/seats.ts";
import { ticketCodes } from "#ticketing/orders/ticket-label.ts";

export type PaidOrder = {
  readonly order: LockedOrder;
  /** The card session that paid; null for orders without one, such as test purchases and invitations. */
  readonly sessionId: string | null;
};

/**
 * Writes a row of `ticket_purchases` for each seat, line and night of paid orders, and queues their emails. Runs in
 * the transaction that settles. Returns the rows' ids, by order, line, seat and night.
 */
export async function issuePurchases(client: Sql, paid: readonly PaidOrder[]): Promise<string[]> {
  const orderIds = paid.map(({ order }) => order.id);
  const [{ rows: lines }, { rows: events }] = await Promise.all([
    client.query<LineRow>({
      name: "lines-of-orders",
      text: `SELECT order_id AS "orderId", no, ticket_type_id AS "ticketTypeId", event_ids AS "eventIds", quantity, entries, total::float8 AS total,
               stripe_price_id AS "priceId", family, code_per AS "codePer" FROM order_lines WHERE order_id = ANY($1::uuid[]) ORDER BY order_id, no`,
      values: [orderIds],
    }),
    client.query<{ id: string }>({
      name: "events-in-order",
      text: "SELECT id FROM events WHERE id = ANY($1::uuid[]) ORDER BY starts_at, id",
      values: [[...new Set(paid.flatMap(({ order }) => order.eventIds))]],
    }),
  ]);
  const codes = paid.flatMap(({ order: { id: orderId, userId, isTest }, sessionId }) =>
    lines
      .filter((line) => line.orderId === orderId)
      .flatMap((line) => codesToIssue(line, events))
      .map((code) => ({ ...code, orderId, userId, isTest, sessionId })),
  );
  await client.query({
    name: "issue-purchases",
    text: `WITH made AS (
             INSERT INTO ticket_purchases (id, order_id, user_id, event_id, ticket_type_id, line_no, seat_no, unit_no, bundle_id, quantity, units, places, total_price, share, ticket_code,
               stripe_price_id, status, entries_total, entries_remaining, holder_name, checkout_session_id, is_test)
             SELECT n.id, "orderId", "userId", "eventId", "ticketTypeId", "lineNo", "seatNo", "unitNo", "seatId", quantity, units, places, price, share, label,
               "priceId", 'paid', uses, uses, buyer.full_name, "sessionId", "isTest"
             FROM jsonb_to_recordset($1::jsonb) AS n(id uuid, "orderId" uuid, "userId" uuid, "eventId" uuid, "ticketTypeId" uuid, "lineNo" int, "seatNo" int, "unitNo" int, "seatId" uuid, quantity int, units int,
                 places int, price bigint, share bigint, label text, "priceId" text, uses int, "sessionId" text, "isTest" bool)
             JOIN profiles buyer ON buyer.id = "userId"
             RETURNING order_id, event_id, ticket_type_id, line_no, seat_no, quantity, total_price, is_test)
           INSERT INTO sales_deltas (day, event_id, ticket_type_id, purchases, quantity, revenue)
           SELECT (now() AT TIME ZONE 'Europe/Bucharest')::date, event_id, ticket_type_id, count(*) FILTER (WHERE place = 1), sum(quantity), sum(total_price)
           FROM (SELECT *, row_number() OVER (PARTITION BY order_id, event_id ORDER BY line_no, seat_no) AS place FROM made) codes WHERE NOT is_test GROUP BY event_id, ticket_type_id`,
    values: [JSON.stringify(codes)],
  });
  // read when the tickets refer to the buyer: a correction of the address has ended by now, or sees these tickets
  const { rows: buyers } = await client.query<{ id: string; email: string | null }>({
    name: "addresses-of-buyers",
    text: "SELECT id, contact AS email FROM profiles WHERE id = ANY($1::uuid[])",
    values: [paid.map(({ order }) => order.userId)],
  });
  const addresses = new Map(buyers.map(({ id, email }) => [id, email]));
  await enqueueLetters(
    client,
    paid.flatMap(({ order }) => {
      const recipient = addresses.get(order.userId);
      const first = codes.find(({ orderId }) => orderId === order.id);
      return recipient && first ? [letterOf(order, recipient, first.id)] : [];
    }),
  );
  return codes.map(({ id }) => id);
}

type LineRow = Omit<PaidLine, "total"> & {
  readonly orderId: string;
  readonly ticketTypeId: string;
  readonly eventIds: readonly string[];
  readonly total: number;
  readonly priceId: string | null;
  readonly family: Family;
};

/** The tickets of one line with ids and labels. `events` are the nights of all orders, by date. */
function codesToIssue(line: LineRow, events: readonly { readonly id: string }[]) {
  const admitsTo = new Set(line.eventIds);
  const nights = events.filter((event) => admitsTo.has(event.id));
  const { ticketTypeId, priceId } = line;
  const codes = ticketsOfLine({ ...line, total: bani(line.total) }, nights.length);
  const seats = new Map<number, { id: string; labels: readonly string[] }>();
  for (const { seatNo } of codes)
    if (!seats.has(seatNo))
      seats.set(seatNo, { id: newId(), labels: ticketCodes(line.family, nights.length) });
  return codes.map((code) => ({
    ...code,
    id: newId(),
    ticketTypeId,
    priceId,
    eventId: nights[code.night]?.id,
    seatId: seats.get(code.seatNo)?.id,
    label: seats.get(code.seatNo)?.labels[code.night],
  }));
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
