import { randomDigits } from "#kernel/id.ts";
import type { Family } from "#ticketing/events/type-family.ts";

const prefixes = {
  ordinary: "FSC",
  season_pass: "SEASON",
  early_bird: "EARLYBIRD",
} as const satisfies Record<Family, string>;

/**
 * New labels for one seat. Ordinary ticket: `FSC-{4 digits}-{6 digits}`. Pass or early bird: one per event,
 * `SEASON-{4}-{6}-{nn}`, with the first three parts in common. Labels are for people; the signed QR is what admits.
 */
export function ticketCodes(family: Family, events: number): string[] {
  const stem = `${prefixes[family]}-${randomDigits(4)}-${randomDigits(6)}`;
  if (family === "ordinary") return [stem];
  return Array.from({ length: events }, (_, i) => `${stem}-${String(i + 1).padStart(2, "0")}`);
}

export function familyOfLabel(label: string): Family {
  const [prefix] = label.split("-");
  return (Object.keys(prefixes) as Family[]).find((family) => prefixes[family] === prefix) ?? "ordinary";
}

/** The part that all labels of one pass share: the first three parts. */
export function sharedStem(code: string): string {
  return code.split("-").slice(0, 3).join("-");
}

/** Whether the tickets with this label are shown together as one card: passes and early birds. */
export function isCollapsing(code: string): boolean {
  return code.startsWith("SEASON-") || code.startsWith("EARLYBIRD-");
}
