import { beforeEach, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { testServices } from "#test/support/services.ts";
import { warmPages } from "./warm-pages.ts";

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const site = await testServices(database);

let asked: string[] = [];
beforeEach(() => {
  asked = [];
});
const pages = async (request: Request) => {
  asked.push(new URL(request.url).pathname);
  return new Response("");
};

it("renders the lists and the pages of nights that are on sale before anybody asks", async () => {
  const night: Uuid = await season.night();
  await season.ticketType({ events: [night] });
  const bare: Uuid = await season.night();
  await warmPages(site, pages);
  expect(asked.slice(0, 3)).toEqual(["/", "/events", "/tickets"]);
  expect(asked).toContain(`/events/${night}`);
  expect(asked).not.toContain(`/events/${bare}`);
});

it("goes on with the start when a page cannot be rendered", async () => {
  await warmPages(site, async (request) => {
    await pages(request);
    throw new Error("no");
  });
  expect(asked).toEqual(["/"]);
});
