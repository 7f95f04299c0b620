import { RouterContextProvider } from "react-router";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { type Day, dayOf } from "#kernel/time.ts";
import { openDatabase } from "#platform/database/database.server.ts";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { searchEvents } from "#ticketing/events/event-list-queries.server.ts";
import { findEventPage } from "#ticketing/events/event-queries.server.ts";
import { listOffers, listSpecialTickets } from "#ticketing/events/offer-queries.server.ts";
import { noteCards, noteNight, noteOffers } from "#web/public/page-stock.server.ts";
import { createPageCache, type RenderedPage } from "#web/request/page-cache.server.ts";
import { type PageFacts, pageFactsContext } from "#web/request/request-context.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { watchAvailability } from "./watch-availability.ts";

const own = await testDatabase();
const season = await openSeasonBuilder(own.ownerUrl);
const database = openDatabase({ urls: own.urls, rolePrefix: "app" });
afterAll(() => database.close());
const reader = database.anonymous.$client;
const today = dayOf(new Date());

const pages = createPageCache({ now: () => Date.now(), maxBytes: 1_000_000 });
const look = watchAvailability({ database, pages, now: () => new Date() } as unknown as SiteServices);

async function rendered(note: (context: RouterContextProvider, day: Day) => Promise<void>) {
  const facts: PageFacts = {
    subjects: new Set(),
    stock: new Map(),
    until: 0,
    failure: undefined,
    mark: "mark",
  };
  const context = new RouterContextProvider();
  context.set(pageFactsContext, facts);
  await note(context, today);
  return {
    ...{ status: 200, headers: [], plain: Buffer.from("o pagină"), mayBeKept: true },
    ...{ subjects: [...facts.subjects], stock: facts.stock, until: Date.now() + 60_000 },
  } satisfies RenderedPage;
}

/** Whether a page is kept that nothing has ended. */
function isKept(key: string): boolean {
  const page = pages.kept(key);
  return page !== undefined && page.refreshAt > Date.now();
}

async function keep(key: string, note: Parameters<typeof rendered>[0]): Promise<void> {
  await pages.page(key, () => rendered(note));
  await expect.poll(() => isKept(key)).toBe(true);
}

/** Keeps a night's own page, as it is now. */
const keepNight = (id: string) =>
  keep(id, async (context, day) => {
    const found = await findEventPage(reader, id, day);
    if (found) noteNight(context, found, day);
  });

/** Keeps a list of all nights, as it is now. */
const keepList = () =>
  keep("the list", async (context, day) => {
    const every = { text: "", period: "all", withUnavailable: true, limit: 100, page: 1 } as const;
    noteCards(context, (await searchEvents(reader, { ...every, today: day })).events, day);
  });

/** Keeps the two pages of offers, as they are now. */
const keepOffers = () =>
  Promise.all([
    keep("/tickets", async (context, day) => noteOffers(context, "tickets", await listOffers(reader, day))),
    keep("/season-pass", async (context, day) =>
      noteOffers(context, "season-pass", await listSpecialTickets(reader, day)),
    ),
  ]);

/** What is sold and held of a type, as the desk would leave it. */
const take = (type: string, units: number) =>
  season.client.query("UPDATE stock_counters SET held = $2 WHERE id = $1", [type, units]);

describe("the watch over what kept pages say of the stock", () => {
  let night = newId();
  let other = newId();
  let type = newId();
  beforeEach(async () => {
    pages.dropAll();
    [night, other] = [await season.night({ capacity: 500 }), await season.night({ capacity: 500 })];
    type = await season.ticketType({ events: [night], capacity: 100 });
    await season.ticketType({ events: [other], capacity: 100 });
    for (const id of [night, other]) await keepNight(id);
    await keepList();
  });
  const kept = () => ({ night: isKept(night), other: isKept(other), list: isKept("the list") });

  it("leaves the pages of a night that has as good as before, however much was sold", async () => {
    await take(type, 40);
    await look();
    expect(kept()).toEqual({ night: true, other: true, list: true });
  });

  it.each([
    ["the last few are left, which the page counts", 95],
    ["nothing is left", 100],
  ])("ends the page of a night of which %s, and the list, and no other", async (_what, units) => {
    await take(type, units);
    await look();
    expect(kept()).toEqual({ night: false, other: true, list: false });
  });

  it("leaves the list while the last few go, which it does not count", async () => {
    await take(type, 90);
    await look();
    await Promise.all([keepNight(night), keepList()]);
    await take(type, 91);
    await look();
    expect(kept()).toEqual({ night: false, other: true, list: true });
  });

  it("ends the list when the cheapest type is gone, though there is plenty of another", async () => {
    const cheapest = await season.ticketType({ events: [night], capacity: 100, price: 900 });
    await look();
    expect(isKept("the list")).toBe(false);
    await keepList();
    await take(cheapest, 100);
    await look();
    expect(isKept("the list")).toBe(false);
  });

  it("ends it again when places come back, and then leaves it", async () => {
    await take(type, 100);
    await look();
    await keepNight(night);
    await take(type, 0);
    await look();
    expect(isKept(night)).toBe(false);
    await keepNight(night);
    await look();
    expect(isKept(night)).toBe(true);
  });

  it("ends a page that shows what has come and gone between two looks", async () => {
    await look();
    pages.dropAll();
    // everything is held for a moment, and just then the page is rendered
    await take(type, 100);
    await keepNight(night);
    await take(type, 0);
    await look();
    expect(isKept(night)).toBe(false);
  });

  it("ends the page of a night that gets its first tickets, or is no longer listed", async () => {
    const bare = await season.night({ capacity: 500 });
    await keepNight(bare);
    await look();
    expect(isKept(bare)).toBe(true);
    await season.ticketType({ events: [bare], capacity: 10 });
    await look();
    expect(isKept(bare)).toBe(false);
    await keepNight(bare);
    await season.client.query("UPDATE events SET date = date - 400 WHERE id = $1", [bare]);
    await look();
    expect(isKept(bare)).toBe(false);
  });

  it("ends the page on which an offer is sold out or can be bought again, and not while it sells", async () => {
    const pass = await season.ticketType({ events: [night, other], family: "season_pass", capacity: 5 });
    const early = await season.ticketType({ events: [night, other], family: "early_bird", capacity: 5 });
    await season.client.query("UPDATE tickets SET offer_rank = 1 WHERE id = $1", [early]);
    const kept = () => ({ tickets: isKept("/tickets"), pass: isKept("/season-pass") });
    await keepOffers();
    for (const [one, units, still] of [
      [early, 4, { tickets: true, pass: true }],
      [early, 5, { tickets: false, pass: true }],
      [pass, 5, { tickets: true, pass: false }],
      [pass, 4, { tickets: true, pass: false }],
      [early, 0, { tickets: false, pass: true }],
    ] as const) {
      await take(one, units);
      await look();
      expect(kept()).toEqual(still);
      await keepOffers();
    }
    await season.client.query("DELETE FROM event_tickets WHERE ticket_id = ANY($1)", [[pass, early]]);
    await look();
    expect(kept()).toEqual({ tickets: false, pass: false });
  });

  it("leaves every page as it is while nothing changes, whatever its night has on sale", async () => {
    const several = [await season.night({ capacity: 500 }), await season.night({ capacity: 30, inDays: 8 })];
    const past = await season.night({ inDays: -3 });
    const closed = await season.night({ isAvailable: false });
    const cancelled = await season.night();
    const bare = await season.night();
    await season.client.query("UPDATE events SET cancelled_at = now() WHERE id = $1", [cancelled]);
    const events = [night, past, closed, cancelled];
    await season.ticketType({ events: several, family: "early_bird", entries: 4, capacity: 200 });
    await season.ticketType({ events: [...several, night], family: "season_pass", capacity: 70 });
    await season.ticketType({ events, capacity: 3, price: 100 });
    await season.ticketType({ events, isVisible: false });
    await season.ticketType({ events, priceId: null, price: 700 });
    for (const windows of [
      "sale_starts_at = now() + interval '1 day'",
      "sale_ends_at = now() - interval '1 day'",
    ]) {
      const outside = await season.ticketType({ events, price: 50 });
      await season.client.query(`UPDATE tickets SET ${windows} WHERE id = $1`, [outside]);
    }
    const archived = await season.ticketType({ events, price: 60 });
    await season.client.query("UPDATE tickets SET archived_at = now() WHERE id = $1", [archived]);
    await season.client.query("UPDATE tickets SET offer_rank = 1");
    await take(await season.ticketType({ events: [other], capacity: 50, price: 10 }), 50);

    const all = [...events, ...several, bare, other];
    pages.dropAll();
    for (const id of all) await keepNight(id);
    await Promise.all([keepList(), keepOffers()]);
    expect(pages.kept("the list")?.stock.size).toBeGreaterThan(5);
    expect(pages.kept(night)?.stock.get(`types:${night}`)).toContain(" 3");
    await look();
    expect([...all, "the list", "/tickets", "/season-pass"].filter((key) => !isKept(key))).toEqual([]);
  });
});
