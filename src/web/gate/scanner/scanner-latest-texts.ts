import { gateTexts } from "../gate-texts.ts";

/** Texts of the rows that a phone wrote: verdict, what it was about, time and gate, each in words. */
export const latestTexts = {
  did: {
    admit: gateTexts.verdicts.admitted,
    guest: gateTexts.verdicts.admitted,
    return: "REINTRARE",
    exit: "IEȘIRE",
    sale: "VÂNDUT",
    undo: "ANULAT",
    shift: "PREDAT",
  },
  given: "DAT",
  byChief: "LĂSAT DE ȘEF",
  refused: (why: string) => `${gateTexts.verdicts.refused}: ${why}`,
  look: (why: string) => `${gateTexts.verdicts.look}: ${why}`,
  undone: (reason: string) => `ANULAT: ${reason}`,
  ticket: (type: string | null, what: string) =>
    [type === null ? "Bilet" : `Bilet ${type}`, what].filter((part) => part !== "").join(", "),
  guest: (people: string) => `Invitat, ${people}`,
  place: (time: string, gate: string) => `ora ${time}, ${gate}`,
} as const;
