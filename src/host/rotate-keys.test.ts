import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "#platform/database/database.server.ts";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import { testDatabase } from "#test/support/database.ts";
import { inDays } from "#test/support/days.ts";

const own = await testDatabase();
const appSecret = "a secret of a test, long enough for anybody";
const database = openDatabase({ urls: own.urls, rolePrefix: "app" });
await openSigningKeys({ database, appSecret });
const owner = new pg.Client(own.ownerUrl);
await owner.connect();
afterAll(async () => {
  await database.close();
  await owner.end();
});
const run = promisify(execFile);
const rotateKeys = (lastDay: string, secret = appSecret) =>
  run(process.execPath, [join(import.meta.dirname, "rotate-keys.ts"), lastDay], {
    env: { PATH: process.env.PATH, DATABASE_URL: own.urls.public, APP_SECRET: secret },
  });
const keyRows = async () =>
  (
    await owner.query(
      "SELECT purpose, valid_from > now() AS later, valid_until FROM signing_keys WHERE purpose <> 'token' ORDER BY kid",
    )
  ).rows;

test("the command refuses an invalid day, a past day and another secret; nothing has changed then", async () => {
  const before = await keyRows();
  await expect(rotateKeys("luni")).rejects.toMatchObject({ code: 1 });
  await expect(rotateKeys(inDays(0))).rejects.toThrow("cel puțin cea de mâine");
  const later = inDays(60);
  await expect(rotateKeys(later, "another secret, also long enough")).rejects.toThrow("APP_SECRET");
  expect(await keyRows()).toEqual(before);
}, 60_000);

test("the command makes keys that begin later, and ends the old ones at the end of the given day", async () => {
  const { stdout } = await rotateKeys(inDays(60));
  expect(stdout).toContain("Chei noi");
  const rows = await keyRows();
  expect(rows.map(({ purpose, later }) => [purpose, later])).toEqual([
    ["ticket", false],
    ["label", false],
    ["ticket", true],
    ["label", true],
  ]);
  expect(rows.map(({ valid_until }) => valid_until !== null)).toEqual([true, true, false, false]);
}, 60_000);
