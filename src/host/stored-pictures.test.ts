import { Hono } from "hono";
import { beforeEach, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { type PictureStorage, pictureAddresses } from "#platform/storage/picture-storage.ts";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { testServices } from "#test/support/services.ts";
import { limits } from "#ticketing/limits.ts";
import { servePictures } from "./stored-pictures.ts";

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const services = await testServices(database);
const { userId } = await season.person("admin");

const read: string[] = [];
/** A bucket that has every picture. */
const storage = {
  ...pictureAddresses,
  folder: undefined,
  read: async (name: string) => {
    read.push(name);
    return Buffer.from("bytes");
  },
} as Partial<PictureStorage> as PictureStorage;
const usual = limits.bucketPicturesPerAddressAndMinute;
const most = 20;
Object.assign(limits, { bucketPicturesPerAddressAndMinute: most });
type Seen = { Variables: { address: string } };
const site = new Hono<Seen>()
  .use((c, next) => {
    c.set("address", c.req.header("x-from") ?? "192.0.2.1");
    return next();
  })
  .get("/pictures/*", servePictures<Seen>({ database: services.database, storage }));
// other files share the figures, and this one is read when the site is opened
Object.assign(limits, { bucketPicturesPerAddressAndMinute: usual });
const ask = (path: string, method = "GET", from = "192.0.2.1") =>
  site.request(path, { method, headers: { "x-from": from } });
beforeEach(() => {
  read.length = 0;
});

async function uploaded() {
  const name = `events/${newId()}`;
  const [url, small] = [`/pictures/${name}.jpg`, `/pictures/${name}-480.webp`];
  await season.client.query(
    "INSERT INTO pictures (url, width, height, sources, bytes, uploaded_by) VALUES ($1, 960, 540, $2, 100, $3)",
    [url, JSON.stringify([{ url: small, width: 480 }]), userId],
  );
  return { url, small };
}

it("a bucket is asked for pictures that a row names, of any size, and for no name that somebody made up", async () => {
  const { url, small } = await uploaded();
  for (const path of [url, small]) {
    const answer = await ask(path);
    expect([answer.status, await answer.text()]).toEqual([200, "bytes"]);
  }
  for (const method of ["GET", "HEAD"])
    expect((await ask(`/pictures/events/${newId()}.jpg`, method)).status).toBe(404);
  expect(read.map(storage.urlOf)).toEqual([url, small]);
});

it("HEAD has the headers of the picture and fetches none of its bytes", async () => {
  const { small } = await uploaded();
  const head = await ask(small, "HEAD");
  expect(read).toEqual([]);
  const { headers } = await ask(small);
  expect(head.status).toBe(200);
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(headers));
  expect(head.headers.get("content-type")).toBe("image/webp");
});

it("one network gets so many pictures of a bucket in a minute, by GET and HEAD together, and others still theirs", async () => {
  const { url } = await uploaded();
  const from = "192.0.2.77";
  for (let n = 0; n < most; n++) await ask(url, "HEAD", from);
  for (const method of ["GET", "HEAD"]) {
    const refused = await ask(url, method, from);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect(read).toEqual([]);
  expect((await ask(url, "GET", "192.0.2.78")).status).toBe(200);
  // what a browser has already costs nothing
  const kept = await site.request(url, {
    headers: { "x-from": from, "if-none-match": `W/"${storage.nameOf(url)}"` },
  });
  expect(kept.status).toBe(304);
});

it("the networks of one IPv6 /48 get ten times as many together (one kind: a client with many networks has as many budgets)", async () => {
  const { url } = await uploaded();
  const from = (n: number) => ask(url, "HEAD", `2001:db8:7:${n.toString(16)}::1`);
  for (let n = 0; n < most * limits.budgetsOfWiderNetwork; n++) expect((await from(n)).status).toBe(200);
  expect((await from(5000)).status).toBe(429);
  expect((await ask(url, "HEAD", "2001:db8:8::1")).status).toBe(200);
});
