import { limits } from "#ticketing/limits.ts";
import { CallRefused, type PhoneCalls } from "./phone-calls.ts";
import type { PhoneParts } from "./phone-parts.ts";
import type { WrittenRow } from "./phone-store.ts";

/** The body of an upload of any phone. Its rows are signed, so another phone may send it. */
export type Upload = Parameters<PhoneCalls["log"]>[0];

/** The most rows in one chain of codes: about 230 bytes each, so up to 800 codes. */
const mostRows = 2000;

/** A row as it is sent: signed, with its code beside it. */
export const sentRow = ({ seq, text, signature, qr }: WrittenRow): Upload["rows"][number] =>
  qr === null ? { seq, text, signature } : { seq, text, signature, qr };

/** The unsent rows of this phone, as the bytes that another phone reads. */
export async function unsentBytes({
  rows,
  enrolled,
}: Pick<PhoneParts, "rows" | "enrolled">): Promise<Uint8Array<ArrayBuffer>> {
  const waiting = rows.filter(({ isSent }) => !isSent).slice(0, mostRows);
  const upload: Upload = { device: enrolled.device, rows: waiting.map(sentRow) };
  return transformed(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(upload)));
}

/** Reads the bytes of `unsentBytes`, in parts that the server accepts; an empty list for anything else. */
export async function readUploads(bytes: Uint8Array<ArrayBuffer>): Promise<Upload[]> {
  try {
    const text = new TextDecoder().decode(await transformed(new DecompressionStream("deflate-raw"), bytes));
    const { device, rows } = JSON.parse(text) as Upload;
    if (typeof device !== "string" || !Array.isArray(rows)) return [];
    return Array.from({ length: Math.ceil(rows.length / limits.rowsPerUpload) }, (_, at) => ({
      device,
      rows: rows.slice(at * limits.rowsPerUpload, (at + 1) * limits.rowsPerUpload),
    }));
  } catch {
    return [];
  }
}

async function transformed(
  change: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(change);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const factName = "carried";
const isSame = (one: Upload, other: Upload) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the uploads of other phones that this phone carries, the oldest first. */
export async function carriedUploads({ store }: Pick<PhoneParts, "store">): Promise<readonly Upload[]> {
  return (await store.fact<readonly Upload[]>(factName)) ?? [];
}

/** Keeps rows of another phone until the server has them. Resolves once they are on the disk. */
export function carryUploads(parts: PhoneParts, uploads: readonly Upload[]): Promise<void> {
  return parts.inTurn(async () => {
    const carried = await carriedUploads(parts);
    const added = uploads.filter((upload) => !carried.some((one) => isSame(one, upload)));
    if (added.length > 0) await parts.store.keepFact(factName, [...carried, ...added]);
  });
}

/** Sends the first upload of another phone. What the server refuses is dropped: its own phone still has it. */
export async function sendCarried(parts: PhoneParts): Promise<void> {
  const [first] = await carriedUploads(parts);
  if (!first) return;
  try {
    if (!(await parts.reach(() => parts.calls.log(first)))) return;
  } catch (failure) {
    if (!(failure instanceof CallRefused) || failure.reason === "too_many") return;
  }
  await parts.inTurn(async () => {
    const otherUploads = (await carriedUploads(parts)).filter((one) => !isSame(one, first));
    await parts.store.keepFact(factName, otherUploads);
  });
}
