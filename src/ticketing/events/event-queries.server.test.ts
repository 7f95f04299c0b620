import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { bani } from "#kernel/money.ts";
import { addDays, addMonths, dayOf } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { seededRandom } from "#test/races/seeded-random.ts";
import { testDatabase } from "#test/support/database.ts";
import { inDays, onOneDay } from "#test/support/days.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { availableTickets } from "#ticketing/stock/stock.ts";
import { findArtistPage, findEventPage, findHomePage } from "./event-queries.server.ts";
import { pricedParts } from "./price-phase.ts";

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const { client, db } = season;
await onOneDay();
const today = inDays(0);
const inAMonth = Math.round((Date.parse(addMonths(today, 1)) - Date.parse(today)) / 86_400_000);

const nights: Record<string, Uuid> = {
  yesterday: await season.night({ inDays: -2, title: "Ieri" }),
  tonight: await season.night({ inDays: 0, title: "Astă-seară" }),
  week: await season.night({ inDays: 7, title: "Peste o săptămână" }),
  afterWeek: await season.night({ inDays: 8, title: "După săptămână" }),
  month: await season.night({ inDays: inAMonth, title: "Peste o lună" }),
  afterMonth: await season.night({ inDays: inAMonth + 1, title: "După lună" }),
  closed: await season.night({ inDays: 3, title: "Oprită", isAvailable: false }),
};
await db`UPDATE events SET description = 'Cântă Lotca, cu 100% vinil.' WHERE id = ${nights.week}`;
await db`UPDATE events SET location = 'Digul de Nord' WHERE id = ${nights.month}`;

it("the events of home are the available ones from today on, by date, 6 at most (A3-39, A18-08)", async () => {
  const home = (events: number) => findHomePage(client, { events, artists: 8 });
  expect((await home(6)).events.map((event) => event.title)).toEqual([
    "Astă-seară",
    "Peste o săptămână",
    "După săptămână",
    "Peste o lună",
    "După lună",
  ]);
  expect((await home(2)).events).toHaveLength(2);
});

describe("artists", () => {
  it("are all of them, without the reserved names, which no artist can have (A3-41, A15-17, B4-11, B12-04)", async () => {
    for (const name of ["Lotca", "Pelin"])
      await db`INSERT INTO artists (id, name, bio) VALUES (${newId()}, ${name}, 'Cântă.')`;
    const { artists } = await findHomePage(client, { events: 6, artists: 40 });
    expect(artists.map((artist) => artist.name)).toEqual(["Lotca", "Pelin"]);
    for (const name of ["VIP", "Standard", "Early Bird", "Group Package", " vip "])
      await expect(db`INSERT INTO artists (id, name, bio) VALUES (${newId()}, ${name}, 'x')`).rejects.toThrow(
        "artists_name_not_reserved",
      );
  });

  it("have their events by date (A6-07, A6-10, A6-11)", async () => {
    const [artist] = await db`SELECT id FROM artists WHERE name = 'Lotca'`;
    for (const night of [nights.month, nights.tonight, nights.week])
      await db`INSERT INTO event_artists (event_id, artist_id) VALUES (${night}, ${artist.id})`;
    const page = await findArtistPage(client, artist.id);
    expect(page?.events.map((event) => event.title)).toEqual([
      "Astă-seară",
      "Peste o săptămână",
      "Peste o lună",
    ]);
    expect(await findArtistPage(client, newId())).toBeUndefined();
  });

  it("are on the page of their event (A5-18, A5-21)", async () => {
    const page = await findEventPage(client, nights.week ?? "");
    expect(page?.artists.map((artist) => artist.name)).toEqual(["Lotca"]);
  });
});

describe("what can be bought of an event", () => {
  it("is what is visible, with the lowest price and the sum of what is left (A3-40, A4-20, A4-21, A5-19, A5-20, A15-12)", async () => {
    const night = await season.night({ capacity: 100, inDays: 20 });
    await season.ticketType({ events: [night], capacity: 10, price: 11_000 });
    await season.ticketType({ events: [night], capacity: 5, price: 9_000, title: "Cuplu", entries: 2 });
    await season.ticketType({ events: [night], capacity: 50, price: 100, isVisible: false });
    await season.ticketType({ events: [night], capacity: 0, price: 200, title: "Epuizat" });
    const page = await findEventPage(client, night);
    expect(page?.types.map((type) => [type.title, type.available])).toEqual([
      ["Epuizat", 0],
      ["Cuplu", 5],
      ["Intrare generală", 10],
    ]);
    expect(page?.event).toMatchObject({ lowestPrice: 9_000, totalTicketsAvailable: 15 });
  });

  it("is the same in SQL as in the rule of the hold, for any counters (A5-22)", async () => {
    const random = seededRandom(8);
    for (let round = 0; round < 60; round += 1) {
      const made = [];
      for (const inDays of [-2, 0, 5, 9])
        made.push({
          id: await season.night({
            capacity: random.between(0, 30),
            inDays,
            isAvailable: inDays !== 9 || random.next() < 0.5,
          }),
          inDays,
        });
      const family = random.pick(["ordinary", "early_bird"] as const);
      const entries = random.between(1, 5);
      const capacity = random.between(0, 12);
      const type = await season.ticketType({ events: made.map(({ id }) => id), capacity, entries, family });
      const given = Array.from({ length: random.between(0, 3) }, (_, no) => ({
        price: 1000 * (no + 1),
        capacity: random.between(1, 5),
        ...(random.next() < 0.3 ? { endsInSeconds: random.pick([-60, 3600]) } : {}),
      }));
      const ids = given.length === 0 ? [] : await season.phases(type, given);
      const phases = given.map(({ price, endsInSeconds }, at) => ({
        id: ids[at] ?? "",
        price: bani(price),
        isOver: endsInSeconds === -60,
      }));
      const phaseLeft = new Map(given.map((phase, at) => [ids[at] ?? "", phase.capacity]));
      for (const id of ids.slice(0, 1).filter(() => random.next() < 0.4)) {
        await db`UPDATE stock_counters SET held = 1, sold = capacity - 1 WHERE id = ${id}`;
        phaseLeft.set(id, 0);
      }
      const pool =
        family === "ordinary" && random.next() < 0.5
          ? { event: made[1]?.id ?? "", types: [type], capacity: random.between(1, 20) }
          : undefined;
      if (pool) await season.pool(pool);
      const own = { price: bani(phases.at(-1)?.price ?? 11_000), phases };
      const leftOf = (id: string) => phaseLeft.get(id) ?? 0;
      const inPhases = pricedParts(own, 100, leftOf).reduce((n, { quantity }) => n + quantity, 0);
      const rows =
        await db`SELECT e.id, c.capacity, e.date::text >= ${today} AND e.is_available AS coming FROM events e JOIN stock_counters c ON c.id = e.id WHERE e.id = ANY(${made.map(({ id }) => id)})`;
      for (const { id } of made) {
        const admits = rows.filter((row) => (family === "ordinary" ? row.id === id : row.coming));
        const due = Math.min(
          inPhases,
          availableTickets(capacity, entries, [
            ...admits.map((row) => row.capacity),
            ...(pool ? [pool.capacity] : []),
          ]),
        );
        const page = await findEventPage(client, id);
        const shown = page?.types.find((one) => one.id === type);
        expect(shown?.available, `round ${round}, ${family}`).toBe(due);
        expect(shown?.price).toBe(pricedParts(own, 1, leftOf)[0]?.price ?? own.price);
        expect(page?.event).toMatchObject({
          totalTicketsAvailable: due,
          lowestPrice: due === 0 ? null : shown?.price,
        });
        expect(shown?.eventIds).toEqual(admits.map((row) => row.id).sort());
      }
    }
  });

  it("costs what its first phase does that is not over, and an add-on is no ticket", async () => {
    const night = await season.night({ inDays: 21 });
    const type = await season.ticketType({ events: [night], capacity: 50 });
    const [first] = await season.phases(type, [
      { price: 8_000, capacity: 2 },
      { price: 9_000, endsInSeconds: 3600 },
      { price: 10_000 },
    ]);
    await season.ticketType({ events: [night], price: 100, title: "Parcare", entries: 0 });
    const shown = async () => {
      const page = await findEventPage(client, night);
      return [page?.types.map(({ title, price }) => [title, price]), page?.event.lowestPrice];
    };
    const at = (price: number) => [
      [
        ["Parcare", 100],
        ["Intrare generală", price],
      ],
      price,
    ];
    expect(await shown()).toEqual(at(8_000));
    await db`UPDATE stock_counters SET held = 2 WHERE id = ${first}`;
    expect(await shown()).toEqual(at(9_000));
    await db`UPDATE price_phases SET ends_at = now() WHERE ticket_type_id = ${type} AND no = 2`;
    expect(await shown()).toEqual(at(10_000));
    // what expires returns to its phase
    await db`UPDATE stock_counters SET held = 1 WHERE id = ${first}`;
    expect(await shown()).toEqual(at(8_000));
  });

  it("the day changes at midnight in Bucharest", () => {
    expect(addDays(dayOf(new Date("2026-07-01T20:59:59Z")), 1)).toBe(dayOf(new Date("2026-07-01T21:00:00Z")));
  });
});

it("a night that sells names no others; one without a type names three", async () => {
  const night = await season.night({ inDays: 60 });
  const others = async () => (await findEventPage(client, night))?.others;
  expect(await others()).toHaveLength(3);
  await season.ticketType({ events: [night] });
  expect(await others()).toEqual([]);
});

it("an id of no night costs one look at it (one kind: the plan of a page for nothing)", async () => {
  const asked: unknown[] = [];
  const reader = {
    query: (text: string, values?: unknown[]) => {
      asked.push(text);
      return client.query(text, values);
    },
  } as unknown as Sql;
  expect(await findEventPage(reader, newId())).toBeUndefined();
  expect(asked).toMatchObject([{ name: "has-event" }]);
  expect(await findEventPage(reader, nights.week as Uuid)).toBeDefined();
  expect(asked).toHaveLength(3);
});
