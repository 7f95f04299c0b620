import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { addDays, type Day, instantOf } from "#kernel/time.ts";
import { type TestDatabase, testDatabase } from "#test/support/database.ts";
import { inDays, onOneDay } from "#test/support/days.ts";
import { searchEvents } from "#ticketing/events/event-list-queries.server.ts";
import { findEventPage, findHomePage } from "#ticketing/events/event-queries.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { demoAccounts } from "./demo-accounts.ts";
import { loadSeason } from "./load-season.server.ts";

const picturesDir = "devkit/season/pictures";

/** A loaded season with a connection to look at it, as the owner. */
async function openSeason(database: TestDatabase, today: Day) {
  const ids = new Map<string, Uuid>();
  const prices: { name: string; amount: number }[] = [];
  const load = () =>
    loadSeason({
      ownerUrl: database.ownerUrl,
      today,
      picturesDir,
      async createPerson({ key }) {
        const id = ids.get(key) ?? newId();
        ids.set(key, id);
        return id;
      },
      async createPrice(price) {
        prices.push(price);
        return `price_test_${prices.length}`;
      },
    });
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  afterAll(() => client.end());
  const count = async (from: string): Promise<number> =>
    Number((await client.query(`SELECT count(*) AS n FROM ${from}`)).rows[0].n);
  return { client, load, count, ids, prices };
}

await onOneDay();
const today = inDays(0);
const season = await openSeason(await testDatabase(), today);
const loaded = await season.load();
const { client, count } = season;

describe("the sample season in an empty database", () => {
  it("says that it was loaded", () => {
    expect(loaded).toBe(true);
  });

  it("breaks no invariant", async () => {
    expect(await findViolations(client, dataInvariants)).toEqual([]);
  });

  it("has a night that runs from 20:00 of its business day until five in the morning (96)", async () => {
    const at = (hour: string) => instantOf(today, hour).toISOString();
    const until = instantOf(addDays(today, 1), "05:00").toISOString();
    expect(await count(`events WHERE doors_at <= '${at("20:00")}' AND ends_at = '${until}'`)).toBe(1);
  });

  it("has the nights that the screens need", async () => {
    expect(await count("events WHERE publish_at IS NULL")).toBe(1);
    expect(await count("events WHERE publish_at > now()")).toBe(1);
    expect(await count("events WHERE NOT is_available")).toBe(1);
    expect(await count("events WHERE time IS NULL")).toBe(1);
    expect(await count("events WHERE image_url IS NULL")).toBe(1);
    expect(
      await count("events e WHERE NOT EXISTS (SELECT FROM event_tickets l WHERE l.event_id = e.id)"),
    ).toBe(1);
  });

  it("shows pictures in several sizes, posters also for wide screens", async () => {
    const [first] = (await findHomePage(client, { events: 1, artists: 1 })).events;
    expect(first?.picture).toEqual({
      hasTitle: false,
      altText: "Afișul nopții Noaptea Fosforului",
      sources: [
        { url: "/_demo/pictures/noaptea-fosforului-480.webp", width: 480 },
        { url: "/_demo/pictures/noaptea-fosforului-720.webp", width: 720 },
        { url: "/_demo/pictures/noaptea-fosforului-960.webp", width: 960 },
      ],
      width: 1200,
      height: 1500,
      wide: {
        sources: [
          { url: "/_demo/pictures/noaptea-fosforului-wide-768.webp", width: 768 },
          { url: "/_demo/pictures/noaptea-fosforului-wide-1536.webp", width: 1536 },
        ],
        width: 1920,
        height: 1080,
      },
    });
    const named =
      "SELECT image_url FROM events UNION SELECT image_url FROM artists UNION SELECT image_url FROM tickets";
    expect(
      await count(`(${named}) n WHERE image_url IS NOT NULL AND image_url NOT IN (SELECT url FROM pictures)`),
    ).toBe(0);
    expect(await count("pictures")).toBe(12 + 9 + 4);
  });

  it("shows one night sold out and the others with a price", async () => {
    const upcoming = (await findHomePage(client, { events: 20, artists: 1 })).events;
    const without = upcoming.filter((event) => event.totalTicketsAvailable === 0).map((event) => event.title);
    expect(without).toEqual(["Balul de la Plajă", "Al Doilea Răsărit"]);
    const { events } = await searchEvents(client, {
      text: "balul",
      period: "all",
      withUnavailable: true,
      limit: 10,
      page: 1,
    });
    const page = await findEventPage(client, events[0]?.id ?? "");
    expect(page?.types.length).toBeGreaterThan(2);
    expect(page?.types.every((type) => type.available === 0)).toBe(true);
  });

  it("has ordinary, couple, group and hidden types, passes, and the offers of /tickets", async () => {
    const { rows } = await client.query(
      "SELECT type, price::int AS price, entries, family FROM tickets WHERE offer_rank IS NOT NULL ORDER BY offer_rank",
    );
    expect(rows).toEqual([
      { type: "EARLY BIRD Concert Eclipsa", price: 16_000, entries: 1, family: "early_bird" },
      { type: "All Season Pass", price: 49_000, entries: 1, family: "season_pass" },
      { type: "Group Ticket", price: 76_000, entries: 5, family: "season_pass" },
      { type: "Couple Ticket", price: 28_000, entries: 2, family: "season_pass" },
    ]);
    for (const entries of [1, 2, 5])
      expect(await count(`tickets WHERE family = 'ordinary' AND entries = ${entries}`)).toBeGreaterThan(1);
    expect(await count("tickets WHERE NOT is_visible")).toBeGreaterThanOrEqual(2);
    expect(await count("tickets WHERE stripe_price_id IS NULL")).toBe(1);
    expect(await count("tickets WHERE (stripe_price_id IS NULL) <> (price_agreed_at IS NULL)")).toBe(0);
    expect(await count("tickets WHERE (family = 'season_pass') <> is_season_pass")).toBe(0);
    expect(
      await count("tickets WHERE NOT is_season_pass AND (type ~* 'early bird') <> (family = 'early_bird')"),
    ).toBe(0);
    expect(season.prices.length).toBe((await count("tickets")) - 1);
    expect(season.prices).toContainEqual({
      key: "season:season-pass:49000",
      name: "All Season Pass",
      amount: 49_000,
    });
  });

  it("has a night with a type in phases, a pool, a hidden type, an add-on, a last hour of entry and two codes", async () => {
    const { rows } = await client.query(
      `SELECT f.name, f.price::int AS price, f.ends_at > now() AS ends, c.sold > 0 AS sold, t.price::int AS last
       FROM price_phases f JOIN tickets t ON t.id = f.ticket_type_id JOIN stock_counters c ON c.id = f.id ORDER BY f.no`,
    );
    expect(rows).toEqual([
      { name: "Devreme", price: 12_000, ends: true, sold: true, last: 16_000 },
      { name: "Avans", price: 14_000, ends: true, sold: false, last: 16_000 },
      { name: "La final", price: 16_000, ends: null, sold: false, last: 16_000 },
    ]);
    expect(
      await count(
        "pools p JOIN tickets t ON t.pool_id = p.id JOIN stock_counters c ON c.id = p.id WHERE c.sold > 0",
      ),
    ).toBe(2);
    expect(await count("tickets WHERE requires_code AND is_visible")).toBe(1);
    expect(
      await count(
        "tickets t JOIN event_tickets l ON l.ticket_id = t.id JOIN events e ON e.id = l.event_id WHERE NOT t.admits AND t.type = 'Parcare' AND t.price = 3000 AND t.is_visible AND NOT t.requires_code AND e.title = 'Luna Plină'",
      ),
    ).toBe(1);
    expect(await count("tickets WHERE NOT admits")).toBe(1);
    const codes = await client.query(
      "SELECT v.code, v.kind, v.percent, (SELECT bool_and(t.requires_code) FROM tickets t WHERE t.id = ANY (v.ticket_type_ids)) AS opens FROM vouchers v ORDER BY code",
    );
    expect(codes.rows).toEqual([
      { code: "CORAL", kind: "unlock", percent: null, opens: true },
      { code: "VARA10", kind: "percent", percent: 10, opens: null },
    ]);
  });

  it("has types that admit until the hour that their name says, and nobody who came in later", async () => {
    const { rows } = await client.query<{ type: string; until: string | null }>(
      "SELECT DISTINCT type, to_char(enter_until, 'HH24:MI') AS until FROM tickets WHERE type LIKE '%înainte de%' ORDER BY 1",
    );
    expect(rows).toEqual(["06:00", "23:00"].map((until) => ({ type: `Intrare înainte de ${until}`, until })));
    expect(
      await count(
        "tickets WHERE enter_until IS NOT NULL AND description NOT LIKE '%până la ora ' || to_char(enter_until, 'HH24:MI')",
      ),
    ).toBe(0);
    expect(
      await count(
        `admissions a JOIN ticket_purchases p ON p.id = a.purchase_id JOIN tickets t ON t.id = p.ticket_type_id JOIN events e ON e.id = p.event_id
         WHERE a.received_at >= (e.date + t.enter_until) AT TIME ZONE 'Europe/Bucharest'`,
      ),
    ).toBe(0);
  });

  it("has nothing later than now, no letter, no order under way and the three forms of codes", async () => {
    expect(await count("letters")).toBe(0);
    expect(await count("orders WHERE created_at > now() OR paid_at > now() OR ended_at > now()")).toBe(0);
    expect(await count("ledger_entries WHERE at > now()")).toBe(0);
    expect(await count("admissions WHERE received_at > now()")).toBe(0);
    expect(await count("orders WHERE state IN ('held', 'checkout_open', 'payment_pending')")).toBe(0);
    const { rows } = await client.query(
      "SELECT DISTINCT regexp_replace(ticket_code, '[0-9]', '9', 'g') AS form FROM ticket_purchases ORDER BY 1",
    );
    expect(rows.map((row) => row.form)).toEqual([
      "EARLYBIRD-9999-999999-99",
      "FSC-9999-999999",
      "SEASON-9999-999999-99",
    ]);
  });

  it("gives the demo accounts their roles, tickets and subscription", async () => {
    const { rows } = await client.query(
      'SELECT full_name, role FROM profiles WHERE id = ANY($1::uuid[]) ORDER BY full_name COLLATE "C"',
      [[...season.ids.values()]],
    );
    expect(rows).toEqual([
      { full_name: "Admin User", role: "admin" },
      { full_name: "Corina Contabil", role: "accountant" },
      { full_name: "Călin Casă", role: "box_office" },
      { full_name: "Ioana Exemplu", role: "user" },
      { full_name: "Mara Organizare", role: "manager" },
      { full_name: "Matei Exemplu", role: "user" },
      { full_name: "Sanda Poartă", role: "gate" },
      { full_name: "Șerban Poartă", role: "door_chief" },
    ]);
    expect(await count("profiles")).toBe(60 + demoAccounts.length);
    const owned = `ticket_purchases p JOIN events e ON e.id = p.event_id WHERE p.user_id = '${season.ids.get("customer")}'`;
    expect(await count(`${owned} AND e.date < '${today}'`)).toBeGreaterThanOrEqual(2);
    expect(
      await count(`${owned} AND e.date >= '${today}' AND p.ticket_code LIKE 'FSC-%'`),
    ).toBeGreaterThanOrEqual(3);
    expect(await count(`${owned} AND p.ticket_code LIKE 'SEASON-%'`)).toBe(8);
    expect(
      await count(
        `stripe_subscriptions WHERE user_id = '${season.ids.get("subscriber")}' AND subscription_status = 'active' AND current_period_end > extract(epoch FROM now())`,
      ),
    ).toBe(1);
  });

  it("has the texts of the site, the legal ones marked for review", async () => {
    const { rows } = await client.query("SELECT key, content FROM site_content");
    const texts = new Map(rows.map((row) => [row.key, row.content]));
    expect([...texts.keys()]).toEqual(
      expect.arrayContaining(["club", "hero", "about", "footer", "terms", "privacy", "cookies"]),
    );
    for (const key of ["terms", "privacy", "cookies"])
      expect(texts.get(key)).toMatchObject({
        to_be_reviewed: true,
        notice: expect.stringContaining("avocatul"),
      });
    expect(texts.get("season_pass_tickets").ticket_ids).toHaveLength(3);
  });

  it("does nothing the second time", async () => {
    const rows = await count("orders");
    expect(await season.load()).toBe(false);
    expect(await count("orders")).toBe(rows);
  });
});

describe("the sample season on other days", () => {
  it.each([
    ["2027-06-26", "2027-01-09"],
    ["2028-02-29", "2027-09-11"],
  ])("moves its nights with the clock and breaks no invariant: %s", async (day, firstNight) => {
    const { client, load } = await openSeason(await testDatabase(), day);
    await load();
    const { rows } = await client.query("SELECT min(date)::text AS first FROM events");
    expect(rows[0].first).toBe(firstNight);
    expect(await findViolations(client, dataInvariants)).toEqual([]);
  });
});
