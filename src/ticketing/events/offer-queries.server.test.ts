import { describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { arrived } from "#test/support/open-page.ts";
import { openStage } from "#test/support/stage.ts";
import { listOffers, listSpecialTickets } from "./offer-queries.server.ts";

const { season, site } = await openStage();
const reader = site.database.anonymous;

const rank = (type: Uuid, place: number) =>
  season.client.query("UPDATE tickets SET offer_rank = $2 WHERE id = $1", [type, place]);
const sold = (counter: Uuid, n: number) =>
  season.client.query("UPDATE stock_counters SET sold = $2 WHERE id = $1", [counter, n]);

describe("the offers", () => {
  it("A9-05 A1-36: are in the order of their rank, without the hidden ones and without those of several nights to choose from", async () => {
    const [one, other] = [await season.night(), await season.night()];
    const second = await season.ticketType({ events: [one], title: "Al doilea" });
    const first = await season.ticketType({ events: [one, other], family: "early_bird", title: "Primul" });
    const hidden = await season.ticketType({ events: [one], isVisible: false });
    const unclear = await season.ticketType({ events: [one, other] });
    await season.ticketType({ events: [one], title: "fără rang" });
    for (const [type, place] of [
      [second, 2],
      [first, 1],
      [hidden, 3],
      [unclear, 4],
    ] as const)
      await rank(type, place);
    expect((await listOffers(reader)).map(({ title }) => title)).toEqual(["Primul", "Al doilea"]);
  });

  it("A11-11 A11-12: has as many left as fit into every night to come, and none without such a night", async () => {
    const past = await season.night({ inDays: -3, capacity: 10 });
    const full = await season.night({ inDays: 3, capacity: 10 });
    const wide = await season.night({ inDays: 5, capacity: 100 });
    const pass = await season.ticketType({
      events: [wide, past, full],
      family: "season_pass",
      entries: 2,
      capacity: 50,
      title: "Abonament",
    });
    await season.ticketType({ events: [past], family: "season_pass", title: "Trecut" });
    await sold(past, 10);
    const listed = async () =>
      (await listSpecialTickets(reader)).map(({ title, available, nights }) => [
        title,
        available,
        nights.map(({ id }) => id),
      ]);
    expect(await listed()).toEqual([["Abonament", 5, [full, wide]]]);
    await sold(full, 9);
    expect(await listed()).toEqual([]);
    await sold(full, 0);
    const ana = await season.person();
    const taken = await site.holds.takeHold(
      arrived(ana.sessionHash, [{ ticketTypeId: pass, quantity: 5 }], { origin: "season-pass" }),
    );
    expect(taken.kind).toBe("new");
    expect(await listed()).toEqual([]);
  });

  it("is stopped as soon as one of its nights is, and sold while another is not announced yet (97)", async () => {
    const [night, other] = [await season.night(), await season.night()];
    const pass = await season.ticketType({ events: [night, other], family: "season_pass" });
    const off = async () => (await listSpecialTickets(reader)).find(({ id }) => id === pass)?.off;
    await season.db`INSERT INTO openings (event_id, opens_at) VALUES (${other}, now() + interval '1 hour')`;
    expect(await off()).toBe(null);
    const { userId } = await season.person("admin");
    await season.db`INSERT INTO stops (id, event_id, kind, reason, started_by) VALUES (gen_random_uuid(), ${night}, 'sale', 'r', ${userId})`;
    expect(await off()).toBe("stopped");
  });

  it("costs what its first phase on sale does, and has what its phases have left; an add-on is none", async () => {
    const pass = await season.ticketType({ events: [await season.night()], family: "season_pass" });
    const [first] = await season.phases(pass, [
      { price: 30_000, capacity: 1 },
      { price: 40_000, capacity: 4 },
    ]);
    const listed = async () => (await listSpecialTickets(reader)).find(({ id }) => id === pass);
    expect(await listed()).toMatchObject({ price: 30_000, available: 5 });
    await sold(first ?? pass, 1);
    expect(await listed()).toMatchObject({ price: 40_000, available: 4 });
    const addOn = await season.ticketType({ events: [await season.night()], title: "Parcare" });
    await rank(addOn, 9);
    await season.db`UPDATE tickets SET admits = false WHERE id = ${addOn}`;
    expect((await listOffers(reader)).map(({ id }) => id)).not.toContain(addOn);
  });

  it.each([
    ["is cancelled", "cancelled_at = now()"],
    ["is not on sale", "is_available = false"],
  ])("a night that %s is none of its nights, and its places do not count", async (_what, change) => {
    const gone = await season.night({ inDays: 2, capacity: 4 });
    const stays = await season.night({ inDays: 3, capacity: 100 });
    const pass = await season.ticketType({ events: [gone, stays], family: "season_pass", capacity: 50 });
    await season.client.query(`UPDATE events SET ${change} WHERE id = $1`, [gone]);
    const offer = (await listSpecialTickets(reader)).find(({ id }) => id === pass);
    expect([offer?.available, offer?.nights.map(({ id }) => id)]).toEqual([50, [stays]]);
  });

  it.each([
    "is_visible = false",
    "archived_at = now()",
    "sale_starts_at = now() + interval '1 hour'",
    "sale_ends_at = now()",
  ])("a type with %s is no offer", async (change) => {
    const pass = await season.ticketType({ events: [await season.night()], family: "season_pass" });
    const isOffered = async () => (await listSpecialTickets(reader)).some(({ id }) => id === pass);
    expect(await isOffered()).toBe(true);
    await season.client.query(`UPDATE tickets SET ${change} WHERE id = $1`, [pass]);
    expect(await isOffered()).toBe(false);
  });

  it("A11-13: a type named in the setting of special tickets is one of them", async () => {
    const night = await season.night();
    const named = await season.ticketType({ events: [night], family: "early_bird", title: "Numit" });
    const titles = async () => (await listSpecialTickets(reader)).map(({ title }) => title);
    expect(await titles()).not.toContain("Numit");
    const write = (content: object) =>
      season.db`INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'season_pass_tickets', ${content}) ON CONFLICT (key) DO UPDATE SET content = ${content}`;
    await write({ ticket_ids: [named] });
    expect(await titles()).toContain("Numit");
    for (const damaged of [{ ticket_ids: "nothing" }, { ticket_ids: [] }, {}]) {
      await write(damaged);
      expect(await titles()).not.toContain("Numit");
    }
  });
});
