import { type QrPayload, readQrText } from "#ticketing/delivery/qr-payload.ts";

export type TicketKeys = ReadonlyMap<number, CryptoKey>;

/** The public keys of tickets as a browser uses them. Rejects in a browser that does not know Ed25519. */
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

/** What a code says, if one of these keys signed it. */
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
