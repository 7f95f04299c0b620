import type { ChosenLine } from "./ticket-panel-view.ts";

/** The login that returns to the tickets of a night, with the choice made there. */
export function loginToChoose(eventId: string, lines: readonly ChosenLine[]): string {
  const chosen = new URLSearchParams(
    lines.flatMap(({ ticketTypeId, quantity }) => [
      ["ticket_id", ticketTypeId],
      ["quantity", String(quantity)],
    ]),
  );
  const query = lines.length > 0 ? `?${chosen}` : "";
  return `/login?next=${encodeURIComponent(`/events/${eventId}${query}#bilete`)}`;
}
