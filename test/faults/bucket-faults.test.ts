import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeEach, expect, it } from "vitest";
import { removeDataFolder } from "#platform/database/embedded-account.server.ts";
import { openPictureBucket } from "#platform/storage/picture-bucket.server.ts";
import { openAttackedSite } from "#test/attacks/attacked-site.ts";
import { startBucketService } from "#test/support/bucket-service.ts";
import { plainPicture } from "#test/support/sample-pictures.ts";

/** A site whose pictures are in a bucket, which breaks. */
const service = await startBucketService();
afterAll(() => service.close());
const { site, season } = await openAttackedSite(service.environment);
const { token } = await season.person("admin");
const cookie = `session=${token}`;
const picture = new Uint8Array(await plainPicture("jpeg"));
beforeEach(() => service.breakWith());

async function upload() {
  const form = new FormData();
  form.set("file", new Blob([picture]));
  const response = await fetch(`${site.origin}/admin/pictures/content`, {
    method: "POST",
    body: form,
    headers: { cookie },
  });
  return {
    status: response.status,
    body: (await response.json()) as { error?: string; why?: string; picture: { url: string } },
  };
}

/** The page of texts, saved without script, with a picture for its first screen. */
async function saveContent(title: string) {
  const page = await (await fetch(`${site.origin}/admin/content`, { headers: { cookie } })).text();
  const form = new FormData();
  for (const key of ["hero", "about"])
    form.set(`${key}_version`, new RegExp(`name="${key}_version" value="(\\d+)"`).exec(page)?.[1] ?? "");
  form.set("hero_subtitle", "Un subtitlu");
  form.set("hero_cta_text", "Cumpara Bilete Acum");
  for (const name of ["background_url", "about_title", "about_content"]) form.set(name, "");
  form.set("hero_title", title);
  form.set("background_url_folder", "content");
  form.set("background_url_alt", "Digul");
  form.set("background_url_file", new Blob([picture]), "dig.jpg");
  const response = await fetch(`${site.origin}/admin/content`, {
    method: "POST",
    body: form,
    headers: { cookie, accept: "text/html" },
    redirect: "manual",
  });
  return { status: response.status, text: await response.text() };
}

const unavailable = "Locul în care se păstrează imaginile nu răspunde acum.";
const url = (await upload()).body.picture.url;

it("keeps pictures in the bucket only, and serves them with the headers of pictures in a folder (B11-04)", async () => {
  expect(existsSync(join(site.dataDir, "pictures"))).toBe(false);
  const shown = await fetch(site.origin + url);
  expect(shown.status).toBe(200);
  const bytes = Buffer.from(await shown.arrayBuffer());
  expect(bytes.subarray(0, 2).toString("hex")).toBe("ffd8");
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": "image/jpeg",
    "content-length": String(bytes.length),
    "content-disposition": "inline",
    "content-security-policy": expect.stringContaining("sandbox"),
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
  });
  const tag = shown.headers.get("etag") ?? "";
  const again = await fetch(site.origin + url, { headers: { "if-none-match": tag } });
  expect(again.status).toBe(304);
  expect((await fetch(site.origin + url, { method: "HEAD" })).status).toBe(200);
  const missing = await fetch(`${site.origin}/pictures/content/0198b6f0-0000-4000-8000-000000000404.jpg`);
  expect(missing.status).toBe(404);
  expect(missing.headers.get("cache-control")).toBeNull();
});

it("answers 503 while the bucket refuses, 200 when it does so only once, and never a part of a picture", async () => {
  service.breakWith({ kind: "refused", status: 403, code: "AccessDenied" });
  const refused = await fetch(site.origin + url);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(refused.headers.get("cache-control")).toBeNull();
  expect((await fetch(`${site.origin}/`)).status).toBe(200);
  service.breakWith({ kind: "download cut" });
  expect((await fetch(site.origin + url)).status).toBe(503);
  service.breakWith({ kind: "download cut", times: 1 });
  expect((await fetch(site.origin + url)).status).toBe(200);
});

it("takes no picture while the bucket refuses it, is away in the middle, or is full, and says which", async () => {
  for (const fault of [
    { kind: "refused", status: 503, code: "SlowDown", method: "PUT" },
    { kind: "refused", status: 403, code: "SignatureDoesNotMatch" },
    { kind: "upload cut", method: "PUT" },
  ] as const) {
    service.breakWith(fault);
    expect(await upload()).toMatchObject({
      status: 503,
      body: { error: "Failed to upload image", why: expect.stringContaining(unavailable) },
    });
  }
  service.breakWith({ kind: "refused", status: 507, code: "XMinioStorageFull", method: "PUT" });
  expect(await upload()).toMatchObject({
    status: 507,
    body: { why: "Nu mai este loc pe server pentru imagini. Restul site-ului merge mai departe." },
  });
  service.breakWith();
  expect((await upload()).status).toBe(200);
  // the operator reads why, and no key
  expect(site.output()).toContain("403 SignatureDoesNotMatch");
  expect(site.output()).not.toContain(service.settings.secretKey);
});

it("loses nothing of what was typed in a form without script whose picture cannot be stored (B14-05)", async () => {
  service.breakWith({ kind: "refused", status: 503, code: "SlowDown", method: "PUT" });
  const refused = await saveContent("Luna de pe dig");
  expect(refused.status).toBe(422);
  expect(refused.text).toContain(unavailable);
  expect(refused.text).toContain('value="Luna de pe dig"');
  service.breakWith();
  expect((await saveContent("Luna de pe dig")).status).toBe(303);
  expect(await (await fetch(`${site.origin}/`)).text()).toMatch(
    /\/pictures\/content\/[0-9a-f-]{36}-480\.webp/,
  );
});

const run = promisify(execFile);
const work = mkdtempSync(join(tmpdir(), "estival-bucket-backup-"));
const restored = join(work, "restored");
afterAll(() => {
  for (const folder of [restored, work]) removeDataFolder(folder);
});
const command = (name: string, dataDir: string, folder = "") =>
  run(process.execPath, [`src/host/${name}.ts`, folder], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, ...service.environment },
  });

it("is backed up with the pictures of its bucket, and restored into an empty one", async () => {
  const bucket = openPictureBucket(service.settings);
  const names: string[] = [];
  for await (const { name } of bucket.list()) names.push(name);
  const name = bucket.nameOf(url) ?? "";
  const bytes = await bucket.read(name);
  const backup = join(work, "backup");
  service.breakWith({ kind: "refused", status: 403, code: "AccessDenied" });
  await expect(command("backup", site.dataDir, backup)).rejects.toThrow("403 AccessDenied");
  expect(existsSync(backup)).toBe(false);
  service.breakWith();
  const taken = await command("backup", site.dataDir, backup);
  expect(taken.stdout).toContain(`${names.length} imagini`);
  expect(readFileSync(join(backup, "pictures", name)).equals(bytes as Buffer)).toBe(true);
  expect((await command("check-data", site.dataDir)).stdout).toMatch(
    /^0 of \d+ files of pictures are missing/m,
  );
  await bucket.remove(names);
  const lost = await command("check-data", site.dataDir).catch((error: { stdout: string }) => error.stdout);
  expect(lost).toMatch(/^([1-9]\d*) of \1 files of pictures are missing/m);
  const put = await command("restore", restored, backup);
  expect(put.stdout).toContain(`${names.length} imagini`);
  expect((await bucket.read(name))?.equals(bytes as Buffer)).toBe(true);
  expect(readdirSync(restored)).not.toContain("pictures");
});
