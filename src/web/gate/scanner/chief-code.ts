import { isChiefCodeFresh } from "#ticketing/gate/chief-proof.ts";
import type { ChiefPhone } from "#ticketing/gate/gate-list.ts";
import { type ChiefProof, readChiefProof, readChiefText } from "#ticketing/gate/gate-row-form.ts";
import { signedBytes } from "#ticketing/gate/signed-bytes.ts";
import { isSignedByPhone } from "./phone-key.ts";
import type { PhoneParts } from "./phone-parts.ts";

/** Before the code in the QR, so that it is never taken for a ticket. */
const mark = "ESTIVAL-CHIEF:";

/** Milliseconds since 1970 by the server's clock, as far as this phone knows it. */
export const serverNow = ({ now, state }: Pick<PhoneParts, "now" | "state">) =>
  Math.round(now() + state().clockAhead);

/** What a chief's phone says now; it alone can. */
export function signChiefProof(parts: PhoneParts): Promise<ChiefProof> {
  return parts.signed("chief", { v: 1, device: parts.enrolled.device, at: serverNow(parts) });
}

/** The text of the QR that a chief's phone shows. */
export async function chiefCode(parts: PhoneParts): Promise<string> {
  const { text, signature } = await signChiefProof(parts);
  return mark + JSON.stringify({ text, signature });
}

export type ReadChief =
  | { readonly kind: "chief"; readonly proof: ChiefProof; readonly name: string }
  /** Good once, and too old now. */
  | { readonly kind: "old" }
  | { readonly kind: "unknown" };

/** Reads a chief's code with the public keys of the list: it works without network. */
export async function readChiefCode(parts: PhoneParts, code: string): Promise<ReadChief> {
  const unknown = { kind: "unknown" } as const;
  const proof = code.startsWith(mark) ? readChiefProof(code.slice(mark.length)) : undefined;
  const said = proof && readChiefText(proof.text);
  if (!proof || !said) return unknown;
  const chief = parts.list().head?.chiefs?.find(({ device }: ChiefPhone) => device === said.device);
  if (!chief) return unknown;
  if (!(await isSignedByPhone(chief.key, signedBytes("chief", proof.text), proof.signature))) return unknown;
  return isChiefCodeFresh(said.at, serverNow(parts))
    ? { kind: "chief", proof, name: chief.name }
    : { kind: "old" };
}
