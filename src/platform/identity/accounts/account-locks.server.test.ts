import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { lockAccount } from "./account-locks.server.ts";

const { ownerUrl } = await testDatabase();
const season = await openSeasonBuilder(ownerUrl);
const other = new pg.Client({ connectionString: ownerUrl });
await other.connect();
afterAll(() => other.end());

test("a lock of an account makes others wait for this account, and for no other", async () => {
  const [hers, his] = [await season.person(), await season.person()];
  await other.query("BEGIN");
  await lockAccount(other, hers.userId);
  await season.db`BEGIN`;
  await season.db`SET LOCAL lock_timeout = '300ms'`;
  await lockAccount(season.client, his.userId);
  await expect(lockAccount(season.client, hers.userId)).rejects.toMatchObject({ code: "55P03" });
  await season.db`ROLLBACK`;
  await other.query("ROLLBACK");
});
