import { createHash } from "node:crypto";
import type pg from "pg";

type Queryable = Pick<pg.ClientBase, "query">;

export type ThrottledWhat =
  | "login"
  | "login-known"
  | "login-all"
  | "step-up"
  | "factor"
  | "code"
  | "code-all"
  | "code-again"
  | "code-letter"
  | "confirm"
  | "link"
  | "reset"
  | "known"
  | "sign-up"
  | "change"
  | "change-to";

/** Whether a count of this kind ($3) begins anew, in SQL. */
const isOver = "(CASE WHEN $3::text = 'day' THEN t.since ELSE t.last_at END < now() - interval '1 day')";

/** Keys are hashes, so that the table names nobody; unknown addresses have theirs too and are told nothing. */
export function throttleKey(what: ThrottledWhat, subject: string): string {
  return createHash("sha256").update(`${what}\0${subject}`).digest("hex");
}

/**
 * Counts a try before it is looked at, so that a thousand at once count as a thousand: from the last free one on each
 * further one must wait 1, 2, 4 ... 15 minutes. Resolves to 0, or to the seconds still to wait. A streak ends after a
 * day without a try, a day when it is over.
 */
export async function countLogin(
  sql: Queryable,
  { key, free, kind }: { readonly key: string; readonly free: number; readonly kind: "streak" | "day" },
): Promise<number> {
  const counted = await sql.query({
    name: "count-login",
    text: `INSERT INTO identity.throttle AS t (key) VALUES ($1)
           ON CONFLICT (key) DO UPDATE SET last_at = now(),
             since = CASE WHEN ${isOver} THEN now() ELSE t.since END,
             count = CASE WHEN ${isOver} THEN 1 ELSE t.count + 1 END,
             blocked_until = CASE WHEN t.count + 1 < $2::int OR ${isOver} THEN now()
               ELSE now() + make_interval(mins => least(15, power(2, least(t.count + 1 - $2::int, 4)))::int) END
           WHERE t.blocked_until <= now()`,
    values: [key, free, kind],
  });
  if (counted.rowCount === 1) return 0;
  const { rows } = await sql.query<{ seconds: number }>({
    name: "login-wait",
    text: "SELECT greatest(1, ceil(extract(epoch FROM blocked_until - now())))::int AS seconds FROM identity.throttle WHERE key = $1",
    values: [key],
  });
  return rows[0]?.seconds ?? 1;
}

/** How many logins in a row have failed for this key; the count is one day's. */
export async function failuresOf(sql: Queryable, key: string): Promise<number> {
  const { rows } = await sql.query<{ count: number }>({
    name: "failed-logins",
    text: "SELECT count FROM identity.throttle WHERE key = $1 AND last_at > now() - interval '1 day'",
    values: [key],
  });
  return rows[0]?.count ?? 0;
}

/** Takes a try back that was counted, as if it had not been. */
export async function uncountLogin(sql: Queryable, key: string): Promise<void> {
  await sql.query({
    name: "uncount-login",
    text: "UPDATE identity.throttle SET count = greatest(0, count - 1), blocked_until = now() WHERE key = $1",
    values: [key],
  });
}

/** The right password, or a new one: the count begins anew. */
export async function forgetLogins(sql: Queryable, key: string): Promise<void> {
  await sql.query({
    name: "forget-logins",
    text: "DELETE FROM identity.throttle WHERE key = $1",
    values: [key],
  });
}

/** Whether one more letter of this sort may go out: one a minute, three an hour. Counts it when it may. */
export async function mayWrite(sql: Queryable, key: string): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: "may-write",
    text: `INSERT INTO identity.throttle AS t (key) VALUES ($1)
           ON CONFLICT (key) DO UPDATE SET last_at = now(),
             count = CASE WHEN t.since < now() - interval '1 hour' THEN 1 ELSE t.count + 1 END,
             since = CASE WHEN t.since < now() - interval '1 hour' THEN now() ELSE t.since END
           WHERE t.last_at <= now() - interval '1 minute' AND (t.count < 3 OR t.since < now() - interval '1 hour')`,
    values: [key],
  });
  return rowCount === 1;
}

/** True for the first who comes with this key within a day. */
export async function isFirst(sql: Queryable, key: string): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: "is-first",
    text: "INSERT INTO identity.throttle (key) VALUES ($1) ON CONFLICT (key) DO NOTHING",
    values: [key],
  });
  return rowCount === 1;
}
