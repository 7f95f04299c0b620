import { expect, test } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { registerAccount } from "#platform/identity/accounts/register-account.server.ts";
import { tellOwner } from "#platform/identity/letters/tell-owner.server.ts";
import { changePassword } from "#platform/identity/passwords/change-password.server.ts";
import { requestReset, resetPassword } from "#platform/identity/passwords/reset-password.server.ts";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { goodPassword, siteOrigin, testAccounts } from "#test/support/accounts.ts";
import { succeeded } from "#test/support/outcomes.ts";

const { identity, database, owner, db, person, logIn, later, tokenFor, lettersTo } = await testAccounts();
const invalid = { ok: false, refusal: "token_invalid" };
const newPassword = "alte valuri mari";

async function resetOf(email: string): Promise<string> {
  expect(await requestReset(identity, email)).toEqual({ ok: true, value: null });
  return tokenFor(email, "reset_password");
}

test("A8-14: a reset sets the password, ends every session and sends the owner an email", async () => {
  const { userId } = await person("ana@club.example");
  const session = await logIn("ana@club.example");
  const token = await resetOf("ana@club.example");
  expect((await lettersTo("ana@club.example")).at(-1)?.link).toBe(
    `${siteOrigin}/reset-password?token=${token}`,
  );
  expect(await resetPassword(identity, token, newPassword)).toEqual({ ok: true, value: { userId } });
  if (!session.ok) throw new Error("no session");
  expect(await findSession(identity, hashOfToken(session.value.token))).toBeUndefined();
  expect((await logIn("ana@club.example", goodPassword)).ok).toBe(false);
  expect((await logIn("ana@club.example", newPassword)).ok).toBe(true);
  expect((await lettersTo("ana@club.example")).at(-1)?.kind).toBe("password_changed");
  expect(
    (await db`SELECT FROM journal WHERE subject_id = ${userId} AND what = 'password_changed'`).length,
  ).toBe(1);
});

test("a token used ten times at once sets one password", async () => {
  await person("deodata@club.example");
  const token = await resetOf("deodata@club.example");
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => resetPassword(identity, token, `${newPassword} ${i}`)),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const winner = answers.findIndex(({ ok }) => ok);
  expect((await logIn("deodata@club.example", `${newPassword} ${winner}`)).ok).toBe(true);
  expect(await resetPassword(identity, token, newPassword)).toEqual(invalid);
});

test("an older, expired, cut, changed or foreign token sets nothing", async () => {
  await person("vechi@club.example");
  const older = await resetOf("vechi@club.example");
  await later(2);
  const newer = await resetOf("vechi@club.example");
  expect(newer).not.toBe(older);
  await registerAccount(identity, {
    email: "alt@club.example",
    password: goodPassword,
    fullName: "Alt Om",
    phone: "1",
  });
  const confirmation = await tokenFor("alt@club.example", "confirm_address");
  for (const token of [
    older,
    newer.slice(1),
    newer.toLowerCase(),
    `${newer} `,
    hashOfToken(newer),
    confirmation,
    "",
  ])
    expect(await resetPassword(identity, token, newPassword)).toEqual(invalid);
  await db`UPDATE identity.verification SET expires_at = expires_at - interval '60 minutes'`;
  expect(await resetPassword(identity, newer, newPassword)).toEqual(invalid);
  expect((await logIn("vechi@club.example", goodPassword)).ok).toBe(true);
});

test("a sign-in by a provider that waits for its code ends with a reset", async () => {
  const { userId } = await person("curs@club.example");
  await db`INSERT INTO identity.flow_state (id, provider, state_hash, code_challenge, redirect_to, code_hash, user_id, expires_at)
     VALUES (gen_random_uuid(), 'munca', 's', 'c', '/', 'h', ${userId}, now() + interval '5 minutes')`;
  await requestReset(identity, "curs@club.example");
  const token = await tokenFor("curs@club.example", "reset_password");
  expect((await resetPassword(identity, token, "alte valuri mari")).ok).toBe(true);
  expect((await db`SELECT FROM identity.flow_state WHERE user_id = ${userId}`).length).toBe(0);
});

test("a refused password leaves the token as it is", async () => {
  await person("rabdare@club.example");
  const token = await resetOf("rabdare@club.example");
  expect(await resetPassword(identity, token, "password")).toEqual({ ok: false, refusal: "password_common" });
  expect(await resetPassword(identity, token, "scurt")).toEqual({ ok: false, refusal: "password_too_short" });
  expect((await resetPassword(identity, token, newPassword)).ok).toBe(true);
});

test("an unknown address is answered alike; letters go out once a minute, three times an hour", async () => {
  expect(await requestReset(identity, "nimeni@club.example")).toEqual({ ok: true, value: null });
  expect(await requestReset(identity, "a@b.ro\r\nBcc: x@y.ro")).toEqual({ ok: true, value: null });
  expect(await lettersTo("nimeni@club.example")).toEqual([]);
  await person("des@club.example");
  for (const minutes of [0, 0, 1, 1, 1, 1]) {
    await later(minutes);
    expect(await requestReset(identity, "des@club.example")).toEqual({ ok: true, value: null });
  }
  expect((await lettersTo("des@club.example")).filter(({ kind }) => kind === "reset_password")).toHaveLength(
    3,
  );
});

test("an address that only waits to be proven is answered like an unknown one, and gets no letter", async () => {
  await registerAccount(identity, {
    email: "asteapta@club.example",
    password: goodPassword,
    fullName: "Ana",
    phone: "1",
  });
  expect(await requestReset(identity, "asteapta@club.example")).toEqual({ ok: true, value: null });
  expect((await lettersTo("asteapta@club.example")).map(({ kind }) => kind)).toEqual(["confirm_address"]);
});

test("I25, I27: no token and no password is stored anywhere but in emails that are not sent yet", async () => {
  const secrets = [goodPassword, newPassword];
  await person("urma@club.example");
  const session = succeeded(await logIn("urma@club.example"));
  await later(2);
  secrets.push(session.token, await resetOf("urma@club.example"));
  await registerAccount(identity, {
    email: "urma2@club.example",
    password: goodPassword,
    fullName: "Ana",
    phone: "1",
  });
  secrets.push(await tokenFor("urma2@club.example", "confirm_address"));
  // a sent email has lost its variable action_url
  await db`UPDATE letters SET variables = variables - 'action_url', state = 'sent'`;
  const tables =
    await db`SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'identity')`;
  let dump = "";
  for (const { name } of tables)
    dump += JSON.stringify((await owner.query(`SELECT t::text FROM ${name} t`)).rows);
  expect(dump).toContain(hashOfToken(session.token));
  for (const secret of secrets) expect(dump).not.toContain(secret);
});

test("a password that is changed again and again does not stop a reset: its email still works, once", async () => {
  const email = "schimbata@club.example";
  const userId = (await person(email)).userId as Uuid;
  const token = await resetOf(email);
  const opened = succeeded(await logIn(email));
  const thief = { userId, email, sessionHash: hashOfToken(opened.token) };
  for (const password of ["parola hotului", "alta parola a hotului"])
    expect((await changePassword(identity, { ...thief, password })).ok).toBe(true);
  expect((await resetPassword(identity, token, newPassword)).ok).toBe(true);
  expect((await logIn(email, newPassword)).ok).toBe(true);
  expect(await findSession(identity, thief.sessionHash)).toBeUndefined();
  expect(await resetPassword(identity, token, newPassword)).toEqual(invalid);
});

test("at most ten emails an hour announce changes to an account; a reset is always announced", async () => {
  const email = "potop@club.example";
  const userId = (await person(email)).userId as Uuid;
  const opened = succeeded(await logIn(email));
  const mine = { userId, email, sessionHash: hashOfToken(opened.token) };
  const told = async () =>
    (await lettersTo(email)).filter(({ kind }) => kind === "password_changed" || kind === "passkey_added")
      .length;
  const add = () =>
    database.withDuty("identity", (sql) => tellOwner(identity, sql, { userId, kind: "passkey_added" }));
  await add();
  for (let i = 0; i < 11; i++)
    expect((await changePassword(identity, { ...mine, password: `valuri mari ${i}` })).ok).toBe(true);
  await add();
  expect(await told()).toBe(10);
  expect((await resetPassword(identity, await resetOf(email), newPassword)).ok).toBe(true);
  expect(await told()).toBe(11);
  // every change is recorded
  const { rows } = await owner.query(
    `SELECT (SELECT count(*)::int FROM security_events WHERE person_id = $1 AND kind IN ('password_changed', 'password_reset', 'passkey_added')) AS events,
       (SELECT count(*)::int FROM journal WHERE subject_id = $1 AND what = 'password_changed') AS noted`,
    [userId],
  );
  expect(rows).toEqual([{ events: 14, noted: 12 }]);
  await later(61);
  await add();
  expect(await told()).toBe(12);
});

test("the old address of an account gets an email, after any number of others", async () => {
  const email = "parasita@club.example";
  const { userId } = await person(email);
  const tell = (kind: "passkey_added" | "address_changed") =>
    database.withDuty("identity", (sql) => tellOwner(identity, sql, { userId: userId as Uuid, kind }));
  for (let i = 0; i < 12; i++) await tell("passkey_added");
  await tell("address_changed");
  expect((await lettersTo(email)).at(-1)?.kind).toBe("address_changed");
});
