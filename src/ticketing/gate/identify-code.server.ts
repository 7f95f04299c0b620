import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import { readTicketCode } from "#ticketing/delivery/ticket-code-reading.ts";
import { verifyTicketQr } from "#ticketing/delivery/ticket-signature.server.ts";

/** A code that was presented: a QR that we signed, or a label with a check group that is still to be compared. */
export type IdentifiedCode =
  | { readonly kind: "qr"; readonly purchaseId: string; readonly secretVersion: number }
  | { readonly kind: "label"; readonly label: string; readonly group: string };

/** What a scanned or typed text presents; undefined for none of our codes, and for a label without a group. */
export async function identifyCode(
  keys: SigningKeys,
  { code, group }: { readonly code: string; readonly group?: string | undefined },
): Promise<IdentifiedCode | undefined> {
  const read = readTicketCode(code, group);
  if (read.kind === "qr") {
    const verified = await verifyTicketQr(keys, code);
    return verified.kind === "signed"
      ? { kind: "qr", purchaseId: verified.payload.purchaseId, secretVersion: verified.payload.secretVersion }
      : undefined;
  }
  return read.kind === "label" && read.group !== null
    ? { kind: "label", label: read.label, group: read.group }
    : undefined;
}
