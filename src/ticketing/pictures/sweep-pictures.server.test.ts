import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openPictureStage } from "#test/support/picture-services.ts";
import { plainPicture } from "#test/support/sample-pictures.ts";
import { sweepPictures } from "./sweep-pictures.server.ts";
import { uploadPicture } from "./upload-picture.server.ts";

const { client, db, night, ticketType, services, admin } = await openPictureStage();
const bytes = await plainPicture("png", { width: 100, height: 100 });

async function upload(): Promise<string> {
  const uploaded = await uploadPicture(services, { actor: admin, folder: "content", bytes, altText: "" });
  if (!uploaded.ok) throw new Error(uploaded.refusal.reason);
  return uploaded.value.url;
}
const lies = (url: string) => existsSync(join(services.folder, url.slice("/pictures/".length)));
const isRow = async (url: string) => (await db`SELECT FROM pictures WHERE url = ${url}`).length === 1;
/** Moves `unused_since` back by a day. */
const aDayLater = () =>
  db`UPDATE pictures SET unused_since = unused_since - interval '25 hours' WHERE unused_since IS NOT NULL`;
const inTwoDays = { ...services, now: () => new Date(Date.now() + 48 * 3600 * 1000) };

beforeEach(() => client.query("UPDATE pictures SET created_at = now() - interval '2 minutes'"));

it("a picture that nothing shows is deleted after a day, row and files, and not before", async () => {
  const url = await upload();
  await sweepPictures(services);
  expect([await isRow(url), lies(url)]).toEqual([true, true]);
  await aDayLater();
  expect((await sweepPictures(services)).removed).toBe(2);
  expect([await isRow(url), lies(url), lies(url.replace(".png", "-100.webp"))]).toEqual([
    false,
    false,
    false,
  ]);
});

const places: Record<string, (url: string | null) => Promise<unknown>> = {
  "a night": async (url) =>
    client.query("UPDATE events SET image_url = $2 WHERE id = $1", [await theNight, url]),
  "a ticket type": async (url) =>
    client.query("UPDATE tickets SET image_url = $2 WHERE id = $1", [await theType, url]),
  "an artist": (url) =>
    db`INSERT INTO artists (id, name, bio, image_url) VALUES (${theArtist}, 'Nori', 'x', ${url}) ON CONFLICT (id) DO UPDATE SET image_url = excluded.image_url`,
  "the hero": (url) =>
    db`INSERT INTO site_content (id, key, content) VALUES (${newId()}, 'hero', ${JSON.stringify({ background_url: url ?? "" })}) ON CONFLICT (key) DO UPDATE SET content = excluded.content`,
  "the club's brand": (url) =>
    db`INSERT INTO site_content (id, key, content) VALUES (${newId()}, 'brand', ${JSON.stringify({ logo_url: url ?? "" })}) ON CONFLICT (key) DO UPDATE SET content = excluded.content`,
};
const theNight = night();
const theType = theNight.then((id) => ticketType({ events: [id] }));
const theArtist = newId();

it.each(Object.entries(places))(
  "a picture that %s shows stays, and cannot be deleted",
  async (_what, show) => {
    const url = await upload();
    await sweepPictures(services);
    await show(url);
    await aDayLater();
    await sweepPictures(inTwoDays);
    expect([await isRow(url), lies(url)]).toEqual([true, true]);
    await expect(db`DELETE FROM pictures WHERE url = ${url}`).rejects.toThrow(/foreign key/);
    await show(null);
    await sweepPictures(services);
    await aDayLater();
    await sweepPictures(services);
    expect(await isRow(url)).toBe(false);
  },
);

it("every column that names a picture has a foreign key to it, so that the sweep knows them all", async () => {
  const rows =
    await db`SELECT conrelid::regclass::text || '.' || a.attname AS place FROM pg_constraint JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = conkey[1]
     WHERE contype = 'f' AND confrelid = 'pictures'::regclass ORDER BY 1`;
  // a new one must be added to `shown` in picture-store.server.ts too
  expect(rows.map((row) => row.place)).toEqual([
    "artists.image_url",
    "events.image_url",
    "site_content.background_url",
    "site_content.logo_url",
    "tickets.image_url",
  ]);
});

it("a file that a crash left without a row is deleted after a day, and a new one stays", async () => {
  const known = await upload();
  const name = "events/0198b6f0-0000-4000-8000-00000000000a.jpg";
  await services.storage.put(name, Buffer.from("x"));
  await sweepPictures(services);
  expect(lies(`/pictures/${name}`)).toBe(true);
  await sweepPictures(inTwoDays);
  expect([lies(`/pictures/${name}`), lies(known)]).toEqual([false, true]);
});
