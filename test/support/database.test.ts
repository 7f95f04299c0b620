import { expect, test } from "vitest";
import { testDatabase } from "./database.ts";
import { askOnce } from "./embedded-owner.ts";

const first = await testDatabase();
const second = await testDatabase();

test("rows of one test database are not in another", async () => {
  await askOnce(first.ownerUrl, "CREATE TABLE only_here (id int)");
  expect(await askOnce(first.ownerUrl, "SELECT to_regclass('only_here')::text")).toBe("only_here");
  expect(await askOnce(second.ownerUrl, "SELECT to_regclass('only_here')::text")).toBeNull();
});

test("any role logs in without a password, as itself", async () => {
  await askOnce(first.ownerUrl, "CREATE ROLE a_visitor LOGIN");
  try {
    expect(await askOnce(first.urlFor("a_visitor"), "SELECT current_user")).toBe("a_visitor");
  } finally {
    await askOnce(first.ownerUrl, "DROP ROLE a_visitor");
  }
});
