import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { openDatabase } from "#platform/database/database.server.ts";
import { testDatabase } from "#test/support/database.ts";
import { takeProviderTurns } from "./provider-turn.server.ts";

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

/** As if the turns taken so far lay a second back. */
const anotherSecond = () =>
  owner.query(
    "UPDATE provider_bucket SET recent = ARRAY(SELECT r - interval '2 seconds' FROM unnest(recent) AS r)",
  );

async function turns(asked: number, rate: number, wanted = 1): Promise<number> {
  const taken = await Promise.all(
    Array.from({ length: asked }, (_, n) =>
      (n % 2 ? one : other).withDuty("sell", (sql) =>
        takeProviderTurns(sql.$client, { rate, wanted, turnFor: "newcomer" }),
      ),
    ),
  );
  return taken.reduce((sum, turn) => sum + turn.taken, 0);
}

it("gives all processes together no more turns than the rate, and one at first (decision 27)", async () => {
  // one every 1000 seconds: what the test itself lasts fills nothing
  const rate = 0.001;
  expect(await turns(1, rate)).toBe(1);
  expect(await turns(20, rate)).toBe(0);
  await later(1_001);
  await anotherSecond();
  expect(await turns(20, rate)).toBe(1);
});

it("lets a process that was held up catch up with eight, and gives to each what is there of what it wants", async () => {
  await later(10_000);
  await anotherSecond();
  expect(await turns(3, 24, 3)).toBe(8);
});

it("gives no second more turns than the rate, however full the bucket is (G2b)", async () => {
  await anotherSecond();
  let given = 0;
  // the bucket is filled again and again within the second
  for (let n = 0; n < 12; n += 1) {
    await later(1);
    given += await turns(2, 24, 2);
  }
  expect(given).toBe(24);
  await anotherSecond();
  expect(await turns(1, 24, 1)).toBe(1);
});

it("gives none while the provider takes nothing at all", async () => {
  await later(10_000);
  await anotherSecond();
  expect(await turns(3, 0)).toBe(0);
});
