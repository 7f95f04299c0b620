import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { durations } from "#ticketing/limits.ts";

export type RenderedPage = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly plain: Buffer;
  /** Whether the page may be sent to other visitors, and was rendered without a failure. */
  readonly mayBeKept: boolean;
};

/** A page as bytes, plain and compressed, ready to be sent again. */
export type KeptPage = RenderedPage & CompressedPage & { readonly etag: string };

type Render = () => Promise<RenderedPage>;

/** How long a page is sent, in milliseconds from the start of its rendering. */
const lifetime = durations.keptPage * 1000;

export type PageCache = {
  /** Returns the page of this key: the kept one, the one that is being rendered, or a new one. */
  page(key: string, render: Render): Promise<KeptPage>;
  /** Whether `page` would return without starting a rendering. */
  hasPage(key: string): boolean;
  readonly size: { readonly pages: number; readonly bytes: number };
  /** Number of renderings so far, for the metrics and the tests. */
  readonly renders: number;
};

/**
 * Keeps pages that are the same for many people. No page older than `durations.keptPage` is sent, so a change needs
 * no invalidation.
 *
 * @param now milliseconds of a monotonic clock
 */
export function createPageCache({ now, maxBytes }: { now: () => number; maxBytes: number }): PageCache {
  const compress = createPageCompressor();
  const underWay = new Set<string>();
  let renders = 0;
  const cache = new LRUCache<string, KeptPage, Render>({
    maxSize: maxBytes,
    // a page larger than the cache is not kept
    sizeCalculation: (page) => (page.mayBeKept ? bytesOf(page) : maxBytes + 1),
    ttl: lifetime,
    ttlResolution: 0,
    perf: { now },
    // when a page is evicted while it is rendered, its readers still get it
    ignoreFetchAbort: true,
    async fetchMethod(key, _old, { context: render, options }) {
      const startedAt = now();
      renders += 1;
      underWay.add(key);
      try {
        const rendered = await render();
        const page = {
          ...rendered,
          ...(rendered.mayBeKept ? await compress(rendered.plain) : { brotli: undefined, gzip: undefined }),
          etag: `"${createHash("sha256").update(rendered.plain).digest("base64url").slice(0, 22)}"`,
        };
        // 0 would mean forever
        options.ttl = Math.max(1, lifetime - (now() - startedAt));
        return page;
      } finally {
        underWay.delete(key);
      }
    },
  });

  return {
    page: (key, render) => cache.forceFetch(key, { context: render }),
    hasPage: (key) => underWay.has(key) || cache.has(key),
    get size() {
      return { pages: cache.size, bytes: cache.calculatedSize };
    },
    get renders() {
      return renders;
    },
  };
}

function bytesOf(page: KeptPage): number {
  return page.plain.length + (page.brotli?.length ?? 0) + (page.gzip?.length ?? 0) + 1;
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Takes a few milliseconds for a page of 40 KB. The highest quality takes twenty times as long and saves a tenth. */
const brotliQuality = 5;
/** Smaller pages fit into one network packet uncompressed. */
const leastBytes = 1400;

type CompressedPage = { readonly brotli: Buffer | undefined; readonly gzip: Buffer | undefined };

/** Compresses one page at a time: in only one of the four threads that hashing, files and DNS also use. */
function createPageCompressor(): (plain: Buffer) => Promise<CompressedPage> {
  let previousPage: Promise<unknown> = Promise.resolve();
  return (plain) => {
    if (plain.length <= leastBytes) return Promise.resolve({ brotli: undefined, gzip: undefined });
    const compressed = previousPage.then(async () => ({
      brotli: await toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
      gzip: await toGzip(plain, { level: 6 }),
    }));
    previousPage = compressed.catch(() => {});
    return compressed;
  };
}
