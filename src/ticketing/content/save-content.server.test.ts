import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openPictureStage } from "#test/support/picture-services.ts";
import { listContentChanges, readContent, readEditableContent } from "./content-queries.server.ts";
import { createInitialContent } from "./create-initial-content.server.ts";
import { saveContent } from "./save-content.server.ts";
import { defaultAbout, defaultFooter, defaultHero } from "./site-content.ts";

const { client, db, person, services, admin } = await openPictureStage();
const hero = { ...defaultHero, title: "Luna Plină" };
const save = (...texts: Parameters<typeof saveContent>[1]["texts"]) =>
  saveContent(services, { actor: admin, texts });
const stored = (...keys: string[]) => readContent(services.database.anonymous, keys);

beforeEach(() => client.query("DELETE FROM site_content"));

describe("an administrator's texts", () => {
  it("are inserted the first time and updated by key afterwards, with the next number (B9-06, B9-07)", async () => {
    expect(await save({ key: "hero", content: hero, version: 0 })).toEqual({ ok: true, value: ["hero"] });
    expect(await save({ key: "hero", content: { ...hero, title: "Eclipsa" }, version: 1 })).toEqual({
      ok: true,
      value: ["hero"],
    });
    const rows = await db`SELECT key, content->>'title' AS title, version, updated_by FROM site_content`;
    expect(rows).toEqual([{ key: "hero", title: "Eclipsa", version: 2, updated_by: admin.userId }]);
  });

  it("are read back with their author, and by the public without (A2-23)", async () => {
    await save({ key: "hero", content: hero, version: 0 });
    const written = await services.database.withActor(admin, (sql) => readEditableContent(sql, ["hero"]));
    expect(written.get("hero")).toMatchObject({
      content: hero,
      version: 1,
      updatedBy: expect.stringContaining("Persoana"),
    });
    expect((await stored("hero", "about")).get("hero")).toEqual(hero);
  });

  it("are read by their keys, and no others with them (one kind: a read of more than was asked)", async () => {
    await save(
      { key: "hero", content: hero, version: 0 },
      { key: "about", content: defaultAbout, version: 0 },
    );
    expect([...(await stored("about")).keys()]).toEqual(["about"]);
  });

  it("leave a journal row with the fields that changed, and none when nothing did", async () => {
    await save({ key: "hero", content: hero, version: 0 });
    expect(await save({ key: "hero", content: hero, version: 1 })).toEqual({ ok: true, value: [] });
    await save({ key: "hero", content: { ...hero, subtitle: "Altfel" }, version: 1 });
    const rows =
      await db`SELECT what, actor_id, before, after FROM journal WHERE subject_kind = 'content' AND subject_id IN (SELECT id FROM site_content) ORDER BY id`;
    expect(rows).toEqual([
      { what: "content_saved", actor_id: admin.userId, before: null, after: hero },
      {
        what: "content_saved",
        actor_id: admin.userId,
        before: { subtitle: hero.subtitle },
        after: { subtitle: "Altfel" },
      },
    ]);
    const changes = await services.database.withActor(admin, (sql) => listContentChanges(sql, 10));
    expect(changes.map(({ key, fields }) => [key, fields])).toEqual([
      ["hero", ["subtitle"]],
      ["hero", ["background_url", "cta_text", "subtitle", "title"]],
    ]);
  });
});

describe("two editors", () => {
  it("do not overwrite each other: the later one learns which texts changed, and none of theirs is saved", async () => {
    await save(
      { key: "hero", content: hero, version: 0 },
      { key: "about", content: defaultAbout, version: 0 },
    );
    await save({ key: "about", content: { title: "Al ei", content: "x" }, version: 1 });
    expect(
      await save(
        { key: "hero", content: { ...hero, title: "Al lui" }, version: 1 },
        { key: "about", content: { title: "Al lui", content: "y" }, version: 1 },
      ),
    ).toEqual({ ok: false, refusal: { reason: "changed_meanwhile", keys: ["about"] } });
    const now = await stored("hero", "about");
    expect(now.get("hero")).toEqual(hero);
    expect(now.get("about")).toEqual({ title: "Al ei", content: "x" });
  });

  it("at the same moment: exactly one of ten saves", async () => {
    for (const version of [0, 1]) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          save({ key: "hero", content: { ...hero, title: `v${version}-${n}` }, version }),
        ),
      );
      expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
      expect(
        answers.filter((answer) => !answer.ok && answer.refusal.reason === "changed_meanwhile"),
      ).toHaveLength(9);
    }
    expect(await db`SELECT version FROM site_content`).toEqual([{ version: 2 }]);
  });

  it("who save two texts in opposite order do not deadlock", async () => {
    await save(
      { key: "club", content: { a: 0 }, version: 0 },
      { key: "footer", content: { a: 0 }, version: 0 },
    );
    const both = (n: number) =>
      [
        { key: "club", content: { a: n }, version: 1 },
        { key: "footer", content: { a: n }, version: 1 },
      ] as const;
    const answers = await Promise.all([save(...both(1)), save(...[...both(2)].reverse())]);
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  });
});

describe("what is refused", () => {
  it.each(["user", "gate"] as const)("is any change by a person who is %s (B13-09)", async (role) => {
    const actor = { userId: (await person(role)).userId, role };
    await expect(
      services.database.withActor(actor, (sql) =>
        sql.query("INSERT INTO site_content (id, key, content, updated_by) VALUES ($1, 'hero', '{}', $2)", [
          newId(),
          actor.userId,
        ]),
      ),
    ).rejects.toMatchObject({ code: "42501" });
  });

  it.each([
    "javascript:alert(1)",
    "https://evil.example/pixel.png",
    "http://169.254.169.254/latest",
    "/pictures/content/0198b6f0-0000-4000-8000-000000000001.jpg",
    "/../app-secret",
  ])("is a background that is not a stored picture: %s", async (background_url) => {
    expect(await save({ key: "hero", content: { ...hero, background_url }, version: 0 })).toEqual({
      ok: false,
      refusal: { reason: "unknown_picture" },
    });
    expect((await stored("hero")).size).toBe(0);
  });

  it("is a link that runs a script, even by SQL", async () => {
    const links = { ...defaultFooter.social_links, facebook: "javascript:alert(1)" };
    await expect(
      db`INSERT INTO site_content (id, key, content) VALUES (${newId()}, 'footer', ${JSON.stringify({ ...defaultFooter, social_links: links })})`,
    ).rejects.toThrow("site_content_facebook_is_web");
  });
});

describe("the first texts", () => {
  it("are written once, also by five calls at the same moment, and overwrite nothing (B9-07, B14-49)", async () => {
    await save({ key: "hero", content: hero, version: 0 });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => createInitialContent(services, { actor: admin })),
    );
    expect(answers.flatMap((answer) => (answer.ok ? [...answer.value] : [])).sort()).toEqual([
      "about",
      "footer",
    ]);
    expect(Object.fromEntries(await stored("hero", "about", "footer"))).toEqual({
      hero,
      about: defaultAbout,
      footer: defaultFooter,
    });
  });

  it("hold no real name: a club without texts does not show another's", () => {
    expect(JSON.stringify([defaultHero, defaultAbout, defaultFooter])).not.toMatch(/Fosfor|Licurici|example/);
  });
});
