import { createHash } from "node:crypto";
import { createPageCompressor } from "./compress-page.server.ts";

/** A page kept to the end: its bytes, plain and compressed, ready to be sent again. */
export type KeptPage = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly etag: string;
  readonly plain: Buffer;
  readonly brotli: Buffer | undefined;
  readonly gzip: Buffer | undefined;
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

export type PageCache = {
  /**
   * The page of this key: the kept one, the one being rendered by somebody else now, or a new one. However many ask at
   * once, it is rendered once. A failing render is kept by nobody. Of a page that is to be rendered anew the kept bytes
   * are given for half a second at most, while that is done: in a rush nobody waits for it.
   */
  page(key: string, render: () => Promise<RenderedPage>): Promise<KeptPage>;
  /** The kept page of this key, if `page` would give it without rendering anything. */
  kept(key: string): KeptPage | undefined;
  /** Whether `page` would give it without beginning a rendering that somebody waits for. */
  isThere(key: string): boolean;
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

export function createPageCache({ now, maxBytes }: { now: () => number; maxBytes: number }): PageCache {
  // insertion order is the order of last use: the first key is the one to forget
  const kept = new Map<string, KeptPage>();
  const rendering = new Map<string, { promise: Promise<KeptPage>; isStale: boolean }>();
  let bytes = 0;
  let renders = 0;
  let epoch = 0;
  const compress = createPageCompressor();

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
      ...(rendered.mayBeKept ? await compress(rendered.plain) : { brotli: undefined, gzip: undefined }),
      etag: `"${createHash("sha256").update(rendered.plain).digest("base64url").slice(0, 22)}"`,
      refreshAt: now() + longestKept,
      wasAsked: false,
      render,
    };
    // what changed while it was rendered may be missing from it: answer with it, but keep it no longer
    if (page.mayBeKept && !entry.isStale && begun === epoch) keep(key, page);
    return page;
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
    isThere: (key) => sendable(key) !== undefined || rendering.get(key)?.isStale === false,
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
