import { expect, test } from "vitest";
import { addDays } from "#kernel/time.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { openSellingStage } from "#test/support/selling-door.ts";
import { sumDoorSales } from "#ticketing/events/door-sum-queries.server.ts";
import { readDashboard } from "./dashboard-queries.server.ts";
import { sumDoorSalesOn } from "./settlement-queries.server.ts";

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
  expect(figures).toMatchObject({ nearlySoldOut: 1, today: { held: 3 }, types: { inAll: 5, onSale: 4 } });
});

test("what was sold at doors today is apart, as the settlement has it: what counts, and nobody undid", async () => {
  const { stage, ...selling } = await openSellingStage();
  const door = await selling.door();
  expect(await selling.setAside(door, 20)).toMatchObject({ ok: true });
  await selling.send(
    door.phone,
    selling.sale(door, 1, { quantity: 3 }),
    selling.sale(door, 2),
    selling.undo(door, 3, 2),
  );
  const { database } = stage.site;
  const { rows } = await stage.season.client.query<{ day: string }>(
    "SELECT (coalesce(device_at, received_at) AT TIME ZONE 'Europe/Bucharest')::date::text AS day FROM gate_log WHERE kind = 'sale' ORDER BY seq",
  );
  const day = rows[0]?.day ?? "";
  const { atDoor, today } = await database.readAs(await stage.season.person("admin"), (sql) =>
    readDashboard(sql, day),
  );
  expect([atDoor, today.quantity]).toEqual([{ tickets: 3, bani: 39_000 }, 0]);
  const sales = await database.readMoment("settle", (sql) => sumDoorSales(sql, [door.eventId]));
  expect(sales).toMatchObject([{ tickets: 3, bani: 39_000 }]);
  expect((await database.readMoment("settle", (sql) => sumDoorSalesOn(sql, addDays(day, 1)))).tickets).toBe(
    0,
  );
});
