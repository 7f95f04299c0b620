type Chosen = { readonly ticketTypeId: string; readonly quantity: number };

/** The tickets of a night, by its id or its readable name, with this choice as `readChoice` reads it. */
export function choiceAddress(night: string, lines: readonly Chosen[]): string {
  const chosen = new URLSearchParams(
    lines.flatMap(({ ticketTypeId, quantity }) => [
      ["ticket_id", ticketTypeId],
      ["quantity", String(quantity)],
    ]),
  );
  return `/events/${night}${lines.length > 0 ? `?${chosen}` : ""}#bilete`;
}

/** What an order chose: each type once, whatever the prices of its tickets. */
export function chosenOf({ lines }: { readonly lines: readonly Chosen[] }): Chosen[] {
  return [...Map.groupBy(lines, (line) => line.ticketTypeId)].map(([ticketTypeId, of]) => ({
    ticketTypeId,
    quantity: of.reduce((n, { quantity }) => n + quantity, 0),
  }));
}
