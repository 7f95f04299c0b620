/** A UUID as PostgreSQL prints it: lower case, with hyphens. */
export type Uuid = string & { readonly brand?: "uuid" };

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function isUuid(text: unknown): text is Uuid {
  return typeof text === "string" && pattern.test(text);
}

/** Whether a text is the number of a database row, small enough for its bigint. */
export function isRowNumber(text: string): boolean {
  return /^\d{1,18}$/.test(text);
}

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const pool = new Uint8Array(8 * 512);
let used = pool.length;
let lastMillisecond = 0;
let sequence = 0;

/**
 * A new UUIDv7 (RFC 9562): 48 bits of Unix milliseconds, 12 bits that count up within a millisecond, 62 random bits.
 * Ids of one process sort in the order of their making, which keeps the indexes of big tables dense.
 */
export function newId(now: number = Date.now()): Uuid {
  if (now > lastMillisecond) {
    lastMillisecond = now;
    sequence = 0;
  } else if (++sequence > 0xfff) {
    lastMillisecond += 1;
    sequence = 0;
  }
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + 8);
  used += 8;
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
  const time = lastMillisecond.toString(16).padStart(12, "0");
  const count = sequence.toString(16).padStart(3, "0");
  let tail = "";
  for (const byte of random) tail += hex[byte];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${tail.slice(0, 4)}-${tail.slice(4)}` as Uuid;
}

/** `length` random decimal digits (at most 9) from a secure source, with leading zeros. */
export function randomDigits(length: number): string {
  const range = 10 ** length;
  const limit = Math.floor(2 ** 32 / range) * range;
  const draw = new Uint32Array(1);
  do crypto.getRandomValues(draw);
  while ((draw[0] ?? 0) >= limit);
  return String((draw[0] ?? 0) % range).padStart(length, "0");
}
