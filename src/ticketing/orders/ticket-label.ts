import { randomDigits } from "#kernel/id.ts";
import type { Family } from "#ticketing/events/type-family.ts";

const prefixes = {
  ordinary: "FSC",
  season_pass: "SEASON",
  early_bird: "EARLYBIRD",
} as const satisfies Record<Family, string>;

/**
 * The labels of the tickets of one order: `FSC-{4 digits}-{6 digits}`, and for passes and early birds one per event,
 * `SEASON-{4}-{6}-{nn}`, sharing their first three parts. Labels are for people; the signed QR is what admits.
 */
export function ticketCodes(family: Family, events: number): string[] {
  const stem = `${prefixes[family]}-${randomDigits(4)}-${randomDigits(6)}`;
  if (family === "ordinary") return [stem];
  return Array.from({ length: events }, (_, i) => `${stem}-${String(i + 1).padStart(2, "0")}`);
}

/** The family that a label was made for. */
export function familyOfLabel(label: string): Family {
  const [prefix] = label.split("-");
  return (Object.keys(prefixes) as Family[]).find((family) => prefixes[family] === prefix) ?? "ordinary";
}

/** The common part of a pass's labels: their first three parts. */
export function sharedStem(code: string): string {
  return code.split("-").slice(0, 3).join("-");
}

/** Passes and early birds collapse into one card. */
export function isCollapsing(code: string): boolean {
  return code.startsWith("SEASON-") || code.startsWith("EARLYBIRD-");
}
