import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** A few milliseconds for a page of 40 KB; the highest quality takes twenty times as long and saves a tenth. */
const brotliQuality = 5;
/** Smaller ones fit into one packet as they are. */
const leastBytes = 1400;

export type CompressedPage = { readonly brotli: Buffer | undefined; readonly gzip: Buffer | undefined };

/**
 * Compresses one page after the other. Compression runs in the four threads that hashing, files and names also use:
 * however many pages wait, it occupies one of them.
 */
export function createPageCompressor(): (plain: Buffer) => Promise<CompressedPage> {
  let last: Promise<unknown> = Promise.resolve();
  return (plain) => {
    if (plain.length <= leastBytes) return Promise.resolve({ brotli: undefined, gzip: undefined });
    const compressed = last.then(async () => ({
      brotli: await toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
      gzip: await toGzip(plain, { level: 6 }),
    }));
    last = compressed.catch(() => {});
    return compressed;
  };
}
