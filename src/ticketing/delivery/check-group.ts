/**
 * The check group: eight characters beside the label that make a typed label valid. It is the first 40 bits of
 * HMAC-SHA-256(K, ticket_id|label|secret_version) in Crockford's Base32, which has no I, L, O, U.
 */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export type Labelled = {
  readonly purchaseId: string;
  readonly label: string;
  readonly secretVersion: number;
};

/** The message that the HMAC is computed over. */
export function checkGroupMessage({ purchaseId, label, secretVersion }: Labelled): string {
  return `${purchaseId}|${label}|${secretVersion}`;
}

/** The group of an HMAC. */
export function checkGroupOf(mac: Uint8Array): string {
  let bits = 0n;
  for (const byte of mac.subarray(0, 5)) bits = bits * 256n + BigInt(byte);
  let group = "";
  for (let character = 0; character < 8; character++) {
    group = alphabet[Number(bits % 32n)] + group;
    bits /= 32n;
  }
  return group;
}

/**
 * Reads a group as people type it: any case, O for 0, I or L for 1, spaces and hyphens between. Undefined when it is
 * not a group.
 */
export function readCheckGroup(typed: string): string | undefined {
  if (typed.length > 40) return undefined;
  const group = typed.replace(/[\s-]/g, "").toUpperCase().replaceAll("O", "0").replace(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(group) ? group : undefined;
}
