import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { until } from "#test/support/embedded-owner.ts";
import { openAttackedSite } from "./attacked-site.ts";

/** Attacks 97, 99 to 102: visitors see everything that an administrator can write as text. */
const { site, owner, season, attack, nothingHappens } = await openAttackedSite();
const admin = await season.person("admin");

/** What a careless page would run. `#` is replaced by a number, so that each place is known again. */
const hostile = [
  `"><img src=x onerror=alert(#)>`,
  `</script><script>alert(#)</script>`,
  `<svg/onload=alert(#)>`,
  "javascript:alert(#)",
  `{{7*7}}\${alert(#)}<!--#-->`,
  "\u2028\u2029\u202Ealert(#)\u200B",
  "' OR 1=1 -- #",
].join(" ");
const words = (n: number) => hostile.replaceAll("#", String(n));
const long = `${words(9)} ${"ș".repeat(100_000)}`;

/** None of it is code: no tag and no handler, and it ended no script of ours. */
function expectHarmless(html: string): void {
  const scripts = [...html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/gi)].map(([, code]) => code ?? "");
  // inside the page's own scripts it is a string, its angle brackets escaped
  for (const code of scripts) expect(code).not.toMatch(/<\/?(?:script|img|svg)\b/i);
  const outside = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, "");
  expect(outside).not.toMatch(/(?:href|src|action|formaction)="\s*(?:javascript|data:text|vbscript)/i);
  // without the values in quotes, what is left of a tag is its name and those of its attributes
  const tags = [...outside.replace(/="[^"]*"/g, "=").matchAll(/<[a-z][^>]*>/gi)].map(([tag]) => tag);
  expect(tags.filter((tag) => /\son[a-z]+\s*=|^<svg\/|alert/i.test(tag))).toEqual([]);
  expect(outside).not.toMatch(/<script[^>]*>\s*alert/i);
}

const ids = { night: newId(), artist: newId(), type: newId() };
let kept: { key: string; content: unknown }[] = [];

beforeAll(async () => {
  kept = (await owner.query("SELECT key, content FROM site_content")).rows;
  await owner.query(
    "INSERT INTO stock_counters (id, kind, capacity) VALUES ($1, 'places', 100), ($2, 'units', 100)",
    [ids.night, ids.type],
  );
  await owner.query(
    "INSERT INTO events (id, name, title, description, date, time, location) VALUES ($1, $2, $3, $4, current_date + 1, '22:00', $5)",
    [ids.night, words(1), words(2), long, words(3)],
  );
  await owner.query(
    "INSERT INTO artists (id, name, bio, tagline, youtube_link) VALUES ($1, $2, $3, $4, $5)",
    [ids.artist, words(4), long, words(5), `https://evil.example/?v=xxxxxxxxxxx"onload=alert(1)`],
  );
  await owner.query("INSERT INTO event_artists (event_id, artist_id) VALUES ($1, $2)", [
    ids.night,
    ids.artist,
  ]);
  await owner.query(
    "INSERT INTO tickets (id, event_id, type, price, description, stripe_price_id, price_agreed_at, offer_rank, is_season_pass, family) VALUES ($1, $2, $3, 100, $4, $5, now(), 0, true, 'season_pass')",
    [ids.type, ids.night, words(6), words(7), `price_${ids.type}`],
  );
  await owner.query("INSERT INTO event_tickets (event_id, ticket_id) VALUES ($1, $2)", [ids.night, ids.type]);
  const texts = {
    club: { short_name: words(10), full_name: words(11), trader: words(12) },
    hero: { title: words(13), subtitle: words(14), cta_text: words(15), background_url: "" },
    about: { title: words(16), content: words(17) },
    footer: {
      description: words(18),
      address: words(19),
      phone: words(20),
      email: words(21),
      copyright: words(22),
      social_links: { instagram: `https://x.example/"onclick=alert(1)`, facebook: "", twitter: "" },
    },
    terms: {
      title: words(23),
      intro: words(24),
      notice: words(25),
      sections: [{ id: "a", title: words(26), paragraphs: [words(27)] }],
    },
    privacy: { title: 7, sections: "nothing" },
    cookies: { title: words(28), sections: [{ id: `"><script>`, title: "x", paragraphs: [] }] },
  };
  for (const [key, content] of Object.entries(texts))
    await owner.query(
      "INSERT INTO site_content (id, key, content) VALUES ($1, $2, $3) ON CONFLICT (key) DO UPDATE SET content = excluded.content, version = site_content.version + 1",
      [newId(), key, JSON.stringify(content)],
    );
  const home = async () => (await fetch(site.origin)).text();
  if (!(await until(async () => (await home()).includes("alert(13)"))))
    throw new Error("the words never came");
});
afterAll(async () => {
  for (const { key, content } of kept)
    await owner.query("UPDATE site_content SET content = $2 WHERE key = $1", [key, JSON.stringify(content)]);
});

const pages: [path: string, shows: number][] = [
  ["/", 13],
  ["/events", 2],
  [`/events/${ids.night}`, 2],
  [`/artists/${ids.artist}`, 4],
  ["/tickets", 6],
  ["/season-pass", 6],
  ["/termeni", 27],
  ["/confidentialitate", 10],
  ["/cookies", 10],
  ["/reset-password", 10],
];

describe("hostile text in every field of the site", () => {
  it.each(pages)("is text on %s, for every kind of visitor (attacks 97, 99, 101)", async (path, shows) => {
    await nothingHappens(async () => {
      for (const as of [undefined, admin]) {
        const answer = await attack(path, as ? { as } : {});
        expect(answer.status).toBe(200);
        expect(answer.text).toContain(`alert(${shows})`);
        expectHarmless(answer.text);
      }
    });
  });

  it.each(pages)("is data in the data of %s (attack 99)", async (path) => {
    const address = `${path === "/" ? "/_" : path}.data`;
    expect((await attack(address)).status).toBe(200);
    // no browser takes it for a page, with any content
    const { headers } = await fetch(site.origin + address);
    expect([headers.get("content-type"), headers.get("x-content-type-options")]).toEqual([
      expect.stringMatching(/^text\/x-script\b/),
      "nosniff",
    ]);
  });

  it.each(["/admin/content", "/admin/brand", "/admin/content/footer", "/admin/content/legal/terms"])(
    "is text in the fields of %s (attack 99)",
    async (path) => {
      const answer = await attack(path, { as: admin });
      expect(answer.status).toBe(200);
      expect(answer.text).toContain("alert(");
      expectHarmless(answer.text);
    },
  );

  it("is text in the manifest, which is still valid (attack 99)", async () => {
    const { status, text } = await attack("/site.webmanifest");
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ name: words(11), short_name: words(10) });
  });

  it("makes no link that is not http, and embeds no video of another site (attacks 100, 101)", async () => {
    const home = (await attack("/")).text;
    expect(home).not.toMatch(/href="[^"]*" ?onclick/);
    expect(home).toContain('rel="noopener noreferrer"');
    const artist = (await attack(`/artists/${ids.artist}`)).text;
    expect(artist).not.toContain("<iframe");
    expect(artist).not.toContain("youtube-nocookie.com/embed/xxxxxxxxxxx");
  });
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
  ])("takes no link to %j, and keeps everything typed (attack 101, B9-05)", async (instagram) => {
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
      expectHarmless(answer.text);
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
          ...{ short_name: "Far", full_name: "Clubul Far", trader: "", guests: "", logo_url: "" },
          ...{ light: "", signal: "" },
          ...wrong,
          ...{ club_version: await versionOf("club"), brand_version: "0" },
        } as Record<string, string>,
      });
      expect(answer.status).toBe(422);
      expect(answer.text).toContain('value="Clubul Far"');
      expectHarmless(answer.text);
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
  ] as const)("answers and writes nothing: %s (attacks 97, 99)", async (_what, wrong, status) => {
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

  it("is not for customers, gate staff or strangers, in any of its forms (B13-05, B13-09)", async () => {
    const others = [undefined, await season.person(), await season.person("gate")];
    await nothingHappens(async () => {
      const before = await versionOf("footer");
      for (const as of others)
        for (const path of [
          "/admin/content",
          "/admin/brand",
          "/admin/content/footer",
          "/admin/content/legal/terms",
        ])
          for (const address of [path, `${path}.data`]) {
            const answer = await attack(address, {
              ...(as ? { as } : {}),
              form: {
                ...footer,
                ...page,
                title: "x",
                body: "x",
                intro: "",
                notice: "",
                footer_version: before,
              },
            });
            expect([202, 302, 303], address).toContain(answer.status);
          }
      expect(await versionOf("footer")).toBe(before);
    });
  });

  it("shows the later of two editors what the earlier one wrote, and keeps what he typed", async () => {
    const read = { hero_version: await versionOf("hero"), about_version: await versionOf("about") };
    const first = await attack("/admin/content", {
      as: admin,
      form: { ...page, hero_title: "Al ei", ...read },
    });
    expect(first.status).toBe(303);
    const late = await attack("/admin/content", {
      as: admin,
      form: { ...page, hero_title: "Al lui", ...read },
    });
    expect(late.status).toBe(409);
    expect(late.text).toContain("Altcineva a salvat între timp");
    expect(late.text).toContain('value="Al lui"');
    expect(late.text).toMatch(/<td>Al ei<\/td>\s*<td>Al lui<\/td>/);
    // a second submit is his decision: the form now has the version he has seen
    const seen = /name="hero_version"[^>]*value="(\d+)"|value="(\d+)"[^>]*name="hero_version"/.exec(
      late.text,
    );
    const again = await attack("/admin/content", {
      as: admin,
      form: {
        ...page,
        hero_title: "Al lui",
        hero_version: seen?.[1] ?? seen?.[2] ?? "",
        about_version: await versionOf("about"),
      },
    });
    expect(again.status).toBe(303);
    // a page may be a second old
    await pause(1000);
    expect((await attack("/")).text).toContain("Al lui");
  });

  it("is seen by visitors within a second, though they were sent a kept page before (B9-03)", async () => {
    expect((await attack("/events")).text).not.toContain("Ultimul far");
    const answer = await attack("/admin/content/footer", {
      as: admin,
      form: {
        ...footer,
        description: "Ultimul far.",
        footer_version: await versionOf("footer"),
      },
    });
    expect(answer.status).toBe(303);
    await pause(1000);
    const events = (await attack("/events")).text;
    expect(events).toContain("Ultimul far.");
  });
});

it("the pages name the club as its content does, everywhere, and no other (A2-17)", async () => {
  await owner.query(
    `UPDATE site_content SET content = '{"short_name":"Far","full_name":"Clubul Far","trader":"Far SRL"}', version = version + 1 WHERE key = 'club'`,
  );
  await expect
    .poll(async () => (await attack("/tickets")).text, { timeout: 40_000 })
    .toContain("| Clubul Far</title>");
  for (const path of ["/login", "/register", "/events", "/season-pass", "/termeni", "/nimic", "/gate"])
    expect((await attack(path)).text, path).not.toMatch(/<title>[^<]*Fosfor/);
  expect(site.output()).not.toContain("ALARM");
});
