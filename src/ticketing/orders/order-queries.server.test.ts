import { expect, test } from "vitest";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { arrived } from "#test/support/open-page.ts";
import { openCheckout } from "./checkout/open-checkout.server.ts";
import { findActiveOffer, findOpenOrder, findOrder } from "./order-queries.server.ts";

const { season, site, admin, sold, soldLines } = await openMoneyStage();

test("tickets are somebody's active offer while one of their own paid orders is complete", async () => {
  const { orderId, buyer } = await sold();
  const offerOf = (userId: string) => site.database.readAs({ userId, role: "user" }, findActiveOffer);
  expect(await offerOf(buyer.userId)).toEqual({ kind: "ticket" });
  expect(await offerOf((await season.person()).userId)).toBeNull();
  for (const [state, stake] of [
    ["disputed", "sold"],
    ["charged_back", "none"],
  ])
    await season.client.query("UPDATE orders SET state = $2, stake = $3 WHERE id = $1", [
      orderId,
      state,
      stake,
    ]);
  expect(await offerOf(buyer.userId)).toBeNull();
});

test("an administrator, who may read every order, has only their own as the open order of a night", async () => {
  const night = await season.night();
  await season.db`UPDATE events SET doors = '21:00' WHERE id = ${night}`;
  const type = await season.ticketType({ events: [night] });
  const person = await season.person();
  const opened = await openCheckout(
    site,
    arrived(person.sessionHash, [{ ticketTypeId: type, quantity: 1 }], {
      origin: "event" as const,
      eventId: night,
    }),
  );
  expect(opened.ok).toBe(true);
  const openOf = (actor: Parameters<typeof site.database.readAs>[0]) =>
    site.database.readAs(actor, (sql) => findOpenOrder(sql, night));
  expect(await openOf({ userId: person.userId, role: "user" })).toMatchObject({
    total: 11_000,
    events: [{ id: night, doors: "21:00" }],
  });
  expect(await openOf(admin)).toBeUndefined();
});

test("an order names each of its tickets once, by their nights (one kind: a join that finds more than its row)", async () => {
  const { orderId, buyer, nights } = await soldLines([{ quantity: 1 }], { nights: 2 });
  const rows = await season.db`SELECT id, event_id FROM ticket_purchases WHERE order_id = ${orderId}`;
  const order = await site.database.readAs({ userId: buyer.userId, role: "user" }, (sql) =>
    findOrder(sql, orderId),
  );
  expect(order?.purchaseIds).toEqual(
    nights.map((night) => rows.find(({ event_id }) => event_id === night)?.id),
  );
});
