import { afterAll, expect, it } from "vitest";
import { openTestDatabase, testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { renameGuest } from "./rename-guest.server.ts";

const { ownerUrl, urls } = await testDatabase();
const { db, person } = await openSeasonBuilder(ownerUrl);
const database = openTestDatabase(urls);
afterAll(() => database.close());

it("a guest without tickets changes only their own name, and nobody with tickets or an account does", async () => {
  const [guest, buyer, account] = [await person(), await person(), await person()];
  await db`UPDATE profiles SET email = NULL, is_guest = true, contact_email = id || '@exemplu.ro', has_tickets = (id = ${buyer.userId})
    WHERE id = ANY(${[guest.userId, buyer.userId]})`;
  const rename = ({ userId }: typeof guest) =>
    renameGuest({ database }, { userId, role: "user" }, "Ana Nouă");
  expect([await rename(guest), await rename(buyer), await rename(account)]).toEqual([true, false, false]);
  expect(await db`SELECT id FROM profiles WHERE full_name = 'Ana Nouă'`).toEqual([{ id: guest.userId }]);
});
