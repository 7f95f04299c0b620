import { describe, expect, it } from "vitest";
import { createPageCache, type RenderedPage } from "./page-cache.server.ts";

const rendered = (text: string, more: Partial<RenderedPage> = {}): RenderedPage => ({
  status: 200,
  headers: [],
  plain: Buffer.from(text),
  subjects: [],
  until: 60_000,
  mayBeKept: true,
  ...more,
});

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
});
