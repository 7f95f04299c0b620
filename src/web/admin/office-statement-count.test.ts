import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { noting } from "#test/support/recorded-statements.ts";
import { openStage } from "#test/support/stage.ts";
import { siteContext } from "#web/request/request-context.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { loader as layout } from "./admin-layout.tsx";
import { type Administrator, administratorContext } from "./administrator.server.ts";
import { loader as artists } from "./artists/artist-list-route.tsx";
import { loader as events } from "./events/event-list-route.tsx";
import { loader as tickets } from "./tickets/ticket-list-route.tsx";

const { season, site: services } = await openStage();
const { userId } = await season.person("admin");

// a season as big as any club's after ten years
await season.db`
  WITH night AS (INSERT INTO events (id, name, title, description, date, location)
      SELECT gen_random_uuid(), 'Noaptea ' || n, 'Noaptea ' || n, 'x', current_date - 330 + n, 'Dig' FROM generate_series(1, 1000) n RETURNING id, name),
    type AS (INSERT INTO tickets (id, event_id, type, price, is_season_pass, family)
      SELECT gen_random_uuid(), night.id, 'Tipul ' || n || ' al nopții ' || night.name, 100, n = 5, CASE n WHEN 5 THEN 'season_pass' ELSE 'ordinary' END
      FROM night, generate_series(1, 5) n RETURNING id, event_id),
    linked AS (INSERT INTO event_tickets (event_id, ticket_id) SELECT event_id, id FROM type)
  INSERT INTO stock_counters (id, kind, capacity) SELECT id, 'places', 100 FROM night UNION ALL SELECT id, 'units', 20 FROM type`;
await season.db`INSERT INTO artists (id, name, bio) SELECT gen_random_uuid(), 'Artistul ' || n, 'x' FROM generate_series(1, 500) n`;

/** The statements of a screen and the frame around it; the session was looked up before, in one statement. */
async function screenOf(path: string, loader: unknown) {
  const asked: string[] = [];
  const { database: real } = services;
  const context = new RouterContextProvider();
  context.set(siteContext, {
    ...services,
    stops: { stops: [] },
    database: {
      ...real,
      anonymous: noting(real.anonymous, asked),
      readAs: (actor, work) => real.readAs(actor, (sql) => work(noting(sql, asked))),
      readMoment: (actor, work) => real.readMoment(actor, (sql) => work(noting(sql, asked))),
    } satisfies typeof real,
  } as unknown as SiteServices);
  const administrator = { kind: "person", userId, role: "admin", fullName: "Ana", email: "ana@exemplu.ro" };
  context.set(administratorContext, administrator as unknown as Administrator);
  const request = new Request(`http://127.0.0.1:3000${path}`);
  const load = (one: unknown) =>
    (one as (args: object) => Promise<{ view: Record<string, unknown> }>)({ context, request, params: {} });
  const [, { view }] = await Promise.all([load(layout), load(loader)]);
  return { asked, view };
}

it.each([
  ["/admin/events", events, "coming", 50],
  ["/admin/events?q=Noaptea 7&page=2&when=coming", events, "coming", 50],
  ["/admin/artists", artists, "artists", 48],
  ["/admin/artists?q=Artistul&page=11", artists, "artists", 20],
  ["/admin/tickets", tickets, "rows", 50],
  ["/admin/tickets?q=nopții&page=100", tickets, "rows", 50],
  ["/admin/abonamente", tickets, "rows", 50],
] as const)(
  "%s of a season of 1,000 nights, 500 artists and 5,000 types: at most four statements and one page",
  async (path, loader, rows, most) => {
    const { asked, view } = await screenOf(path, loader);
    expect(asked.length).toBeGreaterThan(1);
    // and one more for the session
    expect(asked.length + 1, asked.join("\n")).toBeLessThanOrEqual(4);
    const shown = view[rows] as unknown[];
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.length).toBeLessThanOrEqual(most);
  },
);
