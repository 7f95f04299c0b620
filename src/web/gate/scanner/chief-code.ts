import type { ChiefPhone } from "#ticketing/gate/gate-list.ts";
import { type ChiefProof, readChiefProof, readChiefText } from "#ticketing/gate/gate-row-form.ts";
import { chiefMark, isChiefCodeFresh, signedBytes } from "#ticketing/gate/signed-bytes.ts";
import { serverNow } from "./phone-clock.ts";
import { isSignedByPhone } from "./phone-key.ts";
import type { NewRow, PhoneParts, StoredWithRow } from "./phone-parts.ts";
import { askServer } from "./phone-scan.ts";

/** Signs a proof of the present time, which only a chief's phone can do. */
export function signChiefProof(parts: PhoneParts): Promise<ChiefProof> {
  return parts.signed("chief", { v: 1, device: parts.enrolled.device, at: serverNow(parts) });
}

/** Returns the text of the QR code that a chief's phone shows. */
export async function chiefCode(parts: PhoneParts): Promise<string> {
  return writeCode(await signChiefProof(parts));
}

const writeCode = ({ text, signature }: ChiefProof) => chiefMark + JSON.stringify({ text, signature });

/**
 * Uses up a chief's code for the next row, because each code works only once. Returns false when it was used before.
 * Without network other phones cannot be asked; the server finds a second use later. Call it inside `inTurn`.
 */
async function takeChiefCode(parts: PhoneParts, proof: ChiefProof): Promise<boolean> {
  if (isUsedHere(parts, proof)) return false;
  const { isOnline, isStopped } = parts.state();
  if (!isOnline || isStopped) return true;
  const answer = await askServer(parts, { entries: null, stamp: null }, writeCode(proof));
  return answer === undefined || answer.chief === "good";
}

/**
 * Writes a row that a chief's code allows. Returns its number; null when the code was used before.
 */
export async function writeAsChief(
  parts: PhoneParts,
  row: Omit<NewRow, "mode" | "chief">,
  chief: ChiefProof,
  kept: StoredWithRow,
): Promise<number | null> {
  if (!(await takeChiefCode(parts, chief))) return noteUsedCode(parts, chief);
  return parts.write({ ...row, mode: "override", chief }, kept);
}

/** Writes down once that a used code was shown here, perhaps a picture of it. Call it inside `inTurn`. */
export async function noteUsedCode(parts: PhoneParts, chief: ChiefProof): Promise<null> {
  const isNoted = parts.rows.some(({ shown }) => shown.kind === "refuse" && shown.proof === chief.text);
  const row = { kind: "refuse", mode: "override", chief } as const;
  // without room on the phone, the screen still refuses the code
  if (!isNoted) await parts.write(row, { verdict: "chief_used" }).catch(() => undefined);
  return null;
}

const isUsedHere = ({ rows }: PhoneParts, { text }: ChiefProof) =>
  rows.some(({ shown }) => shown.proof === text);

export type ReadChief =
  | { readonly kind: "chief"; readonly proof: ChiefProof; readonly name: string }
  /** This phone has used the code before. */
  | { readonly kind: "used"; readonly proof: ChiefProof }
  | { readonly kind: "old" | "unknown" };

/** Reads a chief's code with the public keys of the list, so it works without network. */
export async function readChiefCode(parts: PhoneParts, code: string): Promise<ReadChief> {
  const unknown = { kind: "unknown" } as const;
  const proof = readChiefProof(code);
  const chiefText = proof && readChiefText(proof.text);
  if (!proof || !chiefText) return unknown;
  const chief = parts.list().head?.chiefs?.find(({ device }: ChiefPhone) => device === chiefText.device);
  if (!chief) return unknown;
  if (!(await isSignedByPhone(chief.key, signedBytes("chief", proof.text), proof.signature))) return unknown;
  if (isUsedHere(parts, proof)) return { kind: "used", proof };
  return isChiefCodeFresh(chiefText.at, serverNow(parts))
    ? { kind: "chief", proof, name: chief.name }
    : { kind: "old" };
}
