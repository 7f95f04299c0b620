import { formatShortDate } from "#kernel/time.ts";
import type { NightToChoose } from "#ticketing/events/office-event-queries.server.ts";
import type { Tickable } from "../ui/tick-list.tsx";
import { tickTexts } from "./ticket-texts.ts";

/** Returns the nights to choose from: the coming ones first, the next one on top; then the past, latest first. */
export function nightsToTick(nights: readonly NightToChoose[], now: Date): Tickable[] {
  const rows = nights.map(({ id, name, date, isOver, isCancelled, publishAt }) => ({
    id,
    label: `${formatShortDate(date)} ${name}`,
    isPast: isOver,
    note: isCancelled
      ? tickTexts.cancelled
      : publishAt === null
        ? tickTexts.draft
        : publishAt > now
          ? tickTexts.scheduled
          : null,
  }));
  return [...rows.filter(({ isPast }) => !isPast).reverse(), ...rows.filter(({ isPast }) => isPast)];
}
