import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/secret-token.server.ts";
import { testAccounts } from "#test/support/accounts.ts";
import { enrolFactor } from "./enrol-factor.server.ts";
import { removeFactor } from "./remove-factor.server.ts";
import { renewRecoveryCodes } from "./renew-recovery-codes.server.ts";
import { verifyFactor } from "./verify-factor.server.ts";

const accounts = await testAccounts();
const { identity, owner, person, logIn } = accounts;
const agent = { userAgent: "Firefox on a phone", address: "203.0.113.77" };
let people = 0;

/** What the application on the phone shows, half minutes before or after now. */
const codeOf = (secret: string, halfMinutes = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + halfMinutes * 30_000 });
const sessionsOf = async (userId: string) =>
  (await owner.query("SELECT token, aal, amr FROM identity.session WHERE user_id = $1", [userId])).rows;
const invalid = { ok: false, refusal: { reason: "code_invalid" } };
/** A code of the half minute before is as good, and leaves those of now and of the next for later. */
const firstCode = (secret: string) => codeOf(secret, -1);

async function someone() {
  const email = `doi-${++people}@club.example`;
  const { userId } = await person(email);
  const opened = await logIn(email);
  if (!opened.ok) throw new Error("no session");
  return { email, userId, sessionHash: hashOfToken(opened.value.token) };
}

/** Somebody whose factor counts. */
async function withFactor() {
  const who = await someone();
  const made = await enrolFactor(accounts, { ...who, friendlyName: "telefon" });
  if (!made.ok) throw new Error(made.refusal);
  const { factorId, secret } = made.value;
  expect(await verifyFactor(accounts, { ...who, factorId, code: firstCode(secret) })).toMatchObject({
    ok: true,
  });
  return { ...who, factorId, secret };
}
async function ticketFor(email: string): Promise<string> {
  const asked = await logIn(email);
  if (asked.ok || asked.refusal.reason !== "second_factor") throw new Error("no second factor asked");
  return asked.refusal.ticket;
}

test("decision 15: a factor counts from its first code; the other sessions end, and a sign-in asks for it", async () => {
  const { email, userId, sessionHash } = await someone();
  const elsewhere = await logIn(email);
  const made = await enrolFactor(accounts, { userId, email, friendlyName: "" });
  if (!made.ok) throw new Error(made.refusal);
  const { factorId, secret, uri } = made.value;
  expect(uri).toBe(
    `otpauth://totp/Estival:${encodeURIComponent(email)}?issuer=Estival&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
  expect((await logIn(email)).ok).toBe(true);
  expect(await verifyFactor(accounts, { userId, sessionHash, factorId, code: firstCode(secret) })).toEqual({
    ok: true,
    value: null,
  });
  expect(elsewhere.ok && (await identity.findSession(hashOfToken(elsewhere.value.token)))).toBeUndefined();
  expect(await sessionsOf(userId)).toMatchObject([
    { token: sessionHash, aal: "aal2", amr: [{ method: "totp" }] },
  ]);
  expect(await logIn(email)).toMatchObject({ ok: false, refusal: { reason: "second_factor" } });
  expect(await logIn(email, "nu e parola")).toEqual({ ok: false, refusal: { reason: "invalid" } });
  const { rows } = await owner.query(
    "SELECT what FROM journal WHERE subject_id = $1 AND what LIKE 'factor%'",
    [userId],
  );
  expect(rows).toEqual([{ what: "factor_added" }]);
});

test("attack 58: nobody gets past a second factor by one that was begun before it and never shown", async () => {
  const who = await someone();
  const planted = await enrolFactor(accounts, { ...who, friendlyName: "al altcuiva" });
  const own = await enrolFactor(accounts, { ...who, friendlyName: "telefon" });
  if (!planted.ok || !own.ok) throw new Error("no factor");
  const show = ({ factorId, secret }: { factorId: Uuid; secret: string }) =>
    verifyFactor(accounts, { ...who, factorId, code: firstCode(secret) });
  expect(await show(own.value)).toMatchObject({ ok: true });
  expect((await show(planted.value)).ok).toBe(false);
  expect((await owner.query("SELECT FROM identity.factor WHERE user_id = $1", [who.userId])).rowCount).toBe(
    1,
  );
});

test("attack 58: the password alone opens nothing; with a code of now one session opens, once", async () => {
  const { email, userId, secret } = await withFactor();
  const before = await sessionsOf(userId);
  const ticket = await ticketFor(email);
  expect(await sessionsOf(userId)).toEqual(before);
  expect(await identity.findSession(hashOfToken(ticket))).toBeUndefined();
  const opened = await identity.passSecondFactor({ ticket, code: ` ${codeOf(secret)} `, ...agent });
  if (!opened.ok) throw new Error(opened.refusal.reason);
  expect(await identity.findSession(hashOfToken(opened.value.token))).toMatchObject({ userId, email });
  expect(await identity.passSecondFactor({ ticket, code: codeOf(secret, 1), ...agent })).toEqual({
    ok: false,
    refusal: { reason: "ticket_invalid" },
  });
  expect(
    await identity.passSecondFactor({ ticket: newSecretToken(), code: codeOf(secret, 1), ...agent }),
  ).toEqual({ ok: false, refusal: { reason: "ticket_invalid" } });
});

test("attack 58: a cookie whose session lacks the factor of its account is nobody's, however it was opened", async () => {
  const { email, userId, secret } = await withFactor();
  const ticket = await ticketFor(email);
  const opened = await identity.passSecondFactor({ ticket, code: codeOf(secret), ...agent });
  if (!opened.ok) throw new Error(opened.refusal.reason);
  const hash = hashOfToken(opened.value.token);
  expect(await identity.findSession(hash)).toMatchObject({ userId });
  await owner.query("UPDATE identity.session SET aal = 'aal1' WHERE token = $1", [hash]);
  expect(await identity.findSession(hash)).toBeUndefined();
});

test("attack 58: the right code brought twice at once opens one session", async () => {
  const { email, secret, userId } = await withFactor();
  const ticket = await ticketFor(email);
  const before = (await sessionsOf(userId)).length;
  const code = codeOf(secret);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => identity.passSecondFactor({ ticket, code, ...agent })),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await sessionsOf(userId)).toHaveLength(before + 1);
});

test("attack 58: a code is taken once, and none older than the newest that was taken", async () => {
  const { email, secret } = await withFactor();
  const pass = async (code: string) =>
    identity.passSecondFactor({ ticket: await ticketFor(email), code, ...agent });
  expect((await pass(codeOf(secret, 1))).ok).toBe(true);
  expect(await pass(codeOf(secret, 1))).toEqual(invalid);
  expect(await pass(codeOf(secret))).toEqual(invalid);
  expect(await pass(firstCode(secret))).toEqual(invalid);
});

test("attack 58: of a burst of wrong codes five are looked at, then even the right one waits", async () => {
  const { email, secret } = await withFactor();
  const ticket = await ticketFor(email);
  const wrong = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      identity.passSecondFactor({ ticket, code: String(i).padStart(6, "0"), ...agent }),
    ),
  );
  const reasons = wrong.map((answer) => (answer.ok ? "ok" : answer.refusal.reason));
  expect(reasons.filter((reason) => reason === "code_invalid")).toHaveLength(5);
  expect(reasons.filter((reason) => reason === "locked")).toHaveLength(25);
  expect(await identity.passSecondFactor({ ticket, code: codeOf(secret), ...agent })).toMatchObject({
    refusal: { reason: "locked" },
  });
  await accounts.later(2);
  expect((await identity.passSecondFactor({ ticket, code: codeOf(secret), ...agent })).ok).toBe(true);
});

test("codes from paper open one sign-in each, and end when new ones are made or the factor goes", async () => {
  const { email, userId, factorId } = await withFactor();
  const codes = await renewRecoveryCodes(accounts, userId);
  expect(codes).toHaveLength(10);
  for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}-[a-z2-7]{4}-[a-z2-7]{4}$/);
  const [first = "", second = "", third = ""] = codes;
  const pass = async (code: string) =>
    identity.passSecondFactor({ ticket: await ticketFor(email), code, ...agent });
  expect((await pass(first.toUpperCase().replaceAll("-", " "))).ok).toBe(true);
  expect(await pass(first)).toEqual(invalid);
  const renewed = await renewRecoveryCodes(accounts, userId);
  expect(await pass(second)).toEqual(invalid);
  expect((await pass(renewed[0] ?? "")).ok).toBe(true);
  const { rows } = await owner.query("SELECT string_agg(hash, ' ') AS all FROM identity.recovery_code");
  expect(rows[0].all).not.toContain(third.replaceAll("-", ""));
  expect(await removeFactor(accounts, { userId, factorId })).toEqual({ ok: true, value: null });
  expect((await logIn(email)).ok).toBe(true);
  expect(
    (await owner.query("SELECT FROM identity.recovery_code WHERE user_id = $1", [userId])).rowCount,
  ).toBe(0);
  expect((await sessionsOf(userId)).every(({ aal }) => aal === "aal1")).toBe(true);
  expect(await removeFactor(accounts, { userId, factorId })).toEqual({
    ok: false,
    refusal: "factor_unknown",
  });
});

test("the owner hears of a factor that came or went, and of codes on paper made anew or used", async () => {
  const { email, userId, factorId } = await withFactor();
  const kinds = async () => (await accounts.lettersTo(email)).map(({ kind }) => kind).slice(2);
  expect(await kinds()).toEqual(["factor_added"]);
  await renewRecoveryCodes(accounts, userId);
  expect(await kinds()).toEqual(["factor_added"]);
  const [code = ""] = await renewRecoveryCodes(accounts, userId);
  await identity.passSecondFactor({ ticket: await ticketFor(email), code, ...agent });
  const other = await enrolFactor(accounts, { userId, email, friendlyName: "neterminat" });
  if (!other.ok) throw new Error(other.refusal);
  await removeFactor(accounts, { userId, factorId: other.value.factorId });
  await removeFactor(accounts, { userId, factorId });
  expect(await kinds()).toEqual([
    "factor_added",
    "recovery_codes_renewed",
    "recovery_code_used",
    "factor_removed",
  ]);
});

test("one's factors are nobody else's, ten at most, with names of their own", async () => {
  const [ana, dan] = [await withFactor(), await someone()];
  expect(await verifyFactor(accounts, { ...dan, factorId: ana.factorId, code: codeOf(ana.secret) })).toEqual(
    invalid,
  );
  expect(await removeFactor(accounts, { userId: dan.userId, factorId: ana.factorId })).toMatchObject({
    ok: false,
  });
  const enrol = (friendlyName: string) => enrolFactor(accounts, { ...ana, friendlyName });
  expect(await enrol("telefon")).toEqual({ ok: false, refusal: "factor_name_taken" });
  for (let i = 1; i < 10; i++) expect((await enrol("")).ok).toBe(true);
  expect(await enrol("")).toEqual({ ok: false, refusal: "too_many_factors" });
});

test("I27: the secret of a factor lies sealed, bound to its row", async () => {
  const { factorId, secret } = await withFactor();
  const { rows } = await owner.query("SELECT row_to_json(f)::text AS text FROM identity.factor f");
  const bytes = Secret.fromBase32(secret);
  for (const { text } of rows)
    for (const form of [secret, bytes.hex, Buffer.from(bytes.bytes).toString("base64url")])
      expect(text).not.toContain(form);
  const other = await withFactor();
  await owner.query(
    "UPDATE identity.factor SET sealed_secret = (SELECT sealed_secret FROM identity.factor WHERE id = $1) WHERE id = $2",
    [factorId, other.factorId],
  );
  await expect(
    verifyFactor(accounts, { ...other, factorId: other.factorId as Uuid, code: codeOf(secret, 1) }),
  ).rejects.toThrow("does not open");
});
