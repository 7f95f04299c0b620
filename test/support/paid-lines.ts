import type pg from "pg";
import { newId, type Uuid } from "#kernel/id.ts";
import type { CodeKind } from "#ticketing/events/type-family.ts";
import { lockOrder } from "#ticketing/orders/order-store.server.ts";
import { issuePurchases } from "#ticketing/orders/payment/issue-purchases.server.ts";

type Line = {
  readonly ticketTypeId: Uuid;
  readonly quantity: number;
  readonly entries?: number;
  readonly price?: number;
  readonly codePer?: CodeKind;
  readonly title?: string;
};
type Paid = {
  readonly userId: Uuid;
  readonly events: readonly Uuid[];
  readonly family?: "ordinary" | "season_pass" | "early_bird";
  readonly lines: readonly [Line, ...Line[]];
};

/** An order of several lines after settling: paid, its codes issued, their email in the outbox, its stock sold. */
export async function paidLines(
  client: pg.Client,
  { userId, events, family = "ordinary", lines }: Paid,
): Promise<{ orderId: Uuid; purchaseIds: string[] }> {
  const orderId = newId();
  const all = lines.map((line) => ({
    entries: 1,
    price: 11_000,
    codePer: "person",
    title: "Intrare",
    ...line,
  }));
  const [first] = all;
  if (!first) throw new Error("no line");
  const total = all.reduce((n, { price, quantity }) => n + price * quantity, 0);
  const places = all.reduce((n, { quantity, entries }) => n + quantity * entries, 0);
  await client.query("BEGIN");
  await client.query(
    `INSERT INTO orders (id, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, state, stake, origin, hold_expires_at, paid_at, take_ids, take_ns)
     VALUES ($1, $2, $3, $4, $5::uuid[], $6, $7, $8, $9, $10, $11, 'paid', 'sold', 'event', now(), now(), $12::uuid[] || $5::uuid[], $13::int[] || array_fill($14::int, ARRAY[cardinality($5::uuid[])]))`,
    [
      orderId,
      userId,
      family === "ordinary" ? events[0] : first.ticketTypeId,
      first.ticketTypeId,
      events,
      first.quantity,
      first.entries,
      first.price,
      total,
      family,
      first.title,
      all.map(({ ticketTypeId }) => ticketTypeId),
      all.map(({ quantity }) => quantity),
      places,
    ],
  );
  for (const [at, line] of all.entries()) {
    await client.query(
      `INSERT INTO order_lines (order_id, no, ticket_type_id, event_ids, quantity, entries, list_price, total, family, title, code_per)
       VALUES ($1, $2, $3, $4, $5::int, $6, $7::bigint, $7::bigint * $5::int, $8, $9, $10)`,
      [
        orderId,
        at + 1,
        line.ticketTypeId,
        events,
        line.quantity,
        line.entries,
        line.price,
        family,
        line.title,
        line.codePer,
      ],
    );
    await client.query("UPDATE stock_counters SET sold = sold + $2 WHERE id = $1", [
      line.ticketTypeId,
      line.quantity,
    ]);
  }
  await client.query("UPDATE stock_counters SET sold = sold + $2 WHERE id = ANY($1::uuid[])", [
    events,
    places,
  ]);
  const order = await lockOrder(client, orderId);
  if (!order) throw new Error("no order");
  const purchaseIds = await issuePurchases(client, [{ order, sessionId: `cs_test_${orderId}` }]);
  await client.query("COMMIT");
  return { orderId, purchaseIds };
}
