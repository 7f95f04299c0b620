import type { Sql } from "#platform/database/sql.ts";
import { enqueueLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import type { LockedOrder } from "#ticketing/orders/order-store.server.ts";

/**
 * Writes to the buyer that money goes back (bani), once for each key. `lowered`: it was done at the provider, where
 * nobody says for which tickets, so all of them stay valid at a lower price.
 */
export async function tellOfRefund(
  sql: Sql,
  order: Pick<LockedOrder, "id" | "userId">,
  { amount, reason, key }: { amount: number; reason: "refunded" | "lowered"; key: string },
): Promise<void> {
  const { rows } = await sql.query<{ email: string | null }>("SELECT email FROM profiles WHERE id = $1", [
    order.userId,
  ]);
  const recipient = rows[0]?.email;
  if (!recipient) return;
  const dedupeKey = `refund:${key}`;
  await enqueueLetter(sql, {
    ...{ kind: "payment_returned", dedupeKey, recipient, userId: order.userId, orderId: order.id },
    variables: { reason, amount },
  });
}
