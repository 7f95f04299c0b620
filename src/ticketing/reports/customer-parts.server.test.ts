import { expect, it } from "vitest";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { findCustomer, shownOfCustomer } from "./customer-queries.server.ts";

const { season, site, admin } = await openMoneyStage();

it("a customer's page has a part of what there is, says how much there is, and has more on request", async () => {
  const { userId } = await season.person();
  await season.db`INSERT INTO person_notes (id, person_id, author_id, note) SELECT gen_random_uuid(), ${userId}, ${admin.userId}, 'Nota ' || n FROM generate_series(1, ${shownOfCustomer + 3}) n`;
  const found = (parts: number) => site.database.readMoment(admin, (sql) => findCustomer(sql, userId, parts));
  expect((await found(1))?.notes).toHaveLength(shownOfCustomer);
  expect((await found(1))?.inAll).toEqual({ orders: 0, tickets: 0, letters: 0, notes: shownOfCustomer + 3 });
  expect((await found(2))?.notes).toHaveLength(shownOfCustomer + 3);
});
