import { groupBy } from "#kernel/group-by.ts";
import { isUuid, type Uuid } from "#kernel/id.ts";

type Chosen = { readonly ticketTypeId: string; readonly quantity: number };

/**
 * The tickets of a night, by its id or its readable name, with this choice as `readChoice` reads it; `at` the code, for the person who
 * is there.
 */
export function choiceAddress(
  night: string,
  lines: readonly Chosen[],
  at: "bilete" | "cod" = "bilete",
): string {
  const chosen = new URLSearchParams(
    lines.flatMap(({ ticketTypeId, quantity }) => [
      ["ticket_id", ticketTypeId],
      ["quantity", String(quantity)],
    ]),
  );
  return `/events/${night}${lines.length > 0 ? `?${chosen}` : ""}#${at}`;
}

/** What a person bought, by the order's number. */
export function ownOrderUrl(number: number): string {
  return `/profile?order=${encodeURIComponent(number)}`;
}

/** Where an offer stands on its page: an address with it shows which one was chosen. */
export function offerAnchor(ticketTypeId: string): string {
  return `oferta-${ticketTypeId}`;
}

/** The offer that an address of /tickets or /season-pass chooses; null where it chooses none. */
export function offerInAddress(
  returnTo: string,
): { readonly origin: "tickets" | "season-pass"; readonly ticketTypeId: Uuid } | null {
  const [, origin, ticketTypeId] = /^\/(tickets|season-pass)#oferta-(.*)$/.exec(returnTo) ?? [];
  if (!isUuid(ticketTypeId)) return null;
  return { origin: origin === "tickets" ? origin : "season-pass", ticketTypeId };
}

/** What an order chose: each type once, whatever the prices of its tickets. */
export function chosenOf({ lines }: { readonly lines: readonly Chosen[] }): Chosen[] {
  return [...groupBy(lines, (line) => line.ticketTypeId)].map(([ticketTypeId, of]) => ({
    ticketTypeId,
    quantity: of.reduce((n, { quantity }) => n + quantity, 0),
  }));
}
