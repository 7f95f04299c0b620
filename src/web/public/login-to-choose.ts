/** The login that comes back to the tickets of a night, with what was chosen there. */
export function loginToChoose(
  eventId: string,
  choice: { readonly ticketTypeId: string; readonly quantity: number } | null,
): string {
  const chosen = choice ? `?ticket_id=${choice.ticketTypeId}&quantity=${choice.quantity}` : "";
  return `/login?next=${encodeURIComponent(`/events/${eventId}${chosen}#bilete`)}`;
}
