import { expect, test } from "vitest";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { readDashboard } from "./dashboard-queries.server.ts";

const { season, site, admin } = await openMoneyStage();

test("types count as nearly sold out with one to nine units left, on sale and not archived; held are units, not places", async () => {
  const night = await season.night();
  const type = (capacity: number, isVisible = true) =>
    season.ticketType({ events: [night], capacity, isVisible });
  await type(9);
  await type(10);
  await type(0);
  await type(5, false);
  const archived = await type(5);
  const held = await type(100);
  await season.db`UPDATE tickets SET archived_at = now() WHERE id = ${archived}`;
  await season.db`UPDATE stock_counters SET held = 3 WHERE id = ANY(${[held, night]})`;
  const figures = await site.database.readAs(admin, (sql) => readDashboard(sql, "2026-01-01"));
  expect(figures).toMatchObject({ nearlySoldOut: 1, held: 3, types: { inAll: 5, onSale: 4 } });
});
