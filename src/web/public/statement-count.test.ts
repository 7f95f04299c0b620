import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { noting } from "#test/support/recorded-statements.ts";
import { openStage } from "#test/support/stage.ts";
import { pageFactsContext, siteContext, viewerContext } from "#web/request/request-context.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { viewerOf } from "#web/request/visitor.server.ts";
import { loader as artist } from "./artist-route.tsx";
import { loader as event } from "./event-route.tsx";
import { loader as events } from "./events-route.tsx";
import { loader as home } from "./home-route.tsx";
import { loader as legal } from "./legal-route.tsx";
import { loader as seasonPass } from "./season-pass-route.tsx";
import { loader as layout } from "./site-layout.tsx";
import { loader as tickets } from "./tickets-route.tsx";

const { season, site: services } = await openStage();

const nights = {
  onSale: await season.night({ inDays: 3 }),
  soldOut: await season.night({ inDays: 4 }),
  withoutTypes: await season.night({ inDays: 5 }),
  past: await season.night({ inDays: -3 }),
  closed: await season.night({ inDays: 6, isAvailable: false }),
  cancelled: await season.night({ inDays: 7 }),
};
await season.db`UPDATE events SET cancelled_at = now() WHERE id = ${nights.cancelled}`;
await season.ticketType({ events: [nights.onSale, nights.past, nights.closed] });
await season.ticketType({ events: [nights.soldOut], capacity: 0 });
const singer = newId();
await season.db`INSERT INTO artists (id, name, bio) VALUES (${singer}, 'Lotca', 'Vinil.')`;
for (const night of Object.values(nights))
  await season.db`INSERT INTO event_artists (event_id, artist_id) VALUES (${night}, ${singer})`;

/** The statements of a page, with the frame around it. */
async function statementsOf(
  path: string,
  loader: unknown,
  params: Record<string, string>,
): Promise<string[]> {
  const asked: string[] = [];
  const context = new RouterContextProvider();
  context.set(siteContext, {
    ...services,
    stops: { stops: [] },
    database: { ...services.database, anonymous: noting(services.database.anonymous, asked) },
  } as unknown as SiteServices);
  context.set(viewerContext, viewerOf({ kind: "anonymous" }));
  context.set(pageFactsContext, {
    failure: undefined,
    nonce: "nonce",
  });
  const request = new Request(`http://127.0.0.1:3000${path}`);
  const load = (one: unknown) => (one as (args: object) => Promise<unknown>)({ context, request, params });
  await Promise.all([load(layout), load(loader)]);
  return asked;
}

it.each([
  ["/", home, {}],
  ["/events", events, {}],
  ["/events?q=nimic&unavailable=1&page=2", events, {}],
  ["/tickets", tickets, {}],
  ["/season-pass", seasonPass, {}],
  ["/cookies", legal, {}],
  ["/artists/lotca", artist, { id: singer }],
  ...Object.entries(nights).map(([name, id]) => [`/events/${name}`, event, { id }] as const),
] as const)(
  "%s is read in two statements at most, one of them for the frame around it; a night after a look whether there is one",
  async (path, loader, params) => {
    const asked = await statementsOf(path, loader, params);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(loader === event ? 3 : 2);
  },
);

it("a night with nothing to sell links to those that sell, and one on sale to none (A5-18)", async () => {
  const others = async (id: string) => {
    const context = new RouterContextProvider();
    context.set(siteContext, services as unknown as SiteServices);
    context.set(viewerContext, viewerOf({ kind: "anonymous" }));
    context.set(pageFactsContext, {
      failure: undefined,
      nonce: "nonce",
    });
    const request = new Request(`http://127.0.0.1:3000/events/${id}`);
    const { data } = await event({ context, request, params: { id } } as unknown as Parameters<
      typeof event
    >[0]);
    expect(data.view.id).toBe(id);
    return data.view.others.map((other) => other.id);
  };
  expect(await others(nights.onSale)).toEqual([]);
  for (const id of [nights.past, nights.closed, nights.soldOut, nights.cancelled, nights.withoutTypes])
    expect(await others(id)).toEqual([nights.onSale]);
});
