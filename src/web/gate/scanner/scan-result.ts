import { readQrText } from "#ticketing/delivery/qr-payload.ts";
import type { PhoneDecision } from "#ticketing/gate/phone-decision.ts";
import { durations } from "#ticketing/limits.ts";
import type { NumberedRow } from "./own-rows.ts";
import type { Answered } from "./phone-calls.ts";

export type ScanResult = {
  readonly qr: string;
  /** The number of the row that was written; null where the code is none of ours, or the row could not be written. */
  readonly seq: number | null;
  readonly answer:
    | Answered["decision"]
    | Extract<PhoneDecision, { verdict: "unlisted" }>
    | { readonly verdict: "not_written" }
    /** A typed code without network: only the server has what checks it. */
    | { readonly verdict: "no_network" }
    /** Too many wrong typed codes. */
    | { readonly verdict: "wait"; readonly seconds: number }
    /** Went out; `inside` of the same ticket are left, null where no list has it. */
    | { readonly verdict: "went_out"; readonly entries: number; readonly inside: number | null }
    | { readonly verdict: "not_inside" };
  readonly typeName: string | null;
  readonly isAddOn: boolean;
  readonly entriesTotal: number | null;
  readonly lastEntry: Answered["lastEntry"];
  /** Of a ticket for another night; without network its day alone. */
  readonly night?: { readonly title: string | null; readonly date: string } | null;
  /** Who answers for the ticket: the name of another gate, or words for another phone of this one. */
  readonly otherGate: string | null;
};

/** Whether this row is an entry of the phone that may still be taken back. */
export function mayUndo(rows: readonly NumberedRow[], seq: number, now: number): boolean {
  const row = rows.find((one) => one.seq === seq)?.shown;
  return isUndoable(rows, seq) && row !== undefined && now - row.at <= durations.undo * 1000;
}

/** Whether it lets people in or out and nobody took it back: after `durations.undo` the chief may. */
export function isUndoable(rows: readonly NumberedRow[], seq: number): boolean {
  const row = rows.find((one) => one.seq === seq)?.shown;
  if (!row || row.kind === "refuse" || row.kind === "undo" || row.kind === "shift") return false;
  return rows.every(({ shown }) => shown.undoes !== seq);
}

/** The answers after which the chief may let somebody in all the same. */
const overridable: readonly ScanResult["answer"]["verdict"][] = [
  ...(["used", "void", "given_back", "replaced", "suspended", "past_hour", "early", "late"] as const),
  ...(["other_gate", "unlisted"] as const),
];

/** Whether the chief may let in whom this result keeps out: the code is ours, signed, and of an entry. */
export function mayOverride({ answer, isAddOn, qr }: ScanResult): boolean {
  if (isAddOn || readQrText(qr) === undefined) return false;
  return overridable.includes(answer.verdict) && !(answer.verdict === "unlisted" && answer.admits);
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
