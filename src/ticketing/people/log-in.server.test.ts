import { expect, test } from "vitest";
import { registerAccount } from "#platform/identity/accounts/register-account.server.ts";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { testAccounts } from "#test/support/accounts.ts";

const { identity, db, person, logIn, later, lettersTo } = await testAccounts();

test("A8-09 the right password opens a session with a token of its own, and only its hash is stored", async () => {
  const { userId } = await person("ana@club.example");
  const first = await logIn(" ANA@club.example");
  const second = await logIn("ana@club.example");
  if (!first.ok || !second.ok) throw new Error("no session");
  expect(first.value.userId).toBe(userId);
  expect(first.value.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(second.value.token).not.toBe(first.value.token);
  expect((first.value.expiresAt.getTime() - Date.now()) / 86_400_000).toBeCloseTo(7, 2);
  const rows =
    await db`SELECT token, user_id, host(ip_address::inet) AS ip, user_agent FROM identity.session ORDER BY id LIMIT 1`;
  expect(rows).toEqual([
    {
      token: hashOfToken(first.value.token),
      user_id: userId,
      ip: "203.0.113.0",
      user_agent: "Firefox on a phone",
    },
  ]);
  expect(await findSession(identity, hashOfToken(first.value.token))).toEqual({
    userId,
    role: "user",
    fullName: "Ana Pop",
    isGuest: false,
    hasOpenOrder: false,
    isReconfirmed: false,
    needsFactor: false,
    email: "ana@club.example",
    expiresAt: first.value.expiresAt,
  });
  expect(await findSession(identity, first.value.token)).toBeUndefined();
});

test("an endless password and an invalid address are refused without work", async () => {
  const before = await db`SELECT count(*) FROM identity.throttle`;
  for (const refused of [
    await logIn("ana@club.example", "x".repeat(1_000_000)),
    await logIn("a@b.ro\r\nBcc: x@y.ro"),
  ])
    expect(refused).toEqual({ ok: false, refusal: { reason: "invalid" } });
  // a try is counted before it is hashed: what is not counted is not hashed
  expect(await db`SELECT count(*) FROM identity.throttle`).toEqual(before);
});

test("five failures, then waits of 1, 2, 4, 8, 15 and 15 minutes; a right password ends it", async () => {
  await person("tinta@club.example");
  for (const email of ["tinta@club.example", "fara-cont@club.example"]) {
    for (let i = 0; i < 5; i++)
      expect(await logIn(email, "ghicit gresit")).toMatchObject({ refusal: { reason: "invalid" } });
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      const locked = await logIn(email);
      expect(locked).toEqual({ ok: false, refusal: { reason: "locked", retryAfter: minutes * 60 } });
      await later(minutes);
      expect(await logIn(email, "ghicit gresit")).toMatchObject({ refusal: { reason: "invalid" } });
    }
    await later(15);
  }
  expect((await logIn("tinta@club.example")).ok).toBe(true);
  expect(await logIn("tinta@club.example", "ghicit gresit")).toMatchObject({
    refusal: { reason: "invalid" },
  });
  expect((await logIn("tinta@club.example")).ok).toBe(true);
});

test("of a hundred guesses at once at most five are checked", async () => {
  await person("ploaie@club.example");
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => logIn("ploaie@club.example", `ghicit ${i} gresit`)),
  );
  const count = (reason: string) =>
    answers.filter((answer) => !answer.ok && answer.refusal.reason === reason).length;
  // of one account one password is checked and one waits: the rest are refused as busy
  expect(count("invalid")).toBeGreaterThan(0);
  expect(count("invalid")).toBeLessThanOrEqual(5);
  expect(count("locked") + count("busy") + count("invalid")).toBe(100);
});

test("an unconfirmed address with the right password is told so, with a wrong one it is not", async () => {
  await registerAccount(identity, {
    email: "grabit@club.example",
    password: "nori peste mare",
    fullName: "Ana Pop",
    phone: "1",
  });
  expect(await logIn("grabit@club.example")).toEqual({ ok: false, refusal: { reason: "unconfirmed" } });
  expect(await logIn("grabit@club.example", "alta parola")).toEqual({
    ok: false,
    refusal: { reason: "invalid" },
  });
  expect(await lettersTo("grabit@club.example")).toHaveLength(1);
});

test("an old password that is being checked while a new one is set opens no session", async () => {
  const { userId } = await person("schimb@club.example");
  await db`BEGIN`;
  await db`SELECT FROM identity."user" WHERE id = ${userId} FOR UPDATE`;
  await db`UPDATE identity.account SET password = 'another' WHERE user_id = ${userId}`;
  const attempt = logIn("schimb@club.example");
  // it has checked the old password, and waits for the lock of the account
  await expect.poll(async () => (await db`SELECT FROM pg_locks WHERE NOT granted`).length).toBeGreaterThan(0);
  await db`COMMIT`;
  expect(await attempt).toEqual({ ok: false, refusal: { reason: "invalid" } });
  expect((await db`SELECT FROM identity.session WHERE user_id = ${userId}`).length).toBe(0);
});

test("a hash with weaker parameters is replaced at the next login", async () => {
  const { db, person, logIn } = await testAccounts({ hashing: { concurrency: 1 } });
  const { userId } = await person("veche@club.example");
  const { argon2Sync } = await import("node:crypto");
  const salt = Buffer.alloc(16, 7);
  const tag = argon2Sync("argon2id", {
    message: "nori peste mare",
    nonce: salt,
    parallelism: 1,
    tagLength: 32,
    memory: 8192,
    passes: 1,
  });
  const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  const weak = `$argon2id$v=19$m=8192,t=1,p=1$${text(salt)}$${text(tag)}`;
  await db`UPDATE identity.account SET password = ${weak} WHERE user_id = ${userId}`;
  expect((await logIn("veche@club.example", "alta parola")).ok).toBe(false);
  expect((await logIn("veche@club.example")).ok).toBe(true);
  const rows = await db`SELECT password FROM identity.account WHERE user_id = ${userId}`;
  expect(rows[0].password).toContain("$m=19456,t=2,p=1$");
  expect((await logIn("veche@club.example")).ok).toBe(true);
});
