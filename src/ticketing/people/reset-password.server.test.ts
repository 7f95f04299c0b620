import { expect, test } from "vitest";
import { hashOfToken } from "#platform/identity/secret-token.server.ts";
import { goodPassword, siteOrigin, testAccounts } from "#test/support/accounts.ts";

const { identity, owner, person, logIn, later, letters, tokenFor, lettersTo } = await testAccounts();
const invalid = { ok: false, refusal: "token_invalid" };
const newPassword = "alte valuri mari";

async function resetOf(email: string): Promise<string> {
  expect(await identity.requestReset(email)).toEqual({ ok: true, value: null });
  return tokenFor(email, "reset_password");
}

test("A8-14 attack 52: a reset sets the password, ends every session and writes to the owner", async () => {
  const { userId } = await person("ana@club.example");
  const session = await logIn("ana@club.example");
  const token = await resetOf("ana@club.example");
  expect((await lettersTo("ana@club.example")).at(-1)?.link).toBe(
    `${siteOrigin}/reset-password?token=${token}`,
  );
  expect(await identity.resetPassword(token, newPassword)).toEqual({ ok: true, value: { userId } });
  if (!session.ok) throw new Error("no session");
  expect(await identity.findSession(hashOfToken(session.value.token))).toBeUndefined();
  expect((await logIn("ana@club.example", goodPassword)).ok).toBe(false);
  expect((await logIn("ana@club.example", newPassword)).ok).toBe(true);
  expect((await lettersTo("ana@club.example")).at(-1)?.kind).toBe("password_changed");
  expect(
    (await owner.query("SELECT FROM journal WHERE subject_id = $1 AND what = 'password_changed'", [userId]))
      .rowCount,
  ).toBe(1);
});

test("attack 51: a token used ten times at once sets one password", async () => {
  await person("deodata@club.example");
  const token = await resetOf("deodata@club.example");
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => identity.resetPassword(token, `${newPassword} ${i}`)),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const winner = answers.findIndex(({ ok }) => ok);
  expect((await logIn("deodata@club.example", `${newPassword} ${winner}`)).ok).toBe(true);
  expect(await identity.resetPassword(token, newPassword)).toEqual(invalid);
});

test("attack 51: the older of two, an expired, cut, changed or foreign token sets nothing", async () => {
  await person("vechi@club.example");
  const older = await resetOf("vechi@club.example");
  await later(2);
  const newer = await resetOf("vechi@club.example");
  expect(newer).not.toBe(older);
  await identity.register({
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
    expect(await identity.resetPassword(token, newPassword)).toEqual(invalid);
  await owner.query("UPDATE identity.verification SET expires_at = expires_at - interval '60 minutes'");
  expect(await identity.resetPassword(newer, newPassword)).toEqual(invalid);
  expect((await logIn("vechi@club.example", goodPassword)).ok).toBe(true);
});

test("a sign-in elsewhere that only waits for its code ends with a reset", async () => {
  const { userId } = await person("curs@club.example");
  await owner.query(
    `INSERT INTO identity.flow_state (id, provider, state_hash, code_challenge, redirect_to, code_hash, user_id, expires_at)
     VALUES (gen_random_uuid(), 'munca', 's', 'c', '/', 'h', $1, now() + interval '5 minutes')`,
    [userId],
  );
  await identity.requestReset("curs@club.example");
  const token = await tokenFor("curs@club.example", "reset_password");
  expect((await identity.resetPassword(token, "alte valuri mari")).ok).toBe(true);
  expect((await owner.query("SELECT FROM identity.flow_state WHERE user_id = $1", [userId])).rowCount).toBe(
    0,
  );
});

test("a refused password leaves the token as it is", async () => {
  await person("rabdare@club.example");
  const token = await resetOf("rabdare@club.example");
  expect(await identity.resetPassword(token, "password")).toEqual({ ok: false, refusal: "password_common" });
  expect(await identity.resetPassword(token, "scurt")).toEqual({ ok: false, refusal: "password_too_short" });
  expect((await identity.resetPassword(token, newPassword)).ok).toBe(true);
});

test("attack 46: an unknown address is answered alike; letters go out once a minute, three times an hour", async () => {
  expect(await identity.requestReset("nimeni@club.example")).toEqual({ ok: true, value: null });
  expect(await identity.requestReset("a@b.ro\r\nBcc: x@y.ro")).toEqual({ ok: true, value: null });
  expect(await lettersTo("nimeni@club.example")).toEqual([]);
  await person("des@club.example");
  for (const minutes of [0, 0, 1, 1, 1, 1]) {
    await later(minutes);
    expect(await identity.requestReset("des@club.example")).toEqual({ ok: true, value: null });
  }
  expect((await lettersTo("des@club.example")).filter(({ kind }) => kind === "reset_password")).toHaveLength(
    3,
  );
});

test("who got a reset letter owns the address: an account made while letters were off is proven by it", async () => {
  letters.on = false;
  await identity.register({
    email: "altul@club.example",
    password: "pus de altcineva",
    fullName: "Alt Om",
    phone: "1",
  });
  letters.on = true;
  expect((await identity.resetPassword(await resetOf("altul@club.example"), newPassword)).ok).toBe(true);
  expect((await logIn("altul@club.example", newPassword)).ok).toBe(true);
  expect((await logIn("altul@club.example", "pus de altcineva")).ok).toBe(false);
});

test("an address that only waits to be proven is answered like an unknown one, and gets no letter", async () => {
  await identity.register({
    ...{ email: "asteapta@club.example", password: goodPassword, fullName: "Ana", phone: "1" },
  });
  expect(await identity.requestReset("asteapta@club.example")).toEqual({ ok: true, value: null });
  expect((await lettersTo("asteapta@club.example")).map(({ kind }) => kind)).toEqual(["confirm_address"]);
});

test("I25, I27: no token and no password stands anywhere in the database but in letters not sent yet", async () => {
  const secrets = [goodPassword, newPassword];
  await person("urma@club.example");
  const session = await logIn("urma@club.example");
  if (!session.ok) throw new Error("no session");
  await later(2);
  secrets.push(session.value.token, await resetOf("urma@club.example"));
  await identity.register({
    email: "urma2@club.example",
    password: goodPassword,
    fullName: "Ana",
    phone: "1",
  });
  secrets.push(await tokenFor("urma2@club.example", "confirm_address"));
  // what remains of a letter once it has left: its variable action_url is gone
  await owner.query("UPDATE letters SET variables = variables - 'action_url', state = 'sent'");
  const { rows: tables } = await owner.query(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'identity')",
  );
  let dump = "";
  for (const { name } of tables)
    dump += JSON.stringify((await owner.query(`SELECT t::text FROM ${name} t`)).rows);
  expect(dump).toContain(hashOfToken(session.value.token));
  for (const secret of secrets) expect(dump).not.toContain(secret);
});
