import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { addMonths } from "#kernel/time.ts";
import { testDatabase } from "#test/support/database.ts";
import { inDays, onOneDay } from "#test/support/days.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { type EventSearch, searchEvents } from "./event-list-queries.server.ts";

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const { client, db } = season;
await onOneDay();
const today = inDays(0);
const inAMonth = Math.round((Date.parse(addMonths(today, 1)) - Date.parse(today)) / 86_400_000);

await season.night({ inDays: -3, title: "Alaltăieri" });
await season.night({ inDays: -2, title: "Ieri" });
await season.night({ inDays: 0, title: "Astă-seară" });
const week = await season.night({ inDays: 7, title: "Peste o săptămână" });
await season.night({ inDays: 8, title: "După săptămână" });
const month = await season.night({ inDays: inAMonth, title: "Peste o lună" });
await season.night({ inDays: inAMonth + 1, title: "După lună" });
await season.night({ inDays: 3, title: "Oprită", isAvailable: false });
await db`UPDATE events SET description = 'Cântă Lotca, cu 100% vinil.' WHERE id = ${week}`;
await db`UPDATE events SET location = 'Digul de Nord' WHERE id = ${month}`;

const artist = newId();
await db`INSERT INTO artists (id, name, bio, tagline) VALUES (${artist}, 'Mareea Înaltă', 'x', 'coruri')`;
await db`INSERT INTO event_artists (event_id, artist_id) VALUES (${month}, ${artist})`;

const titles = async (search: Partial<EventSearch>) => {
  const found = await searchEvents(client, {
    text: "",
    period: "all",
    withUnavailable: false,
    limit: 100,
    page: 1,
    ...search,
  });
  return found.events.map((event) => event.title);
};

describe("the list of events", () => {
  it("shows all of them by date, those that have passed after those to come, without the unavailable ones (A4-07, A4-19)", async () => {
    expect(await titles({})).toEqual([
      "Astă-seară",
      "Peste o săptămână",
      "După săptămână",
      "Peste o lună",
      "După lună",
      "Ieri",
      "Alaltăieri",
    ]);
  });

  it("shows the unavailable ones when asked, and counts them either way (A4-04, A4-07)", async () => {
    expect(await titles({ withUnavailable: true })).toContain("Oprită");
    const question = { text: "", period: "all", limit: 100, page: 1 } as const;
    expect((await searchEvents(client, { ...question, withUnavailable: false })).unavailable).toBe(1);
    expect(await searchEvents(client, { ...question, text: "Oprit", withUnavailable: false })).toEqual({
      events: [],
      until: null,
      more: false,
      unavailable: 1,
      anyUpcoming: true,
      artists: [],
    });
  });

  it("from today on are the upcoming ones (A4-03, A4-16)", async () => {
    expect(await titles({ period: "upcoming" })).toEqual([
      "Astă-seară",
      "Peste o săptămână",
      "După săptămână",
      "Peste o lună",
      "După lună",
    ]);
  });

  it("of this week are those from today to 7 days ahead, both included (A4-17)", async () => {
    expect(await titles({ period: "week" })).toEqual(["Astă-seară", "Peste o săptămână"]);
  });

  it("of this month are those from today to one month ahead, both included (A4-18)", async () => {
    expect(await titles({ period: "month" })).toEqual([
      "Astă-seară",
      "Peste o săptămână",
      "După săptămână",
      "Peste o lună",
    ]);
  });

  it.each([
    ["name", "astă", ["Astă-seară"]],
    ["name in capitals", "ASTĂ", ["Astă-seară"]],
    ["place", "digul DE nord", ["Peste o lună"]],
    ["description", "lotca", ["Peste o săptămână"]],
    ["name without its diacritics", "SAPTAMANA", ["Peste o săptămână", "După săptămână"]],
    ["words with the old cedilla", "dupa s\u0103pt\u0103m\u00e2na", ["După săptămână"]],
    ["words in another order", "săptămână peste", ["Peste o săptămână"]],
    ["words of name and place", "nord lună", ["Peste o lună"]],
    ["words of which one is nowhere", "nord săptămână", []],
    ["artist", "inalta mareea", ["Peste o lună"]],
    ["sign that means anything to SQL", "100%", ["Peste o săptămână"]],
    ["sign that means one letter to SQL", "ast_", []],
    ["word that is nowhere", "zăpadă", []],
  ])("is searched by %s (A4-02, A4-14, A4-15)", async (_what, text, found) => {
    expect(await titles({ text })).toEqual(found);
  });

  it("finds artists by their name and tagline as well, and none without a search", async () => {
    const artists = async (text: string) =>
      (await searchEvents(client, { text, period: "all", limit: 9, page: 1, withUnavailable: false }))
        .artists;
    expect(await artists("CORURI mareea")).toEqual([{ slug: "mareea-inalta", name: "Mareea Înaltă" }]);
    expect(await artists("coruri nord")).toEqual([]);
    expect(await artists(" ")).toEqual([]);
  });

  it("comes in pages, and says whether another follows", async () => {
    const page = async (n: number) => {
      const found = await searchEvents(client, {
        text: "",
        period: "all",
        withUnavailable: false,
        limit: 3,
        page: n,
      });
      return [found.more, ...found.events.map((event) => event.title)];
    };
    expect(await page(1)).toEqual([true, "Astă-seară", "Peste o săptămână", "După săptămână"]);
    expect(await page(2)).toEqual([true, "Peste o lună", "După lună", "Ieri"]);
    expect(await page(3)).toEqual([false, "Alaltăieri"]);
    expect(await page(4)).toEqual([false]);
  });
});

it("reads no more nights than a page has, along the index of their begins, of 500", async () => {
  await client.query(
    `INSERT INTO events (id, name, title, description, date, time, location)
     SELECT gen_random_uuid(), 'n', 'n', 'n', current_date - 250 + n, '22:00', 'l' FROM generate_series(1, 500) n`,
  );
  await client.query("ANALYZE events");
  await searchEvents(client, { text: "", period: "upcoming", withUnavailable: false, limit: 12, page: 1 });
  const { rows } = await client.query<{ "QUERY PLAN": string }>(
    `EXPLAIN EXECUTE "search-events"('all', '{}', false, 0, 12)`,
  );
  const plan = rows.map((row) => row["QUERY PLAN"]);
  expect(
    plan.filter((line) => /Index.* Scan.* using events_starts_idx/.test(line)).length,
  ).toBeGreaterThanOrEqual(2);
});
