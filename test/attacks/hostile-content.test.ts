import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openAttackedSite } from "./attacked-site.ts";

/** What the forms of texts refuse; test/attacks/hostile-texts.test.ts shows that what they take is text everywhere. */
const { site, owner, attack } = await openAttackedSite();

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
