import type { Sql } from "#platform/database/database.server.ts";
import { boundValues } from "./bind-values.ts";
import { type ReportPeriod, type Span, sixMonths, spansOf } from "./report-period.ts";
import { sumsByTime, sumsSince } from "./sales-sums.ts";

/** Bani and pieces. */
export type SalesSum = { readonly purchases: number; readonly quantity: number; readonly revenue: number };
export type Kpis = SalesSum & { readonly events: number };

export type Report = {
  readonly span: Span | null;
  readonly before: Span | null;
  readonly now: Kpis;
  /** Of the days just before, as many; null for "all". */
  readonly past: Kpis | null;
  /** Six calendar months, oldest first; the last is not over. */
  readonly months: readonly { readonly month: string; readonly revenue: number; readonly members: number }[];
  readonly topEvents: readonly {
    readonly id: string;
    readonly title: string;
    readonly revenue: number;
    readonly sold: number;
    readonly capacity: number;
  }[];
  /** By the types' names, the most sold first. */
  readonly types: readonly { readonly name: string; readonly quantity: number }[];
};

const float = (alias: string) =>
  `coalesce(sum(${alias}.purchases), 0)::float8 AS purchases, coalesce(sum(${alias}.quantity), 0)::float8 AS quantity, coalesce(sum(${alias}.revenue), 0)::float8 AS revenue`;

/**
 * Everything on the report but its table. The figures are sums kept beside the sales (`sales_totals` and what is not
 * folded yet), equal to the plain question to the ban, and to the ledger; all are of one moment, because the caller's
 * transaction repeats its reads.
 */
export async function readReport(sql: Sql, period: ReportPeriod, today: string): Promise<Report> {
  const { span, before } = spansOf(period, today);
  const [now, past, months, topEvents, types] = await Promise.all([
    readKpis(sql, span, today),
    before ? readKpis(sql, before, today) : null,
    readMonths(sql, today),
    readTopEvents(sql, span?.from ?? null),
    readTypes(sql, span?.from ?? null),
  ]);
  return { span, before, now, past, months, topEvents, types };
}

async function readKpis(sql: Sql, span: Span | null, today: string): Promise<Kpis> {
  const { bind, values } = boundValues();
  const sums = span ? sumsByTime("day", span.from, span.to, bind) : sumsSince("all", null, bind);
  const until = bind(span?.to ?? today, "date");
  const { rows } = await sql.$client.query(
    `SELECT ${float("s")}, (SELECT count(*)::int FROM events WHERE date <= ${until}${span ? ` AND date >= ${bind(span.from, "date")}` : ""}) AS events FROM (${sums}) s`,
    values,
  );
  return rows[0];
}

async function readMonths(sql: Sql, today: string): Promise<Report["months"]> {
  const wanted = sixMonths(today);
  const [first = today, last = today] = [wanted[0], wanted.at(-1)];
  const { bind, values } = boundValues();
  const sums = sumsByTime("month", first, last, bind);
  const [sales, members] = await Promise.all([
    sql.$client.query<{ month: string; revenue: number }>(
      `SELECT s.day::text AS month, s.revenue::float8 AS revenue FROM (${sums}) s`,
      values,
    ),
    sql.$client.query<{ month: string; members: number }>(
      `SELECT date_trunc('month', created_at AT TIME ZONE 'Europe/Bucharest')::date::text AS month, count(*)::int AS members FROM profiles
       WHERE created_at >= ($1::date::timestamp AT TIME ZONE 'Europe/Bucharest') GROUP BY 1`,
      [first],
    ),
  ]);
  return wanted.map((month) => ({
    month,
    revenue: sales.rows.find((row) => row.month === month)?.revenue ?? 0,
    members: members.rows.find((row) => row.month === month)?.members ?? 0,
  }));
}

const topEventsShown = 5;

async function readTopEvents(sql: Sql, from: string | null): Promise<Report["topEvents"]> {
  const { bind, values } = boundValues();
  const best = sumsSince("event", from, bind);
  const { rows } = await sql.$client.query(
    `WITH best AS (SELECT subject_id, revenue FROM (${best}) s WHERE revenue > 0 ORDER BY revenue DESC, subject_id LIMIT ${topEventsShown})
     SELECT e.id, e.title, best.revenue::float8 AS revenue, coalesce(inall.sold, 0)::float8 AS sold, c.capacity
     FROM best JOIN events e ON e.id = best.subject_id JOIN stock_counters c ON c.id = e.id
     LEFT JOIN LATERAL (SELECT sum(quantity) AS sold FROM (
       SELECT quantity FROM sales_totals WHERE kind = 'event' AND grain = 'month' AND subject_id = e.id UNION ALL SELECT quantity FROM sales_deltas WHERE event_id = e.id) parts) inall ON true
     ORDER BY best.revenue DESC, e.id`,
    values,
  );
  return rows;
}

async function readTypes(sql: Sql, from: string | null): Promise<Report["types"]> {
  const { bind, values } = boundValues();
  const { rows } = await sql.$client.query(
    `SELECT t.type AS name, sum(s.quantity)::float8 AS quantity FROM (${sumsSince("type", from, bind)}) s JOIN tickets t ON t.id = s.subject_id
     GROUP BY t.type HAVING sum(s.quantity) > 0 ORDER BY 2 DESC, 1`,
    values,
  );
  return rows;
}
