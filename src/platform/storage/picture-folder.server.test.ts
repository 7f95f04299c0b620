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
  expect(readdirSync(join(folder, ".incoming"))).toEqual([]);
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
