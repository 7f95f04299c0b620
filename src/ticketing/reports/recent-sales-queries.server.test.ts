import { expect, test } from "vitest";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { sellOrder } from "#test/support/sold-order.ts";
import { cancelNight } from "#ticketing/orders/cancelled-nights/cancel-night.server.ts";
import { workOffCancellations } from "#ticketing/orders/cancelled-nights/work-off-cancellations.server.ts";
import { dashboardTexts } from "#web/admin/dashboard/dashboard-texts.ts";
import { sumsOf } from "./night-settlement.ts";
import { readSettlement } from "./read-settlement.server.ts";
import { listRecentSales } from "./recent-sales-queries.server.ts";
import { passRule } from "./settlement-texts.ts";

const { season, site, admin, sold, soldLines } = await openMoneyStage();
const recent = () => site.database.readAs(admin, (sql) => listRecentSales(sql, 5));

test("a night is sold out when no type on sale has a unit left; archived and hidden ones do not count", async () => {
  const { night } = await sold({ quantity: 2, capacity: 2 });
  const other = await season.ticketType({ events: [night] });
  const archive = (archivedAt: Date | null, isVisible: boolean) =>
    season.client.query("UPDATE tickets SET archived_at = $2, is_visible = $3 WHERE id = $1", [
      other,
      archivedAt,
      isVisible,
    ]);
  expect(await recent()).toMatchObject([
    { eventId: night, sold: 2, revenue: 22_000, places: { state: "on_sale" } },
  ]);
  await archive(null, false);
  expect(await recent()).toMatchObject([{ places: { state: "sold_out" } }]);
  await archive(new Date(), true);
  expect(await recent()).toMatchObject([{ places: { state: "sold_out" } }]);
});

test("the night with the latest purchase is first, each with its own sums", async () => {
  const { night } = await sold({ quantity: 1 });
  expect((await recent()).map(({ eventId, sold, places }) => [eventId === night, sold, places.sold])).toEqual(
    [
      [true, 1, 1],
      [false, 2, 2],
    ],
  );
});

test("a night's revenue is its net in the settlement, or a pass is said to be why not", async () => {
  const { nights, orderId } = await soldLines([{ quantity: 1, price: 9_000, codePer: "person" }], {
    nights: 2,
  });
  const both = await recent();
  const said = both.map(({ hasPasses }) => hasPasses);
  expect([said.includes(true), said.includes(false)]).toEqual([true, true]);
  for (const { eventId, revenue, hasPasses } of both) {
    const read = await readSettlement(site, { actor: admin, chosen: { eventId } });
    const net = read.ok ? sumsOf(read.value.rows, read.value.nights).net : null;
    expect(hasPasses).toBe(revenue !== net);
  }
  expect(
    both
      .filter(({ hasPasses }) => hasPasses)
      .map(({ eventId }) => eventId)
      .toSorted(),
  ).toEqual(nights.toSorted());
  // the pass stays sold for a night whose share went back, and the settlement says what is left
  const [cancelled = ""] = nights;
  const form = { reason: "Furtună.", usedTickets: "refunded" } as const;
  await cancelNight(site, { actor: admin, id: cancelled, form, isProven: true });
  await workOffCancellations(site);
  const row = (await recent()).find(({ eventId }) => eventId === cancelled);
  const settled = await readSettlement(site, { actor: admin, chosen: { eventId: cancelled } });
  expect([row?.sold, row?.hasPasses, settled.ok && settled.value.rows.map(({ tickets }) => tickets)]).toEqual(
    [1, true, [0]],
  );
  // a test purchase of the pass is none
  const ticketTypeId = await season.ticketType({ events: nights.slice(1) });
  await sellOrder(site, { sessionHash: (await season.person()).sessionHash, ticketTypeId });
  const latest = async () => (await recent())[0];
  expect(await latest()).toMatchObject({ eventId: nights[1], hasPasses: true });
  await season.db`UPDATE ticket_purchases SET is_test = true WHERE order_id = ${orderId}`;
  expect(await latest()).toMatchObject({ eventId: nights[1], hasPasses: false });
  expect(dashboardTexts.saleNotes({ people: false, passes: true })).toContain(passRule);
  expect(dashboardTexts.saleNotes({ people: false, passes: true })).toContain(
    "rămâne vândut și la noaptea a cărei cotă s-a dat înapoi; decontul ei îl scade.",
  );
  expect(dashboardTexts.saleNotes({ people: false, passes: false })).toBe("");
});
