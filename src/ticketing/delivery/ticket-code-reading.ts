import { readCheckGroup } from "./check-group.ts";
import { readQrText, type SignedQr } from "./qr-payload.ts";

export type ReadCode =
  /** A QR in exactly our form. `verifyTicketQr` then decides whether we signed it. */
  | ({ readonly kind: "qr" } & SignedQr)
  /** A label, with its check group if one was given. Without the right group it admits nobody. */
  | { readonly kind: "label"; readonly label: string; readonly group: string | null }
  | { readonly kind: "junk" };

/**
 * The parts of a label may be typed together, or with spaces or dashes between. The check group must be separate, or
 * whole behind a label that always ends after six digits.
 */
const singleLabel = /^(FSC)[\s-]?(\d{4})[\s-]?(\d{6})(?:(?:[\s-]|(?=[0-9A-Z]{4}[\s-]?[0-9A-Z]{4}$))(.+))?$/;
const nightLabel = /^(SEASON|EARLYBIRD)[\s-]?(\d{4})[\s-]?(\d{6})[\s-](\d{2,3})(?:[\s-](.+))?$/;

/**
 * Returns what a scanner meant that typed a QR with the keys of another keyboard: Romanian ones have Ș where a US one
 * has the colon, and Caps Lock swaps the case. Every other text stays as it is.
 */
export const codeOfKeys = (typed: string) =>
  /^fsc1/i.test(typed) ? typed.toUpperCase().replace(/[Ș\u015e]/g, ":") : typed;

/**
 * Reads a code that was scanned or typed at the gate. Never throws. A QR must be exact; one in lower case is not
 * ours. A label may be typed in any case, with the group after it or in `group`, the separate field.
 */
export function readTicketCode(text: string, group?: string): ReadCode {
  const qr = readQrText(text);
  if (qr) return { kind: "qr", ...qr };
  if (text.length > 80) return { kind: "junk" };
  const typed = text.trim().toUpperCase();
  const parts = (singleLabel.exec(typed) ?? nightLabel.exec(typed))?.slice(1);
  if (!parts) return { kind: "junk" };
  const groupAfterLabel = parts.pop();
  const label = parts.join("-");
  const typedGroup = group?.trim() || groupAfterLabel;
  if (typedGroup === undefined) return { kind: "label", label, group: null };
  const checkGroup = readCheckGroup(typedGroup);
  return checkGroup ? { kind: "label", label, group: checkGroup } : { kind: "junk" };
}
