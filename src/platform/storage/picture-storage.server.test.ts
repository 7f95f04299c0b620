import { createHash } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { startBucketService } from "#test/support/bucket-service.ts";
import { pictureFolder } from "#test/support/picture-services.ts";
import { openPictureBucket } from "./picture-bucket.server.ts";
import { openPictureFolder } from "./picture-folder.server.ts";
import type { PictureStorage } from "./picture-storage.ts";

const service = await startBucketService();
afterAll(() => service.close());

const nameOf = (n: number, folder = "events") =>
  `${folder}/0198b6f0-0000-4000-8000-${String(n).padStart(12, "0")}.webp`;

async function listed(storage: PictureStorage): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of storage.list()) names.push(name);
  return names.sort();
}

describe.each([
  ["a folder", await openPictureFolder(pictureFolder())],
  // small batches, so that few pictures need several
  ["a bucket", openPictureBucket(service.settings, undefined, 20)],
])("pictures in %s", (_where, storage) => {
  const name = nameOf(1);

  it("are read byte for byte as they were stored, and may be stored again (B11-01, B11-02)", async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * n) % 251));
    const sum = (some: Uint8Array | undefined) => some && createHash("sha256").update(some).digest("hex");
    await storage.put(name, bytes);
    await storage.put(name, bytes);
    expect(sum(await storage.read(name))).toBe(sum(bytes));
  });

  it("that do not exist are undefined, and no error", async () => {
    expect(await storage.read(nameOf(404))).toBeUndefined();
    expect(await storage.read(nameOf(404, "content"))).toBeUndefined();
  });

  it("have the same addresses wherever they are, and no other address is one of them (B11-04)", () => {
    expect(storage.urlOf(name)).toBe(`/pictures/${name}`);
    expect(storage.nameOf(`/pictures/${name}`)).toBe(name);
    for (const url of [
      "/pictures/../app-secret",
      "https://evil.example/pictures/x",
      "/pictures/events/x.svg",
      "",
    ])
      expect(storage.nameOf(url)).toBeUndefined();
  });

  it.each([
    "../app-secret",
    "events/../../app-secret",
    "events/x.webp",
    "events/0198b6f0-0000-4000-8000-000000000001.svg",
    "/etc/passwd",
    "EVENTS/0198b6f0-0000-4000-8000-000000000001.webp",
    "events/0198b6f0-0000-4000-8000-000000000001.webp\0.html",
  ])("%j is no name", async (wrong) => {
    await expect(storage.put(wrong, Buffer.from("x"))).rejects.toThrow(RangeError);
    await expect(storage.read(wrong)).rejects.toThrow(RangeError);
    await expect(storage.remove([wrong])).rejects.toThrow(RangeError);
  });

  it("are removed, and missing ones are ignored", async () => {
    const gone = nameOf(2, "content");
    await storage.put(gone, Buffer.from("x"));
    await storage.remove([gone, gone, nameOf(3, "content")]);
    await storage.remove([]);
    expect(await storage.read(gone)).toBeUndefined();
  });

  it("are listed with the time at which they were stored", async () => {
    const before = Date.now() - 60_000;
    await storage.put(nameOf(5, "artists"), Buffer.from("x"));
    expect(await listed(storage)).toEqual([nameOf(5, "artists"), name]);
    for await (const { since } of storage.list()) expect(since.getTime()).toBeGreaterThan(before);
  });

  it("are listed and removed in any number", async () => {
    const names = Array.from({ length: 55 }, (_, n) => nameOf(n + 10_000, "share"));
    for (const one of names) await storage.put(one, Buffer.from("x"));
    expect((await listed(storage)).length).toBe(names.length + 2);
    await storage.remove(names);
    expect(await listed(storage)).toEqual([nameOf(5, "artists"), name]);
  });
});
