import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A page kept to the end: its bytes, plain and compressed, ready to be sent again. */
export type KeptPage = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly etag: string;
  readonly plain: Buffer;
  brotli: Buffer | undefined;
  gzip: Buffer | undefined;
  /** What stands on it, such as `event:{id}`: a change of any of these ends it. */
  readonly subjects: readonly string[];
  /** What it shows of the stock, such as `card:{event id}`: when something else is true, it is rendered anew. */
  readonly stock: ReadonlyMap<string, string>;
  /** When it changes by itself (milliseconds): midnight, a sales window. From then on it is not sent. */
  readonly until: number;
  /** From when on it is to be rendered anew (milliseconds): after a minute, or when told so. */
  refreshAt: number;
  /** Whether anybody asked for it since it was rendered. */
  wasAsked: boolean;
  /** Whether it is one that others may get, too, and nothing went wrong. */
  readonly mayBeKept: boolean;
  readonly render: () => Promise<RenderedPage>;
};

export type RenderedPage = Omit<KeptPage, "etag" | "brotli" | "gzip" | "refreshAt" | "wasAsked" | "render">;

/** Milliseconds after which a page is rendered anew, whatever else holds. */
const longestKept = 60_000;
/** Milliseconds for which a page that is to be rendered anew is sent while that is done. */
const longestStale = 500;
/**
 * Milliseconds for which a page has to have stayed as it is before it is squeezed as small as it gets, some 60 ms of
 * a core: in a rush its pages change every second or two, and that work would be for nothing.
 */
const settledAfter = 5000;

export type PageCache = {
  /**
   * The page of this key: the kept one, the one being rendered by somebody else now, or a new one. However many ask at
   * once, it is rendered once. A failing render is kept by nobody. Of a page that is to be rendered anew the kept bytes
   * are given for half a second at most, while that is done: in a rush nobody waits for it.
   */
  page(key: string, render: () => Promise<RenderedPage>): Promise<KeptPage>;
  /** The kept page of this key, if `page` would give it without rendering anything. */
  kept(key: string): KeptPage | undefined;
  /** Ends every page on which one of these stands, also those being rendered now. */
  drop(subjects: readonly string[]): void;
  /**
   * Has every page that shows something else of the stock rendered anew: at once, one after the other, where somebody
   * asked for it since it was rendered, so that nobody has to wait for it; else when it is next asked for. Of what is not
   * in `stock` there is nothing to show.
   */
  compareStock(stock: ReadonlyMap<string, string>): void;
  dropAll(): void;
  readonly size: { pages: number; bytes: number };
  /** How often something was rendered; for the tests and the bench. */
  readonly renders: number;
};

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

export function createPageCache({ now, maxBytes }: { now: () => number; maxBytes: number }): PageCache {
  // insertion order is the order of last use: the first key is the one to forget
  const kept = new Map<string, KeptPage>();
  const rendering = new Map<string, { promise: Promise<KeptPage>; isStale: boolean }>();
  let bytes = 0;
  let renders = 0;
  let epoch = 0;

  function forget(key: string): void {
    const page = kept.get(key);
    if (!page) return;
    kept.delete(key);
    bytes -= sizeOf(page);
  }

  function keep(key: string, page: KeptPage): void {
    forget(key);
    kept.set(key, page);
    bytes += sizeOf(page);
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes) break;
      forget(oldest);
    }
  }

  async function renderOnce(
    key: string,
    render: () => Promise<RenderedPage>,
    entry: { isStale: boolean },
  ): Promise<KeptPage> {
    renders += 1;
    const begun = epoch;
    const rendered = await render();
    const page: KeptPage = {
      ...rendered,
      etag: `"${createHash("sha256").update(rendered.plain).digest("base64url").slice(0, 22)}"`,
      brotli: undefined,
      gzip: undefined,
      refreshAt: now() + longestKept,
      wasAsked: false,
      render,
    };
    if (page.mayBeKept && page.plain.length > 1400) {
      [page.brotli, page.gzip] = await Promise.all([
        toBrotli(page.plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
        toGzip(page.plain, { level: 6 }),
      ]);
    }
    // what changed while it was rendered may be missing from it: answer with it, but keep it no longer
    if (page.mayBeKept && !entry.isStale && begun === epoch) {
      keep(key, page);
      squeezeLater(key, page);
    }
    return page;
  }

  function squeezeLater(key: string, page: KeptPage): void {
    if (!page.brotli) return;
    const timer = setTimeout(async () => {
      if (kept.get(key) !== page || now() >= page.refreshAt) return;
      const small = await toBrotli(page.plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
      if (kept.get(key) !== page || !page.brotli) return;
      bytes += small.length - page.brotli.length;
      page.brotli = small;
    }, settledAfter);
    timer.unref();
  }

  function renderNow(key: string, render: () => Promise<RenderedPage>): Promise<KeptPage> {
    const underway = rendering.get(key);
    if (underway && !underway.isStale) return underway.promise;
    const entry = { isStale: false } as { promise: Promise<KeptPage>; isStale: boolean };
    entry.promise = renderOnce(key, render, entry).finally(() => {
      if (rendering.get(key) === entry) rendering.delete(key);
    });
    rendering.set(key, entry);
    return entry.promise;
  }

  /** The kept page of this key, if its bytes may still be sent. */
  function sendable(key: string): KeptPage | undefined {
    const page = kept.get(key);
    return page && now() < Math.min(page.until, page.refreshAt + longestStale) ? page : undefined;
  }

  async function renderAnew(pages: readonly (readonly [string, KeptPage])[]): Promise<void> {
    for (const [key, page] of pages) {
      if (kept.get(key) !== page) continue;
      // should it fail, whoever asks next tries again
      await renderNow(key, page.render).catch(() => {});
    }
  }

  return {
    page(key, render) {
      const page = sendable(key);
      if (!page) return renderNow(key, render);
      kept.delete(key);
      kept.set(key, page);
      page.wasAsked = true;
      // should it fail, the next who asks tries again, and when these bytes are too old somebody hears of it
      if (now() >= page.refreshAt) renderNow(key, render).catch(() => {});
      return Promise.resolve(page);
    },
    kept(key) {
      const page = sendable(key);
      if (!page || (now() >= page.refreshAt && rendering.get(key)?.isStale !== false)) return undefined;
      page.wasAsked = true;
      return page;
    },
    drop(subjects) {
      const changed = new Set(subjects);
      for (const [key, page] of kept) if (page.subjects.some((subject) => changed.has(subject))) forget(key);
      for (const entry of rendering.values()) entry.isStale = true;
    },
    compareStock(stock) {
      const changed = [...kept].filter(([, page]) => !isTrue(page, stock));
      for (const [, page] of changed) page.refreshAt = Math.min(page.refreshAt, now());
      void renderAnew(changed.filter(([, page]) => page.wasAsked));
    },
    dropAll() {
      epoch += 1;
      kept.clear();
      bytes = 0;
      for (const entry of rendering.values()) entry.isStale = true;
    },
    get size() {
      return { pages: kept.size, bytes };
    },
    get renders() {
      return renders;
    },
  };
}

function isTrue(page: KeptPage, stock: ReadonlyMap<string, string>): boolean {
  for (const [what, shown] of page.stock) if (shown !== (stock.get(what) ?? "")) return false;
  return true;
}

function sizeOf(page: KeptPage): number {
  return page.plain.length + (page.brotli?.length ?? 0) + (page.gzip?.length ?? 0);
}
