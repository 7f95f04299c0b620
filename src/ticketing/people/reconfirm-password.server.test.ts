import { expect, test } from "vitest";
import { done } from "#kernel/outcome.ts";
import { reconfirmPassword } from "#platform/identity/passwords/reconfirm-password.server.ts";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { goodPassword, testAccounts } from "#test/support/accounts.ts";
import { succeeded } from "#test/support/outcomes.ts";

const accounts = await testAccounts();
const { identity, db, person, logIn, later } = accounts;

/** A person with one session, as the act needs it. */
async function signedIn(email: string) {
  const { userId } = await person(email);
  return { userId: userId as never, email, sessionHash: await sessionOf(email) };
}
const sessionOf = async (email: string): Promise<string> => hashOfToken(succeeded(await logIn(email)).token);
const isReconfirmed = async (hash: string) => (await findSession(identity, hash))?.isReconfirmed;

test("the password entered again opens this session for ten minutes, and no other", async () => {
  const ana = await signedIn("ana@club.example");
  const phone = await sessionOf("ana@club.example");
  // a login alone does not count
  expect(await isReconfirmed(ana.sessionHash)).toBe(false);
  expect(await reconfirmPassword(identity, { ...ana, password: goodPassword })).toEqual(done(null));
  expect(await isReconfirmed(ana.sessionHash)).toBe(true);
  expect(await isReconfirmed(phone)).toBe(false);

  const age = (interval: string) =>
    db`UPDATE identity.session SET confirmed_at = confirmed_at - ${interval}::interval WHERE token = ${ana.sessionHash}`;
  await age("9 minutes 50 seconds");
  expect(await isReconfirmed(ana.sessionHash)).toBe(true);
  await age("11 seconds");
  expect(await isReconfirmed(ana.sessionHash)).toBe(false);
});

test("a wrong password opens nothing and is counted for its session alone", async () => {
  const dan = await signedIn("dan@club.example");
  const guess = (password: string) => reconfirmPassword(identity, { ...dan, password });
  for (const password of ["", "alta parolă", "x".repeat(5000), goodPassword.toUpperCase()])
    expect(await guess(password)).toMatchObject({ ok: false, refusal: { reason: "invalid" } });
  expect(await isReconfirmed(dan.sessionHash)).toBe(false);
  for (let wrong = 0; wrong < 3; wrong++) await guess("alta parolă");
  expect(await guess(goodPassword)).toMatchObject({ ok: false, refusal: { reason: "locked" } });
  expect((await logIn("dan@club.example")).ok).toBe(true);
  await later(2);
  expect((await guess(goodPassword)).ok).toBe(true);
});

test("I24: somebody else's password, somebody else's session and an ended one open nothing", async () => {
  const eva = await signedIn("eva@club.example");
  const ion = await signedIn("ion@club.example");
  const other = { ...eva, sessionHash: ion.sessionHash, password: goodPassword };
  expect(await reconfirmPassword(identity, other)).toEqual({ ok: false, refusal: { reason: "no_session" } });
  expect(
    await reconfirmPassword(identity, { ...eva, email: "ion@club.example", password: goodPassword }),
  ).toEqual({ ok: false, refusal: { reason: "invalid" } });
  await db`DELETE FROM identity.session WHERE token = ${eva.sessionHash}`;
  expect(await reconfirmPassword(identity, { ...eva, password: goodPassword })).toEqual({
    ok: false,
    refusal: { reason: "no_session" },
  });
  expect(await isReconfirmed(ion.sessionHash)).toBe(false);
});
