/** What hangs on a draft from its other side: its pictures, and its artists, at every address that shows artists. */
import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { findPicture } from "#ticketing/pictures/picture-queries.server.ts";

const { season, site, ask, origin } = await openSourceSite();
const { db, client: owner } = season;

/** The last word of each name says whose it is; "Sirena" finds all. */
async function artist(word: string, nights: readonly Uuid[], featured = false): Promise<string> {
  const id = newId();
  const name = `Sirena ${word}`;
  await db`INSERT INTO artists (id, name, bio, tagline, featured) VALUES (${id}, ${name}, 'Cântă.', 'Sirene', ${featured})`;
  await owner.query("INSERT INTO event_artists (event_id, artist_id) SELECT unnest($2::uuid[]), $1", [
    id,
    nights,
  ]);
  return word;
}

const change = async (set: string, about: Parameters<typeof season.night>[0] = {}) => {
  const id = await season.night({ title: "Noaptea sirenelor", ...about });
  await owner.query(`UPDATE events SET ${set} WHERE id = $1`, [id]);
  return id;
};
const published = await season.night({ title: "Noaptea publicată" });
const draft = await change("publish_at = NULL");
const scheduled = await change("publish_at = now() + interval '1 year'");
const shown = [
  await artist("publica", [published]),
  await artist("amandoua", [draft, published]),
  await artist("anulata", [await change("cancelled_at = now()")]),
  await artist("trecuta", [await season.night({ inDays: -3 })]),
  await artist("indisponibila", [await season.night({ isAvailable: false })]),
  await artist("aleasa", [draft], true),
];
const secret = [
  await artist("ciorna", [draft]),
  await artist("programata", [scheduled]),
  await artist("fara", []),
  await artist("desfiintata", [await change("publish_at = NULL")]),
];

const raw = async (path: string, as?: { readonly token: string }) => {
  const answer = await fetch(origin + path, { headers: as ? { cookie: `session=${as.token}` } : {} });
  return { status: answer.status, text: await answer.text() };
};
const named = (text: string) =>
  [...shown, ...secret].filter((word) => new RegExp(`sirena[ -]${word}`, "i").test(text));

const lists = [
  "/",
  "/_.data",
  "/events?q=sirena&unavailable=1",
  "/events.data?q=sirena&unavailable=1",
  "/events?q=sirene",
  "/sitemap.xml",
  `/events/${published}`,
  `/events/${published}.data`,
];
const visitors = {
  nobody: undefined,
  "a customer": await season.person(),
  gate: await season.person("gate"),
};

describe.each(Object.entries(visitors))("for %s an artist without a published night", (_who, as) => {
  it.each(lists)("is not on %s, and one with a published night is on the lists", async (path) => {
    const { status, text } = await raw(path, as);
    expect(status).toBe(200);
    expect(named(text).filter((word) => secret.includes(word))).toEqual([]);
    if (!path.includes(published)) expect(named(text)).toEqual(shown);
  });

  it.each(secret)("has the answers of an artist that never was: %s", async (word) => {
    const { id } = (await db`SELECT id FROM artists WHERE name = ${`Sirena ${word}`}`)[0];
    for (const more of ["", ".data"]) {
      const never = await raw(`/artists/${newId()}${more}`, as);
      for (const name of [id, `sirena-${word}`])
        expect((await raw(`/artists/${name}${more}`, as)).status, name).toBe(never.status);
      expect(never.status).toBe(404);
    }
  });
});

it.each(shown)("an artist that a published night shows, or a hand, has a page: %s", async (word) => {
  const page = await raw(`/artists/sirena-${word}`);
  expect(page.status).toBe(200);
  expect(named(page.text)).toContain(word);
  expect(shown).toEqual(expect.arrayContaining(named(page.text)));
});

it("the office sees all artists, in its lists, its search and the preview of a draft", async () => {
  const as = await season.person("admin");
  expect(named((await ask("/admin/artists", { as })).text)).toEqual([...shown, ...secret]);
  expect(named((await ask("/admin/search?q=ciorna", { as })).text)).toEqual(["ciorna"]);
  const { id } = (await db`SELECT id FROM artists WHERE name = 'Sirena ciorna'`)[0];
  const form = { title: "Ciornă", name: "Ciornă", artists: [id], version: "1", opened: "{}" };
  expect(named((await ask(`/admin/events/${draft}/preview`, { as, form })).text)).toEqual(["ciorna"]);
  // the link to a page that visitors have not is not offered
  const office = async (word: string) =>
    (
      await ask(
        `/admin/artists/${(await db`SELECT id FROM artists WHERE name = ${`Sirena ${word}`}`)[0].id}`,
        { as },
      )
    ).text;
  expect(await office("ciorna")).not.toContain("Vezi pe site");
  expect(await office("publica")).toContain("Vezi pe site");
});

it("appears with its night, goes with it, and keeps its name in addresses meanwhile", async () => {
  const set = (at: string | null) =>
    owner.query("UPDATE events SET publish_at = $2 WHERE id = $1", [scheduled, at]);
  const status = async () => (await raw("/artists/sirena-programata")).status;
  for (const [at, due] of [
    ["2020-01-01", 200],
    [null, 404],
  ] as const) {
    await set(at);
    await expect.poll(status).toBe(due);
  }
  const other = newId();
  await db`INSERT INTO artists (id, name, bio, featured) VALUES (${other}, 'Sirena Programata', 'Alta.', true)`;
  expect((await db`SELECT slug FROM artists WHERE id = ${other}`)[0].slug).toBe("sirena-programata-2");
});

it("a picture is read where something that shows it is seen: one of a draft alone by no visitor", async () => {
  const uses = {
    "a published night": () =>
      owner.query("UPDATE events SET image_url = $1 WHERE id = $2", [url, published]),
    "an artist that a published night shows": () =>
      owner.query("UPDATE artists SET image_url = $1 WHERE name = 'Sirena publica'", [url]),
    "a type on sale": async () =>
      owner.query("UPDATE tickets SET image_url = $1 WHERE id = $2", [
        url,
        await season.ticketType({ events: [published] }),
      ]),
    "a page's background": () =>
      db`INSERT INTO site_content (id, key, content) VALUES (${newId()}, 'hero', jsonb_build_object('background_url', ${url}::text))`,
    "the club's logo": () =>
      db`INSERT INTO site_content (id, key, content) VALUES (${newId()}, 'brand', jsonb_build_object('logo_url', ${url}::text))`,
    "a draft": () => owner.query("UPDATE events SET image_url = $1 WHERE id = $2", [url, draft]),
    "an artist of a draft": () =>
      owner.query("UPDATE artists SET image_url = $1 WHERE name = 'Sirena ciorna'", [url]),
    "a type that is hidden": async () =>
      owner.query("UPDATE tickets SET image_url = $1, is_visible = false WHERE id = $2", [
        url,
        await season.ticketType({ events: [published] }),
      ]),
    nothing: async () => {},
  };
  let url = "";
  const seen: Record<string, boolean[]> = {};
  const customer = { ...(await season.person()), role: "user" } as const;
  const admin = { ...(await season.person("admin")), role: "admin" } as const;
  for (const [use, show] of Object.entries(uses)) {
    url = `/pictures/${newId()}.webp`;
    await db`INSERT INTO pictures (url, width, height, sources) VALUES (${url}, 1, 1, '[]')`;
    await show();
    const read = async (sql: Sql) => (await findPicture(sql, url)) !== undefined;
    const { database } = site;
    seen[use] = [
      await read(database.anonymous),
      await database.readAs(customer, read),
      await database.readAs(admin, read),
    ];
  }
  const [everybody, office] = [
    [true, true, true],
    [false, false, true],
  ];
  expect(seen).toEqual({
    "a published night": everybody,
    "an artist that a published night shows": everybody,
    "a type on sale": everybody,
    "a page's background": everybody,
    "the club's logo": everybody,
    "a draft": office,
    "an artist of a draft": office,
    "a type that is hidden": office,
    nothing: office,
  });
});
