import { only, type Sql } from "#platform/database/sql.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import { isRefusedInSql } from "#ticketing/letters/letter-tables.server.ts";

/** So many people who had emails before, refused in the same words, are no matter of their addresses. */
const equalRefusals = 5;

/**
 * In SQL, whether an email `l` goes to an address that is known to be a mailbox: its account was confirmed, a guest typed the
 * code that went there, or the mail server took tickets to it, which somebody had to pay.
 */
const isToKnownMailbox = `EXISTS (SELECT FROM profiles p WHERE p.id = l.user_id AND p.contact::text = l.recipient
  AND (p.contact_proven_at IS NOT NULL OR EXISTS (SELECT FROM letters w WHERE w.dedupe_key = 'welcome:' || p.id)
    OR EXISTS (SELECT FROM ticket_purchases t WHERE t.user_id = p.id AND t.email_sent)))`;

/** Words with a figure differ each time. */
const withoutFigures = (text: string) => `regexp_replace(${text}, '\\S*\\d\\S*', '', 'g')`;

/**
 * Whether an email that was just refused shows that we are refused, and not its recipient: it and others to known mailboxes
 * were refused in the same words, and nothing was accepted since. Addresses that anybody can type show nothing. One refusal
 * after another: of two at once, the second counts the first.
 */
export async function isRefusalOfUs(sql: Sql, letter: ClaimedLetter, reason: string): Promise<boolean> {
  await sql.query("SELECT pg_advisory_xact_lock(hashtext('estival.refused_letters'))");
  const { rows } = await sql.query<{ isOfUs: boolean }>({
    name: "is-refusal-of-us",
    text: `SELECT count(DISTINCT l.user_id) >= $3 AS "isOfUs" FROM letters l
           WHERE (SELECT ${isToKnownMailbox} FROM letters l WHERE l.id = $1) AND ${isRefusedInSql} AND ${isToKnownMailbox}
             AND ${withoutFigures("l.last_error")} = ${withoutFigures("$2::text")}
             AND (l.tries -> -1 ->> 'at')::timestamptz > (SELECT coalesce(max(sent_at), '-infinity') FROM letters)`,
    values: [letter.id, reason.slice(0, 300), equalRefusals],
  });
  return only(rows).isOfUs;
}
