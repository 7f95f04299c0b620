import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { openDatabase } from "#platform/database/database.server.ts";
import { testDatabase } from "#test/support/database.ts";
import { takeProviderTurn } from "./provider-turn.server.ts";

const { ownerUrl, urlFor } = await testDatabase();
const owner = new pg.Client({ connectionString: ownerUrl });
await owner.connect();
const open = () => openDatabase({ url: urlFor("app_login"), rolePrefix: "app" });
const [one, other] = [open(), open()];
afterAll(async () => {
  await one.close();
  await other.close();
  await owner.end();
});

/** As if these seconds had passed since the bucket was last looked at. */
const later = (seconds: number) =>
  owner.query("UPDATE provider_bucket SET at = at - make_interval(secs => $1)", [seconds]);

async function turns(asked: number, rate: number): Promise<number> {
  const taken = await Promise.all(
    Array.from({ length: asked }, (_, n) =>
      (n % 2 ? one : other).withDuty("sell", (sql) => takeProviderTurn(sql.$client, rate, "newcomer")),
    ),
  );
  return taken.filter((wait) => wait === 0).length;
}

it("gives all processes together no more turns than the rate, and two at once (decision 27)", async () => {
  // one every 1000 seconds: what the test itself lasts fills nothing
  const rate = 0.001;
  expect(await turns(1, rate)).toBe(1);
  await later(10_000);
  expect(await turns(20, rate)).toBe(2);
  expect(await turns(20, rate)).toBe(0);
  await later(1_001);
  expect(await turns(20, rate)).toBe(1);
});

it("gives none while the provider takes nothing at all", async () => {
  await later(10_000);
  expect(await turns(3, 0)).toBe(0);
});
