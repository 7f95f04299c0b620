import { Client } from "pg";
import { expect, test } from "vitest";
import { testDatabase } from "./database.ts";

const first = await testDatabase();
const second = await testDatabase();

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new Client(url);
  await client.connect();
  try {
    const { rows } = await client.query({ text: statement, rowMode: "array" });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

test("what one test database holds is not in another", async () => {
  await ask(first.ownerUrl, "CREATE TABLE only_here (id int)");
  expect(await ask(first.ownerUrl, "SELECT to_regclass('only_here')::text")).toBe("only_here");
  expect(await ask(second.ownerUrl, "SELECT to_regclass('only_here')::text")).toBeNull();
});

test("any role logs in without a password, as itself", async () => {
  await ask(first.ownerUrl, "CREATE ROLE a_visitor LOGIN");
  try {
    expect(await ask(first.urlFor("a_visitor"), "SELECT current_user")).toBe("a_visitor");
  } finally {
    await ask(first.ownerUrl, "DROP ROLE a_visitor");
  }
});
