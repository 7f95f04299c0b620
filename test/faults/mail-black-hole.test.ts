/** A mail server that accepts connections and never answers: sales continue, and their emails wait. */
import { afterAll, expect, test } from "vitest";
import { openMail } from "#platform/mail/mail-adapter.server.ts";
import { testDatabase } from "#test/support/database.ts";
import { startHostileSmtp } from "#test/support/hostile-smtp.ts";
import { mailServices } from "#test/support/mail-services.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { testServices } from "#test/support/services.ts";
import { sellOrder } from "#test/support/sold-order.ts";
import { deliverLetters } from "#ticketing/delivery/deliver-letters.server.ts";

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const site = await testServices(database);
const blackHole = await startHostileSmtp();
blackHole.behave({ connect: "silence" });
const forever = 3_600_000;
const mail = openMail({
  host: "127.0.0.1",
  port: blackHole.port,
  security: "loopback",
  from: { name: "Club", address: "salut@club.example" },
  timeouts: { connect: forever, greeting: forever, socket: forever, whole: forever },
});
const delivery = { ...(await mailServices(database)), findMail: async () => mail };
afterAll(() => delivery.database.close());

test("I21: while emails hang there purchases are settled with their tickets, and no email is lost", async () => {
  const type = await season.ticketType({ events: [await season.night()] });
  const buy = async () =>
    sellOrder(site, { sessionHash: (await season.person()).sessionHash, ticketTypeId: type });
  const states = async (orders: readonly string[]) =>
    (
      await season.client.query("SELECT state FROM letters WHERE order_id = ANY($1) ORDER BY id", [orders])
    ).rows.map(({ state }) => state);

  const first = await buy();
  let isOver = false;
  const hanging = deliverLetters(delivery).finally(() => (isOver = true));
  await expect.poll(() => states([first.orderId]), { timeout: 40_000 }).toEqual(["inflight"]);

  const later = [await buy(), await buy(), await buy()].map(({ orderId }) => orderId);
  const { rows } = await season.client.query(
    "SELECT o.state, count(p.id)::int AS tickets FROM orders o LEFT JOIN ticket_purchases p ON p.order_id = o.id AND p.status = 'paid' WHERE o.id = ANY($1) GROUP BY o.id",
    [later],
  );
  expect(rows).toEqual(later.map(() => ({ state: "paid", tickets: 1 })));
  expect(isOver).toBe(false);
  expect(await states([first.orderId])).toEqual(["inflight"]);

  // the server goes down: each email is still to be sent
  await blackHole.close();
  await hanging;
  expect(await states([first.orderId, ...later])).toEqual(["queued", "queued", "queued", "queued"]);
});
