import { limits } from "#ticketing/limits.ts";
import type { PhoneCalls } from "./phone-calls.ts";
import { CallRefused } from "./phone-calls.ts";
import type { PhoneParts } from "./phone-parts.ts";

/** The body of an upload, of whichever phone: its rows are signed, so it may be sent by another. */
export type Upload = Parameters<PhoneCalls["log"]>[0];

/** Rows in one chain of codes: some 230 bytes each, so a dozen codes at most. */
const rowsPerChain = 30;

/** The first unsent rows of this phone, as the bytes that another phone reads. */
export async function unsentBytes({ rows, enrolled }: Pick<PhoneParts, "rows" | "enrolled">) {
  const waiting = rows.filter(({ isSent }) => !isSent).slice(0, rowsPerChain);
  const upload: Upload = {
    device: enrolled.device,
    rows: waiting.map(({ seq, text, signature, qr }) => ({
      ...{ seq, text, signature },
      ...(qr === null ? {} : { qr }),
    })),
  };
  return through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(upload)));
}

/** What `unsentBytes` wrote; undefined for anything else. */
export async function readUpload(bytes: Uint8Array<ArrayBuffer>): Promise<Upload | undefined> {
  try {
    const text = new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
    const { device, rows } = JSON.parse(text) as Upload;
    const isUpload = typeof device === "string" && Array.isArray(rows) && rows.length <= limits.rowsPerUpload;
    return isUpload && rows.length > 0 ? { device, rows } : undefined;
  } catch {
    return undefined;
  }
}

async function through(
  change: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const changed = new Blob([bytes]).stream().pipeThrough(change);
  return new Uint8Array(await new Response(changed).arrayBuffer());
}

const factName = "carried";

/** What this phone carries of others, the oldest first. */
export async function carriedUploads({ store }: Pick<PhoneParts, "store">): Promise<readonly Upload[]> {
  return (await store.fact<readonly Upload[]>(factName)) ?? [];
}

/** Keeps rows of another phone until the server has them. Resolves once they are on the disk. */
export function carry(parts: PhoneParts, upload: Upload): Promise<void> {
  return parts.inTurn(async () => {
    const before = await carriedUploads(parts);
    const isThere = before.some((one) => JSON.stringify(one) === JSON.stringify(upload));
    if (!isThere) await parts.store.keepFact(factName, [...before, upload]);
  });
}

/**
 * Sends what this phone carries of others, as far as it goes. What the server does not want (of another site, or of a night
 * long ago) is dropped: its own phone still has it.
 */
export function sendCarried(parts: PhoneParts): Promise<void> {
  return parts.inTurn(async () => {
    for (const [first, ...others] = await carriedUploads(parts); first; ) {
      const isOver = await parts
        .reach(() => parts.calls.log(first))
        .then(Boolean, (failure: unknown) => {
          if (failure instanceof CallRefused) return failure.reason !== "too_many";
          throw failure;
        });
      if (isOver) await parts.store.keepFact(factName, others);
      return;
    }
  });
}
