import { inSeconds } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { mayWrite, type ThrottleKind, throttleKey } from "./throttle-store.server.ts";

/** So many tries of one account or address within an hour that begins with the first of them. */
export type HourlyBudget = {
  readonly kind: ThrottleKind;
  readonly of: string;
  readonly most: number;
};

/**
 * Seconds until none of the rows of `budgets` (kind, subject, most, seconds) is full any more, as an expression of SQL;
 * NULL when none is. Its key is `throttleKey`.
 */
export const hourWaitInSql = `(SELECT ceil(extract(epoch FROM max(t.since) + make_interval(secs => max(b.seconds)) - now()))::int
  FROM budgets b JOIN identity.throttle t ON t.key = encode(sha256(convert_to(b.kind, 'UTF8') || '\\x00'::bytea || convert_to(b.subject, 'UTF8')), 'hex')
  WHERE t.count >= b.most AND t.since > now() - make_interval(secs => b.seconds))`;

/** Seconds until none of these budgets is full any more; 0 when none is. Counts nothing. */
export async function waitForHour(sql: Sql, budgets: readonly HourlyBudget[]): Promise<number> {
  const { rows } = await sql.query<{ seconds: number | null }>({
    name: "hour-wait",
    text: `WITH budgets AS (SELECT kind, subject, most, $4::int AS seconds FROM unnest($1::text[], $2::text[], $3::int[]) AS b(kind, subject, most))
           SELECT ${hourWaitInSql} AS seconds`,
    values: [
      budgets.map(({ kind }) => kind),
      budgets.map(({ of }) => of),
      budgets.map(({ most }) => most),
      inSeconds.hour,
    ],
  });
  return rows[0]?.seconds ?? 0;
}

/**
 * Counts a try, one budget after the other. The first that is full counts nothing, nor do those after it. False: one was
 * full, so of a thousand tries at once no more are counted than there may be.
 */
export async function countInHour(sql: Sql, budgets: readonly HourlyBudget[]): Promise<boolean> {
  for (const { kind, of, most } of budgets) {
    const { rowCount } = await sql.query({
      name: "count-in-hour",
      text: `INSERT INTO identity.throttle AS t (key) VALUES ($1)
             ON CONFLICT (key) DO UPDATE SET last_at = now(),
               count = CASE WHEN t.since <= now() - make_interval(secs => $3) THEN 1 ELSE t.count + 1 END,
               since = CASE WHEN t.since <= now() - make_interval(secs => $3) THEN now() ELSE t.since END
             WHERE t.count < $2 OR t.since <= now() - make_interval(secs => $3)`,
      values: [throttleKey(kind, of), most, inSeconds.hour],
    });
    if (rowCount !== 1) return false;
  }
  return true;
}

/** Whether something may be asked for by an address once more: so often an hour, and so many seconds apart. Counts it when it may. */
export function mayAsk(
  sql: Sql,
  { kind, of, ...often }: { kind: ThrottleKind; of: string; anHour: number; secondsApart: number },
): Promise<boolean> {
  return mayWrite(sql, throttleKey(kind, of), often);
}
