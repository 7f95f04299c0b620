import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { newId } from "#kernel/id.ts";
import { testDatabase } from "#test/support/database.ts";
import { withHashedSessions } from "./hashed-session-adapter.server.ts";
import { account, session, user, verification } from "./identity-tables.server.ts";
import { hashOfToken, newSecretToken } from "./secret-token.server.ts";

const { ownerUrl } = await testDatabase();
const pool = new pg.Pool({ connectionString: ownerUrl });
afterAll(() => pool.end());
const schema = { user, session, account, verification };
const options = { advanced: { database: { generateId: () => newId() } } };
const inner = drizzleAdapter(drizzle(pool), { provider: "pg", schema });
const adapter = withHashedSessions(inner)(options);

const userId = newId();
await pool.query(`INSERT INTO identity."user" (id, name, email) VALUES ($1, '', 'ana@club.example')`, [
  userId,
]);
const times = () => ({
  expiresAt: new Date(Date.now() + 60_000),
  createdAt: new Date(),
  updatedAt: new Date(),
});
const open = (token: string) =>
  adapter.create<Record<string, unknown>, { id: string; token: string }>({
    model: "session",
    data: { userId, token, ...times() },
  });
const stored = async () =>
  (await pool.query<{ token: string }>("SELECT token FROM identity.session ORDER BY id")).rows.map(
    ({ token }) => token,
  );
const byToken = (token: string) => ({ model: "session", where: [{ field: "token", value: token }] });

test("a session is written with the hash of its token, found by the token, and shows it", async () => {
  const token = newSecretToken();
  expect((await open(token)).token).toBe(token);
  expect(await stored()).toEqual([hashOfToken(token)]);
  expect(await adapter.findOne(byToken(token))).toMatchObject({ userId, token });
  expect(await adapter.findMany(byToken(token))).toMatchObject([{ userId, token }]);
  expect(await adapter.count(byToken(token))).toBe(1);
  // the hash itself opens nothing
  expect(await adapter.findOne(byToken(hashOfToken(token)))).toBeNull();
  // found by account, a row shows the hash and never a token
  expect(
    await adapter.findMany({ model: "session", where: [{ field: "userId", value: userId }] }),
  ).toMatchObject([{ token: hashOfToken(token) }]);
});

test("several tokens at once, changes and deletions reach the rows of these tokens", async () => {
  await pool.query("DELETE FROM identity.session");
  const [a, b, c] = [newSecretToken(), newSecretToken(), newSecretToken()];
  for (const token of [a, b, c]) await open(token);
  const some = await adapter.findMany({
    model: "session",
    where: [{ field: "token", operator: "in", value: [a, b] }],
  });
  expect(some).toHaveLength(2);
  const changed = await adapter.update({ ...byToken(a), update: { userAgent: "x" } });
  expect(changed).toMatchObject({ token: a, userAgent: "x" });
  const replaced = newSecretToken();
  expect(await adapter.update({ ...byToken(a), update: { token: replaced } })).toMatchObject({
    token: replaced,
  });
  expect(await adapter.updateMany({ ...byToken(b), update: { userAgent: "y" } })).toBe(1);
  await adapter.delete(byToken(replaced));
  expect(await adapter.deleteMany(byToken(b))).toBe(1);
  expect(await stored()).toEqual([hashOfToken(c)]);
  expect(await adapter.consumeOne(byToken(c))).toMatchObject({ token: c });
  expect(await stored()).toEqual([]);
});

test("inside the adapter's own transaction tokens are hashed too", async () => {
  const token = newSecretToken();
  await adapter.transaction(async (within) => {
    await within.create({ model: "session", data: { userId, token, ...times() } });
    expect(await within.findOne(byToken(token))).toMatchObject({ token });
  });
  expect(await stored()).toEqual([hashOfToken(token)]);
});

test("a search that a hash cannot answer is refused, and other models are left alone", async () => {
  const search = { field: "token", operator: "starts_with", value: "a" } as const;
  expect(() => adapter.count({ model: "session", where: [search] })).toThrow(TypeError);
  const row = { identifier: "x", value: "plain", ...times() };
  expect(await adapter.create({ model: "verification", data: row })).toMatchObject({
    identifier: "x",
    value: "plain",
  });
});
