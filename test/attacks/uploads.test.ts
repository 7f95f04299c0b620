import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { plainPicture, refusedFiles } from "#test/support/sample-pictures.ts";
import { limits } from "#ticketing/limits.ts";
import { type Attacker, openAttackedSite } from "./attacked-site.ts";

/** Hostile uploads, over HTTP against the built site. */
const { site, owner, season, nothingHappens } = await openAttackedSite();
const admin = await season.person("admin");
const picture = await plainPicture("png", { width: 640, height: 360 });

type Sent = {
  as?: Attacker;
  folder?: string;
  file?: Buffer;
  fileName?: string;
  type?: string;
  words?: Record<string, string>;
};

async function upload({
  as,
  folder = "events",
  file = picture,
  fileName = "a.png",
  type = "image/png",
  words = {},
}: Sent) {
  const form = new FormData();
  for (const [name, value] of Object.entries(words)) form.set(name, value);
  form.set("file", new Blob([new Uint8Array(file)], { type }), fileName);
  const response = await fetch(`${site.origin}/admin/pictures/${folder}`, {
    method: "POST",
    body: form,
    headers: as ? { cookie: `session=${as.token}` } : {},
    redirect: "manual",
  });
  const text = await response.text();
  return { status: response.status, text, json: text.startsWith("{") ? JSON.parse(text) : {} };
}

const pictures = async () =>
  (await owner.query("SELECT count(*)::int AS n FROM pictures")).rows[0].n as number;

describe("who may upload", () => {
  it("is only an administrator, for any upload (B13-06, B13-09)", async () => {
    const before = await pictures();
    const others = [undefined, await season.person(), await season.person("gate")];
    await nothingHappens(async () => {
      for (const as of others)
        expect(await upload(as ? { as } : {})).toMatchObject({
          status: 403,
          json: { error: "You do not have permission to upload images" },
        });
    });
    expect(await pictures()).toBe(before);
  });

  it("is checked before a byte is read: a stranger's 50 MB are refused at once", async () => {
    const answer = await raw({ length: 50 * 1024 * 1024, sent: Buffer.alloc(1024) });
    expect(answer).toBe(403);
  });
});

describe("what an administrator may upload", () => {
  it("is a picture with any name; the answer names it and the public sees it (B11-01, B11-04, B14-47)", async () => {
    for (const fileName of ["../../x.png", "a.png\u0000.html", "x".repeat(300), "CON", "\u202Egnp.exe"]) {
      const answer = await upload({ as: admin, fileName, words: { alt_text: "Marea" } });
      expect(answer, fileName).toMatchObject({
        status: 200,
        json: { message: "Image uploaded successfully" },
      });
      const { url, sources, light, altText } = answer.json.picture;
      expect(url).toMatch(/^\/pictures\/events\/[0-9a-f-]{36}\.png$/);
      expect({ light, altText }).toMatchObject({
        light: expect.stringMatching(/^#[0-9A-F]{6}$/),
        altText: "Marea",
      });
      const seen = await fetch(site.origin + url, { headers: { accept: "text/html" } });
      expect(Object.fromEntries(seen.headers)).toMatchObject({
        "content-type": "image/png",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringMatching(/default-src 'none'.*; sandbox$/),
        "content-disposition": "inline",
        "cache-control": "public, max-age=31536000, immutable",
      });
      const small = await fetch(site.origin + sources[0].url);
      expect(small.headers.get("content-type")).toBe("image/webp");
      await Promise.all([seen.arrayBuffer(), small.arrayBuffer()]);
    }
  });

  it("has messages in the words of the special tickets there (B14-34, B14-59)", async () => {
    expect(await upload({ as: admin, folder: "season_passes" })).toMatchObject({
      status: 200,
      json: { message: "Imaginea a fost încărcată cu succes" },
    });
    expect(await upload({ as: admin, folder: "season_passes", file: Buffer.from("<svg/>") })).toMatchObject({
      status: 415,
      json: { error: "Nu s-a putut încărca imaginea", why: "Fișierul nu este o imagine JPG, PNG sau WebP." },
    });
  });

  it.each(refusedFiles)("is never %s, though its name ends in .png (B14-05)", async (_what, file) => {
    await nothingHappens(async () => {
      const answer = await upload({ as: admin, file });
      expect(answer).toMatchObject({ status: 415, json: { error: "Failed to upload image" } });
      expect(answer.json.why).toMatch(/^Fișierul /);
    });
  });

  it.each(["..", "tickets", "%2e%2e", "events%2f..", "EVENTS"])(
    "goes into no folder of the sender's choice: %s",
    async (folder) => {
      const { status } = await upload({ as: admin, folder });
      expect([400, 404, 405]).toContain(status);
    },
  );

  it("is not above 20 MB: with a stated length, or without one and without an end", async () => {
    await nothingHappens(async () => {
      const most = limits.uploadBytes + limits.formBytes;
      expect(await raw({ as: admin, length: most + 1, sent: Buffer.alloc(1024) })).toBe(413);
      expect(await raw({ as: admin, length: null, sent: Buffer.alloc(most + 1) })).toBe(413);
    });
  });

  it.each<[string, RequestInit, number]>([
    ["no form", { body: "x", headers: { "content-type": "text/plain" } }, 415],
    ["a picture alone", { body: new Uint8Array(picture), headers: { "content-type": "image/png" } }, 415],
    ["a form without a boundary", { body: "x", headers: { "content-type": "multipart/form-data" } }, 415],
    [
      "a form that ends in the middle",
      { body: "--x\r\nContent-Dis", headers: { "content-type": "multipart/form-data; boundary=x" } },
      400,
    ],
    ["an empty form", { body: new FormData() }, 400],
    ["words where the file should be", { body: formOf({ file: "x" }) }, 400],
    ["a NUL in the words", { body: formOf({ file: new Blob(["x"]), alt_text: "a\0b" }) }, 400],
    ["nothing at all", {}, 415],
  ])("is refused with an answer: %s", async (_what, init, status) => {
    await nothingHappens(async () => {
      const response = await fetch(`${site.origin}/admin/pictures/events`, {
        method: "POST",
        ...init,
        headers: { ...init.headers, cookie: `session=${admin.token}` },
      });
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({
        error: "Failed to upload image",
        why: expect.any(String),
      });
    });
  });

  it("is accepted by POST alone", async () => {
    for (const path of ["/admin/pictures/events", "/admin/pictures"]) {
      const { status } = await fetch(site.origin + path, {
        headers: { cookie: `session=${admin.token}` },
        redirect: "manual",
      });
      expect([405, 404, 303]).toContain(status);
    }
  });
});

describe("stored pictures", () => {
  it.each([
    "/pictures/../app-secret",
    "/pictures/events/../../app-secret",
    "/pictures/..%2fapp-secret",
    "/pictures/%2e%2e/app-secret",
    "/pictures/events/x.html",
    "/pictures/.incoming/x",
    "/pictures/events/",
    "/pictures/",
    "/pictures/events/0198b6f0-0000-4000-8000-000000000001.jpg",
  ])("are the only files served: %s is not found", async (path) => {
    const { status, text } = await rawGet(path);
    expect(status).toBe(404);
    expect(text === "" || text.includes("Pagină negăsită")).toBe(true);
  });
});

function formOf(words: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(words)) form.set(name, value);
  return form;
}

/**
 * The status that comes before the body's end. What is sent is never more than the site reads: the answer would be lost
 * with the connection that it closes.
 */
function raw({ as, length, sent }: { as?: Attacker; length: number | null; sent: Buffer }): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${site.origin}/admin/pictures/events`,
      {
        method: "POST",
        headers: {
          "content-type": "multipart/form-data; boundary=x",
          ...(as ? { cookie: `session=${as.token}` } : {}),
          ...(length === null ? {} : { "content-length": length }),
        },
      },
      (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
        asked.destroy();
      },
    );
    asked.on("error", reject);
    asked.write(sent);
  });
}

/** Without the normalised paths of fetch. */
function rawGet(path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site.origin);
    request({ hostname, port, path }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on("error", reject)
      .end();
  });
}
