import { createHash } from "node:crypto";
import { mailboxOf } from "#kernel/email-address.ts";
import { noteCost } from "#kernel/request-cost.server.ts";
import { inSeconds } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { accountDurations, loginLimits } from "./login-limits.ts";

const kindsWithAddress = [
  "code-letter",
  "confirm",
  "reset",
  "known",
  "change-to",
  "guest-tickets",
  "letter-of-anybody",
  "letter-of-reset",
  "letter-of-code",
  "letter-of-tickets",
  "letter-of-unpaid",
  "letter-of-change",
  "let-in",
  "reserved-of-asker",
  "reserved",
] as const;

/** Kinds whose subject ends with an address. They count the mailbox, so a tag or a dot makes no new one. */
export type KindOfMailbox = (typeof kindsWithAddress)[number];
export const kindsOfMailbox: ReadonlySet<ThrottleKind> = new Set<ThrottleKind>(kindsWithAddress);

export type ThrottleKind =
  | "login"
  | "login-known"
  | "login-all"
  | "step-up"
  | "factor"
  | "code"
  | "code-all"
  | "code-again"
  | "link"
  | "sign-up"
  | "sign-up-network"
  | "change"
  | "tell"
  | "voucher"
  | "voucher-network"
  | "guest-code"
  | "guest-code-network"
  | "guest-letter"
  | "guest-letter-network"
  | "guest-letter-reserved"
  | "guest-letter-of-guest"
  | "guest-tickets-network"
  | "newsletter-network"
  | KindOfMailbox;

/** SQL: whether a count of kind $3 begins again, because $4 seconds have passed. */
const isOver =
  "(CASE WHEN $3::text = 'day' THEN t.since ELSE t.last_at END < now() - make_interval(secs => $4))";

/** The row's key: a hash, so that the table holds no address. Unknown addresses have rows too. */
export function throttleKey(what: ThrottleKind, subject: string): string {
  noteCost();
  const at = subject.lastIndexOf("\0") + 1;
  const countedFor = kindsOfMailbox.has(what) ? subject.slice(0, at) + mailboxOf(subject.slice(at)) : subject;
  return createHash("sha256").update(`${what}\0${countedFor}`).digest("hex");
}

/**
 * Counts a try before it is checked, so that parallel tries all count. After the `free` ones each further try must
 * wait 1, 2, 4 ... 15 minutes. Resolves to 0, or to the seconds still to wait. A count of kind `streak` starts again
 * after a day without a try, one of kind `day` 24 hours after its first try. The wait is compared with the clock,
 * because a parallel try may have an earlier `now()`.
 */
export async function countWrongTry(
  sql: Sql,
  { key, free, kind }: { readonly key: string; readonly free: number; readonly kind: "streak" | "day" },
): Promise<number> {
  const counted = await sql.query({
    name: "count-wrong-try",
    text: `INSERT INTO identity.throttle AS t (key) VALUES ($1)
           ON CONFLICT (key) DO UPDATE SET last_at = now(),
             since = CASE WHEN ${isOver} THEN now() ELSE t.since END,
             count = CASE WHEN ${isOver} THEN 1 ELSE t.count + 1 END,
             blocked_until = CASE WHEN t.count + 1 < $2::int OR ${isOver} THEN now()
               ELSE now() + make_interval(secs => least($5, $6 * power(2, least(t.count + 1 - $2::int, 4)))) END
           WHERE t.blocked_until <= clock_timestamp()`,
    values: [
      key,
      free,
      kind,
      accountDurations.wrongTriesCount,
      accountDurations.wrongTryWait,
      inSeconds.minute,
    ],
  });
  if (counted.rowCount === 1) return 0;
  const { rows } = await sql.query<{ seconds: number }>({
    name: "login-wait",
    text: "SELECT greatest(1, ceil(extract(epoch FROM blocked_until - now())))::int AS seconds FROM identity.throttle WHERE key = $1",
    values: [key],
  });
  return rows[0]?.seconds ?? 1;
}

/** How many tries in a row have failed for this key within the last day. */
export async function wrongTriesOf(sql: Sql, key: string): Promise<number> {
  const { rows } = await sql.query<{ count: number }>({
    name: "wrong-tries",
    text: "SELECT count FROM identity.throttle WHERE key = $1 AND last_at > now() - make_interval(secs => $2)",
    values: [key, accountDurations.wrongTriesCount],
  });
  return rows[0]?.count ?? 0;
}

/** Takes a counted try back, as if it had never been counted. */
export async function uncountWrongTry(sql: Sql, key: string): Promise<void> {
  await sql.query({
    name: "uncount-wrong-try",
    text: "UPDATE identity.throttle SET count = greatest(0, count - 1), blocked_until = now() WHERE key = $1",
    values: [key],
  });
}

/** Starts the count again, after the right password or a new one. */
export async function forgetWrongTries(sql: Sql, key: string): Promise<void> {
  await sql.query({
    name: "forget-wrong-tries",
    text: "DELETE FROM identity.throttle WHERE key = $1",
    values: [key],
  });
}

/** At most `most` emails within so many seconds (an hour unless given), counted from the first one. */
type EmailRate = { readonly most: number; readonly within?: number; readonly secondsApart: number };

/** Whether one more email of this kind may be sent: one a minute and three an hour, unless given. Counts it if so. */
export async function maySendEmail(
  sql: Sql,
  key: string,
  { most, within = inSeconds.hour, secondsApart }: EmailRate = {
    most: loginLimits.lettersPerAddressAndHour,
    secondsApart: accountDurations.betweenLetters,
  },
): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: "may-write",
    text: `INSERT INTO identity.throttle AS t (key) VALUES ($1)
           ON CONFLICT (key) DO UPDATE SET last_at = now(),
             count = CASE WHEN t.since < now() - make_interval(secs => $4) THEN 1 ELSE t.count + 1 END,
             since = CASE WHEN t.since < now() - make_interval(secs => $4) THEN now() ELSE t.since END
           WHERE t.last_at <= now() - make_interval(secs => $3) AND (t.count < $2 OR t.since < now() - make_interval(secs => $4))`,
    values: [key, most, secondsApart, within],
  });
  return rowCount === 1;
}

/** True for the first call with this key within a day. */
export async function isFirstCall(sql: Sql, key: string): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: "is-first",
    text: "INSERT INTO identity.throttle (key) VALUES ($1) ON CONFLICT (key) DO NOTHING",
    values: [key],
  });
  return rowCount === 1;
}
