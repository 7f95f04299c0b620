import { type Day, formatDayAndMonth, formatWeekday, type WallTime } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { MailMessage } from "#platform/mail/mail-message.ts";
import { movedFrom } from "#ticketing/events/moved-from.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import type { DeliveryServices } from "./delivery-services.server.ts";
import type { LetterValues } from "./fill-template.ts";
import type { LetterFacts } from "./letter-facts.ts";
import { type CalendarNight, calendarType, nightCalendar } from "./night-calendar.ts";
import { type MessageNight, messageNight, valuesOfNight } from "./night-messages/message-of-letter.server.ts";
import { dayAndHour, newMomentInWords } from "./ticket-wording.ts";

type NightAndReason = MessageNight & { readonly reason: string };

/** What an email about a cancelled or moved night tells of it; undefined for other emails. */
export async function readChangedNight(sql: Sql, letter: ClaimedLetter): Promise<LetterValues | undefined> {
  if (letter.kind === "night_cancelled") return readCancelledNight(sql, letter);
  return letter.kind === "night_moved" ? readMovedNight(sql, letter) : undefined;
}

async function readCancelledNight(sql: Sql, { variables }: ClaimedLetter): Promise<LetterValues | undefined> {
  const { rows } = await sql.query<NightAndReason>({
    name: "letter-cancelled-night",
    text: `SELECT ${messageNight}, c.reason
           FROM cancellations c JOIN events e ON e.id = c.event_id WHERE c.event_id = $1`,
    values: [variables.event],
  });
  const [night] = rows;
  return night && { ...valuesOfNight(night), night_reason: night.reason };
}

type MovedNight = NightAndReason & {
  readonly fromDate: Day;
  readonly fromTime: WallTime | null;
  readonly choiceUntil: Date | null;
};

async function readMovedNight(
  sql: Sql,
  { orderId, variables }: ClaimedLetter,
): Promise<LetterValues | undefined> {
  const { rows } = await sql.query<MovedNight>({
    name: "letter-moved-night",
    text: `SELECT ${messageNight}, m.from_date::text AS "fromDate", to_char(m.from_time, 'HH24:MI') AS "fromTime", m.reason,
             (SELECT d.choice_until FROM moved_orders d WHERE d.move_id = m.id AND d.order_id = $2) AS "choiceUntil"
           FROM moves m JOIN events e ON e.id = m.event_id WHERE m.id = $1`,
    values: [variables.move, orderId],
  });
  const [night] = rows;
  if (!night) return undefined;
  const { fromDate, fromTime, choiceUntil } = night;
  const was = `${formatWeekday(fromDate)}, ${formatDayAndMonth(fromDate)}`;
  const { movedTo, newTime } = newMomentInWords(fromDate, night);
  return {
    ...valuesOfNight(night),
    night_reason: night.reason,
    moved_to: movedTo,
    new_time: newTime,
    old_date: fromTime ? `${was}, ora ${fromTime}` : was,
    ...(choiceUntil ? { valid_until: dayAndHour(choiceUntil) } : {}),
  };
}

/** The page on which tickets of a moved night can be given back. A guest's link has the order's token. */
export function choiceLinkOf(
  origin: string,
  { kind, orderId, variables }: ClaimedLetter,
  link: { readonly token: string } | undefined,
): LetterValues {
  if (kind !== "night_moved" || !orderId) return {};
  const token = link ? `?token=${encodeURIComponent(link.token)}` : "";
  return { action_url: `${origin}/orders/${orderId}/moved/${variables.move}${token}` };
}

/** The calendar file of an email about a moved or cancelled night: it moves or removes the night in a calendar. */
export async function changedCalendar(
  { database, origin, now }: DeliveryServices,
  letter: ClaimedLetter,
  { club, tickets }: LetterFacts,
): Promise<Pick<MailMessage, "attachments">> {
  const night = await database.withDuty("deliver", (sql) => readNightForCalendar(sql, letter));
  if (!night) return {};
  const method = night.isCancelled ? "CANCEL" : "PUBLISH";
  const own = tickets.filter(({ eventId }) => eventId === night.eventId);
  const nights = night.isCancelled || own.length === 0 ? [night] : own;
  const content = nightCalendar(nights, { origin, now: now(), clubAddress: club.address, method });
  const filename = `${night.eventSlug}.ics`;
  return { attachments: [{ filename, contentType: calendarType(method), content: Buffer.from(content) }] };
}

/**
 * The night of an email about a moved or cancelled night, for its calendar file; undefined for other emails. It
 * counts as cancelled for a reader whose ticket was given back; undefined if another ticket of the reader is still
 * valid.
 */
async function readNightForCalendar(
  sql: Sql,
  { kind, variables, userId }: ClaimedLetter,
): Promise<CalendarNight | undefined> {
  if (kind !== "night_moved" && kind !== "night_cancelled") return undefined;
  const { rows } = await sql.query<CalendarNight>({
    name: "letter-changed-night",
    text: `SELECT e.id AS "eventId", e.slug AS "eventSlug", e.title AS "eventTitle", e.date::text AS "eventDate", e.time::text AS "eventTime", to_char(e.ends, 'HH24:MI') AS "eventEnds",
             to_char(e.doors, 'HH24:MI') AS "eventDoors", e.minimum_age AS "minimumAge", e.location, e.address, (e.cancelled_at IS NOT NULL OR $3) AS "isCancelled", ${movedFrom} AS moved
           FROM events e WHERE e.id = coalesce($1::uuid, (SELECT event_id FROM moves WHERE id = $2::uuid))
             AND NOT ($3 AND e.cancelled_at IS NULL AND EXISTS (SELECT FROM ticket_purchases p WHERE p.event_id = e.id AND p.user_id = $4 AND p.status = 'paid' AND p.suspended IS NULL))`,
    values: [variables.event ?? null, variables.move ?? null, variables.ended === true, userId],
  });
  return rows[0];
}
