import { groupBy } from "#kernel/group-by.ts";
import { addDays, endOf, instantOf } from "#kernel/time.ts";
import { placeOf } from "#ticketing/events/map-link.ts";
import type { TicketFacts } from "./ticket-facts.ts";
import { entryRules, printable } from "./ticket-wording.ts";

export type CalendarNight = Pick<
  TicketFacts,
  | "eventId"
  | "eventSlug"
  | "eventTitle"
  | "eventDate"
  | "eventTime"
  | "eventEnds"
  | "eventDoors"
  | "minimumAge"
  | "location"
  | "address"
  | "isCancelled"
  | "moved"
>;
type NightOrTicket = CalendarNight & Partial<Pick<TicketFacts, "label" | "typeName">>;

type CalendarFrame = {
  readonly origin: string;
  readonly now: Date;
  /** Where nights are that have no address of their own; empty where nobody wrote one. */
  readonly clubAddress: string;
  /** CANCEL takes the nights out of a calendar that has them. */
  readonly method?: CalendarMethod;
};

type CalendarMethod = "PUBLISH" | "CANCEL";

/** How a calendar file is sent: a calendar believes what its own METHOD says, and both must be the same. */
export const calendarType = (method: CalendarMethod = "PUBLISH") =>
  `text/calendar; charset=utf-8; method=${method}`;

/**
 * The nights as an iCalendar file (RFC 5545), each once however many tickets there are for it, with their labels: instants
 * in UTC, whole days for nights without a time, and an end where one is known. A night keeps its id, and a later
 * file has the higher SEQUENCE, so that it moves the night instead of doubling it, and brings back what was taken out. Calendars are shared, so nothing in it admits: a label does not without its check group.
 */
export function nightCalendar(
  nights: readonly NightOrTicket[],
  { origin, now, clubAddress, method = "PUBLISH" }: CalendarFrame,
): string {
  const once = groupBy(nights, ({ eventId }) => eventId).values();
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Estival//RO",
    "CALSCALE:GREGORIAN",
    `METHOD:${method}`,
    ...[...once].flatMap(([night, ...others]) =>
      night
        ? [
            "BEGIN:VEVENT",
            `UID:${night.eventId}@estival`,
            `DTSTAMP:${stamp(now)}`,
            `SEQUENCE:${sequenceAt(now)}`,
            ...when(night),
            `SUMMARY:${escaped(night.eventTitle)}`,
            `LOCATION:${escaped(whereOf(night, clubAddress))}`,
            ...description(night, [night, ...others]),
            `URL:${origin}/events/${night.eventSlug}`,
            `STATUS:${night.isCancelled ? "CANCELLED" : "CONFIRMED"}`,
            "END:VEVENT",
          ]
        : [],
    ),
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}

/** Seconds: no count of a night's changes rises also when a person buys again after giving back. */
const sequenceAt = (now: Date) => Math.floor((now.getTime() - Date.UTC(2025, 0)) / 1000);

/** What a calendar can show on a map. */
function whereOf({ location, address }: CalendarNight, clubAddress: string): string {
  const place = placeOf({ location, address }, clubAddress);
  return place && !place.address.includes(location)
    ? `${location}, ${place.address}`
    : (place?.address ?? location);
}

/** Doors and age, then a line of its own for each ticket. */
function description(night: CalendarNight, tickets: readonly NightOrTicket[]): string[] {
  const lines = [
    ...entryRules(night),
    ...tickets.flatMap(({ label, typeName }) => (label && typeName ? [`${label}, ${typeName}`] : [])),
  ];
  return lines.length > 0 ? [`DESCRIPTION:${lines.map(escaped).join("\\n")}`] : [];
}

function when({ eventDate, eventTime, eventEnds }: CalendarNight): string[] {
  if (eventTime !== null) {
    const begin = eventTime.slice(0, 5);
    const end = eventEnds === null ? [] : [`DTEND:${stamp(endOf(eventDate, begin, eventEnds))}`];
    return [`DTSTART:${stamp(instantOf(eventDate, begin))}`, ...end];
  }
  const day = (text: string) => text.replaceAll("-", "");
  return [`DTSTART;VALUE=DATE:${day(eventDate)}`, `DTEND;VALUE=DATE:${day(addDays(eventDate, 1))}`];
}

function stamp(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d{3}/g, "");
}

function escaped(text: string): string {
  return printable(text).replace(/[\\;,]/g, "\\$&");
}

/** No line is longer than 75 bytes; no character is cut in two. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  let bytes = 0;
  for (const letter of line) {
    const size = new TextEncoder().encode(letter).length;
    if (bytes + size > (parts.length === 0 ? 75 : 74)) {
      parts.push(part);
      part = "";
      bytes = 0;
    }
    part += letter;
    bytes += size;
  }
  return [...parts, part].join("\r\n ");
}
