import { only, type Sql } from "#platform/database/sql.ts";
import { boundValues } from "./bind-values.ts";
import { membersByDay } from "./member-days.ts";
import { nameOfType, salesBesideTotals } from "./plain-sales.ts";
import { type ReportPeriod, type Span, sixMonths, spansOf } from "./report-period.ts";
import { type SalesSum, salesSumColumns, sumsByTime, sumsSince } from "./sales-sums.ts";

export type Kpis = SalesSum & { readonly events: number };

export type Report = {
  readonly span: Span | null;
  readonly before: Span | null;
  readonly now: Kpis;
  /** The same for as many days just before; null for "all". */
  readonly past: Kpis | null;
  /** Six calendar months, oldest first. The last one is still running. */
  readonly months: readonly { readonly month: string; readonly revenue: number; readonly members: number }[];
  readonly topEvents: readonly {
    readonly id: string;
    readonly title: string;
    readonly revenue: number;
    readonly sold: number;
    readonly capacity: number;
  }[];
  /** Sales by type name, the most sold first. */
  readonly types: readonly { readonly name: string; readonly quantity: number }[];
};

/**
 * Everything on the report except its table. The figures are sums kept beside the sales (`sales_totals` and what is
 * added to them); they equal the plain query and the ledger exactly. All are as of one moment, because the
 * caller's transaction is repeatable read.
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
  const { rows } = await sql.query<Kpis>(
    `SELECT ${salesSumColumns}, (SELECT count(*)::int FROM events WHERE date <= ${until}${span ? ` AND date >= ${bind(span.from, "date")}` : ""}) AS events FROM (${sums}) s`,
    values,
  );
  return only(rows);
}

async function readMonths(sql: Sql, today: string): Promise<Report["months"]> {
  const months = sixMonths(today);
  const [first = today, last = today] = [months[0], months.at(-1)];
  const { bind, values } = boundValues();
  const sums = sumsByTime("month", first, last, bind);
  const [sales, members] = await Promise.all([
    sql.query<{ month: string; revenue: number }>(
      `SELECT s.day::text AS month, s.revenue::float8 AS revenue FROM (${sums}) s`,
      values,
    ),
    sql.query<{ month: string; members: number }>(
      `SELECT date_trunc('month', day)::date::text AS month, sum(members)::int AS members FROM (${membersByDay}) d WHERE day >= $1 GROUP BY 1`,
      [first],
    ),
  ]);
  return months.map((month) => ({
    month,
    revenue: sales.rows.find((row) => row.month === month)?.revenue ?? 0,
    members: members.rows.find((row) => row.month === month)?.members ?? 0,
  }));
}

const topEventsShown = 5;
/** How many nights, those with the highest revenue of all time, are read first. */
const likelyTop = 32;

/**
 * The best nights of a period. A night earns no more in a period than in all time. So the result is certain once its
 * last night earned more in the period than any unread night in all time. If not (many nights with similar revenue),
 * all nights are summed.
 */
async function readTopEvents(sql: Sql, from: string | null): Promise<Report["topEvents"]> {
  const { rows } = await sql.query<{ subject_id: string; revenue: number }>(
    `SELECT subject_id, revenue::float8 AS revenue FROM (${sumsSince("event", null, boundValues().bind)}) s ORDER BY s.revenue DESC LIMIT ${likelyTop + 1}`,
  );
  const likelyIds = rows.slice(0, likelyTop).map((row) => row.subject_id);
  const bestOfOthers = rows[likelyTop]?.revenue ?? 0;
  const top = await readTop(sql, from, likelyIds);
  const last = top[topEventsShown - 1]?.revenue ?? 0;
  return bestOfOthers === 0 || last > bestOfOthers ? top : readTop(sql, from, null);
}

async function readTop(
  sql: Sql,
  from: string | null,
  among: readonly string[] | null,
): Promise<Report["topEvents"]> {
  const { bind, values } = boundValues();
  const best = sumsSince("event", from, bind, among ? `subject_id = ANY(${bind(among, "uuid[]")})` : "true");
  const { rows } = await sql.query<Report["topEvents"][number]>(
    `WITH best AS (SELECT subject_id, revenue FROM (${best}) s WHERE revenue > 0 ORDER BY revenue DESC, subject_id LIMIT ${topEventsShown})
     SELECT e.id, e.title, best.revenue::float8 AS revenue, coalesce(inall.sold, 0)::float8 AS sold, c.capacity
     FROM best JOIN events e ON e.id = best.subject_id JOIN stock_counters c ON c.id = e.id
     LEFT JOIN LATERAL (SELECT sum(quantity) AS sold FROM (
       SELECT quantity FROM sales_totals WHERE kind = 'event' AND grain = 'ever' AND subject_id = e.id UNION ALL SELECT admitted FROM (${salesBesideTotals}) b WHERE b.event_id = e.id) parts) inall ON true
     ORDER BY best.revenue DESC, e.id`,
    values,
  );
  return rows;
}

async function readTypes(sql: Sql, from: string | null): Promise<Report["types"]> {
  const { bind, values } = boundValues();
  const { rows } = await sql.query<Report["types"][number]>(
    `SELECT t.type AS name, s.quantity::float8 AS quantity FROM (${sumsSince("name", from, bind)}) s
     CROSS JOIN LATERAL (SELECT type FROM tickets WHERE ${nameOfType("type")} = s.subject_id LIMIT 1) t
     WHERE s.quantity > 0 ORDER BY 2 DESC, 1`,
    values,
  );
  return rows;
}
