import { addDays, addMonths } from "#kernel/time.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import { byStart, isAhead, isOngoing, isOver, isTonight } from "#ticketing/events/night-time.ts";
import { hasFewLeft } from "#ticketing/events/office-type-queries.server.ts";
import { hasFailed } from "#ticketing/letters/outbox-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import { owedInAll } from "#ticketing/orders/line-queries.server.ts";
import { boundValues } from "./bind-values.ts";
import { membersByDay } from "./member-days.ts";
import { ordersWithFailedRefund } from "./order-overview-queries.server.ts";
import { growthOf } from "./report-period.ts";
import { moneyAtBank, type SalesSum, salesSumColumns, sumsByTime, sumsSince } from "./sales-sums.ts";
import { sumDoorSalesOn } from "./settlement-queries.server.ts";

type CountOfDays = {
  readonly inAll: number;
  readonly thisMonth: number;
  readonly lastMonth: number;
  /** In this month's complete days, and in as many first days of the month before. */
  readonly now: number;
  readonly before: number;
};

/** `growth`: `now` against `before` in percent, so that equal lengths are compared; null when that says nothing. */
export type CountByMonth = Pick<CountOfDays, "inAll" | "thisMonth" | "lastMonth"> & {
  readonly growth: number | null;
};

/** One of the next nights; the one that runs is the first. */
type NextNight = {
  readonly id: string;
  readonly title: string;
  readonly date: string;
  readonly isTonight: boolean;
  readonly isOngoing: boolean;
};

export type DashboardFigures = Awaited<ReturnType<typeof readDashboard>>;

const nextShown = 5;

/** The figures of the dashboard's tiles, all of the same moment. */
export async function readDashboard(sql: Sql, today: string) {
  const monthStart = `${today.slice(0, 7)}-01`;
  const lastMonthStart = addMonths(monthStart, -1);
  const [complete, daysOfLast] = [Number(today.slice(8)) - 1, Number(addDays(monthStart, -1).slice(8))];
  const compared = Math.min(complete, daysOfLast);
  const ends = { now: addDays(monthStart, compared), before: addDays(lastMonthStart, compared) };
  const [{ held, members, ...counts }, inAll, days, atDoor, next] = await Promise.all([
    readCounts(sql, { first: monthStart, before: lastMonthStart }, ends),
    readSums(sql),
    readDays(sql, lastMonthStart, today),
    sumDoorSalesOn(sql, today),
    sql.query<NextNight>(
      `SELECT id, title, date::text AS date, ${isTonight("e")} AS "isTonight", ${isOngoing("e")} AS "isOngoing" FROM events e WHERE ${isAhead("e")} AND cancelled_at IS NULL ORDER BY ${byStart("e")} LIMIT $1`,
      [nextShown],
    ),
  ]);
  const withGrowth = ({ now, before, ...count }: CountOfDays): CountByMonth => ({
    ...count,
    growth: compared === 0 ? null : growthOf(now, before),
  });
  const counted = (what: "quantity" | "revenue") => {
    const sumOf = (from: string, end: string) =>
      [...days].reduce((n, [day, sums]) => (day >= from && day < end ? n + sums[what] : n), 0);
    return withGrowth({
      inAll: inAll[what],
      thisMonth: sumOf(monthStart, addDays(today, 1)),
      lastMonth: sumOf(lastMonthStart, monthStart),
      now: sumOf(monthStart, ends.now),
      before: sumOf(lastMonthStart, ends.before),
    });
  };
  return {
    ...counts,
    members: withGrowth(members),
    tickets: counted("quantity"),
    revenue: counted("revenue"),
    next: next.rows,
    /** Sold at doors today, which no sum has. */
    atDoor,
    today: { ...(days.get(today) ?? noSales), held },
    /** The same day of the week before, the whole day. */
    weekAgo: days.get(addDays(today, -7)) ?? noSales,
  };
}

const noSales: SalesSum = { purchases: 0, quantity: 0, revenue: 0 };

async function readSums(sql: Sql): Promise<SalesSum> {
  const { bind, values } = boundValues();
  const { rows } = await sql.query<SalesSum>(
    `SELECT ${salesSumColumns} FROM (${sumsSince("all", null, bind)}) s`,
    values,
  );
  return only(rows);
}

async function readDays(sql: Sql, from: string, to: string): Promise<Map<string, SalesSum>> {
  const { bind, values } = boundValues();
  const { rows } = await sql.query<SalesSum & { day: string }>(
    `SELECT s.day::text AS day, s.purchases::float8 AS purchases, s.quantity::float8 AS quantity, s.revenue::float8 AS revenue FROM (${sumsByTime("day", from, to, bind)}) s`,
    values,
  );
  return new Map(rows.map(({ day, ...sums }) => [day, sums]));
}

type Counts = {
  readonly members: CountOfDays;
  readonly events: Readonly<Record<"inAll" | "upcoming" | "cancelled" | "ended", number>>;
  readonly types: { readonly onSale: number; readonly inAll: number };
  readonly artists: number;
  readonly held: number;
  readonly lettersFailed: number;
  readonly paymentsInReview: number;
  readonly paymentsDisputed: number;
  /** The part of all revenue that banks hold until they decide. */
  readonly atBank: number;
  /** What is owed to buyers, which no revenue has. */
  readonly owed: number;
  readonly nearlySoldOut: number;
  /** Bani between our books and the provider's at the last comparison; null before the first. */
  readonly difference: number | null;
};

async function readCounts(
  sql: Sql,
  months: Record<"first" | "before", string>,
  ends: Record<"now" | "before", string>,
): Promise<Counts> {
  const { rows } = await sql.query<Counts>(
    `SELECT (SELECT json_build_object('inAll', coalesce(sum(members), 0), 'thisMonth', coalesce(sum(members) FILTER (WHERE day >= $1), 0),
          'lastMonth', coalesce(sum(members) FILTER (WHERE day >= $2 AND day < $1), 0),
          'now', coalesce(sum(members) FILTER (WHERE day >= $1 AND day < $4), 0), 'before', coalesce(sum(members) FILTER (WHERE day >= $2 AND day < $5), 0)) FROM (${membersByDay}) d) AS members,
       (SELECT json_build_object('inAll', count(*), 'upcoming', count(*) FILTER (WHERE ${isAhead("e")} AND cancelled_at IS NULL),
          'cancelled', count(*) FILTER (WHERE ${isAhead("e")} AND cancelled_at IS NOT NULL), 'ended', count(*) FILTER (WHERE ${isOver("e")})) FROM events e) AS events,
       (SELECT json_build_object('inAll', count(*), 'onSale', count(*) FILTER (WHERE is_visible)) FROM tickets WHERE archived_at IS NULL) AS types,
       (SELECT count(*)::int FROM artists) AS artists,
       (SELECT coalesce(sum(held), 0)::int FROM stock_counters WHERE kind = 'units') AS held,
       (SELECT count(*)::int FROM letters l WHERE ${hasFailed}) AS "lettersFailed",
       (SELECT count(*)::int FROM orders WHERE state = 'manual_review') + (SELECT count(*)::int FROM (${ordersWithFailedRefund}) f) AS "paymentsInReview",
       (SELECT count(*)::int FROM orders WHERE state = 'disputed') AS "paymentsDisputed", ${moneyAtBank()} AS "atBank", ${owedInAll} AS owed,
       (SELECT count(*)::int FROM tickets t WHERE ${hasFewLeft("$3")}) AS "nearlySoldOut",
       (SELECT abs(ledger - provider)::float8 FROM reconciliations ORDER BY at DESC LIMIT 1) AS difference`,
    [months.first, months.before, limits.fewTickets - 1, ends.now, ends.before],
  );
  return only(rows);
}
