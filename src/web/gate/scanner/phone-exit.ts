import { ownRowsOf } from "./own-rows.ts";
import { readOurs } from "./phone-guests.ts";
import type { PhoneParts } from "./phone-parts.ts";
import { listedType, refuseOtherNight } from "./phone-scan.ts";
import { nothingKnown, type ScanResult } from "./scan-result.ts";

/**
 * Writes down that people with this ticket went out with a stamp. Their entries stay used; they come back by the
 * stamp. Writes nothing when the list and the phone's own rows show that fewer people are inside, nor for a guest.
 */
export function exitTicket({ parts }: { readonly parts: PhoneParts }, qr: string, entries: number) {
  return parts.inTurn(() => exitInTurn(parts, qr, entries));
}

async function exitInTurn(parts: PhoneParts, qr: string, entries: number): Promise<ScanResult> {
  const scanned = await readOurs(parts, qr);
  if (!scanned) return { ...nothingKnown, qr, answer: { verdict: "invalid" } };
  const refusal = refuseOtherNight(parts, scanned.payload);
  if (refusal) return { ...nothingKnown, qr, ...refusal };
  const { code, key } = scanned;
  // no row of the log can say that somebody of a name went out
  if (code === null) return { ...nothingKnown, qr, answer: { verdict: "guest_exit" } };
  const { head, tickets } = parts.list();
  const ticket = tickets.get(key);
  const type = listedType(parts, key);
  const typeName = type?.name ?? null;
  const ownRows = ownRowsOf(parts.rows, key, head, ticket);
  const inside = ticket ? ticket.used + ownRows.entries - ownRows.outside : null;
  const result = { ...nothingKnown, qr, typeName, entriesTotal: ticket?.total ?? null };
  if (type?.admits === false || (inside !== null && inside < entries))
    return { ...result, answer: { verdict: "not_inside" } };
  try {
    const seq = await parts.write({ kind: "exit", code, entries }, { qr, key, typeName });
    const left = inside === null ? null : inside - entries;
    return { ...result, seq, answer: { verdict: "went_out", entries, inside: left } };
  } catch {
    return { ...result, answer: { verdict: "not_written" } };
  }
}
