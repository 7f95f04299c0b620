import { beforeEach, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { testServices } from "#test/support/services.ts";
import { warmUp } from "./warm-up.ts";

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const site = await testServices(database);

let asked: string[] = [];
beforeEach(() => {
  asked = [];
});
const fetch = async (request: Request) => {
  asked.push(`${request.method} ${new URL(request.url).pathname}`);
  return new Response("");
};

it("asks for the lists and the pages of nights that are on sale, before anybody does", async () => {
  const night: Uuid = await season.night();
  await season.ticketType({ events: [night] });
  const bare: Uuid = await season.night();
  await warmUp(site, { fetch });
  expect(asked.slice(0, 3)).toEqual(["GET /", "GET /events", "GET /tickets"]);
  expect(asked).toContain(`GET /events/${night}`);
  expect(asked).not.toContain(`GET /events/${bare}`);
});

it("asks hundreds of times for what a rush asks for, so that all that answers it is compiled", async () => {
  await warmUp(site, { fetch });
  const times = (what: RegExp) => asked.filter((one) => what.test(one)).length;
  expect(times(/^GET \/events$/)).toBeGreaterThan(50);
  expect(times(/^GET \/checkout\/[0-9a-f-]{36}\/place$/)).toBe(50);
  expect(times(/^POST \/functions\/v1\/checkout-session$/)).toBe(50);
});

it("goes on with the start when nothing can be answered", async () => {
  await warmUp(site, {
    fetch: async (request) => {
      await fetch(request);
      throw new Error("no");
    },
  });
  await warmUp({ ...site, now: () => new Date(Number.NaN) }, { fetch });
  expect(asked.length).toBeGreaterThan(0);
});
