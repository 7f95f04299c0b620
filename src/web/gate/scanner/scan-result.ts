import { readQrText } from "#ticketing/delivery/qr-payload.ts";
import { readTicketCode } from "#ticketing/delivery/ticket-code-reading.ts";
import type { PhoneDecision } from "#ticketing/gate/admission.ts";
import { durations } from "#ticketing/limits.ts";
import { type NumberedRow, undoOf } from "./own-rows.ts";
import type { ScanReply } from "./phone-calls.ts";

export type ScanResult = {
  readonly qr: string;
  /** The number of the written row; null when none was written. */
  readonly seq: number | null;
  readonly answer:
    | ScanReply["decision"]
    | Extract<PhoneDecision, { verdict: "unlisted" }>
    | { readonly verdict: "not_written" }
    /**
     * Nobody more may come in on a guest's name, the name was taken off its list, or this phone does not have it and
     * has no network.
     */
    | { readonly verdict: "name_used" | "off_list" | "name_unknown" }
    /** The chief's code was used before. */
    | { readonly verdict: "chief_used" }
    /** A typed code without network, which only the server can check. */
    | { readonly verdict: "no_network" }
    /** The chief let one person in on such a code: whether it counts is not known yet. */
    | { readonly verdict: "unchecked"; readonly asksAge: boolean }
    /** Too many wrong typed codes. */
    | { readonly verdict: "wait"; readonly seconds: number }
    /**
     * People went out. `inside`: how many more with the same ticket are inside; null when the ticket is on no list.
     */
    | { readonly verdict: "went_out"; readonly entries: number; readonly inside: number | null }
    /** Nobody is inside on the ticket, or the code is a guest's, whose exits are not written. */
    | { readonly verdict: "not_inside" | "guest_exit" };
  readonly typeName: string | null;
  readonly isAddOn: boolean;
  readonly entriesTotal: number | null;
  readonly lastEntry: ScanReply["lastEntry"];
  /** The ticket's holder, known only with network. It may be shown but not stored. */
  readonly holder?: ScanReply["holder"] | undefined;
  /** The night of a ticket for another night, or that is not yet good; without network only its date. */
  readonly night?: { readonly title: string | null; readonly date: string } | null;
  /** The last hour of the ticket's type, by the phone's list, and the server's time, for a refusal because of it. */
  readonly pastHour?: { readonly until: string; readonly now: string } | null;
  /** The place that decides about the ticket: another gate's name, or a text for another phone of this gate. */
  readonly otherGate: string | null;
};

/** The facts of a result without a known code, such as the result for a guest's name or a sale. */
export const nothingKnown = {
  qr: "",
  seq: null,
  typeName: null,
  isAddOn: false,
  entriesTotal: null,
  lastEntry: null,
  otherGate: null,
} as const;

/** Whether this phone may still undo the row itself. */
export function mayPhoneUndo(rows: readonly NumberedRow[], seq: number, now: number): boolean {
  const row = rows.find((one) => one.seq === seq)?.shown;
  return isUndoable(rows, seq) && row !== undefined && now - row.at <= durations.undo * 1000;
}

/** Whether the row let people in or out and was not undone yet; after `durations.undo` only the chief may undo it. */
export function isUndoable(rows: readonly NumberedRow[], seq: number): boolean {
  const row = rows.find((one) => one.seq === seq)?.shown;
  if (!row || row.kind === "refuse" || row.kind === "undo" || row.kind === "shift") return false;
  return undoOf(rows, seq) === undefined;
}

/** Whether the chief may still let somebody in after this answer. */
const overridable: Record<ScanResult["answer"]["verdict"], boolean> = {
  used: true,
  void: true,
  given_back: true,
  replaced: true,
  suspended: true,
  past_hour: true,
  early: true,
  late: true,
  other_gate: true,
  unlisted: true,
  no_network: true,
  admitted: false,
  returned: false,
  how_many: false,
  stamp: false,
  went_out: false,
  cancelled: false,
  elsewhere: false,
  invalid: false,
  not_inside: false,
  guest_exit: false,
  not_written: false,
  name_used: true,
  name_unknown: true,
  off_list: false,
  unchecked: false,
  chief_used: false,
  wait: false,
};

/**
 * Whether the chief may let in a person whom this result refuses. The code must be the QR code of an entry, a ticket's
 * or a guest's, or a typed label with its check group.
 */
export function mayOverride({ answer, isAddOn, qr }: ScanResult): boolean {
  const read = readTicketCode(qr);
  const isEntryCode = readQrText(qr) !== undefined || (read.kind === "label" && read.group !== null);
  if (isAddOn || !isEntryCode) return false;
  return overridable[answer.verdict] && !(answer.verdict === "unlisted" && answer.admits);
}

/** Returns the kind of row and the number of people that a decision lets in; null for nobody. */
export function admittedEntries(
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
