import { createHash } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { openAttackedSite } from "#test/attacks/attacked-site.ts";
import { queriesOf } from "#test/support/queries.ts";

/** What everybody sees of the built site, over HTTP, with its sample season. */
const { site, owner, attack, season } = await openAttackedSite();
const db = queriesOf(owner);

const idOf = async (sql: string): Promise<string> => (await owner.query(sql)).rows[0].id;
const night = await idOf("SELECT id FROM events WHERE title = 'Noaptea Fosforului'");
const artist = await idOf("SELECT id FROM artists WHERE name = 'Mareea Verde'");
const customer = await season.person();

const pages: [rows: string, path: string, heading: string][] = [
  ["A1-06 A1-15", "/", "Fosfor Summer Club"],
  ["A1-06 A1-16", "/events", "Evenimente"],
  ["A1-06 A1-17", `/events/${night}`, "Noaptea Fosforului"],
  ["A1-06 A1-18", `/artists/${artist}`, "Mareea Verde"],
  ["A1-19", "/register", "Inregistrare"],
  ["A1-20", "/login", "Conectare"],
  ["A1-20", "/login?mode=forgot", "Resetează parola"],
  ["A1-06 A1-22", "/tickets", "Optiuni Bilete"],
  ["A1-23", "/tickets/success?session_id=cs_test_1", "Îți mulțumim!"],
  ["A1-24", "/season-pass", "Bilete Speciale EARLY BIRD"],
];

describe("an address that everybody may open", () => {
  it.each(pages)(
    "%s: %s is a page in Romanian with one heading, %s (A1-04)",
    async (_rows, path, heading) => {
      const { status, text } = await attack(path);
      expect(status).toBe(200);
      expect(text).toContain('<html lang="ro">');
      const headings = [...text.matchAll(/<h1[^>]*>([^<]*)</g)].map(([, words]) => words);
      expect(headings).toEqual([heading]);
    },
  );

  it("names a manifest by which a phone installs the site, with icons of the sizes it says", async () => {
    expect((await attack("/profile", { as: customer })).text).toContain(
      'rel="manifest" href="/site.webmanifest"',
    );
    const manifest = JSON.parse((await attack("/site.webmanifest")).text);
    expect(manifest).toMatchObject({ short_name: "Fosfor", start_url: "/", display: "standalone" });
    const pictures = manifest.icons.filter(({ type }: { type: string }) => type === "image/png");
    const sizes = await Promise.all(
      pictures.map(async ({ src }: { src: string }) => {
        const { width, height } = await sharp(
          await (await fetch(site.origin + src)).arrayBuffer(),
        ).metadata();
        return `${width}x${height}`;
      }),
    );
    expect(sizes).toEqual(["192x192", "512x512"]);
    expect(sizes).toEqual(pictures.map(({ sizes: said }: { sizes: string }) => said));
  });

  it("the page of an event carries the panel where tickets are bought (A1-17)", async () => {
    const { text } = await attack(`/events/${night}`);
    expect(text).toMatch(/<section class="tear-panel" id="bilete"/);
  });

  it.each(["/", "/events", `/events/${night}`])(
    "%s links its style sheets, preloads no script and no font, and allows exactly the scripts that are written into it",
    async (path) => {
      const answer = await fetch(site.origin + path);
      const text = await answer.text();
      const policy = answer.headers.get("content-security-policy") ?? "";
      const allowed = (what: string) => `'sha256-${createHash("sha256").update(what).digest("base64")}'`;
      const scripts = [...text.matchAll(/<script(?: type="module" async="")?>([^<]+)<\/script>/g)];
      expect(scripts.length).toBeGreaterThan(1);
      expect(policy).toContain(
        `script-src 'self' ${scripts.map(([, script = ""]) => allowed(script)).join(" ")};`,
      );
      expect(text).not.toMatch(/<style|rel="modulepreload"|as="font"/);
      expect(text).toMatch(/<link rel="stylesheet" href="\/assets\/root-[^"]+\.css"\/>/);
      expect(policy).toContain("style-src-elem 'self';");
    },
  );

  it("home shows six of the nights that come, and all of them are behind its link (A18-08)", async () => {
    for (let n = 0; n < 8; n++) await season.night({ inDays: 20 + n });
    const nightsOn = (text: string) =>
      new Set([...text.matchAll(/href="\/events\/([^"?#]+)/g)].map(([, id]) => id)).size;
    await expect.poll(async () => nightsOn((await attack("/events")).text)).toBeGreaterThanOrEqual(8);
    expect(nightsOn((await attack("/")).text)).toBe(6);
  });

  it("the list begins with the nights to come; one that passed is among all dates, and found by its name (A4-03)", async () => {
    const past = await season.night({ inDays: -2, title: "Noaptea Trecută de Probă" });
    const rows = await db`SELECT slug FROM events WHERE id = ${past}`;
    const shows = async (query: string) => {
      const pages = [1, 2, 3].map((page) => attack(`/events?${query}&page=${page}`));
      return (await Promise.all(pages)).some(({ text }) => text.includes(`/events/${rows[0].slug}"`));
    };
    await expect.poll(() => shows("period=all")).toBe(true);
    expect(await shows("q=trecuta")).toBe(true);
    for (const query of ["", "period=upcoming", "q=trecuta&period=upcoming"])
      expect([query, await shows(query)]).toEqual([query, false]);
  });

  it("prices are in LEI on the pages of events and in RON on /tickets (A1-05)", async () => {
    expect((await attack(`/events/${night}`)).text).toMatch(/>\d+ LEI</);
    expect((await attack("/tickets")).text).toMatch(/160,00(?:<!-- -->)? <small>RON</);
  });

  it("the fixed offers are the early-bird concert ticket at 160 and the season's passes (A1-12, A15-22, A15-23, A15-24, A16-14)", async () => {
    const { text } = await attack("/tickets.data");
    const rows =
      await db`SELECT type, stripe_price_id FROM tickets WHERE offer_rank IS NOT NULL ORDER BY offer_rank`;
    expect(rows.map(({ type }) => type)).toEqual([
      "EARLY BIRD Concert Eclipsa",
      "All Season Pass",
      "Group Ticket",
      "Couple Ticket",
    ]);
    for (const { type, stripe_price_id: priceId } of rows) {
      expect(text).toContain(JSON.stringify(type));
      expect(text).toContain(JSON.stringify(priceId));
    }
    expect(text).toContain(JSON.stringify("payment"));
    expect((await attack("/tickets")).text).toMatch(/EARLY BIRD Concert Eclipsa[\s\S]*?160,00/);
  });
});

describe("an unknown address", () => {
  const unknown = "0190a0a0-0000-7000-8000-000000000000";
  it.each([
    ["A5-15", `/events/${unknown}`, "Eveniment Negasit"],
    ["A5-15", "/events/fara-numar", "Eveniment Negasit"],
    ["A6-09", `/artists/${unknown}`, "Artist Negasit"],
    ["A6-09", "/artists/'%20or%201=1%20--", "Artist Negasit"],
  ])("%s: %s is a page that shows so, %s, with a link", async (_row, path, title) => {
    const { status, text } = await attack(path);
    expect(status).toBe(404);
    const headings = [...text.matchAll(/<h1[^>]*>([^<]*)</g)].map(([, words]) => words);
    expect(headings).toEqual([title]);
    expect(text).toMatch(/<main[\s\S]*href="\/events"[\s\S]*<footer/);
  });
});

describe("an address for signed-in people", () => {
  it.each([
    ["A1-27 A1-30", "/profile"],
    ["A1-27 A1-30", "/profile?section=orders"],
    ["A1-28 A1-30", `/purchase/${night}`],
    ["A1-30", "/checkout/0190a0a0-0000-7000-8000-000000000000"],
  ])("%s: %s redirects others to /login, and keeps the target", async (_rows, path) => {
    const { status, location } = await attack(path);
    expect(status).toBe(302);
    expect(location).toBe(`/login?next=${encodeURIComponent(path)}`);
  });
});

describe("what search engines and messengers read", () => {
  const head = async (path: string) => {
    const { text } = await attack(path);
    const [, facts] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(text) ?? [];
    return {
      canonical: /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1],
      picture: /<meta property="og:image" content="([^"]*)"/.exec(text)?.[1],
      title: /<title>([^<]*)</.exec(text)?.[1],
      facts: facts ? JSON.parse(facts) : null,
    };
  };

  it.each(["/", "/events", "/tickets", "/season-pass", "/termeni", "/confidentialitate", "/cookies"])(
    "%s has one address, a title and a picture that exists",
    async (path) => {
      const { canonical, picture, title } = await head(`${path}?utm_source=x`);
      expect(canonical).toBe(`${site.origin}${path}`);
      expect(title).toMatch(/Fosfor Summer Club/);
      expect((await fetch(picture ?? "")).headers.get("content-type")).toBe("image/jpeg");
    },
  );

  it("a night states when and where it is, who plays, what it costs and whether it takes place", async () => {
    const { canonical, picture, facts } = await head(`/events/${night}`);
    expect(canonical).toBe(`${site.origin}/events/noaptea-fosforului`);
    expect(picture).toMatch(new RegExp(`^${site.origin}/events/${night}/share\\.jpg\\?look=[0-9a-f]{8}$`));
    const shared = await fetch(picture ?? "");
    expect(shared.headers.get("content-type")).toBe("image/jpeg");
    expect(shared.headers.get("cache-control")).toBe("public, max-age=86400");
    const { width, height } = await sharp(Buffer.from(await shared.arrayBuffer())).metadata();
    expect({ width, height }).toEqual({ width: 1200, height: 630 });
    expect(facts).toMatchObject({
      "@type": "MusicEvent",
      name: "Noaptea Fosforului",
      eventStatus: "https://schema.org/EventScheduled",
      location: { "@type": "Place", name: "Plaja Licurici", address: "Plaja Licurici, digul de nord" },
    });
    expect(facts.startDate).toMatch(/^\d{4}-\d{2}-\d{2}T22:00:00\+0[23]:00$/);
    expect(facts.endDate).toMatch(/^\d{4}-\d{2}-\d{2}T05:00:00\+0[23]:00$/);
    expect(Date.parse(facts.endDate)).toBeGreaterThan(Date.parse(facts.startDate));
    expect(facts.performer.map(({ name }: { name: string }) => name)).toContain("Mareea Verde");
    // its cheaper type admits until an hour of the night
    expect(facts.offers).toContainEqual(
      expect.objectContaining({
        "@type": "Offer",
        name: "Intrare generală",
        priceCurrency: "RON",
        price: expect.stringMatching(/^\d+\.\d{2}$/),
        availability: "https://schema.org/InStock",
      }),
    );
    const soldOut = await idOf("SELECT id FROM events WHERE title = 'Balul de la Plajă'");
    const past = await season.night({ inDays: -3 });
    await season.ticketType({ events: [past] });
    const { offers } = (await head(`/events/${soldOut}`)).facts;
    expect(offers.length).toBeGreaterThan(0);
    for (const offer of offers) expect(offer.availability).toBe("https://schema.org/SoldOut");
    expect((await head(`/events/${past}`)).facts.offers).toEqual([]);
  });

  it("a night that does not exist has no picture to share either", async () => {
    for (const id of ["0190a0a0-0000-7000-8000-000000000000", "x", "%00"])
      expect((await attack(`/events/${id}/share.jpg`)).status).toBe(404);
  });

  it("an artist has a name and the places of the nights", async () => {
    const { facts } = await head(`/artists/${artist}`);
    expect(facts).toMatchObject({ "@type": "MusicGroup", name: "Mareea Verde" });
    expect(facts.event.map(({ name }: { name: string }) => name)).toContain("Noaptea Fosforului");
  });

  it("the sitemap names every published night and artist, once", async () => {
    const response = await fetch(`${site.origin}/sitemap.xml`);
    expect(response.headers.get("content-type")).toContain("application/xml");
    const text = await response.text();
    const rows =
      await db`SELECT (SELECT count(*) FROM events WHERE is_published(publish_at)) + (SELECT count(*) FROM artists) AS n`;
    const places = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, place]) => place);
    expect(new Set(places).size).toBe(places.length);
    expect(places.filter((place) => /\/(events|artists)\/[a-z0-9-]+$/.test(place ?? ""))).toHaveLength(
      Number(rows[0].n),
    );
    expect(places).toContain(`${site.origin}/events/noaptea-fosforului`);
    expect(places).toContain(`${site.origin}/artists/mareea-verde`);
    // while there is a pass to buy
    expect(places).toContain(`${site.origin}/season-pass`);
  });

  it("no search engine reads a demo", async () => {
    const response = await fetch(`${site.origin}/robots.txt`);
    expect(response.headers.get("content-type")).toContain("text/plain");
    expect(await response.text()).toBe("User-agent: *\nDisallow: /\n");
  });
});

describe("the texts of the site", () => {
  const write = (key: string, content: object) =>
    owner.query(
      "INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), $1, $2) ON CONFLICT (key) DO UPDATE SET content = $2",
      [key, content],
    );

  it("hero and footer are what is written under their keys, one row each (A2-17, A2-18, A2-23, A3-06, A15-07, A15-08)", async () => {
    const hero = {
      title: "Titlu scris",
      subtitle: "Subtitlu scris",
      cta_text: "Hai la noapte",
      background_url: "",
    };
    const footer = {
      description: "Descriere scrisă",
      address: "Digul de sud",
      phone: "+40 711 111 111",
      email: "scris@exemplu.example",
      copyright: "Drepturi scrise.",
      social_links: {
        instagram: "https://instagram.example/scris",
        facebook: "https://facebook.example/scris",
        twitter: "https://twitter.example/scris",
      },
    };
    await write("hero", hero);
    await write("footer", footer);
    // a waiting message renders the page again: the test wrote to the database past the site
    const { text } = await attack("/", { headers: { cookie: "flash=none" } });
    const { background_url: _, ...shown } = hero;
    const { social_links: links, ...lines } = footer;
    for (const words of Object.values({ ...shown, ...lines })) expect(text).toContain(words);
    for (const address of Object.values(links)) expect(text).toContain(`href="${address}"`);
    const rows =
      await db`SELECT key, count(*)::int AS n FROM site_content WHERE key IN ('hero', 'footer') GROUP BY key ORDER BY key`;
    expect(rows).toEqual([
      { key: "footer", n: 1 },
      { key: "hero", n: 1 },
    ]);
  });
});
