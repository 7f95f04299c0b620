import type { MoneyOfOrder } from "#ticketing/orders/order-sums.ts";
import type { Bind } from "./bind-values.ts";
import { everySale, nameOfType, salesBesideTotals } from "./plain-sales.ts";
import { firstWholeMonth } from "./report-period.ts";

/** Amounts in bani, and numbers of purchases and tickets. */
export type SalesSum = { readonly purchases: number; readonly quantity: number; readonly revenue: number };

/** SQL: the `SalesSum` of all rows `s`. */
export const salesSumColumns =
  "coalesce(sum(s.purchases), 0)::float8 AS purchases, coalesce(sum(s.quantity), 0)::float8 AS quantity, coalesce(sum(s.revenue), 0)::float8 AS revenue";

/**
 * SQL: bani that a bank holds until it decides. They are still revenue, and have left the clearing account and the
 * provider's balance. `order`: of one order, given as SQL, instead of all.
 */
export const moneyAtBank = (order?: string) =>
  `(SELECT coalesce(sum(d.amount), 0)::float8 FROM disputes d WHERE d.state = 'open'${order ? ` AND d.order_id = ${order}` : ""})`;

/**
 * The money of orders as the office tells it: what a bank holds of it until it decides, and what is `owed` to buyers
 * because the refund of ended tickets failed. Owed money has not gone back, so it is part of what is kept.
 */
export type OfficeMoney = MoneyOfOrder & { readonly atBank: number; readonly owed: number };

type Kind = "all" | "event" | "name";
const subjects = { all: everySale, event: "event_id", name: nameOfType("type") } as const;

/**
 * SQL: sums of one kind for each subject, since a day or (`null`) over all days. Whole months come from the months'
 * rows, the days before them from the days' rows, plus what is added to the totals. Free tickets are not counted.
 * `among` limits the subjects: a condition on `subject_id`.
 */
export function sumsSince(kind: Kind, from: string | null, bind: Bind, among = "true"): string {
  const counted = "subject_id, purchases, quantity, revenue";
  const ofKind = `SELECT ${counted} FROM sales_totals WHERE kind = '${kind}' AND ${among} AND`;
  const quantity = kind === "name" ? "quantity" : "admitted";
  const changes = `SELECT ${counted} FROM (SELECT ${subjects[kind]} AS subject_id, day, purchases, ${quantity} AS quantity, revenue FROM (${salesBesideTotals}) b) changes WHERE ${among}`;
  const parts =
    from === null
      ? [`${ofKind} grain = 'ever'`, changes]
      : [
          `${ofKind} grain = 'day' AND day >= ${bind(from, "date")} AND day < ${bind(firstWholeMonth(from), "date")}`,
          `${ofKind} grain = 'month' AND day >= ${bind(firstWholeMonth(from), "date")}`,
          `${changes} AND day >= ${bind(from, "date")}`,
        ];
  return `SELECT subject_id, sum(purchases) AS purchases, sum(quantity) AS quantity, sum(revenue) AS revenue FROM (${parts.join(" UNION ALL ")}) parts
    GROUP BY subject_id`;
}

/** SQL: all sales of each day or month, from one to another, both included. */
export function sumsByTime(grain: "day" | "month", from: string, to: string, bind: Bind): string {
  const at = grain === "day" ? "day" : "date_trunc('month', day)::date";
  const [first, last] = [bind(from, "date"), bind(to, "date")];
  return `SELECT day, sum(purchases) AS purchases, sum(quantity) AS quantity, sum(revenue) AS revenue FROM (
      SELECT day, purchases, quantity, revenue FROM sales_totals WHERE kind = 'all' AND grain = '${grain}' AND day BETWEEN ${first} AND ${last}
      UNION ALL SELECT ${at}, purchases, admitted, revenue FROM (${salesBesideTotals}) b WHERE ${at} BETWEEN ${first} AND ${last}) parts
    GROUP BY day`;
}
