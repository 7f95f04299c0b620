import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { mailboxOf } from "#kernel/email-address.ts";
import { newId } from "#kernel/id.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";
import { archiveTables, restoreTables } from "#platform/database/table-archive.server.ts";
import { emptyDatabase, testDatabase } from "#test/support/database.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { belongsToMailbox } from "#ticketing/people/person-queries.server.ts";

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const { db } = season;

async function connected(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
const keyIn = async (client: pg.Client, address: string) =>
  (await client.query<{ key: string }>("SELECT mailbox_key($1) AS key", [address])).rows[0]?.key;

it.each([
  ["Ana@X.ro", "ana@x.ro"],
  ["a+1@x.ro", "a@x.ro"],
  ["a+1+2@x.ro", "a@x.ro"],
  ["a.b@x.ro", "a.b@x.ro"],
  ["a.b+x@gmail.com", "ab@gmail.com"],
  ["A.B@GoogleMail.com", "ab@gmail.com"],
  ["a.b@gmail.com.ro", "a.b@gmail.com.ro"],
  ["a.b@notgmail.com", "a.b@notgmail.com"],
  ["a\\b+1@x.ro", "a\\b@x.ro"],
])("%s and %s are one mailbox", async (address, mailbox) => {
  const rows =
    await db`SELECT mailbox_key(${address}) = mailbox_key(${mailbox}) AS same, mailbox_key(${address}) = mailbox_key(${`x${mailbox}`}) AS other, mailbox_key(NULL) AS none`;
  expect(rows).toEqual([{ same: true, other: false, none: null }]);
  // what the program counts by itself, of canonical addresses
  expect(mailboxOf(address.toLowerCase())).toBe(mailbox);
});

it("the people of a mailbox are found by an index, with the key computed in the statement itself", async () => {
  const client = await connected(database.ownerUrl);
  await client.query("SET enable_seqscan = off");
  const { rows } = await client.query(
    `EXPLAIN (FORMAT JSON, VERBOSE) SELECT mailbox_key(p.contact::text), id FROM profiles p WHERE ${belongsToMailbox("p", "mailbox_key('a+b@exemplu.ro')")}`,
  );
  const plan = JSON.stringify(rows);
  expect(plan).toContain("profiles_known_mailbox_idx");
  // a call for each row would cost many times as much
  expect(plan).not.toContain("mailbox_key(");
});

it("guests whom anybody can invent are not searched with the people of a mailbox (one kind: work that a stranger's rows make)", async () => {
  const address = "om@exemplu.ro";
  const people = async () =>
    (
      await client.query<{ id: string }>(
        `SELECT p.id FROM profiles p WHERE ${belongsToMailbox("p", "mailbox_key($1)")} ORDER BY id`,
        [address],
      )
    ).rows.map(({ id }) => id);
  const client = await connected(database.ownerUrl);
  const [invented, buyer, receiver, proven, account] = [newId(), newId(), newId(), newId(), newId()];
  await client.query("INSERT INTO profiles (id, email) VALUES ($1, 'om+1@exemplu.ro')", [account]);
  for (const id of [invented, buyer, receiver, proven])
    await client.query("INSERT INTO profiles (id, is_guest, contact_email) VALUES ($1, true, $2)", [
      id,
      address,
    ]);
  expect(await people()).toEqual([account]);
  await client.query("UPDATE profiles SET contact_proven_at = now() WHERE id = $1", [proven]);
  const night = await season.night();
  const ticketTypeId = await season.ticketType({ events: [night] });
  const { orderId } = await paidOrder(client, { userId: buyer, ticketTypeId, events: [night] });
  expect(await people()).toEqual([buyer, proven, account].sort());
  await client.query("UPDATE ticket_purchases SET user_id = $2 WHERE order_id = $1", [orderId, receiver]);
  expect(await people()).toEqual([buyer, receiver, proven, account].sort());

  const statements = globSync("src/**/*.server.ts").filter((file) =>
    /WHERE\s+mailbox_key\(\w*\.?contact/.test(readFileSync(file, "utf8")),
  );
  expect(statements).toEqual([]);
});

it("no function, index, default or policy of the database makes a key of a public hash", async () => {
  const rows =
    await db`SELECT proname AS name FROM pg_proc WHERE pronamespace::regnamespace::text IN ('public', 'identity') AND prokind = 'f' AND prolang IN (SELECT oid FROM pg_language WHERE lanname IN ('sql', 'plpgsql'))
      AND regexp_replace(pg_get_functiondef(oid), 'pg_(try_)?advisory_\\w*lock\\([^;]*', '', 'g') ~* 'hashtext'
    UNION ALL SELECT indexname FROM pg_indexes WHERE indexdef ~* 'hashtext'
    UNION ALL SELECT adrelid::regclass::text FROM pg_attrdef WHERE pg_get_expr(adbin, adrelid) ~* 'hashtext'
    UNION ALL SELECT policyname FROM pg_policies WHERE qual || with_check ~* 'hashtext'`;
  expect(rows).toEqual([]);
});

it("two installations have other keys for one address, and a backup that is restored has its own, also in the index", async () => {
  const [one, other, empty] = [await testDatabase(), await testDatabase(), await testDatabase()];
  const mine = await connected(one.ownerUrl);
  const theirs = await connected(other.ownerUrl);
  const restored = await connected(empty.ownerUrl);
  const folder = mkdtempSync(join(tmpdir(), "estival-mailboxes-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // in a session of its own, since a session keeps the key's function with the index
  const earlier = await connected(one.ownerUrl);
  await earlier.query("INSERT INTO profiles (id, email) VALUES ($1, 'ana+vara@x.ro')", [newId()]);
  for (const client of [mine, theirs]) {
    await client.query("INSERT INTO installation (mode) VALUES ('demo')");
    // a later start does not renew it
    const key = await keyIn(client, "ana@x.ro");
    await client.query("INSERT INTO installation (mode) VALUES ('demo') ON CONFLICT DO NOTHING");
    expect(await keyIn(client, "ana@x.ro")).toBe(key);
  }
  expect(await keyIn(mine, "ana@x.ro")).not.toBe(await keyIn(theirs, "ana@x.ro"));
  await restoreTables(restored, folder, await archiveTables(mine, folder));
  expect(await keyIn(restored, "ana@x.ro")).toBe(await keyIn(mine, "ana@x.ro"));
  for (const client of [mine, restored]) {
    await client.query("SET enable_seqscan = off");
    const found = await client.query(
      `SELECT email FROM profiles p WHERE ${belongsToMailbox("p", "mailbox_key('ana@x.ro')")}`,
    );
    expect(found.rows).toEqual([{ email: "ana+vara@x.ro" }]);
  }
});

it("what was written before the keys had a secret is found by the same address, also by a build that runs on", async () => {
  const { ownerUrl } = await emptyDatabase();
  const schema = { ownerUrl, folder: "migrations", rolePrefix: "app" };
  await prepareDatabase({ ...schema, upTo: "0063_letter_lanes" });
  const [client, olderBuild] = [await connected(ownerUrl), await connected(ownerUrl)];
  await olderBuild.query("SET enable_seqscan = off");
  const season = await openSeasonBuilder(ownerUrl);
  const night = await season.night();
  const type = await season.ticketType({ events: [night] });
  await client.query("INSERT INTO installation (mode) VALUES ('demo')");
  const orderOf = async (address: string, mailbox: string) => {
    const userId = newId();
    await client.query("INSERT INTO profiles (id, email) VALUES ($1, $2)", [userId, address]);
    await client.query(
      `INSERT INTO orders (id, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, state, stake, origin, hold_expires_at, mailbox_key)
       VALUES ($1, $2, $3, $4, ARRAY[$3::uuid], 1, 1, 100, 100, 'ordinary', 'Intrare', 'held', 'held', 'event', now(), mailbox_key($5))`,
      [newId(), userId, night, type, mailbox],
    );
  };
  await orderOf("ana+1@gmail.com", "ana+1@gmail.com");
  // of an account that nobody has any more
  await orderOf("ion@x.ro", "sters@x.ro");
  await client.query(`CREATE FUNCTION keeps() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'an order never counts for another mailbox'; END $$;
    CREATE TRIGGER orders_follow_the_table BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION keeps()`);
  const find = (of = olderBuild) =>
    of.query<{ kept: number; owner: string | null }>({
      name: "find",
      text: `SELECT (SELECT count(*)::int FROM orders WHERE mailbox_key = mailbox_key($1)) AS kept,
               (SELECT contact FROM profiles WHERE mailbox_key(contact::text) = mailbox_key($1)) AS owner`,
      values: ["a.na@googlemail.com"],
    });
  const wanted = [{ kept: 1, owner: "ana+1@gmail.com" }];
  // so often that the server keeps the plan
  for (let n = 0; n < 7; n++) expect((await find()).rows).toEqual(wanted);
  const before = await keyIn(client, "ana@gmail.com");

  await prepareDatabase({ ...schema, passwordOf: () => null });
  expect(await keyIn(client, "ana@gmail.com")).not.toBe(before);
  expect((await find()).rows).toEqual(wanted);
  const thisBuild = await connected(ownerUrl);
  await thisBuild.query("SET enable_seqscan = off");
  expect((await find(thisBuild)).rows).toEqual(wanted);
  const { rows } = await client.query("SELECT user_id FROM orders WHERE mailbox_key IS NOT NULL");
  expect(rows).toHaveLength(1);
});
