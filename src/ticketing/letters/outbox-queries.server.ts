import { isUuid } from "#kernel/id.ts";
import { containing } from "#kernel/like-pattern.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import { mailAwayAfter } from "#ticketing/limits.ts";
import { isRefusedInSql, type LetterTry, type letterKinds } from "./letter-tables.server.ts";

export const lettersPerPage = 20;
export const outboxStates = ["waiting", "sent", "failed", "void"] as const;
export type OutboxState = (typeof outboxStates)[number];

export type OutboxSearch = {
  /** An address or a ticket's code, or a part of one. */
  readonly text: string;
  readonly state: OutboxState | "all";
  readonly page: number;
};

export type OutboxLetter = {
  readonly id: string;
  readonly kind: (typeof letterKinds)[number];
  readonly recipient: string;
  readonly state: "queued" | "inflight" | "sent" | "dead" | "bounced";
  readonly attempts: number;
  readonly interruptions: number;
  readonly lastError: string | null;
  readonly tries: readonly LetterTry[];
  readonly template: string | null;
  readonly isFallback: boolean;
  readonly messageId: string;
  /** The code of the one ticket that the email is about; null when it is about several, or about none. */
  readonly code: string | null;
  readonly isCodeValid: boolean | null;
  readonly orderNumber: number | null;
  /** The ticket of `code`; without one, the order. */
  readonly subjectId: string | null;
  /** A ticket of the email's order, a valid one if there is one. */
  readonly purchaseId: string | null;
  readonly isPurchaseValid: boolean | null;
  readonly createdAt: Date;
  readonly nextAt: Date;
  readonly sentAt: Date | null;
};

export type OutboxRows = {
  readonly letters: OutboxLetter[];
  /** How many emails match the search. */
  readonly total: number;
  readonly counts: Readonly<Record<OutboxState | "all", number>>;
};

// A letter with tickets has all those of its reader, and the buyer is the reader of the whole order.
const isOfOrder =
  "(l.purchase_id IS NULL OR l.kind IN ('ticket_confirmation', 'season_pass_confirmation')) AND p.order_id = l.order_id";
const isOfReader = (ticket: string) =>
  `(l.user_id IS NULL OR l.user_id = o.user_id OR ${ticket}.user_id = l.user_id)`;
/** SQL: joins the order of email `l` as `o`, and as `c` the one ticket that the email is about. */
const subjectOfLetter = `LEFT JOIN orders o ON o.id = l.order_id LEFT JOIN LATERAL (
    SELECT p.id, p.ticket_code, p.status FROM ticket_purchases p
    WHERE (p.id = l.purchase_id AND NOT coalesce(${isOfOrder}, false))
      OR (${isOfOrder} AND ${isOfReader("p")} AND NOT EXISTS (
        SELECT FROM ticket_purchases s WHERE s.order_id = p.order_id AND (s.line_no, s.seat_no) <> (p.line_no, p.seat_no) AND ${isOfReader("s")}))
    ORDER BY p.status <> 'paid', p.id IS DISTINCT FROM l.purchase_id, p.ticket_code LIMIT 1) c ON true`;

const columns = `l.id, l.kind, l.recipient, l.state, l.attempts, l.interruptions, l.last_error AS "lastError", l.tries, l.template, l.is_fallback AS "isFallback",
  l.message_id AS "messageId", c.ticket_code AS code, c.status = 'paid' AS "isCodeValid", o.number::float8 AS "orderNumber", coalesce(c.id, o.id) AS "subjectId",
  p.id AS "purchaseId", p.status = 'paid' AS "isPurchaseValid", l.created_at AS "createdAt", l.next_at AS "nextAt", l.sent_at AS "sentAt"
  FROM letters l ${subjectOfLetter}
  LEFT JOIN LATERAL (SELECT id, status FROM ticket_purchases WHERE order_id = l.order_id ORDER BY status <> 'paid', ticket_code LIMIT 1) p ON true`;
const isVoid = "l.tries -> -1 ->> 'what' IS NOT DISTINCT FROM 'void'";
/** SQL: whether somebody should look at email `l`: it did not arrive, and what it says is still true. */
export const hasFailed = `l.state IN ('dead', 'bounced') AND l.recipient <> '' AND NOT ${isVoid}`;

/** SQL: the `OutboxState` of email `l`. `void`: what it says was no longer true, so it was not sent. */
export const outboxStateOf = `CASE WHEN l.state IN ('queued', 'inflight') THEN 'waiting' WHEN l.state = 'sent' THEN 'sent' WHEN ${isVoid} THEN 'void' ELSE 'failed' END`;

/** One page of the outbox, the newest first, with the number of emails in each state. */
export async function listLetters(reader: Sql, search: OutboxSearch): Promise<OutboxRows> {
  const like = containing(search.text);
  const where = `($1 = '%%' OR l.recipient ILIKE $1 OR c.ticket_code ILIKE $1 OR EXISTS (SELECT FROM ticket_purchases t WHERE t.order_id = l.order_id AND t.ticket_code ILIKE $1)) AND ($2 = 'all' OR ${outboxStateOf} = $2)`;
  const { rows: letters } = await reader.query<OutboxLetter>(
    `SELECT ${columns} WHERE ${where} ORDER BY l.id DESC LIMIT ${lettersPerPage} OFFSET $3`,
    [like, search.state, (search.page - 1) * lettersPerPage],
  );
  const { rows: counted } = await reader.query<{ state: OutboxState; n: number }>(
    `SELECT ${outboxStateOf} AS state, count(*)::int AS n FROM letters l GROUP BY 1`,
  );
  const countOf = (state: OutboxState) => counted.find((one) => one.state === state)?.n ?? 0;
  const counts = {
    waiting: countOf("waiting"),
    sent: countOf("sent"),
    failed: countOf("failed"),
    void: countOf("void"),
    all: counted.reduce((sum, { n }) => sum + n, 0),
  };
  const isWhole = search.text === "";
  const { rows: matching } = isWhole
    ? { rows: [{ n: counts[search.state] }] }
    : await reader.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM letters l ${subjectOfLetter} WHERE ${where}`,
        [like, search.state],
      );
  return { letters, total: matching[0]?.n ?? 0, counts };
}

export async function findLetter(reader: Sql, id: string): Promise<OutboxLetter | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await reader.query<OutboxLetter>(`SELECT ${columns} WHERE l.id = $1`, [id]);
  return rows[0];
}

/** The state of emails that every administrator sees: paused, switched off, or with failures. */
export type MailNews = {
  readonly paused: { readonly since: Date; readonly reason: string } | null;
  /** Set when the mail server has accepted no email for a quarter of an hour or longer. Sending is still tried. */
  readonly away: { readonly since: string; readonly reason: string } | null;
  /** Null when no settings are saved. */
  readonly enabled: boolean | null;
  readonly waiting: number;
  readonly failed: number;
  /** Emails that the mail server refuses, perhaps because of their recipients; they are tried again. */
  readonly refused: number;
  readonly lastRefusal: string | null;
};

/** SQL: the columns of `MailNews`, for a statement that reads other things too. */
export const mailNewsColumns = `(SELECT since FROM mail_pause) AS since, (SELECT reason FROM mail_pause) AS reason,
  (SELECT jsonb_build_object('since', since, 'reason', reason) FROM mail_pace WHERE extract(epoch FROM now() - since) > ${mailAwayAfter}) AS away, (SELECT enabled FROM email_settings LIMIT 1) AS enabled,
  (SELECT count(*)::int FROM letters WHERE state IN ('queued', 'inflight')) AS waiting,
  (SELECT count(*)::int FROM letters l WHERE ${hasFailed}) AS failed,
  (SELECT count(*)::int FROM letters WHERE ${isRefusedInSql}) AS refused,
  (SELECT last_error FROM letters WHERE ${isRefusedInSql} ORDER BY next_at LIMIT 1) AS "lastRefusal"`;

export type MailNewsRow = Omit<MailNews, "paused"> & { since: Date | null; reason: string | null };

export function mailNewsOf({ since, reason, ...news }: MailNewsRow): MailNews {
  return { paused: since ? { since, reason: reason ?? "" } : null, ...news };
}

export async function readMailNews(reader: Sql): Promise<MailNews> {
  const { rows } = await reader.query<MailNewsRow>(`SELECT ${mailNewsColumns}`);
  return mailNewsOf(only(rows));
}
