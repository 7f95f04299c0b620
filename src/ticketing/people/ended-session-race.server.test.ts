/** Acts of a session that the account's owner, an administrator or the operator ends at the same moment. */

import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import {
  confirmWithNewForm,
  confirmWithPassword,
} from "#platform/identity/accounts/confirm-account.server.ts";
import { registerAccount, resendConfirmation } from "#platform/identity/accounts/register-account.server.ts";
import { removePasskey } from "#platform/identity/factors/passkeys.server.ts";
import { unlinkIdentity } from "#platform/identity/oidc/oidc-account.server.ts";
import { requestReset, resetPassword } from "#platform/identity/passwords/reset-password.server.ts";
import {
  endOtherSessions,
  endSession,
  listSessions,
  type SessionKey,
  signOut,
} from "#platform/identity/sessions/own-sessions.server.ts";
import { changeAccount } from "#platform/identity/tokens/change-account.server.ts";
import { grantByPassword } from "#platform/identity/tokens/grant-tokens.server.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { findBearer } from "#platform/identity/tokens/token-session.server.ts";
import { goodPassword, testAccounts } from "#test/support/accounts.ts";
import { oneAfterAnother, pausingDatabase } from "#test/support/one-after-another.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { totpCode } from "#test/support/totp-code.ts";
import { appointPerson, createAdministrator } from "./appoint-person.server.ts";
import { enrolFactor } from "./enrol-factor.server.ts";
import { removeFactor } from "./remove-factor.server.ts";
import { renewRecoveryCodes } from "./renew-recovery-codes.server.ts";
import { verifyFactor } from "./verify-factor.server.ts";

const { seenAs, upToTransaction } = pausingDatabase();
const accounts = await testAccounts({ seenAs });
const { identity, tokens, db, person, logIn, tokenFor, letters, later, at } = accounts;
const meet = await oneAfterAnother(accounts);
const next = "alte valuri mari";
const thiefs = "parola hotului";
const agent = { userAgent: "Firefox on a phone", address: "203.0.113.77" };
const refused = (refusal: string) => ({ ok: false, refusal });
let people = 0;

const sessionOf = async (email: string): Promise<string> => hashOfToken(succeeded(await logIn(email)).token);

/** A person who is signed in, with a second factor, recovery codes, a passkey and a linked account. */
async function withEverything() {
  const email = `tot-${++people}@club.example`;
  const userId = (await person(email)).userId as Uuid;
  const mine = { userId, email, sessionHash: await sessionOf(email) };
  const made = succeeded(await enrolFactor(accounts, { ...mine, friendlyName: "" }));
  const { factorId, secret } = made;
  await verifyFactor(accounts, { ...mine, factorId, code: totpCode(secret) });
  await renewRecoveryCodes(accounts, mine);
  const [passkeyId, identityId] = [newId(), newId()];
  await db`INSERT INTO identity.passkey (id, user_id, credential_id, public_key, counter, name) VALUES (${passkeyId}::uuid, ${userId}, ${passkeyId}::uuid::text, 'x', 0, 'telefonul meu')`;
  await db`INSERT INTO identity.account (id, user_id, provider_id, account_id) VALUES (${identityId}::uuid, ${userId}, 'munca', ${identityId}::uuid::text)`;
  return { ...mine, factorId, passkeyId, identityId };
}
type Everything = Awaited<ReturnType<typeof withEverything>>;

async function waysInto(userId: Uuid) {
  const rows =
    await db`SELECT ARRAY(SELECT id FROM identity.factor WHERE user_id = ${userId} ORDER BY id) AS factors, ARRAY(SELECT hash FROM identity.recovery_code WHERE user_id = ${userId} ORDER BY hash) AS codes,
       ARRAY(SELECT id FROM identity.passkey WHERE user_id = ${userId}) AS keys, ARRAY(SELECT id FROM identity.account WHERE user_id = ${userId} ORDER BY id) AS accounts`;
  return rows[0];
}

/** A session with tokens, as an application has it. */
async function bearerOf(email: string) {
  const granted = await grantByPassword(tokens, { email, password: goodPassword, ...agent });
  const bearer = granted.ok ? await findBearer(tokens, granted.value.access_token) : undefined;
  if (!bearer?.ok) throw new Error("no session");
  return bearer.value;
}

describe("a session that a reset ends at the same moment", () => {
  const ended = refused("session_not_found");
  it.each<[string, unknown, (mine: Everything) => Promise<() => Promise<unknown>>]>([
    [
      "adds no second factor",
      ended,
      async (mine) => () => enrolFactor(accounts, { ...mine, friendlyName: "x" }),
    ],
    ["makes no codes for paper", ended, async (mine) => () => renewRecoveryCodes(accounts, mine)],
    ["takes no second factor away", ended, async (mine) => () => removeFactor(accounts, mine)],
    ["takes no passkey away", false, async (mine) => () => removePasskey(identity, mine)],
    [
      "removes no linked account",
      ended,
      async ({ email, identityId }) => {
        const session = await bearerOf(email);
        return () => unlinkIdentity(identity, { ...session, identityId });
      },
    ],
  ])("%s", async (_, expected, begun) => {
    const mine = await withEverything();
    const act = await begun(mine);
    await requestReset(identity, mine.email);
    const token = await tokenFor(mine.email, "reset_password");
    const before = await waysInto(mine.userId);
    const keep = [mine.passkeyId, mine.identityId];
    const [reset, answer] = await meet("letters", () => resetPassword(identity, token, next, { keep }), act);
    expect(reset).toMatchObject({ ok: true });
    expect(answer).toEqual(expected);
    expect(await waysInto(mine.userId)).toEqual(before);
  });
});

describe("a password that a session sets at the same moment does not survive", () => {
  const change = async (email: string) => {
    const session = await bearerOf(email);
    return () => changeAccount(tokens, { ...session, address: "" }, { password: thiefs });
  };
  const unproven = async () => {
    const email = `nedovedit-${++people}@club.example`;
    letters.on = false;
    await registerAccount(identity, {
      email,
      password: goodPassword,
      fullName: "Nu Șefa",
      phone: "0722 000 111",
    });
    return email;
  };
  const idOf = async (email: string): Promise<Uuid> =>
    (await db`SELECT id FROM profiles WHERE email = ${email}`)[0].id;

  it("the operator, who makes an unconfirmed account an administrator's", async () => {
    const email = await unproven();
    const act = await change(email);
    const chief = { email, password: next, fullName: "Șefa", phone: "" };
    const [made, answer] = await meet("letters", () => createAdministrator(accounts, chief), act);
    letters.on = true;
    expect(made).toMatchObject({ ok: true });
    expect(answer).toEqual(refused("session_not_found"));
    expect([(await logIn(email, thiefs)).ok, (await logIn(email, next)).ok]).toEqual([false, true]);
  });

  it("the owner, who sets name and password anew by the link of an email", async () => {
    const email = await unproven();
    const act = await change(email);
    letters.on = true;
    await later(2);
    await resendConfirmation(identity, { email, address: "" });
    const submitted = { ...at(await tokenFor(email, "confirm_address")), fullName: "Ana Pop", phone: "1" };
    const anew = () => confirmWithNewForm(identity, { ...submitted, password: next });
    const [owned, answer] = await meet("letters", anew, act);
    expect(owned).toMatchObject({ ok: true });
    expect(answer).toEqual(refused("session_not_found"));
    expect([(await logIn(email, thiefs)).ok, (await logIn(email, next)).ok]).toEqual([false, true]);
  });

  it("a confirmation with the password before it, which is refused", async () => {
    const email = await unproven();
    const act = await change(email);
    letters.on = true;
    await later(2);
    await resendConfirmation(identity, { email, address: "" });
    const submitted = { ...at(await tokenFor(email, "confirm_address")), password: goodPassword };
    const confirm = await upToTransaction(() => confirmWithPassword(identity, submitted));
    expect(await act()).toMatchObject({ ok: true });
    expect(await confirm()).toEqual(refused("invalid"));
    expect(await logIn(email, thiefs)).toEqual({ ok: false, refusal: { reason: "unconfirmed" } });
  });

  it("a changed role: the session ends, and the password stays as before", async () => {
    const email = `numit-${++people}@club.example`;
    const userId = (await person(email)).userId as Uuid;
    const admin = { email: `sef-${++people}@club.example`, password: next, fullName: "Șefa", phone: "" };
    await createAdministrator(accounts, admin);
    const by = await idOf(admin.email);
    const act = await change(email);
    const appoint = () => appointPerson(accounts, { userId, role: "gate", by });
    const [appointed, answer] = await meet("letters", appoint, act);
    expect(appointed).toMatchObject({ ok: true });
    expect(answer).toEqual(refused("session_not_found"));
    expect((await logIn(email)).ok).toBe(true);
  });

  it.each<[string, (email: string, mine: SessionKey) => Promise<() => Promise<unknown>>]>([
    ["the end of all other sessions", async (_, mine) => () => endOtherSessions(identity, mine)],
    [
      "the end of this one session",
      async (_, mine) => {
        const [, other] = await listSessions(identity, mine);
        return () => endSession(identity, { userId: mine.userId, sessionId: other?.id ?? "" });
      },
    ],
    [
      "a sign-out of all others by an application",
      async (email) => {
        const session = await bearerOf(email);
        return () => signOut(tokens, session, "others");
      },
    ],
  ])("%s", async (_, end) => {
    const email = `altele-${++people}@club.example`;
    const userId = (await person(email)).userId as Uuid;
    const act = await change(email);
    const ending = await end(email, { userId, sessionHash: await sessionOf(email) });
    const [, answer] = await meet("identity.session", ending, act);
    expect(answer).toEqual(refused("session_not_found"));
    expect([(await logIn(email, thiefs)).ok, (await logIn(email)).ok]).toEqual([false, true]);
  });
});
