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
  /** The address for nights that have none of their own; empty when nobody entered it. */
  readonly clubAddress: string;
  /** CANCEL removes the nights from a calendar that has them. */
  readonly method?: CalendarMethod;
};

type CalendarMethod = "PUBLISH" | "CANCEL";

/** The content type of a calendar file. Its method must be the same as METHOD inside the file. */
export const calendarType = (method: CalendarMethod = "PUBLISH") =>
  `text/calendar; charset=utf-8; method=${method}`;

/**
 * The nights as an iCalendar file (RFC 5545), each once, with the labels of its tickets. Instants are in UTC; a night
 * without a time is a whole day; an end is there if known. A night keeps its id and a later file has a higher
 * SEQUENCE, so it moves the night instead of doubling it, and can bring back a removed one. Calendars are shared, so
 * nothing here admits: a label needs its check group.
 */
export function nightCalendar(
  nights: readonly NightOrTicket[],
  { origin, now, clubAddress, method = "PUBLISH" }: CalendarFrame,
): string {
  const ticketsByNight = groupBy(nights, ({ eventId }) => eventId).values();
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Estival//RO",
    "CALSCALE:GREGORIAN",
    `METHOD:${method}`,
    ...[...ticketsByNight].flatMap(([night, ...others]) =>
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

/**
 * Seconds since 2025. A count of the night's changes would not rise when a person gives a ticket back and buys again.
 */
const sequenceAt = (now: Date) => Math.floor((now.getTime() - Date.UTC(2025, 0)) / 1000);

/** The place as a text that a calendar can show on a map. */
function whereOf({ location, address }: CalendarNight, clubAddress: string): string {
  const place = placeOf({ location, address }, clubAddress);
  return place && !place.address.includes(location)
    ? `${location}, ${place.address}`
    : (place?.address ?? location);
}

/** Doors and age, then one line for each ticket. */
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

/** Folds a line at 75 bytes without cutting a character in two. */
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
