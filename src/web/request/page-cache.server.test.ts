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
  subjects: [],
  stock: new Map(),
  until: 60_000,
  mayBeKept: true,
  ...more,
});

const some = new Map([["card:1", "last 110"]]);
const none = new Map([["card:1", "sold_out -"]]);

describe("the page cache", () => {
  it("renders once however many ask at once, and gives the kept bytes afterwards", async () => {
    const cache = createPageCache({ now: () => 0, maxBytes: 1e6 });
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => cache.page("/", async () => rendered("a"))),
    );
    expect(cache.renders).toBe(1);
    expect(new Set(answers).size).toBe(1);
    await cache.page("/", async () => rendered("b"));
    expect(cache.renders).toBe(1);
  });

  it("ends a page when its moment comes", async () => {
    let now = 0;
    const cache = createPageCache({ now: () => now, maxBytes: 1e6 });
    await cache.page("/", async () => rendered("a", { until: 1000 }));
    now = 1000;
    expect((await cache.page("/", async () => rendered("b"))).plain.toString()).toBe("b");
  });

  it("ends exactly the pages on which a changed thing stands", async () => {
    const cache = createPageCache({ now: () => 0, maxBytes: 1e6 });
    await cache.page("/a", async () => rendered("a", { subjects: ["event:1"] }));
    await cache.page("/b", async () => rendered("b", { subjects: ["event:2"] }));
    cache.drop(["event:1"]);
    expect((await cache.page("/a", async () => rendered("A"))).plain.toString()).toBe("A");
    expect((await cache.page("/b", async () => rendered("B"))).plain.toString()).toBe("b");
  });

  it("sends what it has while a page is rendered anew, and renders it once", async () => {
    let now = 0;
    const cache = createPageCache({ now: () => now, maxBytes: 1e6 });
    await cache.page("/a", async () => rendered("old", { stock: some }));
    cache.compareStock(none);
    // somebody has to ask for the new one
    expect(cache.kept("/a")).toBeUndefined();
    let finish = () => {};
    const slow = async () => {
      await new Promise<void>((resume) => {
        finish = resume;
      });
      return rendered("new", { stock: some });
    };
    expect((await cache.page("/a", slow)).plain.toString()).toBe("old");
    expect((await cache.page("/a", slow)).plain.toString()).toBe("old");
    expect(cache.kept("/a")?.plain.toString()).toBe("old");
    now = 499;
    expect(cache.kept("/a")?.plain.toString()).toBe("old");
    finish();
    await expect.poll(() => cache.kept("/a")?.plain.toString()).toBe("new");
    expect(cache.renders).toBe(2);
  });

  it("renders a page anew at once that somebody asked for since, and once, so that nobody waits for it", async () => {
    let now = 0;
    let text = "old";
    const cache = createPageCache({ now: () => now, maxBytes: 1e6 });
    const render = async () => rendered(text, { stock: some });
    await cache.page("/asked", render);
    await cache.page("/not asked", render);
    await cache.page("/asked too", render);
    expect(cache.kept("/asked")).toBeDefined();
    await cache.page("/asked too", render);
    text = "new";
    cache.compareStock(none);
    await expect.poll(() => cache.kept("/asked too")?.plain.toString()).toBe("new");
    now = 500;
    expect(cache.kept("/asked")?.plain.toString()).toBe("new");
    expect(cache.kept("/not asked")).toBeUndefined();
    expect(cache.renders).toBe(5);
  });

  it("sends what is to be rendered anew for half a second at most, however long that takes", async () => {
    let now = 0;
    const cache = createPageCache({ now: () => now, maxBytes: 1e6 });
    await cache.page("/a", async () => rendered("old", { stock: some }));
    cache.compareStock(none);
    now = 300;
    cache.compareStock(none);
    now = 500;
    expect(cache.kept("/a")).toBeUndefined();
    expect((await cache.page("/a", async () => rendered("new"))).plain.toString()).toBe("new");
  });

  it("never sends a page after its moment, nor one that a change ended, while a new one is rendered", async () => {
    let now = 0;
    const cache = createPageCache({ now: () => now, maxBytes: 1e6 });
    await cache.page("/a", async () => rendered("old", { stock: some, until: 100 }));
    await cache.page("/b", async () => rendered("old", { subjects: ["event:1"], stock: some }));
    cache.compareStock(none);
    now = 100;
    expect((await cache.page("/a", async () => rendered("new"))).plain.toString()).toBe("new");
    cache.drop(["event:1"]);
    expect((await cache.page("/b", async () => rendered("new"))).plain.toString()).toBe("new");
  });

  it("renders a page anew after a minute, and tries again when that fails", async () => {
    let now = 0;
    const cache = createPageCache({ now: () => now, maxBytes: 1e6 });
    const asked = (render: () => Promise<RenderedPage>) =>
      cache.page("/", render).then((page) => page.plain.toString());
    const always = { until: Number.POSITIVE_INFINITY };
    await asked(async () => rendered("old", always));
    now = 59_999;
    expect(cache.kept("/")?.plain.toString()).toBe("old");
    now = 60_000;
    expect(await asked(async () => Promise.reject(new Error("no")))).toBe("old");
    await new Promise(setImmediate);
    expect(await asked(async () => rendered("new", always))).toBe("old");
    await expect.poll(() => cache.kept("/")?.plain.toString()).toBe("new");
    now = 121_000;
    await expect(asked(async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  });

  it("does not keep a page that a change overtook while it was rendered", async () => {
    const cache = createPageCache({ now: () => 0, maxBytes: 1e6 });
    let finish = () => {};
    const slow = cache.page("/a", async () => {
      await new Promise<void>((resume) => {
        finish = resume;
      });
      return rendered("old", { subjects: ["event:1"] });
    });
    cache.drop(["event:1"]);
    const fresh = cache.page("/a", async () => rendered("new", { subjects: ["event:1"] }));
    finish();
    expect((await slow).plain.toString()).toBe("old");
    expect((await fresh).plain.toString()).toBe("new");
    expect((await cache.page("/a", async () => rendered("never"))).plain.toString()).toBe("new");
  });

  it("keeps no failing render and nothing that must not be kept", async () => {
    const cache = createPageCache({ now: () => 0, maxBytes: 1e6 });
    await expect(cache.page("/", async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await cache.page("/", async () => rendered("personal", { mayBeKept: false }));
    expect(cache.size.pages).toBe(0);
  });

  it("forgets what was not asked for longest when it is full", async () => {
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
