import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { newId } from "#kernel/id.ts";
import { testDatabase } from "#test/support/database.ts";
import { consumeToken, findToken, issueToken } from "./one-time-token.server.ts";

const { ownerUrl } = await testDatabase();
const first = new pg.Client({ connectionString: ownerUrl });
const second = new pg.Client({ connectionString: ownerUrl });
await Promise.all([first.connect(), second.connect()]);
afterAll(() => Promise.all([first.end(), second.end()]));

test("I25: a token that another transaction is using up is invalid once that commits", async () => {
  const userId = newId();
  const token = await issueToken(first, "second-factor", userId);
  await Promise.all([first.query("BEGIN"), second.query("BEGIN")]);
  expect(await consumeToken(first, "second-factor", token)).toBe(userId);
  const late = consumeToken(second, "second-factor", token);
  await first.query("COMMIT");
  expect(await late).toBeUndefined();
  await second.query("COMMIT");
});

test("a transaction that fails gives the token back", async () => {
  const userId = newId();
  const token = await issueToken(first, "change-address", userId);
  await first.query("BEGIN");
  await consumeToken(first, "change-address", token);
  await first.query("ROLLBACK");
  expect(await findToken(first, "change-address", token)).toBeDefined();
  expect(await findToken(first, "second-factor", token)).toBeUndefined();
  expect(await consumeToken(second, "change-address", token)).toBe(userId);
});

test("a new token ends the older one of the same purpose and account only", async () => {
  const [ana, dan] = [newId(), newId()];
  const older = await issueToken(first, "second-factor", ana);
  const confirmation = await issueToken(first, "change-address", ana);
  const other = await issueToken(first, "second-factor", dan);
  await issueToken(first, "second-factor", ana);
  expect(await findToken(first, "second-factor", older)).toBeUndefined();
  expect(await findToken(first, "change-address", confirmation)).toBeDefined();
  expect(await findToken(first, "second-factor", other)).toBeDefined();
});

test("a token after its time is of no account, looked at or used", async () => {
  const token = await issueToken(first, "second-factor", newId());
  await first.query("UPDATE identity.verification SET expires_at = now()");
  expect(await findToken(first, "second-factor", token)).toBeUndefined();
  expect(await consumeToken(first, "second-factor", token)).toBeUndefined();
});

test("a challenge for a passkey, which strangers can ask for, reads no whole table, however many there are", async () => {
  await issueToken(first, "passkey-login", newId());
  await first.query(
    `INSERT INTO identity.verification (id, identifier, value, expires_at)
     SELECT gen_random_uuid(), 'passkey-login:' || n, gen_random_uuid()::text, now() + interval '1 hour' FROM generate_series(1, 5000) n`,
  );
  await first.query("ANALYZE identity.verification");
  await first.query("SET plan_cache_mode = force_generic_plan");
  const { rows } = await first.query(`EXPLAIN EXECUTE "end-tokens"('x', 'passkey-login')`);
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).not.toContain("Seq Scan");
});
