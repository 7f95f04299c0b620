import type { Sql } from "#platform/database/sql.ts";
import { movedFrom } from "#ticketing/events/moved-from.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import type { CalendarNight } from "./night-calendar.ts";

/**
 * The night that an email says was moved or cancelled, for calendars; undefined for other emails. For who gave the
 * tickets of a moved night back, it does not take place.
 */
export async function readChangedNight(
  sql: Sql,
  { kind, variables }: ClaimedLetter,
): Promise<CalendarNight | undefined> {
  if (kind !== "night_moved" && kind !== "night_cancelled") return undefined;
  const { rows } = await sql.query<CalendarNight>({
    name: "letter-changed-night",
    text: `SELECT e.id AS "eventId", e.slug AS "eventSlug", e.title AS "eventTitle", e.date::text AS "eventDate", e.time::text AS "eventTime", to_char(e.ends, 'HH24:MI') AS "eventEnds",
             to_char(e.doors, 'HH24:MI') AS "eventDoors", e.minimum_age AS "minimumAge", e.location, e.address, (e.cancelled_at IS NOT NULL OR $3) AS "isCancelled", ${movedFrom} AS moved
           FROM events e WHERE e.id = coalesce($1::uuid, (SELECT event_id FROM moves WHERE id = $2::uuid))`,
    values: [variables.event ?? null, variables.move ?? null, variables.ended === true],
  });
  return rows[0];
}
