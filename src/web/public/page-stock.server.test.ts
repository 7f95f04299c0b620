import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { testServices } from "#test/support/services.ts";
import {
  type PageFacts,
  pageFactsContext,
  siteContext,
  visitorContext,
} from "#web/request/request-context.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { loader as artist } from "./artist-route.tsx";
import { loader as event } from "./event-route.tsx";
import { loader as events } from "./events-route.tsx";
import { loader as home } from "./home-route.tsx";
import { loader as seasonPass } from "./season-pass-route.tsx";
import { loader as tickets } from "./tickets-route.tsx";

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const services = await testServices(database);

const [night, soldOut] = [await season.night({ inDays: 3 }), await season.night({ inDays: 4 })];
const type = await season.ticketType({ events: [night], capacity: 7 });
await season.ticketType({ events: [soldOut], capacity: 0 });
const pass = await season.ticketType({ events: [night], family: "season_pass", capacity: 5 });
const early = await season.ticketType({ events: [night], family: "early_bird", capacity: 5, price: 900 });
await season.client.query("UPDATE tickets SET offer_rank = 1 WHERE id = $1", [early]);
const singer = newId();
await season.client.query("INSERT INTO artists (id, name, bio) VALUES ($1, 'Lotca', 'Vinil.')", [singer]);
await season.client.query("INSERT INTO event_artists (event_id, artist_id) VALUES ($1, $2)", [night, singer]);

const [card, soldOutCard] = [`card:${night}`, `card:${soldOut}`];
const pages = [
  ["home", "/", home, {}, { [card]: "last 900", [soldOutCard]: "sold_out -" }],
  ["the list of nights", "/events", events, {}, { [card]: "last 900", [soldOutCard]: "sold_out -" }],
  ["an artist's page", `/artists/${singer}`, artist, { id: singer }, { [card]: "last 900" }],
  [
    "a night's page",
    `/events/${night}`,
    event,
    { id: night },
    { [`types:${night}`]: [`${type} 7`, `${early} 5`].sort().join(", ") },
  ],
  [
    "the page of a night with nothing left, which leads on to others",
    `/events/${soldOut}`,
    event,
    { id: soldOut },
    { [card]: "last 900" },
  ],
  ["the page of tickets", "/tickets", tickets, {}, { "offers:tickets": early }],
  ["the page of passes", "/season-pass", seasonPass, {}, { "offers:season-pass": pass }],
] as const;

it.each(pages)("%s knows what it shows of the stock", async (_name, path, loader, params, shown) => {
  const facts: PageFacts = {
    subjects: new Set(),
    stock: new Map(),
    until: 0,
    failure: undefined,
    mark: "mark",
  };
  const context = new RouterContextProvider();
  context.set(siteContext, { ...services, stops: { stops: [] } } as unknown as SiteServices);
  context.set(visitorContext, { kind: "anonymous" });
  context.set(pageFactsContext, facts);
  const request = new Request(`http://127.0.0.1:3000${path}`);
  await (loader as (args: object) => Promise<unknown>)({ context, request, params });
  expect(Object.fromEntries(facts.stock)).toMatchObject(shown);
});
