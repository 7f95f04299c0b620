import { fromBase45, toBase45 } from "#ticketing/delivery/base45.ts";

/** A frame is `ESR1:{chain}/{position}/{count}/{data}`, in characters that a QR code packs densely. */
const prefix = "ESR1:";
const pattern = /^ESR1:([0-9A-F]{8})\/(\d{1,3})\/(\d{1,3})\/(.+)$/s;

/** Bytes in a frame. They make a code of 97 squares at level M, which a cheap camera reads from another screen. */
const frameBytes = 560;
/** The longest chain that fits three digits. */
const mostFrames = 999;

/** Whether a scanned text is a frame of another phone's rows, complete or not. */
export const isRescueFrame = (text: string) => text.startsWith(prefix);

/**
 * Cuts bytes into the texts of a chain of codes. Each text names the chain: the beginning of the hash of all bytes.
 */
export async function rescueFrames(bytes: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const count = Math.max(1, Math.ceil(bytes.length / frameBytes));
  if (count > mostFrames) throw new RangeError(`${bytes.length} bytes are too many`);
  const chain = await chainOf(bytes);
  return Array.from({ length: count }, (_, at) => {
    const part = bytes.subarray(at * frameBytes, (at + 1) * frameBytes);
    return `${prefix}${chain}/${at + 1}/${count}/${toBase45(part)}`;
  });
}

export type ReadChain = {
  readonly chain: string;
  readonly count: number;
  readonly parts: ReadonlyMap<number, Uint8Array>;
};

/** Adds a frame to a chain, in any order, also again. Another chain's starts anew; a text that is none is ignored. */
export function withFrame(readSoFar: ReadChain | null, text: string): ReadChain | null {
  const [, chain = "", place, length, data = ""] = pattern.exec(text) ?? [];
  const [at, count] = [Number(place), Number(length)];
  const bytes = fromBase45(data);
  if (!bytes || !(at >= 1 && at <= count)) return readSoFar;
  const before =
    readSoFar?.chain === chain && readSoFar.count === count ? readSoFar.parts : new Map<number, Uint8Array>();
  return { chain, count, parts: new Map([...before, [at, bytes]]) };
}

/**
 * Returns the bytes of a complete chain; undefined while a frame is missing, or when the frames do not fit together.
 */
export async function joinedFrames({
  chain,
  count,
  parts,
}: ReadChain): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (parts.size < count) return undefined;
  const bytes = Uint8Array.from(
    Array.from({ length: count }, (_, at) => [...(parts.get(at + 1) ?? [])]).flat(),
  );
  return (await chainOf(bytes)) === chain ? bytes : undefined;
}

async function chainOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, 4), (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}
