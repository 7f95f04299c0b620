import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openDatabase } from "#platform/database/database.server.ts";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { createPageCache, type RenderedPage } from "#web/request/page-cache.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { watchAvailability } from "./watch-availability.ts";

const own = await testDatabase();
const season = await openSeasonBuilder(own.ownerUrl);
const database = openDatabase({ url: own.urlFor("app_login"), rolePrefix: "app" });
afterAll(() => database.close());

const pages = createPageCache({ now: () => Date.now(), maxBytes: 1_000_000 });
const look = watchAvailability({ database, pages, now: () => new Date() } as unknown as SiteServices);
const keep = (key: string, night: string) =>
  pages.page(
    key,
    async (): Promise<RenderedPage> => ({
      ...{ status: 200, headers: [], plain: Buffer.from("o pagină"), mayBeKept: true },
      ...{ subjects: [`event:${night}`], until: Date.now() + 60_000 },
    }),
  );

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
    await look();
    await keep("the night", night);
    await keep("the other", other);
  });
  const isKept = (key: string) => pages.kept(key) !== undefined;

  it("leaves the page of a night that has as good as before, however much was sold", async () => {
    await take(type, 40);
    await look();
    expect([isKept("the night"), isKept("the other")]).toEqual([true, true]);
  });

  it.each([
    ["the last few are left, which the page counts", 95],
    ["nothing is left", 100],
  ])("ends the page of a night of which %s, and no other", async (_what, units) => {
    await take(type, units);
    await look();
    expect([isKept("the night"), isKept("the other")]).toEqual([false, true]);
  });

  it("ends it again when places come back, and then leaves it", async () => {
    await take(type, 100);
    await look();
    await keep("the night", night);
    await take(type, 0);
    await look();
    expect(isKept("the night")).toBe(false);
    await keep("the night", night);
    await look();
    expect(isKept("the night")).toBe(true);
  });

  it("ends the page of a night that gets its first tickets, or is no longer listed", async () => {
    const bare = await season.night({ capacity: 500 });
    await look();
    await keep("bare", bare);
    await season.ticketType({ events: [bare], capacity: 10 });
    await look();
    expect(isKept("bare")).toBe(false);
    await keep("bare", bare);
    await season.client.query("UPDATE events SET date = date - 400 WHERE id = $1", [bare]);
    await look();
    expect(isKept("bare")).toBe(false);
  });
});
