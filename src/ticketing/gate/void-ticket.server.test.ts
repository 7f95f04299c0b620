import { expect, it } from "vitest";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { verdictOf } from "#test/support/shown-code.ts";
import { ticketsOfOrder } from "#ticketing/delivery/ticket-queries.server.ts";
import { listGateNights } from "./gate-queries.server.ts";

const { season, site, keys, sold, refund } = await openMoneyStage();

it("a refund takes nobody who is in out of the people with a ticket: nobody else of it is awaited any more", async () => {
  const { orderId, night } = await sold({ quantity: 2 });
  await season.db`UPDATE events SET date = (now() AT TIME ZONE 'Europe/Bucharest')::date, time = NULL WHERE id = ${night}`;
  const [ticket] = await site.database.withDuty("deliver", (sql) => ticketsOfOrder(sql, keys, orderId));
  const counted = async () => {
    const nights = await site.database.withDuty("admit", (sql) => listGateNights(sql, [-1000, 1000]));
    const { came, awaited } = nights.find(({ id }) => id === night) ?? {};
    return { came, awaited };
  };
  const gateStaff = await season.person("gate");
  expect(await verdictOf(site, gateStaff, night, ticket?.code.qr ?? "")).toBe("admitted");
  expect(await counted()).toEqual({ came: 1, awaited: 1 });
  expect((await refund(orderId, { kind: "whole", usedEntries: 1 })).ok).toBe(true);
  expect(await counted()).toEqual({ came: 1, awaited: 0 });
});
