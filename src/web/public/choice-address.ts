import type { ChosenLine } from "./ticket-panel-view.ts";

/** The tickets of a night, by its id or its readable name, with this choice as `readChoice` reads it. */
export function choiceAddress(night: string, lines: readonly ChosenLine[]): string {
  const chosen = new URLSearchParams(
    lines.flatMap(({ ticketTypeId, quantity }) => [
      ["ticket_id", ticketTypeId],
      ["quantity", String(quantity)],
    ]),
  );
  return `/events/${night}${lines.length > 0 ? `?${chosen}` : ""}#bilete`;
}
