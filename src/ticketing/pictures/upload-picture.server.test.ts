import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { refused } from "#kernel/outcome.ts";
import { StorageFull, StorageUnavailable } from "#platform/storage/picture-storage.ts";
import { succeeded, whyNot } from "#test/support/outcomes.ts";
import { openPictureStage } from "#test/support/picture-services.ts";
import { plainPicture, refusedFiles } from "#test/support/sample-pictures.ts";
import { describePicture } from "./describe-picture.server.ts";
import { pictureFolders } from "./picture.ts";
import type { PictureServices } from "./picture-services.server.ts";
import { uploadPicture } from "./upload-picture.server.ts";

const { client, db, person, services, admin } = await openPictureStage();
const picture = await plainPicture("jpeg", { width: 900, height: 600, colour: "#38f2c0" });
const upload = (more: Partial<Parameters<typeof uploadPicture>[1]> = {}, on: PictureServices = services) =>
  uploadPicture(on, { actor: admin, folder: "events", bytes: picture, altText: "Marea", ...more });
const filesIn = (folder: string) => {
  try {
    return readdirSync(join(services.folder, folder)).sort();
  } catch {
    return [];
  }
};
const count = async () => (await db`SELECT count(*)::int AS n FROM pictures`)[0].n as number;
afterEach(() => client.query("UPDATE pictures SET created_at = now() - interval '2 minutes'"));

describe("an administrator's picture", () => {
  it.each(pictureFolders)(
    "is stored under %s/ with a random name and the extension of its kind, its sizes beside it (B11-01, B11-02, B11-03, B11-04)",
    async (folder) => {
      const uploaded = succeeded(await upload({ folder }));
      const { url, sources } = uploaded;
      expect(url).toMatch(new RegExp(`^/pictures/${folder}/[0-9a-f]{8}-[0-9a-f-]{27}\\.jpg$`));
      const stem = url.slice(`/pictures/${folder}/`.length, -".jpg".length);
      expect(sources).toEqual(
        [160, 480, 768, 900].map((width) => ({ url: `/pictures/${folder}/${stem}-${width}.webp`, width })),
      );
      expect(filesIn(folder).filter((file) => file.startsWith(stem))).toEqual(
        [
          `${stem}-160.webp`,
          `${stem}-480.webp`,
          `${stem}-768.webp`,
          `${stem}-900.webp`,
          `${stem}.jpg`,
        ].sort(),
      );
      const rows = await db`SELECT * FROM pictures WHERE url = ${url}`;
      expect(rows).toMatchObject([
        {
          width: 900,
          height: 600,
          sources,
          alt_text: "Marea",
          light: uploaded.light,
          uploaded_by: admin.userId,
        },
      ]);
      expect(rows[0].bytes).toBeGreaterThan(500);
      const journal =
        await db`SELECT actor_id, what, after FROM journal WHERE subject_kind = 'picture' AND subject_id = ${stem}`;
      expect(journal).toEqual([{ actor_id: admin.userId, what: "picture_uploaded", after: { url } }]);
    },
  );

  it("may be larger than 5 MB, which is only a recommendation (B11-05)", async () => {
    const heavy = Buffer.concat([picture, Buffer.alloc(6_000_000)]);
    expect((await upload({ bytes: heavy })).ok).toBe(true);
  });

  it("gets an alternative text, and another one later, 300 characters at most", async () => {
    const uploaded = succeeded(await upload({ altText: `  ${"m".repeat(400)}` }));
    const { url } = uploaded;
    expect(uploaded.altText).toHaveLength(300);
    expect(
      (
        await describePicture(services, {
          actor: admin,
          url,
          altText: " Trei oameni pe ponton ",
          hasTitle: true,
        })
      ).ok,
    ).toBe(true);
    const rows = await db`SELECT alt_text, has_title FROM pictures WHERE url = ${url}`;
    expect(rows).toEqual([{ alt_text: "Trei oameni pe ponton", has_title: true }]);
    expect(
      await whyNot(
        describePicture(services, { actor: admin, url: "/nowhere", altText: "", hasTitle: false }),
      ),
    ).toBe("unknown_picture");
  });
});

it("a picture that is sent again after its answer was lost is stored once, sent one after the other or at once, and a second time with another key or other bytes", async () => {
  const files = () => filesIn("artists").length;
  const before = { rows: await count(), files: files() };
  const one = { folder: "artists", requestKey: "apăsarea-1" };
  const first = await upload(one);
  const perPicture = files() - before.files;
  expect(await upload({ ...one, altText: "Alte vorbe" })).toEqual(first);
  expect(await count()).toBe(before.rows + 1);
  const two = { folder: "artists", requestKey: "apăsarea-2" };
  const [left, right] = await Promise.all([upload(two), upload(two)]);
  expect(left).toEqual(right);
  expect(left).not.toEqual(first);
  const other = await plainPicture("png", { width: 200, height: 200 });
  expect(await upload({ ...two, bytes: other })).toMatchObject({ ok: true });
  expect(await upload({ ...two, actor: { ...admin, userId: (await person("admin")).userId } })).not.toEqual(
    left,
  );
  expect(await count()).toBe(before.rows + 4);
  expect(files() - before.files).toBeGreaterThan(perPicture * 3);
  expect(files() - before.files).toBeLessThan(perPicture * 4);
  const rows =
    await db`SELECT count(*)::int AS n FROM journal WHERE after ->> 'url' LIKE '/pictures/artists/%'`;
  expect(rows[0].n).toBeGreaterThanOrEqual(4);
});

describe("a refused upload", () => {
  it.each(["../", "events/..", "", "EVENTS", "tickets", "events\0", "..%2f", "content/x"])(
    "is an unknown folder: %j",
    async (folder) => {
      expect(await upload({ folder })).toEqual(refused({ reason: "unknown_folder" }));
    },
  );

  it.each(refusedFiles)("is %s", async (_what, bytes) => {
    const answer = await upload({ bytes });
    expect(answer.ok ? "taken" : answer.refusal.reason).toMatch(/^(kind_refused|unreadable)$/);
  });

  it("is one byte above 20 MB, and not exactly 20 MB", async () => {
    const padded = (bytes: number) => Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
    expect(await upload({ bytes: padded(20 * 1024 * 1024 + 1) })).toEqual(refused({ reason: "too_large" }));
    expect((await upload({ bytes: padded(20 * 1024 * 1024) })).ok).toBe(true);
  });

  it("is the 21st within a minute, for this administrator alone", async () => {
    const other = { userId: (await person("admin")).userId, role: "admin" } as const;
    await db`INSERT INTO pictures (url, width, height, sources, uploaded_by) SELECT '/pictures/x' || n, 1, 1, '[]', ${other.userId} FROM generate_series(1, 20) n`;
    expect(await upload({ actor: other })).toEqual(refused({ reason: "too_often" }));
    expect((await upload()).ok).toBe(true);
  });

  it("is every picture once all of them fill their share of the disk", async () => {
    await db`INSERT INTO pictures (url, width, height, sources, bytes) SELECT '/pictures/big' || n, 1, 1, '[]', 2000000000 FROM generate_series(1, 11) n`;
    expect(await upload()).toEqual(refused({ reason: "storage_full" }));
    await db`DELETE FROM pictures WHERE url LIKE '/pictures/big%'`;
  });
});

describe("when storage or database fail", () => {
  it("a full disk refuses, and leaves neither a file nor a row (F32)", async () => {
    const before = { rows: await count(), files: filesIn("artists") };
    let put = 0;
    const full: PictureServices = {
      ...services,
      storage: {
        ...services.storage,
        // The second of its files finds no room.
        put: (name, bytes) =>
          ++put === 2 ? Promise.reject(new StorageFull("no room")) : services.storage.put(name, bytes),
      },
    };
    expect(await upload({ folder: "artists" }, full)).toEqual(refused({ reason: "storage_full" }));
    expect(put).toBe(2);
    expect({ rows: await count(), files: filesIn("artists") }).toEqual(before);
  });

  it("a storage that does not answer refuses, says why in the log, and leaves no row", async () => {
    const before = await count();
    const error = vi.fn();
    const away: PictureServices = {
      ...services,
      log: { ...services.log, error } as unknown as PictureServices["log"],
      storage: { ...services.storage, put: () => Promise.reject(new StorageUnavailable("403 AccessDenied")) },
    };
    expect(await upload({}, away)).toEqual(refused({ reason: "storage_unavailable" }));
    expect(error).toHaveBeenCalledWith({ error: "403 AccessDenied" }, "a picture could not be stored");
    expect(await count()).toEqual(before);
  });

  it("a database that is lost in the middle fails the upload, and leaves no file", async () => {
    const before = filesIn("artists");
    const actor = { userId: admin.userId, role: "admin" } as const;
    const lost: PictureServices = {
      ...services,
      database: {
        ...services.database,
        withActor: () => Promise.reject(new Error("gone")),
      },
    };
    await expect(upload({ folder: "artists", actor }, lost)).rejects.toThrow("gone");
    expect(filesIn("artists")).toEqual(before);
  });

  it("files that cannot be deleted then are left to the sweep, and the first error is the one that is thrown", async () => {
    const warn = vi.fn();
    const lost: PictureServices = {
      ...services,
      log: { ...services.log, warn } as unknown as PictureServices["log"],
      storage: {
        ...services.storage,
        put: () => Promise.reject(new Error("first")),
        remove: () => Promise.reject(new Error("second")),
      },
    };
    await expect(upload({}, lost)).rejects.toThrow("first");
    expect(warn).toHaveBeenCalledOnce();
  });
});

it("the database takes no picture in the name of another person, and no address that is not a path of this site", async () => {
  const insert = (url: string, by: string) =>
    services.database.withActor(admin, (sql) =>
      sql.query(
        "INSERT INTO pictures (url, width, height, sources, uploaded_by) VALUES ($1, 1, 1, '[]', $2)",
        [url, by],
      ),
    );
  await expect(insert("/pictures/y", (await person("admin")).userId)).rejects.toThrow(/row-level security/);
  for (const url of [
    "javascript:alert(1)",
    "https://evil.example/x.png",
    "//evil.example/x.png",
    "data:image/png,x",
    "http://169.254.169.254/",
  ])
    await expect(insert(url, admin.userId)).rejects.toThrow("pictures_url_is_ours");
  for (const table of ["events", "artists", "tickets"])
    expect(
      await db`SELECT confrelid::regclass::text AS to FROM pg_constraint WHERE contype = 'f' AND conname = ${`${table}_image_url_pictures_url_fk`}`,
    ).toEqual([{ to: "pictures" }]);
});
