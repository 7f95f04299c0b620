import { type Day, formatLongDate, type WallTime } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import { leaveToken } from "#ticketing/letters/newsletter-link.server.ts";
import type { LetterValues } from "../fill-template.ts";
import { timeInWords } from "../ticket-wording.ts";
import { stillHoldsTicket } from "./night-holders-queries.server.ts";
import type { MessageKind, MessageWords } from "./night-message.ts";

export type MessageNight = {
  readonly title: string;
  readonly date: Day;
  readonly time: WallTime | null;
  readonly location: string;
};

/** SQL: the columns of a `MessageNight`, from the night `e`. */
export const messageNight = `e.title, e.date::text AS date, to_char(e.time, 'HH24:MI') AS time, e.location`;

/** Which night an email is about. */
export const valuesOfNight = ({ title, date, time, location }: MessageNight): LetterValues => ({
  event_name: title,
  event_date: formatLongDate(date),
  event_time: timeInWords({ eventTime: time }),
  event_location: location,
});

/** The values that every copy of a message has. */
export function valuesOfMessage(night: MessageNight, { subject, body }: MessageWords): LetterValues {
  return { ...valuesOfNight(night), message_subject: subject, message_text: body };
}

type MessageRow = MessageNight &
  MessageWords & {
    readonly kind: MessageKind;
    readonly isStopped: boolean;
    readonly isHolder: boolean;
    /** The id of the confirmed newsletter subscription of the reader's address; null when there is none. */
    readonly subscriptionId: string | null;
  };

/**
 * The values of a copy of a night's message; undefined for other emails. Null when it must not be sent: the message
 * was stopped, or its reader no longer has a ticket or no longer wants news.
 */
export async function readNightMessage(
  sql: Sql,
  { keys, origin }: { readonly keys: Pick<SigningKeys, "macLabel">; readonly origin: string },
  { kind, nightMessageId, userId, recipient }: ClaimedLetter,
): Promise<LetterValues | null | undefined> {
  if (kind !== "night_message") return undefined;
  const { rows } = await sql.query<MessageRow>({
    name: "letter-night-message",
    text: `SELECT m.kind, m.subject, m.body, m.stopped_at IS NOT NULL AS "isStopped", ${messageNight}, ${stillHoldsTicket} AS "isHolder",
             (SELECT n.id FROM newsletter_subscriptions n WHERE n.email = lower($3) AND n.status = 'confirmed') AS "subscriptionId"
           FROM night_messages m JOIN events e ON e.id = m.event_id WHERE m.id = $1`,
    values: [nightMessageId, userId, recipient],
  });
  const [message] = rows;
  if (!message || message.isStopped || !message.isHolder) return null;
  const values = valuesOfMessage(message, message);
  if (message.kind === "service") return values;
  if (message.subscriptionId === null) return null;
  const token = encodeURIComponent(leaveToken(keys, message.subscriptionId));
  return { ...values, action_url: `${origin}/newsletter/unsubscribe?token=${token}` };
}
