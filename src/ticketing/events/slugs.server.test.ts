import pg from "pg";
import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { emptyDatabase, testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { processServices } from "#test/support/services.ts";
import { openSlugCache } from "./slug-queries.server.ts";

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const { client, db } = season;
const services = await processServices(database, { apiBase: "http://127.0.0.1:9" });
const slugs = openSlugCache(services.database);

async function slugOf(night: string): Promise<string> {
  const rows = await db<{ slug: string }>`SELECT slug FROM events WHERE id = ${night}`;
  return rows[0]?.slug ?? "";
}
const night = async (title: string) => {
  const id = await season.night({ title });
  return { id, slug: await slugOf(id) };
};
const rename = (id: string, title: string) =>
  client.query("UPDATE events SET title = $2 WHERE id = $1", [id, title]);

describe("the name in an address", () => {
  it.each([
    ["Ultima Lumină", "ultima-lumina"],
    ["  Șezătoare & țambal: «ÎN DOI», nr. 3!  ", "sezatoare-tambal-in-doi-nr-3"],
    ["\u015etiuca \u015fi \u0163iparul", "stiuca-si-tiparul"],
    ["夏の夜", "noaptea"],
    ["019e4eb2-c800-729d-8b40-1f18b7b4cba7", "noaptea-019e4eb2-c800-729d-8b40-1f18b7b4cba7"],
    [`${"a".repeat(59)} bb`, "a".repeat(59)],
  ])("%s gives %s", async (title, slug) => {
    expect((await night(title)).slug).toBe(slug);
  });

  it("is another one for each night, also where many have the same title", async () => {
    const all: string[] = [];
    for (let n = 0; n < 12; n++) all.push((await night("Valuri")).slug);
    expect(all.slice(0, 9)).toEqual(["valuri", ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => `valuri-${n}`)]);
    for (const slug of all.slice(9)) expect(slug).toMatch(/^valuri-[0-9a-f]{8}$/);
    expect(new Set(all).size).toBe(all.length);
  });

  it("is another one for each of two nights that are written at the same moment", async () => {
    const other = new pg.Client({ connectionString: database.ownerUrl });
    await other.connect();
    try {
      const insert = `INSERT INTO events (id, name, title, description, date, location) VALUES ($1, 'n', 'Deodată', 'd', '2027-07-01', 'l') RETURNING slug`;
      await db`BEGIN`;
      const first = await client.query<{ slug: string }>(insert, [newId()]);
      const second = other.query<{ slug: string }>(insert, [newId()]);
      await db`COMMIT`;
      expect([first, await second].map(({ rows }) => rows[0]?.slug)).toEqual(["deodata", "deodata-2"]);
    } finally {
      await other.end();
    }
  });

  it("follows a new title, and the ones before lead to the same night", async () => {
    const { id } = await night("Sare pe Piele");
    await rename(id, "Sare și Soare");
    expect(await slugOf(id)).toBe("sare-si-soare");
    expect(await slugs.find("event", "sare-pe-piele")).toBe(id);
    await rename(id, "Sare pe Piele");
    expect(await slugOf(id)).toBe("sare-pe-piele");
    expect(await slugs.find("event", "sare-si-soare")).toBe(id);
  });

  it("stays when something else changes", async () => {
    const { id, slug } = await night("Vinil");
    await db`UPDATE events SET location = 'Alt dig', title = title WHERE id = ${id}`;
    expect(await slugOf(id)).toBe(slug);
    expect(await db`SELECT slug FROM slugs WHERE subject_id = ${id}`).toEqual([{ slug }]);
  });

  it("is never given to another night, though the first was renamed or deleted", async () => {
    const renamed = await night("Furtună");
    await rename(renamed.id, "Furtună de Vară");
    expect((await night("Furtună")).slug).toBe("furtuna-2");
    const deleted = await night("Eclipsa");
    await db`DELETE FROM events WHERE id = ${deleted.id}`;
    expect((await night("Eclipsa")).slug).toBe("eclipsa-2");
    expect(await slugs.find("event", "eclipsa")).toBeUndefined();
  });

  it("is an artist's own, beside a night's of the same name", async () => {
    const { id } = await night("Lotca");
    const artist = newId();
    await db`INSERT INTO artists (id, name, bio, featured) VALUES (${artist}, 'Lotca', 'b', true)`;
    expect(await slugs.find("artist", "lotca")).toBe(artist);
    expect(await slugs.find("event", "lotca")).toBe(id);
  });

  it("is never changed or taken away", async () => {
    await night("Lampioane");
    await expect(db`DELETE FROM slugs`).rejects.toThrow("never changed or removed");
    await expect(db`UPDATE slugs SET subject_id = gen_random_uuid()`).rejects.toThrow("never changed");
  });

  it("is kept when a row is restored with it", async () => {
    await db`INSERT INTO events (id, name, title, description, date, location, slug) VALUES (${newId()}, 'n', 'Cometa', 'd', '2027-07-01', 'l', 'cometa-3')`;
    expect((await db`SELECT FROM slugs WHERE slug LIKE 'cometa%'`).length).toBe(0);
  });
});

it("what a name leads to is remembered once it is known, and asked again while nobody has it", async () => {
  const fresh = openSlugCache(services.database);
  expect(await fresh.find("event", "luna-noua")).toBeUndefined();
  const { id } = await night("Luna Nouă");
  expect(fresh.findInMemory("event", "luna-noua")).toBeUndefined();
  expect(await fresh.find("event", "luna-noua")).toBe(id);
  expect(fresh.findInMemory("event", "luna-noua")).toBe(id);
});

it("nights and artists from before there were such names get theirs, also those that came during the upgrade", async () => {
  const old = await emptyDatabase();
  const schema = { ownerUrl: old.ownerUrl, folder: "migrations", rolePrefix: "app" };
  const owner = new pg.Client({ connectionString: old.ownerUrl });
  await owner.connect();
  const insert = (title: string) =>
    owner.query(
      `INSERT INTO events (id, name, title, description, date, location) VALUES (gen_random_uuid(), 'n', $1, 'd', '2027-07-01', 'l')`,
      [title],
    );
  try {
    await prepareDatabase({ ...schema, upTo: "0030_limits-are-counters" });
    await insert("Ultima Lumină");
    await owner.query("INSERT INTO artists (id, name, bio) VALUES (gen_random_uuid(), 'Sora Briză', 'b')");
    await prepareDatabase({ ...schema, upTo: "0033_readable-addresses" });
    await insert("Ultima Lumină");
    await prepareDatabase({ ...schema, passwordOf: () => null });
    await insert("Ultima Lumină");
    const { rows } = await owner.query<{ slug: string }>(
      "SELECT slug FROM events UNION ALL SELECT slug FROM artists ORDER BY slug",
    );
    expect(rows.map(({ slug }) => slug)).toEqual([
      "sora-briza",
      "ultima-lumina",
      "ultima-lumina-2",
      "ultima-lumina-3",
    ]);
  } finally {
    await owner.end();
  }
});
