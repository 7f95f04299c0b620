import { expect, test } from "vitest";
import { done, refused } from "#kernel/outcome.ts";
import {
  confirmAddress,
  confirmWithNewForm,
  confirmWithPassword,
} from "#platform/identity/accounts/confirm-account.server.ts";
import { registerAccount, resendConfirmation } from "#platform/identity/accounts/register-account.server.ts";
import { loginLimits } from "#platform/identity/limits/login-limits.ts";
import { throttleKey } from "#platform/identity/limits/throttle-store.server.ts";
import { requestReset } from "#platform/identity/passwords/reset-password.server.ts";
import { newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { goodPassword, siteOrigin, testAccounts } from "#test/support/accounts.ts";

const { identity, owner, db, letters, lettersTo, tokenFor, at, person, logIn, later, database } =
  await testAccounts();
const browser = newSecretToken();

const form = (email: string) => ({
  email,
  password: goodPassword,
  fullName: "Ana Pop",
  phone: "0722 000 000",
});

test("A7-03 a sign-up is a registration and its letter, in one transaction; a proven one is an account with its profile and its lines in the journal", async () => {
  expect(await registerAccount(identity, { ...form("Noua@Club.example"), browser })).toEqual(done(null));
  const waiting = await owner.query(
    `SELECT r.email, r.full_name, r.phone, r.xmin = l.xmin AS together, l.user_id = r.account_id AS same
     FROM identity.registration r JOIN letters l ON l.recipient = r.email`,
  );
  expect(waiting.rows).toEqual([
    { email: "noua@club.example", full_name: "Ana Pop", phone: "0722 000 000", together: true, same: true },
  ]);
  expect((await db`SELECT FROM profiles UNION ALL SELECT FROM identity."user"`).length).toBe(0);
  const token = await tokenFor("noua@club.example", "confirm_address");
  expect((await confirmAddress(identity, at(token, { browser }))).ok).toBe(true);
  const rows =
    await db`SELECT p.role, p.full_name, p.phone, p.email, u.email_verified, u.name AS kept_name, j.what, j.actor_kind, p.xmin = u.xmin AND u.xmin = j.xmin AND j.xmin = l.xmin AS together
     FROM profiles p JOIN identity."user" u ON u.id = p.id JOIN journal j ON j.subject_id = p.id AND j.what = 'registered'
       JOIN letters l ON l.user_id = p.id AND l.kind = 'welcome_email'`;
  expect((await db`SELECT FROM identity.registration`).length).toBe(0);
  expect(rows).toEqual([
    {
      role: "user",
      full_name: "Ana Pop",
      phone: "0722 000 000",
      email: "noua@club.example",
      email_verified: true,
      kept_name: "",
      what: "registered",
      actor_kind: "user",
      together: true,
    },
  ]);
  const [letter] = await lettersTo("noua@club.example");
  expect(letter).toMatchObject({ kind: "confirm_address" });
  expect(letter?.link).toMatch(new RegExp(`^${siteOrigin}/confirm\\?token=[A-Za-z0-9_-]{43}$`));
});

test("one network signs up so many addresses an hour, known or not, and sends no more emails; others go on", async () => {
  await person("veche@club.example");
  const here = "203.0.113.5";
  const signUpFrom = (address: string, email: string) =>
    registerAccount(identity, { ...form(email), address });
  expect(await signUpFrom(here, "prima@club.example")).toEqual(done(null));
  await db`UPDATE identity.throttle SET count = ${loginLimits.signUpsPerNetworkAndHour} WHERE key = ${throttleKey("sign-up-network", here)}`;
  for (const email of ["inca-una@club.example", "veche@club.example"])
    expect(await signUpFrom(here, email)).toEqual(refused("too_many"));
  expect(await lettersTo("inca-una@club.example")).toEqual([]);
  expect(await signUpFrom("203.0.113.6", "inca-una@club.example")).toEqual(done(null));
  expect(await lettersTo("inca-una@club.example")).toHaveLength(1);
});

test("I26: a known address gets the same answer as a new one, and its account does not change", async () => {
  await person("stiuta@club.example");
  const before = await owner.query("SELECT password FROM identity.account ORDER BY id");
  const known = await registerAccount(identity, {
    ...form("STIUTA@club.example"),
    password: "alta parola lunga",
    fullName: "Altcineva",
  });
  const fresh = await registerAccount(identity, form("nestiuta@club.example"));
  expect(known).toEqual(fresh);
  expect((await lettersTo("stiuta@club.example")).map(({ kind }) => kind)).toEqual([
    "confirm_address",
    "welcome_email",
    "address_known",
  ]);
  expect(
    (await db`SELECT password FROM identity.account ORDER BY id`).slice(0, before.rowCount ?? 0),
  ).toEqual(before.rows);
  expect((await logIn("stiuta@club.example", "alta parola lunga")).ok).toBe(false);
  expect((await logIn("stiuta@club.example")).ok).toBe(true);
});

test("C10: the same request twice is one success with one email", async () => {
  const request = { ...form("apasa@club.example"), requestId: "request-1" };
  expect(await registerAccount(identity, request)).toEqual(done(null));
  await later(5);
  expect(await registerAccount(identity, request)).toEqual(done(null));
  expect(await lettersTo("apasa@club.example")).toHaveLength(1);
});

test("ten sign-ups for one address at once leave ten waiting, with one email and no account", async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => registerAccount(identity, form("deodata@club.example"))),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set(['{"ok":true,"value":null}']),
  );
  const email = "deodata@club.example";
  expect((await db`SELECT FROM profiles WHERE email = ${email}`).length).toBe(0);
  const rows =
    await db`SELECT count(*)::int AS waiting, count(token_hash)::int AS links FROM identity.registration WHERE email = ${email}`;
  expect(rows).toEqual([{ waiting: 10, links: 1 }]);
  expect(await lettersTo("deodata@club.example")).toHaveLength(1);
});

test("an invalid address is refused before anything is written", async () => {
  for (const email of ["a@b.ro\r\nBcc: x@y.ro", '"a b"@x.ro', "a＠b.ro", `${"a".repeat(394)}@b.ro`])
    expect(await registerAccount(identity, form(email))).toEqual(refused("email_invalid"));
});

test("while emails are off, sign-up needs no confirmation and says that an address is taken", async () => {
  letters.on = false;
  try {
    expect(await registerAccount(identity, form("fara@club.example"))).toEqual(done(null));
    expect(await registerAccount(identity, form("fara@club.example"))).toEqual(refused("email_taken"));
    expect((await logIn("fara@club.example")).ok).toBe(true);
    expect(await requestReset(identity, "fara@club.example")).toEqual(refused("letters_off"));
    expect(await requestReset(identity, "nimeni@club.example")).toEqual(refused("letters_off"));
    await resendConfirmation(identity, { email: "fara@club.example", address: "" });
    expect(await lettersTo("fara@club.example")).toEqual([]);
  } finally {
    letters.on = true;
  }
  expect(await logIn("fara@club.example")).toEqual(refused({ reason: "unconfirmed" }));
  await resendConfirmation(identity, { email: "fara@club.example", address: "" });
  const token = await tokenFor("fara@club.example", "confirm_address");
  expect(await confirmAddress(identity, at(token))).toEqual(refused("password_needed"));
  expect((await confirmWithPassword(identity, { ...at(token), password: goodPassword })).ok).toBe(true);
  expect((await logIn("fara@club.example")).ok).toBe(true);
});

test("I25: a confirmation works once, also for ten at once, and one welcome is written", async () => {
  await registerAccount(identity, { ...form("odata@club.example"), browser });
  const token = await tokenFor("odata@club.example", "confirm_address");
  const typed = { ...at(token), fullName: "Ana Pop", phone: "1", password: "alta parola buna" };
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirmWithNewForm(identity, typed)));
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  expect(await confirmAddress(identity, at(token))).toEqual(refused("token_invalid"));
  expect((await lettersTo("odata@club.example")).map(({ kind }) => kind)).toEqual([
    "confirm_address",
    "welcome_email",
  ]);
});

test("I25: pressed ten times at once in the browser that registered, it makes one account, and signs it in each time", async () => {
  const email = "deodata@club.example";
  const own = newSecretToken();
  await registerAccount(identity, { ...form(email), browser: own });
  const token = await tokenFor(email, "confirm_address");
  const again = () => confirmAddress(identity, at(token, { browser: own }));
  const answers = await Promise.all(Array.from({ length: 10 }, again));
  const accounts = answers.map((answer) => answer.ok && answer.value.opened && answer.value.userId);
  expect(new Set(accounts)).toEqual(new Set([expect.any(String)]));
  expect((await lettersTo(email)).map(({ kind }) => kind)).toEqual(["confirm_address", "welcome_email"]);
  const over = refused("token_invalid");
  for (const other of [null, newSecretToken(), browser])
    expect(await confirmAddress(identity, at(token, { browser: other }))).toEqual(over);
  await db`UPDATE identity.verification SET created_at = created_at - interval '6 minutes' WHERE identifier LIKE 'used-link:%'`;
  expect(await again()).toEqual(over);
  await db`UPDATE identity.verification SET created_at = now() WHERE identifier LIKE 'used-link:%'`;
  expect((await again()).ok).toBe(true);
  // signed out everywhere, as by a new password
  await db`DELETE FROM identity.session WHERE user_id = ${accounts[0]}`;
  expect(await again()).toEqual(over);
});

test("I25: a confirmation that is older, expired, cut, changed or of another purpose does nothing", async () => {
  await registerAccount(identity, { ...form("vechi@club.example"), browser });
  const older = await tokenFor("vechi@club.example", "confirm_address");
  await later(2);
  await resendConfirmation(identity, { email: "vechi@club.example", address: "" });
  const newer = await tokenFor("vechi@club.example", "confirm_address");
  expect(newer).not.toBe(older);
  await person("resetata@club.example");
  await requestReset(identity, "resetata@club.example");
  const reset = await tokenFor("resetata@club.example", "reset_password");
  for (const token of [
    older,
    newer.slice(0, 42),
    newer.toUpperCase(),
    `${newer}x`,
    reset,
    "",
    "'",
    "x".repeat(5000),
  ])
    expect(await confirmAddress(identity, at(token, { browser }))).toEqual(refused("token_invalid"));
  await db`UPDATE identity.registration SET token_expires_at = now() - interval '1 second' WHERE token_hash IS NOT NULL`;
  expect(await confirmAddress(identity, at(newer, { browser }))).toEqual(refused("token_invalid"));
});

test("confirmation emails go out once a minute and three times an hour", async () => {
  const email = "nerabdator@club.example";
  await registerAccount(identity, form(email));
  for (const [minutes, count] of [
    [0, 1],
    [0.5, 1],
    [1, 2],
    [1, 3],
    [1, 3],
    [30, 3],
    [30, 4],
  ] as const) {
    await later(minutes);
    await resendConfirmation(identity, { email, address: "" });
    expect(await lettersTo(email)).toHaveLength(count);
  }
});

test("I23: neither the duty of sign-ups nor a person can set a role", async () => {
  const { userId } = await person("urca@club.example");
  await registerAccount(identity, {
    ...form("admin@club.example"),
    browser,
    role: "admin",
    name: "x",
  } as never);
  const token = await tokenFor("admin@club.example", "confirm_address");
  expect((await confirmAddress(identity, at(token, { browser }))).ok).toBe(true);
  expect(await db`SELECT role FROM profiles WHERE email = 'admin@club.example'`).toEqual([{ role: "user" }]);
  const asIdentity = database.withDuty("identity", (sql) =>
    sql.query("INSERT INTO profiles (id, email, role) VALUES (gen_random_uuid(), 'x@club.example', 'admin')"),
  );
  await expect(asIdentity).rejects.toThrow("permission denied");
  for (const role of ["user", "gate", "admin"] as const) {
    const asThemselves = database.withActor({ userId, role }, (sql) =>
      sql.query("UPDATE profiles SET role = 'admin' WHERE id = $1", [userId]),
    );
    await expect(asThemselves).rejects.toThrow("permission denied");
  }
});
