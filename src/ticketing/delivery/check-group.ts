/**
 * The check group: eight characters beside the label, without which a typed label is not valid. It is the first 40
 * bits of HMAC-SHA-256(K, ticket_id|label|secret_version) in Crockford's Base32, which has no I, L, O, U.
 */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export type Labelled = {
  readonly purchaseId: string;
  readonly label: string;
  readonly secretVersion: number;
};

/** The text that the HMAC covers. */
export function checkGroupMessage({ purchaseId, label, secretVersion }: Labelled): string {
  return `${purchaseId}|${label}|${secretVersion}`;
}

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

/** Reads a typed group: any case, O as 0, I and L as 1, with spaces and hyphens. Undefined when it is none. */
export function readCheckGroup(typed: string): string | undefined {
  if (typed.length > 40) return undefined;
  const group = typed.replace(/[\s-]/g, "").toUpperCase().replaceAll("O", "0").replace(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(group) ? group : undefined;
}
