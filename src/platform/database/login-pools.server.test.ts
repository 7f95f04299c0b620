import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { openDatabase } from "./database.server.ts";
import type { Sql } from "./sql.ts";

const own = await testDatabase();
const database = openDatabase({ urls: own.urls, rolePrefix: "app", poolSize: 2 });
afterAll(() => database.close());

const jit = async (sql: Pick<Sql, "query">) =>
  (await sql.query<{ jit: string }>("SELECT current_setting('jit') AS jit")).rows[0]?.jit;

it("no statement of a sale waits until the server has compiled it: every connection of ours forgoes it", async () => {
  const owner = new pg.Client({ connectionString: own.ownerUrl });
  await owner.connect();
  // as a server has it that nobody set up
  expect(await jit(owner)).toBe("on");
  await owner.end();
  const holds = await database.dedicated();
  const user = { userId: crypto.randomUUID() as never, role: "admin" } as const;
  const copied = await database.copyOut("COPY (SELECT current_setting('jit')) TO STDOUT", []);
  if (copied === "busy") throw new Error("busy");
  let file = "";
  for await (const part of copied) file += part;
  expect({
    anonymous: await jit(database.anonymous),
    identity: await jit(database.identity),
    withCode: await database.readWithCode("x", jit),
    person: await database.withActor(user, jit),
    reader: await database.readAs(user, jit),
    duty: await database.withDuty("sell", jit),
    dedicated: await jit(holds),
    export: file.trim(),
  }).toEqual({
    anonymous: "off",
    identity: "off",
    withCode: "off",
    person: "off",
    reader: "off",
    duty: "off",
    dedicated: "off",
    export: "off",
  });
  await holds.end();
});
