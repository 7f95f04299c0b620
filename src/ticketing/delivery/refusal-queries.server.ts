import { only, type Sql } from "#platform/database/sql.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import { isRefusedInSql } from "#ticketing/letters/letter-tables.server.ts";

/** How many emails to known mailboxes must be refused in the same words before the server counts as refusing us. */
const equalRefusals = 5;

/**
 * SQL: whether email `l` goes to an address that is known to be a mailbox: its account was confirmed, a guest typed
 * the code sent there, or the mail server accepted tickets for it, which somebody had to pay for.
 */
const isToKnownMailbox = `EXISTS (SELECT FROM profiles p WHERE p.id = l.user_id AND p.contact::text = l.recipient
  AND (p.contact_proven_at IS NOT NULL OR EXISTS (SELECT FROM letters w WHERE w.dedupe_key = 'welcome:' || p.id)
    OR EXISTS (SELECT FROM ticket_purchases t WHERE t.user_id = p.id AND t.email_sent)))`;

/** SQL: the text without words that contain a digit, because these differ each time. */
const withoutFigures = (text: string) => `regexp_replace(${text}, '\\S*\\d\\S*', '', 'g')`;

/** SQL: whether email `l` was refused in the words of $2, and the mail server has accepted none since. */
const saysTheSame = `${withoutFigures("l.last_error")} = ${withoutFigures("$2::text")}
             AND (l.tries -> -1 ->> 'at')::timestamptz > (SELECT coalesce(max(sent_at), '-infinity') FROM letters)`;

const oneByOne = "SELECT pg_advisory_xact_lock(hashtext('estival.refused_letters'))";

/**
 * Whether an email that was just refused shows that the server refuses us, not the recipient: enough emails to known
 * mailboxes were refused in the same words, and none was accepted since. Addresses that anybody can type prove
 * nothing. A lock runs one check after the other, so of two at once the second counts the first.
 */
export async function isRefusalOfUs(sql: Sql, letter: ClaimedLetter, reason: string): Promise<boolean> {
  await sql.query(oneByOne);
  const { rows } = await sql.query<{ isOfUs: boolean }>({
    name: "is-refusal-of-us",
    text: `SELECT count(DISTINCT l.user_id) >= $3 AS "isOfUs" FROM letters l
           WHERE (SELECT ${isToKnownMailbox} FROM letters l WHERE l.id = $1) AND ${isRefusedInSql} AND ${isToKnownMailbox}
             AND ${saysTheSame}`,
    values: [letter.id, reason.slice(0, 300), equalRefusals],
  });
  return only(rows).isOfUs;
}

/** Whether an email to another domain waits because of the same answer, so that it is about us and not about one. */
export async function isOfSeveralDomains(sql: Sql, letter: ClaimedLetter, reason: string): Promise<boolean> {
  await sql.query(oneByOne);
  const { rowCount } = await sql.query({
    name: "is-of-several-domains",
    text: `SELECT FROM letters l WHERE ${isRefusedInSql} AND ${saysTheSame}
             AND lower(split_part(l.recipient, '@', 2)) <> lower(split_part($1, '@', 2)) LIMIT 1`,
    values: [letter.recipient, reason.slice(0, 300)],
  });
  return rowCount === 1;
}
