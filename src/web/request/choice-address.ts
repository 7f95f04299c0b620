import { groupBy } from "#kernel/group-by.ts";
import { isUuid, type Uuid } from "#kernel/id.ts";

type Chosen = { readonly ticketTypeId: string; readonly quantity: number };

/**
 * Returns the address of a night's ticket choice, with the chosen lines as `readChoice` reads them. `night` is its id
 * or its readable name; `at: "cod"` jumps to the code field.
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

/** Returns the address of an own order in the profile. */
export function ownOrderUrl(number: number): string {
  return `/profile?order=${encodeURIComponent(number)}`;
}

/** Returns the anchor of an offer on its page. An address with this anchor shows which offer was chosen. */
export function offerAnchor(ticketTypeId: string): string {
  return `oferta-${ticketTypeId}`;
}

/** Returns the offer that an address of /tickets or /season-pass chooses; null when it chooses none. */
export function offerInAddress(
  returnTo: string,
): { readonly origin: "tickets" | "season-pass"; readonly ticketTypeId: Uuid } | null {
  const [, origin, ticketTypeId] = /^\/(tickets|season-pass)#oferta-(.*)$/.exec(returnTo) ?? [];
  if (!isUuid(ticketTypeId)) return null;
  return { origin: origin === "tickets" ? origin : "season-pass", ticketTypeId };
}

/** Returns the ticket types of an order, each once, with the total quantity over all its prices. */
export function chosenOf({ lines }: { readonly lines: readonly Chosen[] }): Chosen[] {
  return [...groupBy(lines, (line) => line.ticketTypeId)].map(([ticketTypeId, of]) => ({
    ticketTypeId,
    quantity: of.reduce((n, { quantity }) => n + quantity, 0),
  }));
}
