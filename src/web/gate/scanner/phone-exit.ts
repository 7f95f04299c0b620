import { ownRowsOf } from "./own-rows.ts";
import type { PhoneParts } from "./phone-parts.ts";
import { readScanned } from "./phone-scan.ts";
import { nothingKnown, type ScanResult } from "./scan-result.ts";

/**
 * Writes down that people with this ticket went out with a stamp. Their entries stay used; they come back by the
 * stamp. Writes nothing when the list and the phone's own rows show that fewer people are inside.
 */
export function exitTicket({ parts }: { readonly parts: PhoneParts }, qr: string, entries: number) {
  return parts.inTurn(() => exitInTurn(parts, qr, entries));
}

async function exitInTurn(parts: PhoneParts, qr: string, entries: number): Promise<ScanResult> {
  const scanned = await readScanned(parts, qr);
  if (!scanned) return { ...nothingKnown, qr, answer: { verdict: "invalid" } };
  const { code, key } = scanned;
  const { head, tickets } = parts.list();
  const ticket = tickets.get(key);
  const type = ticket && head?.types[ticket.type];
  const typeName = type?.name ?? null;
  const ownRows = ownRowsOf(parts.rows, key, head);
  const inside = ticket
    ? ticket.used + ownRows.entries - Math.max(0, ticket.outside + ownRows.outside)
    : null;
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
