import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pictureFolder } from "#test/support/picture-services.ts";
import { openPictureFolder } from "./picture-folder.server.ts";

const folder = pictureFolder();
const storage = await openPictureFolder(folder);
const name = "events/0198b6f0-0000-4000-8000-000000000001.webp";

it("stores all bytes under their name, and leaves nothing half-written (B11-01, B11-02)", async () => {
  await storage.put(name, Buffer.from("first"));
  expect(readFileSync(join(folder, name), "utf8")).toBe("first");
  expect((await storage.read(name)).toString()).toBe("first");
  expect(readdirSync(join(folder, ".incoming"))).toEqual([]);
});

it("gives the public address of a name, and the name of an address of ours only (B11-04)", () => {
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
])("attack 93: %j is no name", async (wrong) => {
  await expect(storage.put(wrong, Buffer.from("x"))).rejects.toThrow(RangeError);
  await expect(async () => storage.read(wrong)).rejects.toThrow(RangeError);
  await expect(storage.remove([wrong])).rejects.toThrow(RangeError);
});

it("removes files, and ignores missing ones", async () => {
  const gone = "content/0198b6f0-0000-4000-8000-000000000002.jpg";
  await storage.put(gone, Buffer.from("x"));
  await storage.remove([gone, gone]);
  expect(readdirSync(join(folder, "content"))).toEqual([]);
});

it("lists names with their time, without half-written files and files that are not ours", async () => {
  writeFileSync(join(folder, "events", "notes.txt"), "x");
  writeFileSync(join(folder, ".incoming", "half"), "x");
  const listed: string[] = [];
  for await (const file of storage.list()) listed.push(file.name);
  expect(listed).toEqual([name]);
});

it("sweeps half-written files of a crash, and not those that another process is writing now", async () => {
  const [old, fresh] = ["old", "fresh"].map((file) => join(folder, ".incoming", file)) as [string, string];
  for (const file of [old, fresh]) writeFileSync(file, "x");
  const yesterday = new Date(Date.now() - 24 * 3600 * 1000);
  utimesSync(old, yesterday, yesterday);
  await openPictureFolder(folder);
  const left = readdirSync(join(folder, ".incoming"));
  expect(left).toContain("fresh");
  expect(left).not.toContain("old");
});
