import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { refused } from "#kernel/outcome.ts";
import {
  confirmAddress,
  confirmWithPassword,
  lookAtLink,
} from "#platform/identity/accounts/confirm-account.server.ts";
import { registerAccount, resendConfirmation } from "#platform/identity/accounts/register-account.server.ts";
import { sweepAccounts } from "#platform/identity/accounts/sweep-accounts.server.ts";
import { loginLimits } from "#platform/identity/limits/login-limits.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { goodPassword, testAccounts } from "#test/support/accounts.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";

const accounts = await testAccounts();
const { identity, owner, db, letters, lettersTo, tokenFor, at, logIn, later } = accounts;
const season = await openSeasonBuilder(accounts.ownerUrl);
const night = await season.night();
const type = await season.ticketType({ events: [night] });
const theirs = (n: number) => ({ password: `a ${n}-a parola`, fullName: `Om ${n}`, phone: "1" });
const waiting = async (email: string) =>
  await db`SELECT full_name AS name, coalesce(token_expires_at > now(), false) AS live FROM identity.registration WHERE email = ${email} ORDER BY created_at, id`;

beforeEach(() => later(120));

describe("so many sign-ups wait for one address as get a link within an hour", () => {
  const most = loginLimits.registrationsPerAddress;
  const from = (i: number) => `192.0.2.${i}`;
  const names = async (email: string) => (await waiting(email)).map(({ name }) => name);

  it("a flood of them breaks no link in the owner's mailbox, and reveals nothing", async () => {
    const email = "potop@club.example";
    const browser = newSecretToken();
    await registerAccount(identity, { ...theirs(0), email, browser });
    const link = await tokenFor(email, "confirm_address");
    for (let i = 1; i < 2 * most; i++) {
      if (i < 4) await later(2);
      expect(await registerAccount(identity, { ...theirs(i), email, address: from(i) })).toEqual({
        ok: true,
        value: null,
      });
    }
    expect(await waiting(email)).toHaveLength(most);
    expect(await lettersTo(email)).toHaveLength(most);
    expect((await confirmAddress(identity, at(link, { browser }))).ok).toBe(true);
    expect((await logIn(email, theirs(0).password)).ok).toBe(true);
  });

  it("one more with an email replaces one whose link has expired, or else the oldest", async () => {
    const email = "multe@club.example";
    for (let i = 0; i < most; i++) {
      await registerAccount(identity, { ...theirs(i), email, address: from(i) });
      if (i < 3) await later(2);
    }
    await db`UPDATE identity.registration SET token_expires_at = now() WHERE email = ${email} AND full_name = 'Om 1'`;
    // no email: it finds room only where no link works
    await registerAccount(identity, { ...theirs(20), email });
    expect(await names(email)).not.toContain("Om 1");
    expect(await names(email)).toContain("Om 20");
    await registerAccount(identity, { ...theirs(21), email });
    expect(await names(email)).not.toContain("Om 20");
    await db`UPDATE identity.registration SET token_hash = ${hashOfToken(newSecretToken())}, token_expires_at = now() + interval '2 days' WHERE email = ${email} AND full_name = 'Om 21'`;
    await db`UPDATE identity.registration SET token_expires_at = now() + interval '2 days' WHERE email = ${email}`;
    await later(25 * 60);
    await registerAccount(identity, { ...theirs(22), email });
    expect([(await names(email))[0], (await names(email)).at(-1)]).toEqual(["Om 2", "Om 22"]);
  });
});

it("a browser confirms what was typed in it, and nothing else", async () => {
  const email = "doua@club.example";
  const [hers, his] = [newSecretToken(), newSecretToken()];
  await registerAccount(identity, { ...theirs(1), email, browser: his });
  await registerAccount(identity, { ...theirs(2), email, browser: hers });
  const link = await tokenFor(email, "confirm_address");
  expect(await lookAtLink(identity, at(link))).toEqual({ asks: "password", email, movesFrom: null });
  expect(await lookAtLink(identity, at(link, { browser: newSecretToken() }))).toMatchObject({
    asks: "password",
  });
  // the email belongs to the first; without her browser it takes the first's password only
  const guess = { ...at(link), password: theirs(2).password };
  expect(await confirmWithPassword(identity, guess)).toEqual({ ok: false, refusal: "invalid" });
  expect((await confirmAddress(identity, at(link, { browser: hers }))).ok).toBe(true);
  expect((await logIn(email, theirs(2).password)).ok).toBe(true);
  expect((await logIn(email, theirs(1).password)).ok).toBe(false);
  expect(await lookAtLink(identity, at(link, { browser: his }))).toBeUndefined();
});

it("two links of one address, opened at once, make one account with one of the passwords", async () => {
  const email = "odata@club.example";
  const opened: { browser: string; link: string }[] = [];
  for (const n of [1, 2]) {
    const browser = newSecretToken();
    await registerAccount(identity, { ...theirs(n), email, browser });
    opened.push({ browser, link: await tokenFor(email, "confirm_address") });
    await later(2);
  }
  const made = await Promise.all(
    opened.map(({ browser, link }) => confirmAddress(identity, at(link, { browser }))),
  );
  expect(made.filter(({ ok }) => ok)).toHaveLength(1);
  for (const n of [1, 2]) expect((await logIn(email, theirs(n).password)).ok).toBe(made[n - 1]?.ok);
  expect(await db`SELECT FROM profiles WHERE email = ${email}`).toHaveLength(1);
});

it("another confirmation email is for the sign-up of this browser, or else for the newest", async () => {
  const email = "iar@club.example";
  const browser = newSecretToken();
  await registerAccount(identity, { ...theirs(1), email, browser });
  const first = await tokenFor(email, "confirm_address");
  await later(2);
  await registerAccount(identity, { ...theirs(2), email });
  const second = await tokenFor(email, "confirm_address");
  await later(2);
  await resendConfirmation(identity, { email, address: "", browser });
  const again = await tokenFor(email, "confirm_address");
  expect(await lookAtLink(identity, at(first))).toBeUndefined();
  expect(await lookAtLink(identity, at(second))).toBeDefined();
  expect((await confirmWithPassword(identity, { ...at(again), password: theirs(1).password })).ok).toBe(true);
});

it("a login checks the newest password only, and answers that the address is unconfirmed", async () => {
  const email = "login@club.example";
  await registerAccount(identity, { ...theirs(1), email });
  await registerAccount(identity, { ...theirs(2), email });
  expect(await logIn(email, theirs(1).password)).toMatchObject({ refusal: { reason: "invalid" } });
  expect(await logIn(email, theirs(2).password)).toMatchObject({ refusal: { reason: "unconfirmed" } });
  letters.on = false;
  expect(await logIn(email, theirs(2).password)).toMatchObject({ refusal: { reason: "unconfirmed" } });
  letters.on = true;
});

describe("the sweep", () => {
  const aged = async (email: string) => {
    await db`UPDATE identity.registration SET created_at = created_at - interval '8 days' WHERE email = ${email}`;
  };

  it("deletes sign-ups that were not confirmed within a week", async () => {
    for (const name of ["vechi", "nou"])
      await registerAccount(identity, { ...theirs(1), email: `${name}@club.example` });
    await aged("vechi@club.example");
    await sweepAccounts(identity);
    expect(await waiting("vechi@club.example")).toEqual([]);
    expect(await waiting("nou@club.example")).toHaveLength(1);
  });

  it("deletes old unconfirmed accounts, but none with a session or an order, and none that was made while emails were off", async () => {
    letters.on = false;
    const made: Record<string, Uuid> = {};
    for (const name of ["asked", "soon", "signedIn", "bought", "off"]) {
      const email = `${name.toLowerCase()}@vechi.example`;
      await registerAccount(identity, { email, password: goodPassword, fullName: name, phone: "1" });
      const rows = await db`SELECT id FROM profiles WHERE email = ${email}`;
      made[name] = rows[0].id;
    }
    await logIn("signedin@vechi.example");
    letters.on = true;
    const { asked, soon, signedIn, bought } = made;
    await paidOrder(owner, { userId: bought as Uuid, ticketTypeId: type, events: [night] });
    await db`UPDATE identity."user" SET confirm_by = now() + CASE WHEN id = ${soon} THEN interval '1 day' ELSE interval '-1 day' END WHERE id = ANY(${[asked, soon, signedIn, bought]})`;
    await sweepAccounts(identity);
    await sweepAccounts(identity);
    const rows =
      await db`SELECT p.full_name AS name FROM profiles p JOIN identity."user" u ON u.id = p.id WHERE p.email::text LIKE '%@vechi.example' ORDER BY 1`;
    expect(rows.map(({ name }) => name).sort()).toEqual(["bought", "off", "signedIn", "soon"]);
    // one with orders is not checked again
    const again = await owner.query('SELECT confirm_by FROM identity."user" WHERE id = $1', [bought]);
    expect(again.rows).toEqual([{ confirm_by: null }]);
    // the address is free for a new sign-up
    await registerAccount(identity, { ...theirs(9), email: "asked@vechi.example" });
    expect(await waiting("asked@vechi.example")).toHaveLength(1);
  });
});

describe("during a deployment, beside the build before this one", () => {
  /** What a process of that build writes at a sign-up while emails are on. */
  async function oldSignUp(email: string): Promise<{ userId: Uuid; token: string }> {
    const userId = newId();
    const token = newSecretToken();
    await registerAccount(identity, { ...theirs(1), email: `x-${email}` });
    const { createHash } = await import("node:crypto");
    const hash = createHash("sha256").update(token).digest("hex");
    await db`WITH u AS (INSERT INTO identity."user" (id, name, email, email_verified) VALUES (${userId}, '', ${email}, false) RETURNING id),
         a AS (INSERT INTO identity.account (id, user_id, provider_id, account_id, password)
           SELECT ${userId}, ${userId}, 'credential', ${userId}::text, password_hash FROM identity.registration WHERE email = 'x-' || ${email}),
         v AS (INSERT INTO identity.verification (id, identifier, value, expires_at) VALUES (${userId}::uuid, 'confirm-address:' || ${hash}, ${userId}::text, now() + interval '1 hour'))
       INSERT INTO profiles (id, email, full_name, phone) VALUES (${userId}, ${email}, 'Om Vechi', '1')`;
    return { userId, token };
  }

  it("its account waits for confirmation, and the link of its email works with the typed password", async () => {
    const { userId, token } = await oldSignUp("dinainte@club.example");
    const password = theirs(1).password;
    expect(await logIn("dinainte@club.example", password)).toMatchObject(refused({ reason: "unconfirmed" }));
    expect(await confirmAddress(identity, at(token))).toMatchObject({ refusal: "password_needed" });
    const confirmed = await confirmWithPassword(identity, { ...at(token), password });
    expect(confirmed).toMatchObject({ ok: true, value: { userId } });
    expect((await logIn("dinainte@club.example", password)).ok).toBe(true);
  });

  it("the migration finds the accounts that were asked to confirm, and none that was made while emails were off", async () => {
    const [asked, off, askedLater] = [newId(), newId(), newId()];
    const made = (id: Uuid, name: string, hours: number | null) =>
      owner.query(
        `WITH u AS (INSERT INTO identity."user" (id, name, email, created_at) VALUES ($1::uuid, '', $2, now() - interval '9 days')),
           l AS (INSERT INTO letters (id, kind, dedupe_key, recipient, user_id, message_id, created_at)
             SELECT $1::uuid, 'confirm_address', $1::uuid::text, $2, $1::uuid, $1::uuid::text, now() + make_interval(hours => $3::int) WHERE $3::int IS NOT NULL)
         INSERT INTO profiles (id, email) VALUES ($1::uuid, $2)`,
        [id, `${name}@migrat.example`, hours],
      );
    await made(asked, "intrebat", 0);
    await made(off, "oprit", null);
    await made(askedLater, "intrebat-apoi", 3);
    const text = readFileSync(
      join(import.meta.dirname, "../../../migrations/0024_pending-registrations.sql"),
      "utf8",
    );
    const step = text.split("--> statement-breakpoint").find((one) => one.includes("confirm_by")) ?? "";
    await db`ALTER TABLE identity."user" DROP COLUMN confirm_by`;
    await owner.query(step);
    expect(await db`SELECT id FROM identity."user" WHERE confirm_by < now()`).toEqual([{ id: asked }]);
  });
});
