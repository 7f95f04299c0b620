import { newId } from "#kernel/id.ts";
import type { CardSession } from "#platform/card-checkout/card-answers.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import { bookingsOf } from "#ticketing/orders/line-queries.server.ts";
import type { LockedOrder } from "#ticketing/orders/order-store.server.ts";
import { writeToPerson } from "#ticketing/orders/person-letter-store.server.ts";
import type { OrderMoney } from "#ticketing/orders/refunds/refund-decision.ts";

/** Books money that arrived, in two ledger rows of sum 0: `revenue`, or `customer_credit` that will go back. */
export async function bookPayments(
  client: Sql,
  payments: readonly { readonly order: LockedOrder; readonly session: CardSession }[],
  account: "revenue" | "customer_credit",
): Promise<void> {
  const column = <T>(pick: (session: CardSession) => T) => payments.map(({ session }) => pick(session));
  await client.query({
    name: "book-payments",
    text: `WITH arrived AS MATERIALIZED (
             SELECT * FROM unnest($1::text[], $2::uuid[], $3::text[], $4::bigint[], $5::text[]) AS a(session_id, order_id, payment_intent_id, amount, currency)),
           paid AS (
             INSERT INTO payments (session_id, order_id, payment_intent_id, amount, currency) SELECT * FROM arrived)
           INSERT INTO ledger_entries (source, source_id, account, order_id, amount)
           SELECT 'payment', session_id, side.account, order_id, side.sign * amount
           FROM arrived, (VALUES ('clearing', 1), ($6, -1)) AS side(account, sign)`,
    values: [
      column((session) => session.id),
      payments.map(({ order }) => order.id),
      column((session) => session.paymentId),
      column((session) => session.amountTotal),
      column((session) => session.currency),
      account,
    ],
  });
}

/** Stores a refund to be made and queues the buyer's email; `returnMoney` calls the provider. */
export async function storeRefund(
  client: Sql,
  order: LockedOrder,
  session: CardSession,
  reason: "no_stock" | "second_payment",
): Promise<void> {
  await client.query({
    name: "want-refund",
    text: "INSERT INTO refunds (id, order_id, session_id, amount, reason) VALUES ($1, $2, $3, $4, $5)",
    values: [newId(), order.id, session.id, session.amountTotal, reason],
  });
  const { amountTotal: amount, id } = session;
  await tellOfReturn(client, order, { amount, reason, dedupeKey: `returned:${id}` });
}

/**
 * Queues an email to the buyer about a refund (bani), once per `dedupeKey`. `seats` are the seats that end; with
 * `part`, only so many tickets of the seat are taken back. `lowered`: the refund is for no ticket in particular (a
 * free amount, or made at the provider), so all stay valid at a lower price. `owed`: it failed later.
 */
export async function tellOfReturn(
  client: Sql,
  order: Pick<LockedOrder, "id" | "userId">,
  about: {
    readonly amount: number;
    readonly reason: "no_stock" | "second_payment" | "refunded" | "lowered" | "owed";
    readonly dedupeKey: string;
    readonly seats?: readonly string[];
    /** The codes of one night of passes, whose share goes back. */
    readonly codes?: readonly string[];
    readonly part?: number;
  },
): Promise<void> {
  const { dedupeKey, ...variables } = about;
  await writeToPerson(client, order.userId, {
    kind: "payment_returned",
    dedupeKey,
    orderId: order.id,
    variables,
  });
}

/**
 * Books a refund once. `of` says what of its payment it returns first: the price of `tickets`, or what is `owed`. Never
 * more is taken from revenue than is left; the rest is booked on `customer_credit`. Returns the bani of revenue,
 * undefined if booked before. The caller has locked the order and stored the refund.
 */
export async function bookRefund(
  client: Sql,
  refund: { providerId: string; orderId: string; sessionId: string; amount: number; of: "tickets" | "owed" },
): Promise<number | undefined> {
  const { rows } = await client.query<{ account: string; amount: number }>({
    name: "book-refund-of-payment",
    text: `WITH had AS (
             SELECT coalesce(-sum(amount) FILTER (WHERE account = 'revenue'), 0) AS revenue,
               CASE WHEN $5 = 'owed' THEN greatest(0, coalesce(-sum(amount) FILTER (WHERE account = 'customer_credit'), 0)) ELSE 0 END AS owed
             FROM (${bookingsOf("$2")}) b WHERE session_id = $3),
           taken AS (SELECT greatest(0, least(revenue, $4::bigint - owed)) AS revenue FROM had)
           INSERT INTO ledger_entries (source, source_id, account, order_id, amount)
           SELECT 'refund', $1, side.account, $2, side.amount
           FROM taken CROSS JOIN LATERAL (VALUES ('clearing', -$4::bigint), ('revenue', revenue), ('customer_credit', $4::bigint - revenue)) AS side(account, amount)
           WHERE side.amount <> 0 AND NOT EXISTS (SELECT FROM ledger_entries WHERE source = 'refund' AND source_id = $1)
           ON CONFLICT DO NOTHING RETURNING account, amount::float8 AS amount`,
    values: [refund.providerId, refund.orderId, refund.sessionId, refund.amount, refund.of],
  });
  return rows.length > 0 ? (rows.find(({ account }) => account === "revenue")?.amount ?? 0) : undefined;
}

/**
 * Reverses the booking of a refund that failed later at the provider (F24), so the money is with us again. Up to
 * `revenue` bani of those that it took from revenue are revenue of valid tickets again, the rest is owed. Returns the
 * owed bani; undefined if there is no booking, or it was reversed before.
 */
export async function bookFailedRefund(
  client: Sql,
  refund: { providerId: string; revenue: number },
): Promise<number | undefined> {
  const { rows } = await client.query<{ account: string; amount: number }>({
    name: "book-failed-refund-of-payment",
    text: `WITH took AS (
             SELECT least($2::bigint, coalesce(sum(amount), 0)) AS revenue FROM ledger_entries WHERE source = 'refund' AND source_id = $1 AND account = 'revenue')
           INSERT INTO ledger_entries (source, source_id, account, order_id, amount)
           SELECT 'refund', source_id || ':failed', side.account, order_id, side.amount
           FROM ledger_entries CROSS JOIN took CROSS JOIN LATERAL (VALUES
             ('clearing', -amount), ('revenue', -revenue), ('customer_credit', revenue + amount)) AS side(account, amount)
           WHERE source = 'refund' AND source_id = $1 AND ledger_entries.account = 'clearing' AND side.amount <> 0
             AND NOT EXISTS (SELECT FROM ledger_entries WHERE source = 'refund' AND source_id = $1 || ':failed')
           ON CONFLICT DO NOTHING RETURNING account, amount::float8 AS amount`,
    values: [refund.providerId, refund.revenue],
  });
  return rows.length > 0
    ? -(rows.find(({ account }) => account === "customer_credit")?.amount ?? 0)
    : undefined;
}

/** Books a dispute: the provider takes the money when it opens, and gives it back when we win. */
export async function bookDispute(
  client: Sql,
  dispute: { id: string; orderId: string; amount: number; step: "opened" | "won" },
): Promise<boolean> {
  const sourceId = dispute.step === "won" ? `${dispute.id}:won` : dispute.id;
  const amount = dispute.step === "won" ? -dispute.amount : dispute.amount;
  const { rowCount } = await client.query({
    name: "book-dispute",
    text: `INSERT INTO ledger_entries (source, source_id, account, order_id, amount)
           VALUES ('dispute', $1, 'clearing', $2, -$3::bigint), ('dispute', $1, 'disputes', $2, $3::bigint)
           ON CONFLICT DO NOTHING`,
    values: [sourceId, dispute.orderId, amount],
  });
  return rowCount === 2;
}

/**
 * Books a lost dispute once: the bank took its amount of what its payment has left. First what we owed of it, which is
 * then not paid a second time, and then the revenue; what was gone before stays on `disputes`. False if nothing was
 * taken, or it is booked already. The caller has locked the order.
 */
export async function bookLostDispute(
  client: Sql,
  dispute: { id: string; orderId: string; sessionId: string; amount: number },
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "book-lost-dispute",
    text: `WITH had AS (
             SELECT coalesce(-sum(amount) FILTER (WHERE account = 'customer_credit'), 0) AS credit, coalesce(-sum(amount) FILTER (WHERE account = 'revenue'), 0) AS revenue
             FROM (${bookingsOf("$2")}) b WHERE session_id = $3),
           of_credit AS (SELECT greatest(0, least(credit, $4::bigint)) AS credit, revenue FROM had),
           taken AS (SELECT credit, greatest(0, least(revenue, $4::bigint - credit)) AS revenue FROM of_credit)
           INSERT INTO ledger_entries (source, source_id, account, order_id, amount)
           SELECT 'dispute', $1, side.account, $2, side.amount
           FROM taken CROSS JOIN LATERAL (VALUES ('disputes', -credit - revenue), ('revenue', revenue), ('customer_credit', credit)) AS side(account, amount)
           WHERE side.amount <> 0 AND NOT EXISTS (SELECT FROM ledger_entries WHERE source = 'dispute' AND source_id = $1)
           ON CONFLICT DO NOTHING`,
    values: [`${dispute.id}:lost`, dispute.orderId, dispute.sessionId, dispute.amount],
  });
  return (rowCount ?? 0) > 0;
}

/** The ledger's sums for one order, as `decideRefund` needs them. */
export async function readOrderMoney(client: Sql, orderId: string): Promise<OrderMoney> {
  const { rows } = await client.query<OrderMoney>({
    name: "order-money",
    text: `WITH entries AS (${bookingsOf("$1")}),
           for_tickets AS (SELECT session_id FROM entries WHERE source = 'payment' AND account = 'revenue')
           SELECT coalesce(-sum(amount) FILTER (WHERE source = 'payment' AND account = 'revenue'), 0)::float8 AS "paidForTickets",
             coalesce(-sum(amount) FILTER (WHERE account = 'revenue'), 0)::float8 AS "revenueLeft",
             coalesce(-sum(amount) FILTER (WHERE account = 'customer_credit'), 0)::float8 AS "creditLeft",
             coalesce(-sum(amount) FILTER (WHERE account = 'customer_credit' AND session_id IN (SELECT session_id FROM for_tickets)), 0)::float8 AS "owedForTickets"
           FROM entries`,
    values: [orderId],
  });
  return only(rows);
}
