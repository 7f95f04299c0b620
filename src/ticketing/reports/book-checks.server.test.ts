import { expect, it } from "vitest";
import { paidOrder } from "#test/support/paid-order.ts";
import { sellOrder } from "#test/support/sold-order.ts";
import { openStage } from "#test/support/stage.ts";
import { readBookChecks } from "./book-checks.server.ts";

const { season, site } = await openStage();
const night = await season.night();
const type = await season.ticketType({ events: [night] });
const checks = () => site.database.withDuty("settle", readBookChecks);

it("the three checks of our own books hold, and each reports a violation (I7, I9)", async () => {
  for (const { sessionHash } of await season.people(2))
    await sellOrder(site, { sessionHash, ticketTypeId: type });
  const { userId } = await season.person();
  const order = { userId, ticketTypeId: type, events: [night] };
  await paidOrder(season.client, { ...order, price: 0 });
  const fine = { payments: 2, answered: 2, sold: 2, paidFor: 2, invitations: 1, sum: 0 };
  expect(await checks()).toEqual(fine);

  // A ticket without money, money without a ticket, a booking with one side.
  const { orderId } = await paidOrder(season.client, order);
  expect(await checks()).toEqual({ ...fine, sold: 3 });
  await season.db`INSERT INTO payments (session_id, order_id, amount, currency) VALUES ('cs_lost', ${orderId}, 11000, 'ron')`;
  expect(await checks()).toEqual({ ...fine, sold: 3, paidFor: 3, payments: 3 });
  await season.db`SET session_replication_role = replica`;
  await season.db`INSERT INTO ledger_entries (source, source_id, account, order_id, amount) VALUES ('payment', 'cs_half', 'clearing', ${orderId}, 7)`;
  expect(await checks()).toMatchObject({ sum: 7 });
});
