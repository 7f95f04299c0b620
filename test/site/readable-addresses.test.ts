import { describe, expect, it } from "vitest";
import { openAttackedSite } from "#test/attacks/attacked-site.ts";

/** Nights and artists by the names in their addresses, over HTTP. */
const { site, owner, season, checkoutCall } = await openAttackedSite();

const id = await season.night({ title: "Șapte Valuri" });
const { rows } = await owner.query("SELECT id FROM artists WHERE name = 'Mareea Verde'");
const artist: string = rows[0].id;

const ask = (path: string, init: RequestInit = {}) =>
  fetch(site.origin + path, { redirect: "manual", ...init });
const canonicalOf = async (path: string) => {
  const answer = await ask(path);
  const text = await answer.text();
  return [answer.status, /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1]];
};

describe("a night", () => {
  it("answers by its id as before, by its name, and by every name that it had; its address is the present one", async () => {
    await owner.query("UPDATE events SET title = 'Opt Valuri' WHERE id = $1", [id]);
    for (const name of [id, "sapte-valuri", "opt-valuri"])
      expect(await canonicalOf(`/events/${name}`)).toEqual([200, `${site.origin}/events/opt-valuri`]);
  });

  it("is one kept page, however it is asked for", async () => {
    const tags = new Set<string | null>();
    // several within one second, or it is rendered anew
    await expect
      .poll(async () => {
        tags.clear();
        const asked = [id, "sapte-valuri", "opt-valuri"].flatMap((name) => [name, `${name}?utm_source=x`]);
        for (const answer of await Promise.all(asked.map((name) => ask(`/events/${name}`))))
          tags.add(answer.headers.get("etag"));
        return tags.size;
      })
      .toBe(1);
    expect([...tags][0]).not.toBeNull();
  });

  it("has its data, its calendar and its waiting room below its name", async () => {
    expect((await ask("/events/opt-valuri.data")).status).toBe(200);
    expect(await (await ask("/events/sapte-valuri/night.ics")).text()).toContain(
      `URL:${site.origin}/events/opt-valuri`.slice(0, 60),
    );
    expect((await ask("/events/opt-valuri/waiting")).headers.get("location")).toContain(`/events/`);
  });

  it("takes a form at its name", async () => {
    const body = new URLSearchParams({ ticket_id: "x", quantity: "1" });
    const headers = { origin: site.origin };
    expect((await ask("/events/opt-valuri", { method: "POST", body, headers })).status).toBe(400);
    expect((await ask("/events/nimeni", { method: "POST", body, headers })).status).toBe(404);
  });

  it("has one spelling: capitals and slashes lead to it", async () => {
    for (const path of ["/Events/Opt-Valuri", "/events/opt-valuri/", "//events//opt-valuri"])
      expect((await ask(path)).headers.get("location")).toBe("/events/opt-valuri");
  });

  it("that does not exist is not found under any name", async () => {
    for (const name of [
      "o-noapte-pe-care-nu-o-are-nimeni",
      "opt_valuri",
      "-",
      "opt-valuri.html",
      "opt-valuri%00",
    ])
      expect([400, 404]).toContain((await ask(`/events/${name}`)).status);
  });

  it("keeps the way through a code's link at its name", async () => {
    const answer = await ask("/events/opt-valuri?code=NIMIC1");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/events/opt-valuri"]);
  });
});

describe("an artist", () => {
  it("answers by id and by name", async () => {
    for (const name of [artist, "mareea-verde"])
      expect(await canonicalOf(`/artists/${name}`)).toEqual([200, `${site.origin}/artists/mareea-verde`]);
    expect((await ask("/artists/opt-valuri")).status).toBe(404);
  });
});

describe("pages", () => {
  it.each(["/", "/events", "/events/opt-valuri", "/artists/mareea-verde", "/events?q=mareea"])(
    "%s leads to nights and artists by their names",
    async (path) => {
      const text = await (await ask(path)).text();
      expect(text).toMatch(/href="\/(?:events|artists)\/[a-z]/);
      expect(text.match(/href="\/(?:events|artists)\/[0-9a-f]{8}-[^"]*"/g) ?? []).toEqual([]);
    },
  );
});

describe("the specified call", () => {
  it("takes the cancel address with a night's name, and knows the night by it", async () => {
    const buyer = await season.person();
    // bought for the night whose page names it, so that the night must be known
    const type = await season.ticketType({ events: [id, await season.night()] });
    const answer = await ask("/functions/v1/checkout-session", {
      method: "POST",
      headers: { "content-type": "application/json", origin: site.origin, cookie: `session=${buyer.token}` },
      body: JSON.stringify(
        checkoutCall({ price_id: `price_${type}`, cancel_url: `${site.origin}/events/sapte-valuri` }),
      ),
    });
    expect(answer.status).toBe(200);
  });
});
