import type pg from "pg";
import { newId, type Uuid } from "#kernel/id.ts";
import { lockOrder } from "#ticketing/orders/order-store.server.ts";
import { issuePurchases } from "#ticketing/orders/payment/issue-purchases.server.ts";

type Paid = {
  readonly userId: Uuid;
  readonly ticketTypeId: Uuid;
  readonly events: readonly Uuid[];
  readonly quantity?: number;
  readonly entries?: number;
  readonly price?: number;
  readonly family?: "ordinary" | "season_pass" | "early_bird";
  readonly title?: string;
};

/** An order after settling: paid, its tickets issued and their email in the outbox. */
export async function paidOrder(
  client: pg.Client,
  {
    userId,
    ticketTypeId,
    events,
    quantity = 1,
    entries = 1,
    price = 11_000,
    family = "ordinary",
    title = "Intrare generală",
  }: Paid,
): Promise<{ orderId: Uuid; purchaseIds: string[] }> {
  const orderId = newId();
  await client.query("BEGIN");
  await client.query(
    `INSERT INTO orders (id, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, state, stake, origin, hold_expires_at, paid_at)
     VALUES ($1, $2, $3, $4, $5, $6::int, $7, $8::bigint, $8::bigint * $6::int, $9, $10, 'paid', 'sold', 'event', now(), now())`,
    [orderId, userId, events[0], ticketTypeId, events, quantity, entries, price, family, title],
  );
  const order = await lockOrder(client, orderId);
  if (!order) throw new Error("no order");
  const purchaseIds = await issuePurchases(client, [{ order, sessionId: `cs_test_${orderId}` }]);
  await client.query("COMMIT");
  return { orderId, purchaseIds };
}
