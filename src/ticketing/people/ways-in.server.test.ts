/** The other ways into an account when its password changes. */

import { describe, expect, test } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { newId } from "#kernel/id.ts";
import { refused } from "#kernel/outcome.ts";
import { passSecondFactor } from "#platform/identity/factors/pass-second-factor.server.ts";
import { offerPasskey } from "#platform/identity/factors/passkeys.server.ts";
import { listWaysIn, listWaysInOfReset } from "#platform/identity/factors/ways-in.server.ts";
import { changePassword } from "#platform/identity/passwords/change-password.server.ts";
import { requestReset, resetPassword } from "#platform/identity/passwords/reset-password.server.ts";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { testAccounts } from "#test/support/accounts.ts";
import { totpCode } from "#test/support/totp-code.ts";
import { enrolFactor } from "./enrol-factor.server.ts";
import { renewRecoveryCodes } from "./renew-recovery-codes.server.ts";
import { verifyFactor } from "./verify-factor.server.ts";

const accounts = await testAccounts();
const { identity, owner, db, person, logIn, tokenFor, later } = accounts;
const next = "alte valuri mari";

/** A person who is signed in, with two passkeys, a linked account, an active factor and one that is not. */
async function withEverything(email: string) {
  const { userId } = (await person(email)) as { userId: Uuid };
  const opened = await logIn(email);
  if (!opened.ok) throw new Error("no session");
  const sessionHash = hashOfToken(opened.value.token);
  const made = await enrolFactor(accounts, { userId, sessionHash, email, friendlyName: "telefon" });
  if (!made.ok) throw new Error(made.refusal);
  const { factorId, secret } = made.value;
  await verifyFactor(accounts, { userId, sessionHash, factorId, code: totpCode(secret) });
  const renewed = await renewRecoveryCodes(accounts, { userId, sessionHash });
  if (!renewed.ok) throw new Error(renewed.refusal);
  const codes = renewed.value;
  await enrolFactor(accounts, { userId, sessionHash, email, friendlyName: "început" });
  const [mine, theirs, linked] = [newId(), newId(), newId()];
  await db`INSERT INTO identity.passkey (id, user_id, credential_id, public_key, counter, name)
     VALUES (${mine}::uuid, ${userId}, ${mine}::uuid::text, 'x', 0, 'telefonul meu'), (${theirs}::uuid, ${userId}, ${theirs}::uuid::text, 'x', 0, 'al altcuiva')`;
  await db`INSERT INTO identity.account (id, user_id, provider_id, account_id) VALUES (${linked}::uuid, ${userId}, 'google', ${linked}::uuid::text)`;
  return { email, userId, sessionHash, secret, codes, mine, theirs, linked };
}

async function resetOf(email: string): Promise<string> {
  await requestReset(identity, email);
  return tokenFor(email, "reset_password");
}
async function left(userId: Uuid) {
  const { passkeys, identities, factorIds, codesLeft } = await listWaysIn(identity, userId);
  return {
    passkeys: passkeys.map(({ id }) => id),
    identities: identities.map(({ id }) => id),
    factors: factorIds.length,
    codesLeft,
  };
}
async function toldOf(email: string) {
  const rows =
    await db`SELECT kind, variables->'ways_in' AS ways FROM letters WHERE recipient = ${email} ORDER BY id DESC LIMIT 1`;
  return rows[0];
}

describe("a reset of the password", () => {
  test("removes passkeys and linked accounts, and the email counts what is left", async () => {
    const ana = await withEverything("ana@club.example");
    const token = await resetOf(ana.email);
    expect(await listWaysInOfReset(identity, token)).toMatchObject({
      passkeys: [{ name: "telefonul meu" }, { name: "al altcuiva" }],
      identities: [{ provider: "google" }],
      factorIds: [expect.any(String)],
    });
    expect((await resetPassword(identity, token, next)).ok).toBe(true);
    expect(await left(ana.userId)).toEqual({ passkeys: [], identities: [], factors: 1, codesLeft: 10 });
    expect(await toldOf(ana.email)).toEqual({
      kind: "password_changed",
      ways: { passkeys: 0, factors: 1, identities: 0 },
    });
    expect(await listWaysInOfReset(identity, token)).toBeUndefined();
  });

  test("offers to keep nothing of an account whose address is unproven, because the reset ends it", async () => {
    const ada = await withEverything("ada@club.example");
    await db`UPDATE identity."user" SET email_verified = false WHERE id = ${ada.userId}`;
    const token = await resetOf(ada.email);
    const offered = { passkeys: [], identities: [], factorIds: [], codesLeft: 0 };
    expect(await listWaysInOfReset(identity, token)).toEqual(offered);
    const keep = [ada.mine, ada.linked];
    expect((await resetPassword(identity, token, next, { keep })).ok).toBe(true);
    expect(await left(ada.userId)).toEqual({ passkeys: [], identities: [], factors: 0, codesLeft: 0 });
  });

  test("keeps what its owner chooses, of their own account only", async () => {
    const [dan, eva] = [await withEverything("dan@club.example"), await withEverything("eva@club.example")];
    const keep = [dan.mine, dan.linked, eva.theirs];
    expect((await resetPassword(identity, await resetOf(dan.email), next, { keep })).ok).toBe(true);
    expect(await left(dan.userId)).toMatchObject({ passkeys: [dan.mine], identities: [dan.linked] });
    expect(await left(eva.userId)).toMatchObject({
      passkeys: [eva.mine, eva.theirs],
      identities: [eva.linked],
    });
    expect((await toldOf(dan.email)).ways).toEqual({ passkeys: 1, factors: 1, identities: 1 });
  });

  test("by email does not bypass the second factor: only a valid code removes it", async () => {
    const ion = await withEverything("ion@club.example");
    const token = await resetOf(ion.email);
    for (const factorCode of ["", "000000", "aaaa-bbbb-cccc"])
      expect(await resetPassword(identity, token, next, { factorCode })).toEqual(refused("code_invalid"));
    // nothing happened, and the link still works
    expect((await logIn(ion.email, next)).ok).toBe(false);
    expect(await left(ion.userId)).toMatchObject({ factors: 1, passkeys: [ion.mine, ion.theirs] });
    expect((await resetPassword(identity, token, next, { factorCode: ion.codes[0] })).ok).toBe(true);
    expect(await left(ion.userId)).toMatchObject({ factors: 0, codesLeft: 0 });
    expect((await logIn(ion.email, next)).ok).toBe(true);
    const rows =
      await db`SELECT kind FROM letters WHERE recipient = ${ion.email} AND kind IN ('factor_removed', 'password_changed') ORDER BY id`;
    expect(rows.map(({ kind }) => kind)).toEqual(["factor_removed", "password_changed"]);
    const noted = await owner.query("SELECT FROM journal WHERE subject_id = $1 AND what = 'factor_removed'", [
      ion.userId,
    ]);
    expect(noted.rowCount).toBe(1);
  });

  test("counts wrong codes of the factor: after five even the right one is refused", async () => {
    const mia = await withEverything("mia@club.example");
    const token = await resetOf(mia.email);
    for (let i = 0; i < 5; i++) await resetPassword(identity, token, next, { factorCode: "000000" });
    const right = { factorCode: totpCode(mia.secret, 1) };
    expect(await resetPassword(identity, token, next, right)).toMatchObject({ ok: false });
    await later(2);
    expect((await resetPassword(identity, token, next, right)).ok).toBe(true);
  });

  test("ends what was begun with the old password: a passkey, a link, a sign-in, a factor", async () => {
    const zoe = await withEverything("zoe@club.example");
    const half = await logIn(zoe.email);
    if (half.ok || half.refusal.reason !== "second_factor") throw new Error("no second step");
    await offerPasskey(identity, { userId: zoe.userId, email: zoe.email, fullName: null });
    await db`INSERT INTO identity.flow_state (id, provider, state_hash, code_challenge, redirect_to, links_to, expires_at)
       VALUES (gen_random_uuid(), 'google', 's', 'c', '/', ${zoe.userId}, now() + interval '10 minutes')`;
    expect((await resetPassword(identity, await resetOf(zoe.email), next)).ok).toBe(true);
    const step = {
      stepToken: half.refusal.stepToken,
      code: totpCode(zoe.secret, 1),
      userAgent: "",
      address: "203.0.113.1",
    };
    expect(await passSecondFactor(identity, step)).toEqual(refused({ reason: "step_token_invalid" }));
    const rows =
      await db`SELECT (SELECT count(*)::int FROM identity.flow_state WHERE links_to = ${zoe.userId}::uuid) AS links,
         (SELECT count(*)::int FROM identity.verification WHERE value = ${zoe.userId}::uuid::text) AS tokens,
         (SELECT count(*)::int FROM identity.factor WHERE user_id = ${zoe.userId}::uuid AND status = 'unverified') AS begun`;
    expect(rows[0]).toEqual({ links: 0, tokens: 0, begun: 0 });
  });

  test("sets a first password for a person who signs in by a provider only", async () => {
    const nae = await withEverything("nae@club.example");
    await db`DELETE FROM identity.account WHERE user_id = ${nae.userId} AND provider_id = 'credential'`;
    await db`DELETE FROM identity.factor WHERE user_id = ${nae.userId}`;
    expect((await resetPassword(identity, await resetOf(nae.email), next)).ok).toBe(true);
    expect((await logIn(nae.email, next)).ok).toBe(true);
  });
});

test("a change of the password removes what its owner selects and nothing else; the email counts what is left", async () => {
  const vio = await withEverything("vio@club.example");
  const other = await withEverything("altul@club.example");
  const { email, userId, sessionHash } = vio;
  const remove = [vio.theirs, other.mine];
  const changed = await changePassword(identity, { email, userId, sessionHash, password: next, remove });
  expect(changed.ok).toBe(true);
  expect(await left(userId)).toEqual({
    passkeys: [vio.mine],
    identities: [vio.linked],
    factors: 1,
    codesLeft: 10,
  });
  expect(await left(other.userId)).toMatchObject({ passkeys: [other.mine, other.theirs] });
  expect((await toldOf(email)).ways).toEqual({ passkeys: 1, factors: 1, identities: 1 });
  const all = { remove: [vio.mine, vio.linked], stopFactor: true, password: "pescăruși la răsărit" };
  expect((await changePassword(identity, { email, userId, sessionHash, ...all })).ok).toBe(true);
  expect(await left(userId)).toEqual({ passkeys: [], identities: [], factors: 0, codesLeft: 0 });
  expect((await toldOf(email)).ways).toEqual({ passkeys: 0, factors: 0, identities: 0 });
  expect(await findSession(identity, sessionHash)).toMatchObject({ userId });
});
