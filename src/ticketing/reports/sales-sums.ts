import type { Bind } from "./bind-values.ts";
import { everySale } from "./plain-sales.ts";
import { firstWholeMonth } from "./report-period.ts";

type Kind = "all" | "event" | "type";
const subjects = { all: everySale, event: "event_id", type: "ticket_type_id" } as const;

/**
 * Sums of one kind for each subject from a day on: whole months from the months' rows, the days before them from the
 * days', and what was not folded yet from the changes themselves.
 */
export function sumsSince(kind: Kind, from: string | null, bind: Bind): string {
  const subject = subjects[kind];
  const days =
    from === null ? "false" : `day >= ${bind(from, "date")} AND day < ${bind(firstWholeMonth(from), "date")}`;
  const months = from === null ? "true" : `day >= ${bind(firstWholeMonth(from), "date")}`;
  return `SELECT subject_id, sum(purchases) AS purchases, sum(quantity) AS quantity, sum(revenue) AS revenue FROM (
      SELECT subject_id, purchases, quantity, revenue FROM sales_totals WHERE kind = '${kind}' AND grain = 'day' AND ${days}
      UNION ALL SELECT subject_id, purchases, quantity, revenue FROM sales_totals WHERE kind = '${kind}' AND grain = 'month' AND ${months}
      UNION ALL SELECT ${subject}, purchases, quantity, revenue FROM sales_deltas${from === null ? "" : ` WHERE day >= ${bind(from, "date")}`}) parts
    GROUP BY subject_id`;
}

/** Everything sold on each day, or in each month, from one on to another, both included. */
export function sumsByTime(grain: "day" | "month", from: string, to: string, bind: Bind): string {
  const at = grain === "day" ? "day" : "date_trunc('month', day)::date";
  const [first, last] = [bind(from, "date"), bind(to, "date")];
  return `SELECT day, sum(purchases) AS purchases, sum(quantity) AS quantity, sum(revenue) AS revenue FROM (
      SELECT day, purchases, quantity, revenue FROM sales_totals WHERE kind = 'all' AND grain = '${grain}' AND day BETWEEN ${first} AND ${last}
      UNION ALL SELECT ${at}, purchases, quantity, revenue FROM sales_deltas WHERE ${at} BETWEEN ${first} AND ${last}) parts
    GROUP BY day`;
}
