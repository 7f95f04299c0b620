import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { openDatabase } from "#platform/database/database.server.ts";
import { testDatabase } from "#test/support/database.ts";
import { createWellKnown } from "./well-known.ts";

const { ownerUrl, urls } = await testDatabase();
const owner = new pg.Client({ connectionString: ownerUrl });
await owner.connect();
const database = openDatabase({ urls, rolePrefix: "app" });
afterAll(async () => {
  await database.close();
  await owner.end();
});

const setAddress = (email: string) =>
  owner.query(
    `INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'footer', $1)
     ON CONFLICT (key) DO UPDATE SET content = excluded.content`,
    [{ email }],
  );

it("security.txt is read once a second, however often it is requested, and a new address appears a second later", async () => {
  const site = { database, origin: "https://club.example", now: () => new Date() };
  const wellKnown = createWellKnown(site as never);
  const contact = async () =>
    /^Contact: (.*)$/m.exec(await (await wellKnown.request("/security.txt")).text())?.[1];
  await setAddress("unu@club.example");
  expect(await contact()).toBe("mailto:unu@club.example");
  await setAddress("doi@club.example");
  const answers = await Promise.all(Array.from({ length: 100 }, contact));
  expect(new Set(answers)).toEqual(new Set(["mailto:unu@club.example"]));
  await expect.poll(contact, { timeout: 1500, interval: 50 }).toBe("mailto:doi@club.example");
});
