import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { parsedPage } from "#test/support/parsed-page.ts";
import { openAttackedSite } from "./attacked-site.ts";
import { expectHarmless } from "./hostile-readers.ts";

/** What the forms of texts refuse; test/attacks/hostile-texts.test.ts shows that what they take is text everywhere. */
const { site, owner, season, attack, nothingHappens } = await openAttackedSite();
const admin = await season.person("admin");

it("makes no link that is not http, and embeds no video of another site", async () => {
  const { rows } = await owner.query("SELECT content FROM site_content WHERE key = 'footer'");
  const before = JSON.stringify(rows[0].content);
  const links = { instagram: `https://x.example/"onclick=alert(1)`, facebook: "", twitter: "" };
  const write = (content: string) =>
    owner.query("UPDATE site_content SET content = $1, version = version + 1 WHERE key = 'footer'", [
      content,
    ]);
  await write(JSON.stringify({ ...rows[0].content, social_links: links }));
  const home = async () => (await attack("/")).text;
  await expect.poll(home, { timeout: 60_000 }).toContain("x.example/");
  expect(await home()).not.toMatch(/href="[^"]*" ?onclick/);
  expect(await home()).toContain('rel="noopener noreferrer"');
  await write(before);
  const id = newId();
  await owner.query(
    "INSERT INTO artists (id, name, bio, youtube_link, featured) VALUES ($1, 'Pelin', 'b', $2, true)",
    [id, `https://evil.example/?v=xxxxxxxxxxx"onload=alert(1)`],
  );
  const artist = (await attack(`/artists/${id}`)).text;
  expect(artist).toContain("Pelin");
  expect(artist).not.toContain("<iframe");
  expect(artist).not.toContain("youtube-nocookie.com/embed/xxxxxxxxxxx");
});

describe("a form of the site's texts", () => {
  const footer = {
    description: "Clubul Far",
    address: "",
    phone: "",
    email: "",
    copyright: "Toate drepturile rezervate.",
    instagram: "",
    facebook: "",
    twitter: "",
  };
  const page = {
    hero_title: "Far",
    hero_subtitle: "Sub",
    hero_cta_text: "Cumpara Bilete Acum",
    background_url: "",
    about_title: "",
    about_content: "",
  };
  const versionOf = async (key: string) =>
    String((await owner.query("SELECT version FROM site_content WHERE key = $1", [key])).rows[0].version);

  it.each([
    ["javascript:alert(1)"],
    ["data:text/html,<script>alert(1)</script>"],
    ["java\tscript:alert(1)"],
    ["//evil.example"],
  ])("takes no link to %j, and keeps everything typed (B9-05)", async (instagram) => {
    await nothingHappens(async () => {
      const answer = await attack("/admin/content/footer", {
        as: admin,
        form: {
          ...footer,
          instagram,
          footer_version: await versionOf("footer"),
        },
      });
      expect(answer.status).toBe(422);
      expect(answer.text).toContain("Scrie adresa întreagă a paginii, care începe cu https://");
      expect(answer.text).toContain("Clubul Far");
      expectHarmless(parsedPage(answer.text), "the answer");
    });
  });

  it.each([
    ["a colour that is more than a colour", { light: "#ffaa00;background:url(//evil.example)" }],
    ["a colour by another name", { signal: "var(--c-night)" }],
    ["a colour that nobody can read", { light: "#101010" }],
    ["a logo of somebody else", { logo_url: "https://evil.example/logo.png" }],
  ])("takes no brand with %s, and keeps everything typed", async (_what, wrong) => {
    await nothingHappens(async () => {
      const answer = await attack("/admin/brand", {
        as: admin,
        form: {
          short_name: "Far",
          full_name: "Clubul Far",
          trader: "",
          guests: "",
          logo_url: "",
          company: "",
          company_code: "",
          register_no: "",
          seat: "",
          light: "",
          signal: "",
          ...wrong,
          club_version: await versionOf("club"),
          brand_version: "0",
        } as Record<string, string>,
      });
      expect(answer.status).toBe(422);
      expect(answer.text).toContain('value="Clubul Far"');
      expectHarmless(parsedPage(answer.text), "the answer");
      expect(answer.text).not.toMatch(/<html[^>]*style/);
    });
  });

  it.each([
    ["a picture of somebody else", { background_url: "https://evil.example/pixel.png" }, 422],
    ["a picture in the machine's own network", { background_url: "http://169.254.169.254/" }, 422],
    ["a picture that runs something", { background_url: "javascript:alert(1)" }, 422],
    ["a title without an end", { hero_title: "x".repeat(100_000) }, 422],
    ["nothing at all", Object.fromEntries(Object.keys(page).map((name) => [name, ""])), 422],
    ["a NUL", { hero_title: "a\0b" }, 400],
  ] as const)("answers and writes nothing: %s", async (_what, wrong, status) => {
    await nothingHappens(async () => {
      const before = await versionOf("hero");
      const answer = await attack("/admin/content", {
        as: admin,
        form: { ...page, ...wrong, hero_version: before, about_version: await versionOf("about") } as Record<
          string,
          string
        >,
      });
      expect(answer.status).toBe(status);
      expect(await versionOf("hero")).toBe(before);
    });
  });
});

it("the pages name the club as its content does, everywhere, and no other (A2-17)", async () => {
  await owner.query(
    `UPDATE site_content SET content = '{"short_name":"Far","full_name":"Clubul Far","trader":"Far SRL"}', version = version + 1 WHERE key = 'club'`,
  );
  const titled = async (path: string) => /<title>[^<]*/.exec((await attack(path)).text)?.[0] ?? "";
  await expect.poll(() => titled("/tickets"), { timeout: 60_000 }).toContain("| Clubul Far");
  for (const path of ["/login", "/register", "/events", "/season-pass", "/termeni", "/nimic", "/gate"])
    await expect.poll(() => titled(path), { timeout: 60_000, message: path }).not.toContain("Fosfor");
  expect(site.output()).not.toContain("ALARM");
});
