import { durations } from "#ticketing/limits.ts";
import type { NumberedRow } from "./own-rows.ts";
import type { Answered } from "./phone-calls.ts";

export type ScanResult = {
  readonly qr: string;
  /** The number of the row that was written; null where the code is none of ours, or the row could not be written. */
  readonly seq: number | null;
  readonly answer:
    | Answered["decision"]
    | { readonly verdict: "unlisted"; readonly admits: boolean }
    | { readonly verdict: "not_written" };
  readonly typeName: string | null;
  readonly isAddOn: boolean;
  readonly entriesTotal: number | null;
  readonly lastEntry: Answered["lastEntry"];
  /** The name of the gate that answers for the ticket. */
  readonly otherGate: string | null;
};

/** Whether this row is an entry of the phone that may still be taken back. */
export function mayUndo(rows: readonly NumberedRow[], seq: number, now: number): boolean {
  const row = rows.find((one) => one.seq === seq)?.shown;
  if (!row || (row.kind !== "admit" && row.kind !== "return" && row.kind !== "sale")) return false;
  if (rows.some(({ shown }) => shown.undoes === seq)) return false;
  return now - row.at <= durations.undo * 1000;
}

/** What a decision lets in; null for nobody. */
export function letsIn(
  decision: ScanResult["answer"],
  entries: number,
): { readonly kind: "admit" | "return"; readonly entries: number } | null {
  switch (decision.verdict) {
    case "admitted":
      return { kind: "admit", entries: decision.entries };
    case "returned":
      return { kind: "return", entries: decision.entries };
    case "unlisted":
      return decision.admits ? { kind: "admit", entries } : null;
    default:
      return null;
  }
}
