import { networksOf } from "#kernel/network-address.ts";
import { inSeconds } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { type ThrottleKind, throttleKey } from "./throttle-store.server.ts";

/** At most `most` tries for one account or address (`of`) within an hour, which begins with the first try. */
export type HourlyBudget = {
  readonly kind: ThrottleKind;
  readonly of: string;
  readonly most: number;
};

/** The budgets of an address's networks, in which `most` is that of one address. */
export function budgetsOfNetworks(
  kind: ThrottleKind,
  { address, most }: { readonly address: string; readonly most: number },
): HourlyBudget[] {
  return networksOf(address).map(({ key, times }) => ({ kind, of: key, most: most * times }));
}

/**
 * SQL: seconds until no row of `budgets` (kind, subject, most, seconds) is full any more; NULL when none is full. The
 * key is the same as `throttleKey`.
 */
export const hourWaitInSql = `(SELECT ceil(extract(epoch FROM max(t.since) + make_interval(secs => max(b.seconds)) - now()))::int
  FROM budgets b JOIN identity.throttle t ON t.key = encode(sha256(convert_to(b.kind, 'UTF8') || '\\x00'::bytea || convert_to(b.subject, 'UTF8')), 'hex')
  WHERE t.count >= b.most AND t.since > now() - make_interval(secs => b.seconds))`;

/** Seconds until no budget is full any more; 0 when none is full. Counts nothing. */
export async function secondsUntilFree(sql: Sql, budgets: readonly HourlyBudget[]): Promise<number> {
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
 * Counts a try in each budget, one after the other. False when one is full: that one and the ones after it are not
 * counted. So a thousand tries at once never count more than allowed.
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
