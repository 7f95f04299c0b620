/** The login that returns to the tickets of a night, with the choice made there. */
export function loginToChoose(
  eventId: string,
  choice: { readonly ticketTypeId: string; readonly quantity: number } | null,
): string {
  const chosen = choice ? `?ticket_id=${choice.ticketTypeId}&quantity=${choice.quantity}` : "";
  return `/login?next=${encodeURIComponent(`/events/${eventId}${chosen}#bilete`)}`;
}
