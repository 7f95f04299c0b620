import { counted } from "#kernel/romanian.ts";
import type { LinkedNights, LinkNightsRefusal } from "#ticketing/orders/passes/link-nights-to-pass.server.ts";

const people = {
  one: "deținător primește",
  few: "deținători primesc",
  other: "deținători primesc",
};
const freePlaces = { one: "loc liber", few: "locuri libere", other: "locuri libere" };
const places = { one: "loc", few: "locuri", other: "locuri" };
const heldTickets = { one: "bilet e reținut", few: "bilete sunt reținute", other: "bilete sunt reținute" };
const notAdded = "Restul e salvat, dar noaptea nu s-a adăugat";

/** How many people got tickets for the nights added to a pass; nothing where nobody did. */
export function linkedSentence({ holders, nights }: LinkedNights): string | null {
  if (holders === 0) return null;
  return `${counted(holders, people)} bilet și email pentru ${nights === 1 ? "noaptea adăugată" : "nopțile adăugate"}.`;
}

/** Why a night was not added to a sold pass, shown beside the nights; everything else of the form is saved by then. */
export function notLinkedSentence(
  refusal: Exclude<LinkNightsRefusal, { reason: "missing" | "not_allowed" | "read_only" }>,
): string {
  if (refusal.reason === "not_enough_places")
    return `${notAdded}: „${refusal.night}” are ${counted(refusal.free, freePlaces)}, iar cine a cumpărat deja are nevoie de ${counted(refusal.needed, places)}.`;
  if (refusal.reason === "not_published")
    return `${notAdded}: „${refusal.night}” nu e publicată, iar cine are abonamentul ar primi bilet la ea. Publică noaptea, apoi salvează din nou.`;
  if (refusal.held === 0) return `${notAdded}: tocmai acum se vinde. Salvează din nou.`;
  return `${notAdded}: ${counted(refusal.held, heldTickets)} de cineva care plătește. Ascunde biletul până se termină, apoi salvează din nou.`;
}
