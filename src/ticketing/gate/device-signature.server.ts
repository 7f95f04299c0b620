import { createHash, createPublicKey, verify } from "node:crypto";

/**
 * Whether the phone with this key signed these bytes. The key is P-256, its raw point in base64url; the signature is
 * ECDSA with SHA-256, r and s side by side, in base64url. Never throws: an invalid point has signed nothing.
 */
export function isSignedBy(publicKey: string, bytes: Uint8Array, signature: string): boolean {
  try {
    const point = Buffer.from(publicKey, "base64url");
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
    const key = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" } });
    return verify("sha256", bytes, { key, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url"));
  } catch {
    return false;
  }
}

/** The SHA-256 of a text in hexadecimal digits. */
export function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A ticket's key in the gates' lists: the first eight bytes of the SHA-256 of its id. */
export function ticketKey(purchaseId: string): string {
  return sha256Hex(purchaseId).slice(0, 16);
}
