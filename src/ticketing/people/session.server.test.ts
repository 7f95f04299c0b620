import { expect, test } from "vitest";
import { sweepAccounts } from "#platform/identity/accounts/sweep-accounts.server.ts";
import { requestReset } from "#platform/identity/passwords/reset-password.server.ts";
import { findSession, logout, renewSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { testAccounts } from "#test/support/accounts.ts";
import { untilWaiting } from "#test/support/until-waiting.ts";
import { createPerson } from "./appoint-person.server.ts";

const accounts = await testAccounts();
const { identity, database, owner, db, person, logIn } = accounts;

async function sessionOf(email: string): Promise<{ token: string; hash: string }> {
  const opened = await logIn(email);
  if (!opened.ok) throw new Error("no session");
  return { token: opened.value.token, hash: hashOfToken(opened.value.token) };
}
const age = (hash: string, interval: string) =>
  db`UPDATE identity.session SET created_at = created_at - ${interval}::interval, expires_at = expires_at - ${interval}::interval WHERE token = ${hash}`;
const secondsLeft = async (hash: string) => {
  const rows =
    await db`SELECT extract(epoch FROM expires_at - now())::float8 AS left FROM identity.session WHERE token = ${hash}`;
  return rows[0].left as number;
};
const hour = 3600;
const day = 24 * hour;

test("I24: a logout ends this session at once and no other", async () => {
  await person("ana@club.example");
  const phone = await sessionOf("ana@club.example");
  const laptop = await sessionOf("ana@club.example");
  await logout(identity, phone.token);
  expect(await findSession(identity, phone.hash)).toBeUndefined();
  expect(await findSession(identity, laptop.hash)).toBeDefined();
  await logout(identity, phone.token);
  await logout(identity, "nothing of ours");
  await logout(identity, newSecretToken());
  // the stored hash is no token: who reads the table cannot sign anybody in or out
  await logout(identity, laptop.hash);
  expect(await findSession(identity, laptop.hash)).toBeDefined();
});

test("a customer's session is renewed by use, ends after 7 days without use and after 30 in all", async () => {
  await person("client@club.example");
  const { hash } = await sessionOf("client@club.example");
  await findSession(identity, hash);
  expect(await secondsLeft(hash)).toBeGreaterThan(7 * day - 60);
  await age(hash, "6 days");
  expect((await findSession(identity, hash))?.expiresAt.getTime()).toBeGreaterThan(
    Date.now() + 6.9 * day * 1000,
  );
  for (let i = 0; i < 3; i++) {
    await age(hash, "6 days");
    expect(await findSession(identity, hash)).toBeDefined();
  }
  await age(hash, "4 days");
  expect(await findSession(identity, hash)).toBeDefined();
  expect(await secondsLeft(hash)).toBeLessThan(2.1 * day);
  await age(hash, "3 days");
  expect(await findSession(identity, hash)).toBeUndefined();
  const idle = await sessionOf("client@club.example");
  await age(idle.hash, "7 days 1 second");
  expect(await findSession(identity, idle.hash)).toBeUndefined();
});

test("a session that ends between its look-up and its renewal stays ended (one kind: a write that trusts an earlier read)", async () => {
  await person("capat@club.example");
  const { hash } = await sessionOf("capat@club.example");
  await age(hash, "6 days");
  const { found } = await database.withDuty("identity", async (sql) => {
    await sql.query("UPDATE identity.session SET expires_at = now() - interval '1 second' WHERE token = $1", [
      hash,
    ]);
    const found = findSession(identity, hash);
    await untilWaiting(owner);
    return { found };
  });
  expect(await found).toBeUndefined();
  expect(await secondsLeft(hash)).toBeLessThan(0);
});

test("an administrator's session ends after 30 minutes without use and after 12 hours in all", async () => {
  await createPerson(accounts, {
    email: "sef@club.example",
    password: "nori peste mare",
    fullName: "Șefa",
    phone: "1",
    role: "admin",
  });
  const { hash } = await sessionOf("sef@club.example");
  expect(await secondsLeft(hash)).toBeLessThanOrEqual(hour / 2);
  for (let i = 0; i < 35; i++) {
    await age(hash, "20 minutes");
    expect(await findSession(identity, hash)).toMatchObject({ role: "admin" });
  }
  await age(hash, "20 minutes 1 second");
  expect(await findSession(identity, hash)).toBeUndefined();
  const idle = await sessionOf("sef@club.example");
  // a page that polls by itself does not count as use
  await age(idle.hash, "29 minutes");
  expect(await findSession(identity, idle.hash, "seen")).toMatchObject({ role: "admin" });
  expect(await secondsLeft(idle.hash)).toBeLessThanOrEqual(60);
  // a renewal counts from the last use, 20 minutes ago, and shortens nothing
  expect((await renewSession(identity, idle.hash, 20 * 60))?.getTime()).toBeLessThanOrEqual(
    Date.now() + 10.1 * 60_000,
  );
  expect(await secondsLeft(idle.hash)).toBeGreaterThan(9 * 60);
  await renewSession(identity, idle.hash, 25 * 60);
  expect(await secondsLeft(idle.hash)).toBeGreaterThan(9 * 60);
  await age(idle.hash, "10 minutes 1 second");
  expect(await renewSession(identity, idle.hash, 0)).toBeUndefined();
  expect(await findSession(identity, idle.hash)).toBeUndefined();
});

test("the sweep deletes what has expired and nothing else", async () => {
  await person("matura@club.example");
  const ended = await sessionOf("matura@club.example");
  const live = await sessionOf("matura@club.example");
  await age(ended.hash, "8 days");
  await requestReset(identity, "matura@club.example");
  await db`INSERT INTO identity.throttle (key, last_at, blocked_until) VALUES ('old', now() - interval '2 days', now()),
       ('blocked', now() - interval '2 days', now() + interval '1 hour'), ('new', now(), now());
     INSERT INTO identity.verification (id, identifier, value, expires_at) VALUES (gen_random_uuid(), 'x', 'x', now());
     INSERT INTO identity.flow_state (id, provider, state_hash, code_challenge, redirect_to, expires_at)
       SELECT gen_random_uuid(), 'munca', ends::text, 'c', '/', ends FROM unnest(ARRAY[now(), now() + interval '1 hour']) AS ends`;
  await sweepAccounts(identity);
  const rows =
    await db`SELECT (SELECT count(*)::int FROM identity.session WHERE token = ANY(${[ended.hash, live.hash]})) AS sessions,
       (SELECT count(*)::int FROM identity.verification WHERE identifier NOT LIKE 'used-link:%') AS tokens, (SELECT count(*)::int FROM identity.flow_state) AS flows,
       (SELECT string_agg(key, ',' ORDER BY key) FROM identity.throttle WHERE key IN ('old', 'blocked', 'new')) AS keys`;
  expect(rows).toEqual([{ sessions: 1, tokens: 1, flows: 1, keys: "blocked,new" }]);
});

test("A14-12, I23: the role is the one in the profile now, and an administrator's role shortens a session", async () => {
  const { userId } = await person("urcat@club.example");
  const { hash } = await sessionOf("urcat@club.example");
  await db`UPDATE profiles SET role = 'admin' WHERE id = ${userId}`;
  expect(await findSession(identity, hash)).toMatchObject({ role: "admin" });
  expect(await secondsLeft(hash)).toBeLessThanOrEqual(hour / 2);
  await db`UPDATE profiles SET role = 'user' WHERE id = ${userId}`;
  expect(await findSession(identity, hash)).toMatchObject({ role: "user" });
  // half a day is all that an administrator's session may last, however it began
  await age(hash, "13 hours");
  await db`UPDATE identity.session SET expires_at = now() + interval '1 day' WHERE token = ${hash}`;
  expect(await findSession(identity, hash)).toBeDefined();
  await db`UPDATE profiles SET role = 'admin' WHERE id = ${userId}`;
  expect(await findSession(identity, hash)).toBeUndefined();
  await db`UPDATE profiles SET role = 'user' WHERE id = ${userId}`;
});

test("I22: in the schema of accounts the seller reads whose a session is, and no other role reads anything", async () => {
  const seller = (text: string) => database.withDuty("sell", (sql) => sql.query(text));
  expect((await seller("SELECT token, user_id, expires_at FROM identity.session")).rowCount).toBeGreaterThan(
    0,
  );
  const denied = [
    "SELECT * FROM identity.session",
    'SELECT * FROM identity."user"',
    "SELECT password FROM identity.account",
    "SELECT * FROM identity.verification",
    "DELETE FROM identity.session",
  ];
  for (const text of denied) await expect(seller(text)).rejects.toThrow("permission denied");
  const userId = "0198b6f0-0000-7000-8000-000000000001";
  const others = [
    (text: string) => database.anonymous.query(text),
    ...(["settle", "admit"] as const).map(
      (duty) => (text: string) => database.withDuty(duty, (sql) => sql.query(text)),
    ),
    ...(["user", "gate", "admin"] as const).map(
      (role) => (text: string) => database.withActor({ userId, role }, (sql) => sql.query(text)),
    ),
  ];
  for (const ask of others)
    for (const text of [...denied, "SELECT token FROM identity.session"])
      await expect(ask(text)).rejects.toThrow("permission denied");
});
