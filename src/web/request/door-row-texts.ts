import type { DoorRow } from "#ticketing/gate/door-night-queries.server.ts";
import type { RowMode, RowReason } from "#ticketing/gate/door-words.ts";

/** Texts of the doors' rows, for the door's own screens and for the office. */
export const doorRowTexts = {
  kinds: {
    entry: "Intrare",
    taken_back: "Intrare anulată",
    given: "Supliment dat",
    exit: "Ieșire",
    return: "Reintrare",
    undo: "Anulare",
  } satisfies Record<DoorRow["kind"], string>,
  modes: {
    online: "cu internet",
    offline: "fără internet",
    override: "de la șef",
    opened: "fără codul șefului",
  } satisfies Record<RowMode, string>,
  reasons: {
    mistake: "Greșit apăsat",
    not_entered: "Nu a intrat",
    payment_seen: "Am văzut confirmarea plății",
    on_guest_list: "E pe lista de invitați",
    artist: "Artist sau însoțitor",
    team: "Al casei",
    other: "Altul",
    forged: "cod fals",
    foreign: "cod străin",
  } satisfies Record<RowReason, string>,
  receiptIs: (number: string) => `bonul ${number}`,
  byTyping: "scris la poartă",
  byChief: (chief: string | null) => chief ?? "fără codul șefului",
  /** Adds to a sentence about a row that its time was corrected, because the phone's clock was wrong. */
  corrected: (sentence: string, isCorrected: boolean) =>
    [sentence, isCorrected && "ora corectată"].filter(Boolean).join(", "),
} as const;

/** Says of a door's row what it is, how it came about, and what is to be noted: its receipt, who allowed it, and why. */
export function rowInWords({ kind, mode, reason, receipt, chiefName, isCorrected }: DoorRow) {
  const { kinds, modes, reasons, receiptIs, byChief, corrected } = doorRowTexts;
  const why = reason === null ? "" : reasons[reason];
  const allowed = [kind === "undo" ? "" : why, byChief(chiefName)].filter(Boolean).join(", ");
  return {
    what: kinds[kind],
    how: kind === "undo" ? why : mode === null ? "" : modes[mode],
    note: corrected(
      [receipt !== null && receiptIs(receipt), mode === "override" && allowed].filter(Boolean).join(", "),
      isCorrected,
    ),
  };
}
