import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { personRoles } from "#platform/database/database-roles.ts";
import { announce } from "#test/support/sale-opening.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { createPageCache } from "#web/request/page-cache.server.ts";
import { keptPages } from "./page-parameters.ts";

const { season, site, origin } = await openSourceSite();
const { db } = season;
// pages live as long as the test says
let second = 0;
const anew = () => (second += 2);
Object.assign(site, { pages: createPageCache({ now: () => second * 1000, maxBytes: 1e8 }) });

await db`INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'club', '{"guests": true}')`;
const night = await season.night();
await season.ticketType({ events: [night] });
await season.ticketType({ events: [night, await season.night({ inDays: 9 })], family: "season_pass" });
const waited = await season.night();
await announce(season.client, waited, { inMinutes: 10, roomMinutes: 30 });
const artist = newId();
await db`INSERT INTO artists (id, name, bio, featured) VALUES (${artist}, 'Nori', 'Cântă.', true)`;

const visitors: Record<string, { readonly token: string }> = {
  guest: await makeGuest(site, { email: "oaspete@exemplu.ro", fullName: "Un Oaspete", phone: null }),
};
for (const role of personRoles) visitors[role] = await season.person(role);

const ids: Record<string, string> = {
  "/events/:id": night,
  "/events/:id/waiting": waited,
  "/artists/:id": artist,
};
const addresses = Object.keys(keptPages).flatMap((page) => {
  const path = page.replace(":id", ids[page] ?? "");
  return /\.\w+$/.test(path) ? [path] : [path, path === "/" ? "/_.data" : `${path}.data`];
});

/** What somebody gets; a room tells the seconds to its opening. */
async function seen(path: string, as?: { readonly token: string }, cookie = "") {
  const headers = { cookie: `${as ? `session=${as.token}; ` : ""}${cookie}` };
  const answer = await fetch(origin + path, { headers, redirect: "manual" });
  const text = await answer.text();
  return {
    status: answer.status,
    cache: answer.headers.get("cache-control"),
    text: path.includes("waiting")
      ? text.replace(/<div class="clock.*?<\/div>/s, "").replaceAll(/\d+/g, "0")
      : text,
  };
}

describe.each(addresses)("the kept page %s", (path) => {
  it("is byte for byte the same for each anonymous visitor, also after another visitor asked for it", async () => {
    anew();
    const alone = await seen(path);
    expect(alone).toMatchObject({ status: 200, cache: "public, max-age=0, must-revalidate" });
    for (const [who, visitor] of Object.entries(visitors)) {
      anew();
      await seen(path, visitor);
      expect(await seen(path), who).toEqual(alone);
    }
  });

  it("shows nothing of the one who asked first: each customer and each guest gets what the others of the kind get", async () => {
    const other = {
      user: await season.person(),
      guest: await makeGuest(site, { email: "alt@exemplu.ro", fullName: "Alt Oaspete", phone: null }),
    };
    for (const kind of ["user", "guest"] as const) {
      anew();
      const first = await seen(path, visitors[kind], "known_browser=a; x=y");
      anew();
      expect(await seen(path, other[kind]), kind).toEqual(first);
      expect(first.cache).toBe("private, no-store");
    }
  });
});

it("a guest's page of a night is a guest's: it has the smaller limit, which nobody else's has", async () => {
  anew();
  const options = async (as?: { readonly token: string }) =>
    (await seen(`/events/${night}`, as)).text.split("<option").length;
  expect(await options(visitors.guest)).toBeLessThan(await options());
  expect(await options(visitors.user)).toBe(await options());
});
