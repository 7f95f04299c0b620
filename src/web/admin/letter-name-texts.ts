import type { LetterKind } from "#ticketing/letters/letter-tables.server.ts";

const names: Partial<Record<LetterKind, string>> = {
  ticket_confirmation: "Biletele",
  season_pass_confirmation: "Abonamentul",
  payment_returned: "Banii înapoi",
  ticket_for_you: "Un bilet trimis de un prieten",
  ticket_accepted: "Biletul trimis a fost acceptat",
  ticket_declined: "Biletul trimis a fost refuzat",
  ticket_ended: "Biletul nu mai este valabil",
  night_cancelled: "Noaptea a fost anulată",
  night_moved: "Noaptea s-a mutat",
};

/** What an email about an order says, in a few words; empty for other emails. */
export function letterName(kind: string): string {
  return (names as Record<string, string>)[kind] ?? "";
}
