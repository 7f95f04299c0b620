import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeEach, expect, it } from "vitest";
import { openPictureBucket } from "#platform/storage/picture-bucket.server.ts";
import { openPictureFolder } from "#platform/storage/picture-folder.server.ts";
import type { PictureStorage } from "#platform/storage/picture-storage.ts";
import { startBucketService } from "#test/support/bucket-service.ts";
import { pictureFolder } from "#test/support/picture-services.ts";
import { copyPictures } from "./copy-pictures.ts";

const service = await startBucketService();
afterAll(() => service.close());
const dataDir = pictureFolder();
const folder = await openPictureFolder(join(dataDir, "pictures"));
const bucket = openPictureBucket(service.settings, { connect: 20_000, answer: 20_000, whole: 60_000 });

const names = Array.from(
  { length: 40 },
  (_, n) => `events/0198b6f0-0000-4000-8000-${String(n).padStart(12, "0")}.webp`,
);
const [first = "", second = ""] = names;
for (const [n, name] of names.entries()) await folder.put(name, Buffer.alloc(2000 + n, name));

async function namesIn(storage: PictureStorage): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of storage.list()) found.push(name);
  return found.sort();
}

beforeEach(async () => {
  service.breakWith();
  await bucket.remove(await namesIn(bucket));
});

const nothing = { same: 0, copied: 0, missing: [], different: [], others: 0 };

it("copies every picture, and the second time finds all of them there and writes none", async () => {
  expect(await copyPictures(folder, bucket)).toEqual({ ...nothing, copied: 40 });
  const before = service.seen.length;
  expect(await copyPictures(folder, bucket)).toEqual({ ...nothing, same: 40 });
  expect(service.seen.slice(before).filter(({ method }) => method === "PUT")).toEqual([]);
  expect(await namesIn(folder)).toEqual(names);
});

it("continues after an interruption, with what is missing", async () => {
  let puts = 0;
  const breaking: PictureStorage = {
    ...bucket,
    put: (name, bytes) =>
      ++puts === 15 ? Promise.reject(new Error("the line is down")) : bucket.put(name, bytes),
  };
  await expect(copyPictures(folder, breaking)).rejects.toThrow("the line is down");
  const there = (await namesIn(bucket)).length;
  // those that were under way end, and no other begins
  expect(there).toBeGreaterThan(9);
  expect(there).toBeLessThan(25);
  expect(await copyPictures(folder, bucket)).toEqual({ ...nothing, same: there, copied: 40 - there });
});

it("only compares when asked to: names what is missing and what differs, and writes nothing", async () => {
  await copyPictures(folder, bucket);
  await bucket.remove([first]);
  const sameSize = Buffer.alloc(((await folder.read(second)) as Buffer).length, "damaged");
  await bucket.put(second, sameSize);
  await bucket.put("share/0198b6f0-0000-4000-8000-000000000001.jpg", Buffer.from("x"));
  const found = { ...nothing, same: 38, missing: [first], different: [second], others: 1 };
  expect(await copyPictures(folder, bucket, { isCheck: true })).toEqual(found);
  expect(await copyPictures(folder, bucket, { isCheck: true })).toEqual(found);
  expect(await copyPictures(folder, bucket)).toEqual({ ...nothing, same: 38, copied: 2, others: 1 });
});

it("names a picture that the target does not keep as it was written", async () => {
  const forgetful: PictureStorage = {
    ...bucket,
    put: (name, bytes) => bucket.put(name, name === second ? bytes.subarray(1) : bytes),
  };
  expect(await copyPictures(folder, forgetful)).toEqual({ ...nothing, copied: 39, different: [second] });
});

it("leaves out a picture that was swept while the others were copied", async () => {
  const swept: PictureStorage = {
    ...folder,
    read: async (name) => (name === first ? undefined : folder.read(name)),
  };
  expect(await copyPictures(swept, bucket)).toEqual({ ...nothing, copied: 39 });
});

const run = promisify(execFile);
const command = (args: string[], env: Record<string, string> = {}) =>
  run(process.execPath, ["src/host/run-pictures-copy.ts", ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      ...service.environment,
      ...env,
    },
  }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code: code as number, said: `${stdout}${stderr}` }),
  );

it("as a command: copies there and back, checks, and ends with 1 on a difference or without a bucket", async () => {
  const there = await command(["to-bucket"]);
  expect(there).toMatchObject({ code: 0, said: expect.stringMatching(/^40 de imagini; copiate acum: 40/) });
  await folder.remove([first]);
  const checked = await command(["to-folder", "--check"]);
  expect(checked).toMatchObject({ code: 1, said: expect.stringContaining(`lipsește: ${first}`) });
  expect(await command(["to-folder"])).toMatchObject({
    code: 0,
    said: expect.stringContaining("copiate acum: 1; aflate deja acolo: 39"),
  });
  expect((await folder.read(first))?.length).toBe(2000);
  const refused = await command(["to-bucket"], { S3_ACCESS_KEY_ID: "o-cheie-gresita" });
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining("403") });
  expect(refused.said).not.toContain("o-cheie-gresita");
  const none = { S3_ENDPOINT: "", S3_BUCKET: "", S3_ACCESS_KEY_ID: "", S3_SECRET_ACCESS_KEY: "" };
  expect(await command(["to-bucket"], none)).toMatchObject({
    code: 1,
    said: expect.stringContaining("S3_BUCKET"),
  });
});
