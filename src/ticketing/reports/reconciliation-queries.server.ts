import { only, type Sql } from "#platform/database/sql.ts";
import { owedInAll, titlesOfOrder } from "#ticketing/orders/line-queries.server.ts";
import type { BookChecks, Difference, OtherRows } from "./reconciliation.ts";
import { moneyAtBank } from "./sales-sums.ts";

export type ReconciliationView = {
  readonly at: Date;
  readonly since: Date;
  readonly payments: number;
  readonly refunds: number;
  /** Sums in bani. */
  readonly ledger: number;
  readonly provider: number;
  readonly checks: BookChecks | null;
  /** Null for older comparisons without them. */
  readonly others: OtherRows | null;
  readonly differences: readonly (Difference & {
    /** The order's number. */
    readonly number: number | null;
    readonly buyer: string | null;
    readonly title: string | null;
  })[];
};

/** SQL: a stored text as an id, else null. Older comparisons also kept order references of other products. */
const idIn = (text: string) =>
  `CASE WHEN ${text} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN (${text})::uuid END`;

/** The last comparison with the card provider, with the buyer of each difference. */
export async function findLastReconciliation(sql: Sql): Promise<ReconciliationView | undefined> {
  const { rows } = await sql.query<ReconciliationView>(
    `SELECT r.at, r.since, r.payments, r.refunds, r.ledger::float8 AS ledger, r.provider::float8 AS provider, r.checks, r.others,
       coalesce((SELECT jsonb_agg(d.value - 'paymentIntentId' || jsonb_build_object('paymentId', d.value->'paymentIntentId', 'number', o.number, 'buyer', u.full_name, 'title', ${titlesOfOrder})) FROM jsonb_array_elements(r.differences) d
         LEFT JOIN payments p ON p.payment_intent_id = d.value->>'paymentIntentId' LEFT JOIN orders o ON o.id = coalesce(${idIn("d.value->>'orderId'")}, p.order_id)
         LEFT JOIN profiles u ON u.id = o.user_id), '[]') AS differences
     FROM reconciliations r ORDER BY r.at DESC LIMIT 1`,
  );
  return rows[0];
}

/** The number of movements at the card provider by our books, up to `most`. */
export async function countMoves(sql: Sql, most: number): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM (SELECT FROM ledger_entries WHERE account = 'clearing' LIMIT $1) m",
    [most],
  );
  return only(rows).n;
}

/** Bani of our revenue that the clearing account does not have, until their banks decide. */
/** What is owed to buyers now, in bani. */
export async function readOwedMoney(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ amount: number }>(`SELECT ${owedInAll} AS amount`);
  return only(rows).amount;
}

export async function readMoneyAtBank(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ amount: number }>(`SELECT ${moneyAtBank()} AS amount`);
  return only(rows).amount;
}

export type BookedMonth = {
  readonly month: string;
  readonly payments: number;
  /** Amounts in bani. */
  readonly paid: number;
  readonly returned: number;
  readonly disputed: number;
  /** The last comparison: our sum minus the provider's, and what was booked since. Null: none is old enough. */
  readonly compared: { readonly at: Date; readonly difference: number; readonly later: number } | null;
};

type MonthRow = Omit<BookedMonth, "compared"> & {
  readonly comparedAt: Date | null;
  readonly difference: number;
  readonly later: number;
};

/**
 * The movements at the card provider by our books, month by month as booked, the newest first, with the difference at
 * the last comparison that covered the whole month. A difference that was resolved since is not counted.
 */
export async function listBookedMonths(sql: Sql, most: number): Promise<BookedMonth[]> {
  const { rows } = await sql.query<MonthRow>(
    `WITH booked AS (
       SELECT date_trunc('month', at AT TIME ZONE 'Europe/Bucharest') AS month, count(*) FILTER (WHERE source = 'payment')::int AS payments,
         coalesce(sum(amount) FILTER (WHERE source = 'payment'), 0)::float8 AS paid, coalesce(sum(amount) FILTER (WHERE source = 'refund'), 0)::float8 AS returned,
         coalesce(sum(amount) FILTER (WHERE source = 'dispute'), 0)::float8 AS disputed
       FROM ledger_entries WHERE account = 'clearing' GROUP BY 1 ORDER BY 1 DESC LIMIT $1),
     months AS (SELECT *, month AT TIME ZONE 'Europe/Bucharest' AS begins, (month + interval '1 month') AT TIME ZONE 'Europe/Bucharest' AS ends FROM booked)
     SELECT m.month::date::text AS month, m.payments, m.paid, m.returned, m.disputed,
       (SELECT r.at FROM reconciliations r WHERE r.id = m.last) AS "comparedAt",
       (SELECT coalesce(sum(known.amount - coalesce((d.value->>'theirs')::numeric, 0)), 0)::float8 FROM reconciliations r, jsonb_array_elements(r.differences) d
          CROSS JOIN LATERAL (SELECT coalesce(sum(l.amount), 0) AS amount FROM ledger_entries l
            WHERE l.account = 'clearing' AND l.source = d.value->>'kind' AND split_part(l.source_id, ':', 1) = d.value->>'id') known
          WHERE r.id = m.last AND (d.value->>'at')::timestamptz >= m.begins AND (d.value->>'at')::timestamptz < m.ends) AS difference,
       (SELECT coalesce(sum(l.amount), 0)::float8 FROM ledger_entries l JOIN reconciliations r ON r.id = m.last
          WHERE l.account = 'clearing' AND l.at > r.at AND l.at >= m.begins AND l.at < m.ends
            AND NOT EXISTS (SELECT FROM jsonb_array_elements(r.differences) d WHERE d.value->>'kind' = l.source AND d.value->>'id' = split_part(l.source_id, ':', 1))) AS later
     FROM (SELECT *, (SELECT id FROM reconciliations WHERE since <= begins AND (at >= ends OR ends > now()) ORDER BY at DESC LIMIT 1) AS last FROM months) m
     ORDER BY m.month DESC`,
    [most],
  );
  return rows.map(({ comparedAt, difference, later, ...row }) => ({
    ...row,
    compared: comparedAt === null ? null : { at: comparedAt, difference, later },
  }));
}
