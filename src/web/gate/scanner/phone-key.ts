import { type QrPayload, readQrText } from "#ticketing/delivery/qr-payload.ts";

/** Makes this phone's key. Its private half never leaves the browser; not even this page's scripts can read it. */
export async function makePhoneKey(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"]);
}

/** Returns the public half: the uncompressed point in base64url. */
export async function publicPointOf({ publicKey }: CryptoKeyPair): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.exportKey("raw", publicKey)));
}

/** Returns the signature (ECDSA with SHA-256, r followed by s) in base64url. */
export async function signAsPhone(
  { privateKey }: CryptoKeyPair,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, bytes);
  return toBase64Url(new Uint8Array(signature));
}

/** Whether the phone with this public key (the point in base64url) signed these bytes. */
export async function isSignedByPhone(
  key: string,
  bytes: Uint8Array<ArrayBuffer>,
  signature: string,
): Promise<boolean> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  try {
    const point = await crypto.subtle.importKey("raw", fromBase64Url(key), algorithm, false, ["verify"]);
    return await crypto.subtle.verify(
      { name: "ECDSA", hash: "SHA-256" },
      point,
      fromBase64Url(signature),
      bytes,
    );
  } catch {
    // the key is no point of the curve, or the text is no base64url
    return false;
  }
}

/** Returns the SHA-256 of these bytes, in lower-case hexadecimal digits. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fromBase64Url(written: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(written.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

export type TicketKeys = ReadonlyMap<number, CryptoKey>;

/** Imports the public keys of tickets. Rejects in a browser without Ed25519. */
export async function importTicketKeys(
  keys: readonly Readonly<Record<string, unknown>>[],
): Promise<TicketKeys> {
  const imported = keys.map(
    async (key) =>
      [
        Number(key.kid),
        await crypto.subtle.importKey(
          "jwk",
          { kty: "OKP", crv: "Ed25519", x: String(key.x) },
          { name: "Ed25519" },
          false,
          ["verify"],
        ),
      ] as const,
  );
  return new Map(await Promise.all(imported));
}

/** Returns what a ticket's code says; undefined when none of these keys signed it. */
export async function checkTicket(keys: TicketKeys, text: string): Promise<QrPayload | undefined> {
  const read = readQrText(text);
  const key = read && keys.get(read.payload.kid);
  if (!key) return undefined;
  const isOurs = await crypto.subtle.verify(
    { name: "Ed25519" },
    key,
    read.signature as Uint8Array<ArrayBuffer>,
    read.message as Uint8Array<ArrayBuffer>,
  );
  return isOurs ? read.payload : undefined;
}
