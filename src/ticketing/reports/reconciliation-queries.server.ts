import type { Sql } from "#platform/database/database.server.ts";
import type { BookChecks, Difference } from "./reconciliation.ts";

export type ReconciliationView = {
  readonly at: Date;
  readonly since: Date;
  readonly payments: number;
  readonly refunds: number;
  /** Bani. */
  readonly ledger: number;
  readonly provider: number;
  readonly checks: BookChecks | null;
  readonly differences: readonly (Difference & {
    readonly buyer: string | null;
    readonly title: string | null;
  })[];
};

/** The last comparison with the card provider, with whose payment each difference is about. */
export async function findLastReconciliation(sql: Sql): Promise<ReconciliationView | undefined> {
  const { rows } = await sql.$client.query(
    `SELECT r.at, r.since, r.payments, r.refunds, r.ledger::float8 AS ledger, r.provider::float8 AS provider, r.checks,
       coalesce((SELECT jsonb_agg(d.value || jsonb_build_object('buyer', u.full_name, 'title', o.title)) FROM jsonb_array_elements(r.differences) d
         LEFT JOIN payments p ON p.payment_intent_id = d.value->>'paymentIntentId' LEFT JOIN orders o ON o.id = coalesce((d.value->>'orderId')::uuid, p.order_id)
         LEFT JOIN profiles u ON u.id = o.user_id), '[]') AS differences
     FROM reconciliations r ORDER BY r.at DESC LIMIT 1`,
  );
  return rows[0];
}

export type BookedMonth = {
  readonly month: string;
  readonly payments: number;
  /** Bani. */
  readonly paid: number;
  readonly returned: number;
  readonly disputed: number;
};

/** What went in and out at the card provider by our books, month by month as it was booked, the newest first. */
export async function listBookedMonths(sql: Sql, most: number): Promise<BookedMonth[]> {
  const { rows } = await sql.$client.query(
    `SELECT date_trunc('month', at AT TIME ZONE 'Europe/Bucharest')::date::text AS month, count(*) FILTER (WHERE source = 'payment')::int AS payments,
       coalesce(sum(amount) FILTER (WHERE source = 'payment'), 0)::float8 AS paid, coalesce(sum(amount) FILTER (WHERE source = 'refund'), 0)::float8 AS returned,
       coalesce(sum(amount) FILTER (WHERE source = 'dispute'), 0)::float8 AS disputed
     FROM ledger_entries WHERE account = 'clearing' GROUP BY 1 ORDER BY 1 DESC LIMIT $1`,
    [most],
  );
  return rows;
}
