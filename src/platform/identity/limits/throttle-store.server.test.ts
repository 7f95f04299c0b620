import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { countLogin } from "./throttle-store.server.ts";

const { ownerUrl } = await testDatabase();
const [early, late] = [new pg.Client(ownerUrl), new pg.Client(ownerUrl)];
await Promise.all([early.connect(), late.connect()]);
afterAll(() => Promise.all([early.end(), late.end()]));

it("of two tries at the same moment neither has to wait, whichever began first", async () => {
  const tried = { key: "doi deodata", free: 5, kind: "streak" } as const;
  await early.query("BEGIN");
  await early.query("SELECT now()");
  expect(await countLogin(late, tried)).toBe(0);
  expect(await countLogin(late, tried)).toBe(0);
  expect(await countLogin(early, tried)).toBe(0);
  await early.query("COMMIT");
});
