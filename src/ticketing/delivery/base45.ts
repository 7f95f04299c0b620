/** Base45 (RFC 9285): bytes as characters that a QR code packs densely. Strict: one text for each sequence. */
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const values = new Map([...alphabet].map((character, value) => [character, value]));

export function toBase45(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 2) {
    const pair = at + 1 < bytes.length;
    let value = pair ? (bytes[at] as number) * 256 + (bytes[at + 1] as number) : (bytes[at] as number);
    for (let digit = 0; digit < (pair ? 3 : 2); digit++) {
      text += alphabet[value % 45];
      value = Math.floor(value / 45);
    }
  }
  return text;
}

/** The bytes of a text; undefined unless `toBase45` would write exactly this text. */
export function fromBase45(text: string): Uint8Array | undefined {
  const rest = text.length % 3;
  if (rest === 1) return undefined;
  const bytes = new Uint8Array(Math.floor(text.length / 3) * 2 + (rest === 2 ? 1 : 0));
  let to = 0;
  for (let at = 0; at < text.length; at += 3) {
    const digits = [...text.slice(at, at + 3)].map((character) => values.get(character));
    if (digits.includes(undefined)) return undefined;
    const value = digits.reduceRight<number>((sum, digit) => sum * 45 + (digit ?? 0), 0);
    if (digits.length === 3) {
      if (value > 0xffff) return undefined;
      bytes[to++] = value >> 8;
      bytes[to++] = value & 0xff;
    } else {
      if (value > 0xff) return undefined;
      bytes[to] = value;
    }
  }
  return bytes;
}
