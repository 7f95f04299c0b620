import type { Sql } from "#platform/database/sql.ts";
import type { MailMessage } from "#platform/mail/mail-message.ts";
import { movedFrom } from "#ticketing/events/moved-from.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import type { DeliveryServices } from "./delivery-services.server.ts";
import type { LetterFacts } from "./letter-facts.ts";
import { type CalendarNight, calendarType, nightCalendar } from "./night-calendar.ts";

/** Of an email about a moved or cancelled night: the file that moves it in the reader's calendar, or takes it out there. */
export async function changedCalendar(
  { database, origin, now }: DeliveryServices,
  letter: ClaimedLetter,
  { club, tickets }: LetterFacts,
): Promise<Pick<MailMessage, "attachments">> {
  const night = await database.withDuty("deliver", (sql) => readChangedNight(sql, letter));
  if (!night) return {};
  const method = night.isCancelled ? "CANCEL" : "PUBLISH";
  const own = tickets.filter(({ eventId }) => eventId === night.eventId);
  const nights = night.isCancelled || own.length === 0 ? [night] : own;
  const content = nightCalendar(nights, { origin, now: now(), clubAddress: club.address, method });
  const filename = `${night.eventSlug}.ics`;
  return { attachments: [{ filename, contentType: calendarType(method), content: Buffer.from(content) }] };
}

/**
 * The night that an email says was moved or cancelled, for calendars; undefined for other emails. For a person who
 * gave the tickets of a moved night back, it does not take place, unless another ticket still admits.
 */
async function readChangedNight(
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
