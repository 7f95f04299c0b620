import { expect, it } from "vitest";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { findCustomer, shownOfCustomer } from "./customer-queries.server.ts";

const { season, site, admin, sold } = await openMoneyStage();

it("a customer's page has a part of what there is, says how much there is, and has more on request", async () => {
  const { userId } = await season.person();
  await season.db`INSERT INTO person_notes (id, person_id, author_id, note) SELECT gen_random_uuid(), ${userId}, ${admin.userId}, 'Nota ' || n FROM generate_series(1, ${shownOfCustomer + 3}) n`;
  const found = (parts: number) => site.database.readMoment(admin, (sql) => findCustomer(sql, userId, parts));
  expect((await found(1))?.notes).toHaveLength(shownOfCustomer);
  expect((await found(1))?.inAll).toEqual({ orders: 0, tickets: 0, letters: 0, notes: shownOfCustomer + 3 });
  expect((await found(2))?.notes).toHaveLength(shownOfCustomer + 3);
});

it("a customer's page has the name that stands on each code", async () => {
  const { orderId } = await sold({ quantity: 1 });
  const [{ user_id: userId }] =
    await season.db`UPDATE ticket_purchases SET holder_name = 'Ana Țîrlea' WHERE order_id = ${orderId} RETURNING user_id`;
  const found = await site.database.readMoment(admin, (sql) => findCustomer(sql, userId, 1));
  expect(found?.tickets.map(({ holder }) => holder)).toEqual(["Ana Țîrlea"]);
});
