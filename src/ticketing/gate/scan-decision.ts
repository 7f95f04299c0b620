import { decideAdmission, type Presented, type TicketAtGate, type Verdict } from "./admission.ts";
import type { RowReason } from "./door-words.ts";

/** A ticket as the server has it under its lock, or as a phone has it: its list, and what it wrote down since. */
export type ScannedTicket = TicketAtGate & {
  /** It lets nobody in: something is given out. */
  readonly isAddOn: boolean;
  /** People who went out with a stamp and are not back. */
  readonly outside: number;
  /** The night's least age, in years. */
  readonly minimumAge: number | null;
};

export type Scan = Omit<Presented, "entries"> & {
  /** How many come in now; null until somebody said it. */
  readonly entries: number | null;
  /** Whether the stamp was seen; null until somebody said it. */
  readonly stamp: boolean | null;
};

export type ScanDecision =
  /** Let in; `asksAge`: look at the identity card. */
  | {
      readonly verdict: "admitted";
      readonly entries: number;
      readonly left: number;
      readonly asksAge: boolean;
    }
  /** A group: how many of those who are left? */
  | { readonly verdict: "how_many"; readonly left: number }
  /** All are in, and somebody went out: is there a stamp? */
  | { readonly verdict: "stamp"; readonly outside: number }
  /** Back in by the stamp. Takes no entry. */
  | { readonly verdict: "returned"; readonly entries: number }
  | { readonly verdict: Exclude<Verdict, "admitted"> };

const adult = 18;

/** Whether the door looks at identity cards on this night. */
export const asksForAge = ({ minimumAge }: Pick<ScannedTicket, "minimumAge">) =>
  minimumAge !== null && minimumAge >= adult;

/**
 * The answer to a scanned ticket, the same on the server and on a phone. A pass is its ticket of the night. A ticket without
 * entries admits by its stamp, where somebody went out with it.
 */
export function decideScan(ticket: ScannedTicket, scan: Scan): ScanDecision {
  const left = ticket.entriesRemaining;
  const entries = scan.entries ?? 1;
  const verdict = decideAdmission(ticket, { ...scan, entries });
  if (verdict === "used" && left === 0 && !ticket.isAddOn && ticket.outside >= entries) {
    if (scan.stamp === null) return { verdict: "stamp", outside: ticket.outside };
    return scan.stamp ? { verdict: "returned", entries } : { verdict: "used" };
  }
  if (verdict !== "admitted") return { verdict };
  if (scan.entries === null && left > 1) return { verdict: "how_many", left };
  const asksAge = !ticket.isAddOn && asksForAge(ticket);
  return { verdict, entries, left: left - entries, asksAge };
}

export type UndoRequest = {
  /** Seconds since the row that is undone was written, by the same clock. */
  readonly age: number;
  readonly isOwnRow: boolean;
  readonly isUndone: boolean;
  readonly isChief: boolean;
  readonly reason: RowReason | null;
};

/** Whether a row may be undone: with a reason, once, by who scanned for `most` seconds and by the chief afterwards. */
export function decideUndo(
  { age, isOwnRow, isUndone, isChief, reason }: UndoRequest,
  most: number,
): "undo" | "reason_missing" | "undone_before" | "chief_needed" {
  if (reason === null) return "reason_missing";
  if (isUndone) return "undone_before";
  return isChief || (isOwnRow && age <= most) ? "undo" : "chief_needed";
}
