import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { createPageCache, type RenderedPage } from "./page-cache.server.ts";

const atOnce = vi.hoisted(() => ({ calls: 0, now: 0, most: 0 }));

// counts what runs in the threads at the same time
vi.mock("node:zlib", async (original) => {
  const zlib = await original<typeof import("node:zlib")>();
  type Compress = (
    text: Buffer,
    options: object,
    done: (failed: Error | null, small: Buffer) => void,
  ) => void;
  const counted =
    (compress: Compress): Compress =>
    (text, options, done) => {
      atOnce.calls += 1;
      atOnce.now += 1;
      atOnce.most = Math.max(atOnce.most, atOnce.now);
      compress(text, options, (failed, small) => {
        atOnce.now -= 1;
        done(failed, small);
      });
    };
  return {
    ...zlib,
    brotliCompress: counted(zlib.brotliCompress as Compress),
    gzip: counted(zlib.gzip as Compress),
  };
});

const rendered = (text: string, more: Partial<RenderedPage> = {}): RenderedPage => ({
  status: 200,
  headers: [],
  plain: Buffer.from(text),
  mayBeKept: true,
  ...more,
});

describe("the page cache", () => {
  it("renders once however many requests come at once, and returns the kept bytes afterwards", async () => {
    const cache = createPageCache({ now: () => 0, maxBytes: 1e6 });
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => cache.page("/", async () => rendered("a"))),
    );
    expect(cache.renders).toBe(1);
    expect(new Set(answers).size).toBe(1);
    await cache.page("/", async () => rendered("b"));
    expect(cache.renders).toBe(1);
  });

  it("sends no page that is older than a second, counted from when its rendering began", async () => {
    let now = 5000;
    const cache = createPageCache({ now: () => now, maxBytes: 1e6 });
    const text = async (render: () => Promise<RenderedPage>) =>
      (await cache.page("/", render)).plain.toString();
    expect(
      await text(async () => {
        now += 400;
        return rendered("old");
      }),
    ).toBe("old");
    now = 5999;
    expect(cache.hasPage("/")).toBe(true);
    expect(await text(async () => rendered("never"))).toBe("old");
    now = 6001;
    expect(cache.hasPage("/")).toBe(false);
    expect(await text(async () => rendered("new"))).toBe("new");
  });

  it("keeps nothing of a rendering that took longer than a page lives", async () => {
    let now = 0;
    const cache = createPageCache({ now: () => now, maxBytes: 1e6 });
    await cache.page("/", async () => {
      now += 3000;
      return rendered("slow");
    });
    now += 2;
    expect((await cache.page("/", async () => rendered("new"))).plain.toString()).toBe("new");
  });

  it("knows of a page that is being rendered, and gives it to every request meanwhile", async () => {
    const cache = createPageCache({ now: () => 0, maxBytes: 1e6 });
    const { promise, resolve } = Promise.withResolvers<RenderedPage>();
    const first = cache.page("/", () => promise);
    expect(cache.hasPage("/")).toBe(true);
    const second = cache.page("/", async () => rendered("never"));
    resolve(rendered("one"));
    expect((await first).plain.toString()).toBe("one");
    expect((await second).plain.toString()).toBe("one");
  });

  it("keeps no failing render and nothing that must not be kept", async () => {
    const cache = createPageCache({ now: () => 0, maxBytes: 1e6 });
    await expect(cache.page("/", async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(cache.hasPage("/")).toBe(false);
    await cache.page("/", async () => rendered("personal", { mayBeKept: false }));
    expect(cache.size).toEqual({ pages: 0, bytes: 0 });
    expect(cache.hasPage("/")).toBe(false);
  });

  it("drops the least recently used page when it is full", async () => {
    const cache = createPageCache({ now: () => 0, maxBytes: 2500 });
    const big = (letter: string) => rendered(letter.repeat(1000));
    await cache.page("/a", async () => big("a"));
    await cache.page("/b", async () => big("b"));
    await cache.page("/a", async () => big("never"));
    await cache.page("/c", async () => big("c"));
    expect((await cache.page("/a", async () => big("x"))).plain.toString()[0]).toBe("a");
    expect((await cache.page("/b", async () => big("B"))).plain.toString()[0]).toBe("B");
  });

  it("never compresses more than one page at once, however many are rendered", async () => {
    const cache = createPageCache({ now: () => 0, maxBytes: 1e7 });
    const text = Array.from({ length: 900 }, (_, n) => `<li>noaptea ${(n * n) % 97} la malul mării</li>`);
    const keys = Array.from({ length: 60 }, (_, n) => `/${n}`);
    const pages = await Promise.all(keys.map((key) => cache.page(key, async () => rendered(text.join(key)))));
    expect(atOnce.calls).toBe(2 * keys.length);
    expect(atOnce.most).toBe(1);
    for (const { plain, brotli, gzip } of pages) {
      expect(brotliDecompressSync(brotli ?? "").equals(plain)).toBe(true);
      expect(gunzipSync(gzip ?? "").equals(plain)).toBe(true);
    }
  });
});
