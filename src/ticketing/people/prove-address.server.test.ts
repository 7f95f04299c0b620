import { beforeEach, describe, expect, it, test } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { askAddressChange } from "#platform/identity/accounts/change-address.server.ts";
import {
  confirmAddress,
  confirmWithNewForm,
  confirmWithPassword,
  lookAtLink,
} from "#platform/identity/accounts/confirm-account.server.ts";
import { registerAccount, resendConfirmation } from "#platform/identity/accounts/register-account.server.ts";
import { requestReset, resetPassword } from "#platform/identity/passwords/reset-password.server.ts";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { goodPassword, testAccounts } from "#test/support/accounts.ts";
import { authCalls } from "#test/support/auth-calls.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";

const accounts = await testAccounts();
const { identity, owner, db, letters, lettersTo, tokenFor, at, person, logIn, later } = accounts;
const { call } = authCalls(accounts);
const season = await openSeasonBuilder(accounts.ownerUrl);
const night = await season.night();
const type = await season.ticketType({ events: [night] });
const set = { password: "parola proprietarei", fullName: "Ana Proprietara", phone: "0733 000 000" };
let count = 0;

/** An account that was made and used while emails were off, with every way in. */
async function usedUnproven(): Promise<{ userId: Uuid; email: string; session: string }> {
  const email = `folosit-${++count}@club.example`;
  letters.on = false;
  await registerAccount(identity, { email, password: goodPassword, fullName: "Cine Știe", phone: "1" });
  const opened = await logIn(email);
  letters.on = true;
  if (!opened.ok) throw new Error("no session");
  const { userId, token } = opened.value;
  await db`WITH k AS (INSERT INTO identity.passkey (id, user_id, credential_id, public_key, counter, name) VALUES (${userId}::uuid, ${userId}::uuid, ${userId}::uuid::text, 'p', 0, 'Telefon')),
       f AS (INSERT INTO identity.factor (id, user_id, status, sealed_secret) VALUES (${userId}::uuid, ${userId}::uuid, 'verified', 's')),
       c AS (INSERT INTO identity.recovery_code (id, user_id, hash) VALUES (${userId}::uuid, ${userId}::uuid, ${userId}::uuid::text)),
       a AS (INSERT INTO identity.account (id, user_id, provider_id, account_id) VALUES (${userId}::uuid, ${userId}::uuid, 'munca', ${userId}::uuid::text)),
       s AS (INSERT INTO identity.session (id, user_id, token, expires_at) VALUES (${userId}::uuid, ${userId}::uuid, ${hashOfToken(newSecretToken())}, now() + interval '1 day')),
       v AS (INSERT INTO identity.verification (id, identifier, value, expires_at) VALUES (${userId}::uuid, 'second-factor:x', ${userId}::uuid::text, now() + interval '1 hour')),
       d AS (INSERT INTO identity.verification (id, identifier, value, expires_at) VALUES (gen_random_uuid(), 'change-address:x', ${userId}::uuid::text || ' x@y.ro', now() + interval '1 hour'))
     INSERT INTO identity.flow_state (id, provider, state_hash, code_challenge, redirect_to, links_to, expires_at) VALUES (${userId}::uuid, 'munca', ${userId}::uuid::text, 'c', '/', ${userId}::uuid, now() + interval '1 hour')`;
  await paidOrder(owner, { userId, ticketTypeId: type, events: [night] });
  return { userId, email, session: hashOfToken(token) };
}

const all = { keys: 1, factors: 1, codes: 1, links: 1, flows: 1, tokens: 2, sessions: 2, passwords: 1 };
const none = { keys: 0, factors: 0, codes: 0, links: 0, flows: 0, tokens: 0, sessions: 0, passwords: 0 };

async function waysInto(userId: Uuid) {
  const rows =
    await db`SELECT (SELECT count(*)::int FROM identity.passkey WHERE user_id = ${userId}) AS keys, (SELECT count(*)::int FROM identity.factor WHERE user_id = ${userId}) AS factors,
       (SELECT count(*)::int FROM identity.recovery_code WHERE user_id = ${userId}) AS codes, (SELECT count(*)::int FROM identity.flow_state WHERE links_to = ${userId}) AS flows,
       (SELECT count(*)::int FROM identity.account WHERE user_id = ${userId} AND provider_id <> 'credential') AS links,
       (SELECT count(*)::int FROM identity.account WHERE user_id = ${userId} AND provider_id = 'credential') AS passwords,
       (SELECT count(*)::int FROM identity.session WHERE user_id = ${userId}) AS sessions,
       (SELECT count(*)::int FROM identity.verification WHERE value LIKE ${userId}::text || '%' AND identifier NOT LIKE 'confirm-address:%' AND identifier NOT LIKE 'reset-password:%' AND identifier NOT LIKE 'used-link:%') AS tokens`;
  return rows[0];
}
const kept = async (userId: Uuid) =>
  (
    await db`SELECT (SELECT count(*)::int FROM orders WHERE user_id = ${userId}) AS orders, (SELECT count(*)::int FROM ticket_purchases WHERE user_id = ${userId}) AS tickets`
  )[0];
const linkTo = async (email: string) => {
  await later(2);
  await resendConfirmation(identity, { email, address: "" });
  return tokenFor(email, "confirm_address");
};

beforeEach(() => later(120));

describe("confirming the address of an account that was used unconfirmed drops what others added to it, never orders or tickets,", () => {
  it("by its password behind the link: the password and the new session stay", async () => {
    const { userId, email, session } = await usedUnproven();
    const other = (await usedUnproven()).userId;
    await db`UPDATE identity.session SET aal = 'aal2' WHERE user_id = ${other}`;
    expect(await waysInto(userId)).toEqual(all);
    const link = await linkTo(email);
    expect(await confirmAddress(identity, at(link))).toMatchObject({ refusal: "password_needed" });
    expect(await waysInto(userId)).toEqual(all);
    const confirmed = await confirmWithPassword(identity, { ...at(link), password: goodPassword });
    expect(confirmed).toMatchObject({ ok: true, value: { userId } });
    expect(await waysInto(userId)).toEqual({ ...none, passwords: 1, sessions: 1 });
    expect(await findSession(identity, session)).toBeUndefined();
    expect(await kept(userId)).toEqual({ orders: 1, tickets: 1 });
    expect((await logIn(email)).ok).toBe(true);
    expect(await waysInto(other)).toEqual(all);
    const rows = await db`SELECT aal FROM identity.session WHERE user_id = ${other}`;
    expect(rows).toEqual([{ aal: "aal2" }, { aal: "aal2" }]);
  });

  it("by a new password behind the link: neither the old password nor the name stays", async () => {
    const { userId, email } = await usedUnproven();
    const confirmed = await confirmWithNewForm(identity, { ...at(await linkTo(email)), ...set });
    expect(confirmed).toMatchObject({ ok: true, value: { userId } });
    expect(await waysInto(userId)).toEqual({ ...none, passwords: 1, sessions: 1 });
    expect(await kept(userId)).toEqual({ orders: 1, tickets: 1 });
    expect(await logIn(email)).toMatchObject({ refusal: { reason: "invalid" } });
    expect((await logIn(email, set.password)).ok).toBe(true);
    const rows = await db`SELECT full_name FROM profiles WHERE id = ${userId}`;
    expect(rows).toEqual([{ full_name: set.fullName }]);
  });

  it("by a sign-up of the owner: her password and name, the account's id", async () => {
    const { userId, email } = await usedUnproven();
    const browser = newSecretToken();
    await registerAccount(identity, { ...set, email, browser });
    const link = await tokenFor(email, "confirm_address");
    const confirmed = await confirmAddress(identity, at(link, { browser }));
    expect(confirmed).toMatchObject({ ok: true, value: { userId } });
    expect(await waysInto(userId)).toEqual({ ...none, passwords: 1, sessions: 1 });
    expect((await logIn(email, set.password)).ok).toBe(true);
    expect((await logIn(email)).ok).toBe(false);
  });

  it("by a reset of the password", async () => {
    const { userId, email } = await usedUnproven();
    await requestReset(identity, email);
    await resetPassword(identity, await tokenFor(email, "reset_password"), set.password);
    expect(await waysInto(userId)).toEqual({ ...none, passwords: 1 });
    expect((await logIn(email, set.password)).ok).toBe(true);
  });

  it.each(["signup", "recovery"] as const)(
    "through the protocol, by the email of a %s: no password was shown, so none stays",
    async (kind) => {
      const { userId, email } = await usedUnproven();
      if (kind === "recovery") await requestReset(identity, email);
      const token = kind === "signup" ? await linkTo(email) : await tokenFor(email, "reset_password");
      const { body } = await call("/verify", { body: { type: kind, token_hash: token } });
      expect(body.user).toMatchObject({ id: userId, factors: [] });
      expect(await waysInto(userId)).toEqual({ ...none, sessions: 1 });
      expect(await kept(userId)).toEqual({ orders: 1, tickets: 1 });
      const change = { method: "PUT", token: body.access_token, body: { password: set.password } };
      expect((await call("/user", change)).status).toBe(200);
      expect((await logIn(email, set.password)).ok).toBe(true);
    },
  );

  it("by a new address: the password that asked for it stays", async () => {
    const { userId, email, session } = await usedUnproven();
    const newEmail = `alta-${email}`;
    await askAddressChange(identity, { userId, email, sessionHash: session, newEmail, address: "" });
    const link = (await lettersTo(newEmail))[0]?.link ?? "";
    const token = new URL(link).searchParams.get("token") ?? "";
    expect((await confirmWithPassword(identity, { ...at(token), password: goodPassword })).ok).toBe(true);
    expect(await waysInto(userId)).toEqual({ ...none, passwords: 1 });
    expect((await logIn(newEmail)).ok).toBe(true);
  });

  it("but drops nothing where the person who clicks is signed in to it", async () => {
    const { userId, email, session } = await usedUnproven();
    const link = await linkTo(email);
    const stranger = { userId: newId(), sessionHash: session };
    expect((await confirmAddress(identity, at(link, { signedIn: stranger }))).ok).toBe(false);
    const signedIn = { userId, sessionHash: session };
    expect(await lookAtLink(identity, at(link, { signedIn }))).toEqual({
      asks: "click",
      email,
      movesFrom: null,
    });
    const confirmed = await confirmAddress(identity, at(link, { signedIn }));
    expect(confirmed).toEqual({ ok: true, value: { userId, opened: null, email } });
    expect(await waysInto(userId)).toEqual(all);
    // a session counts only once it has shown the factor of the account
    await db`UPDATE identity.session SET aal = 'aal2' WHERE token = ${session}`;
    expect(await findSession(identity, session)).toMatchObject({ email });
  });

  it("and drops nothing of a confirmed account that somebody signs up for again", async () => {
    const { userId } = await person("dovedita@club.example");
    await db`INSERT INTO identity.passkey (id, user_id, credential_id, public_key, counter, name) VALUES (${userId}::uuid, ${userId}::uuid, ${userId}::uuid::text, 'p', 0, 'Telefon')`;
    await registerAccount(identity, { ...set, email: "dovedita@club.example" });
    await requestReset(identity, "dovedita@club.example");
    const reset = await tokenFor("dovedita@club.example", "reset_password");
    await resetPassword(identity, reset, set.password, { keep: [userId] });
    expect(await waysInto(userId as Uuid)).toMatchObject({ keys: 1 });
    expect((await db`SELECT FROM identity.registration`).length).toBe(0);
  });
});

describe("while emails are on, an account that was used unconfirmed", () => {
  it("is opened by no password, and gets no sign-in code", async () => {
    const { email } = await usedUnproven();
    expect(await logIn(email)).toEqual({ ok: false, refusal: { reason: "unconfirmed" } });
    await call("/otp", { body: { email } });
    expect((await lettersTo(email)).map(({ kind }) => kind)).not.toContain("one_time_code");
  });

  it("is named in no email, whatever name was typed", async () => {
    const { userId, email, session } = await usedUnproven();
    await linkTo(email);
    await requestReset(identity, email);
    await askAddressChange(identity, {
      userId,
      email,
      sessionHash: session,
      newEmail: `nou-${email}`,
      address: "",
    });
    const rows =
      await db`SELECT kind, variables->>'customer_name' AS name FROM letters WHERE recipient = ANY(${[email, `nou-${email}`]}) AND order_id IS NULL ORDER BY id`;
    expect(rows.map(({ kind }) => kind)).toEqual([
      "confirm_address",
      "reset_password",
      "address_change_asked",
      "confirm_new_address",
    ]);
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set([""]));
  });
});

test("an email to an address that the account has not confirmed names nobody", async () => {
  const email = "numita@club.example";
  await person(email);
  const opened = await logIn(email);
  if (!opened.ok) throw new Error("no session");
  await registerAccount(identity, { ...set, email });
  const { userId, token } = opened.value;
  const asked = { userId, email, sessionHash: hashOfToken(token), newEmail: "strain@club.example" };
  await askAddressChange(identity, { ...asked, address: "" });
  const rows =
    await db`SELECT kind, variables->>'customer_name' AS name FROM letters WHERE recipient = ANY(${["numita@club.example", "strain@club.example"]}) ORDER BY id`;
  expect(rows).toEqual([
    { kind: "confirm_address", name: "" },
    { kind: "welcome_email", name: "Ana Pop" },
    { kind: "address_known", name: "" },
    { kind: "address_change_asked", name: "Ana Pop" },
    { kind: "confirm_new_address", name: "" },
  ]);
});
