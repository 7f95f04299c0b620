import type pg from "pg";
import { newId } from "#kernel/id.ts";
import type { CardSession } from "#platform/card-checkout/card-answers.ts";
import { enqueueLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import type { LockedOrder } from "./order-store.server.ts";

/**
 * Books money that arrived: the payment and its two ledger rows (they sum to 0). Money for tickets is revenue; money
 * that will go back is owed to the customer.
 */
export async function bookPayment(
  client: pg.ClientBase,
  order: LockedOrder,
  session: CardSession,
  account: "revenue" | "customer_credit",
): Promise<void> {
  await client.query({
    name: "book-payment",
    text: `WITH paid AS (INSERT INTO payments (session_id, order_id, payment_intent_id, amount, currency) VALUES ($1, $2, $3, $4, $5))
           INSERT INTO ledger_entries (source, source_id, account, order_id, amount)
           VALUES ('payment', $1, 'clearing', $2, $4), ('payment', $1, $6, $2, -$4::bigint)`,
    values: [session.id, order.id, session.paymentIntentId, session.amountTotal, session.currency, account],
  });
}

/** Writes down that this money has to go back; the job that speaks to the provider takes it from there. */
export async function wantRefund(
  client: pg.ClientBase,
  order: LockedOrder,
  session: CardSession,
  reason: "no_stock" | "second_payment",
): Promise<void> {
  await client.query({
    name: "want-refund",
    text: "INSERT INTO refunds (id, order_id, session_id, amount, reason) VALUES ($1, $2, $3, $4, $5)",
    values: [newId(), order.id, session.id, session.amountTotal, reason],
  });
  const { rows } = await client.query<{ email: string | null }>("SELECT email FROM profiles WHERE id = $1", [
    order.userId,
  ]);
  if (rows[0]?.email) {
    await enqueueLetter(client, {
      kind: "payment_returned",
      dedupeKey: `returned:${session.id}`,
      recipient: rows[0].email,
      userId: order.userId,
      orderId: order.id,
      variables: { reason, amount: session.amountTotal },
    });
  }
}

/** Books money that went back, once per refund at the provider. False when it was booked before. */
export async function bookRefund(
  client: pg.ClientBase,
  refund: { providerId: string; orderId: string; amount: number; account: "revenue" | "customer_credit" },
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "book-refund",
    text: `INSERT INTO ledger_entries (source, source_id, account, order_id, amount)
           VALUES ('refund', $1, 'clearing', $2, -$3::bigint), ('refund', $1, $4, $2, $3::bigint)
           ON CONFLICT DO NOTHING`,
    values: [refund.providerId, refund.orderId, refund.amount, refund.account],
  });
  return rowCount === 2;
}

/**
 * Takes the booking of a refund back that was made and then failed at the provider (F24): the money is with us again.
 * Does nothing where there was no booking, or a second time.
 */
export async function bookFailedRefund(client: pg.ClientBase, providerId: string): Promise<void> {
  await client.query({
    name: "book-failed-refund",
    text: `INSERT INTO ledger_entries (source, source_id, account, order_id, amount)
           SELECT 'refund', source_id || ':failed', account, order_id, -amount FROM ledger_entries WHERE source = 'refund' AND source_id = $1
           ON CONFLICT DO NOTHING`,
    values: [providerId],
  });
}
