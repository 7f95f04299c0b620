import { Secret } from "otpauth";
import { expect, test } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { done, refused } from "#kernel/outcome.ts";
import { findFactors } from "#platform/identity/factors/factors.server.ts";
import { openChallenge, passSecondFactor } from "#platform/identity/factors/pass-second-factor.server.ts";
import type { SessionKey } from "#platform/identity/sessions/own-sessions.server.ts";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { testAccounts } from "#test/support/accounts.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { totpCode } from "#test/support/totp-code.ts";
import { enrolFactor } from "./enrol-factor.server.ts";
import { removeFactor } from "./remove-factor.server.ts";
import { renewRecoveryCodes } from "./renew-recovery-codes.server.ts";
import { verifyFactor } from "./verify-factor.server.ts";

const accounts = await testAccounts();
const { identity, db, person, logIn } = accounts;
const agent = { userAgent: "Firefox on a phone", address: "203.0.113.77" };
let people = 0;

const sessionsOf = async (userId: string) =>
  await db`SELECT token, aal, amr FROM identity.session WHERE user_id = ${userId}`;
const invalid = refused({ reason: "code_invalid" });

async function someone() {
  const email = `doi-${++people}@club.example`;
  const { userId } = await person(email);
  return { email, userId: userId as Uuid, sessionHash: hashOfToken(succeeded(await logIn(email)).token) };
}

/** A person with an active factor. */
async function withFactor() {
  const who = await someone();
  const made = succeeded(await enrolFactor(accounts, { ...who, friendlyName: "telefon" }));
  const { factorId, secret } = made;
  expect(await verifyFactor(accounts, { ...who, factorId, code: totpCode(secret) })).toMatchObject({
    ok: true,
  });
  return { ...who, factorId, secret };
}
const codesOf = async (mine: SessionKey): Promise<string[]> =>
  succeeded(await renewRecoveryCodes(accounts, mine));
async function stepTokenFor(email: string): Promise<string> {
  const asked = await logIn(email);
  if (asked.ok || asked.refusal.reason !== "second_factor") throw new Error("no second factor asked");
  return asked.refusal.stepToken;
}

test("a factor is active from its first code on; the other sessions end, and a sign-in asks for it", async () => {
  const { email, userId, sessionHash } = await someone();
  const elsewhere = await logIn(email);
  const made = succeeded(await enrolFactor(accounts, { userId, sessionHash, email, friendlyName: "" }));
  const { factorId, secret, uri } = made;
  expect(uri).toBe(
    `otpauth://totp/Estival:${encodeURIComponent(email)}?issuer=Estival&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
  expect((await logIn(email)).ok).toBe(true);
  expect(await verifyFactor(accounts, { userId, sessionHash, factorId, code: totpCode(secret) })).toEqual(
    done({ isNew: true }),
  );
  expect(elsewhere.ok && (await findSession(identity, hashOfToken(elsewhere.value.token)))).toBeUndefined();
  expect(await sessionsOf(userId)).toMatchObject([
    { token: sessionHash, aal: "aal2", amr: [{ method: "totp" }] },
  ]);
  expect(await logIn(email)).toMatchObject(refused({ reason: "second_factor" }));
  expect(await logIn(email, "nu e parola")).toEqual(refused({ reason: "invalid" }));
  const rows = await db`SELECT what FROM journal WHERE subject_id = ${userId} AND what LIKE 'factor%'`;
  expect(rows).toEqual([{ what: "factor_added" }]);
  expect(await verifyFactor(accounts, { userId, sessionHash, factorId, code: totpCode(secret, 1) })).toEqual(
    done({ isNew: false }),
  );
});

test("a factor that was begun before another and never shown is dropped with the first code of that one", async () => {
  const who = await someone();
  const planted = await enrolFactor(accounts, { ...who, friendlyName: "al altcuiva" });
  const own = await enrolFactor(accounts, { ...who, friendlyName: "telefon" });
  if (!planted.ok || !own.ok) throw new Error("no factor");
  const show = ({ factorId, secret }: { factorId: Uuid; secret: string }) =>
    verifyFactor(accounts, { ...who, factorId, code: totpCode(secret) });
  expect(await show(own.value)).toMatchObject({ ok: true });
  expect((await show(planted.value)).ok).toBe(false);
  expect((await db`SELECT FROM identity.factor WHERE user_id = ${who.userId}`).length).toBe(1);
});

test("the password alone opens nothing; with a present code one session opens, once", async () => {
  const { email, userId, secret } = await withFactor();
  const before = await sessionsOf(userId);
  const stepToken = await stepTokenFor(email);
  expect(await sessionsOf(userId)).toEqual(before);
  expect(await findSession(identity, hashOfToken(stepToken))).toBeUndefined();
  const opened = succeeded(
    await passSecondFactor(identity, { stepToken, code: ` ${totpCode(secret, 1)} `, ...agent }),
  );
  expect(await findSession(identity, hashOfToken(opened.token))).toMatchObject({ userId, email });
  expect(await passSecondFactor(identity, { stepToken, code: totpCode(secret, 1), ...agent })).toEqual(
    refused({ reason: "step_token_invalid" }),
  );
  expect(
    await passSecondFactor(identity, { stepToken: newSecretToken(), code: totpCode(secret, 1), ...agent }),
  ).toEqual(refused({ reason: "step_token_invalid" }));
});

test("the right code four times at once opens one session", async () => {
  const { email, secret, userId } = await withFactor();
  const stepToken = await stepTokenFor(email);
  const before = (await sessionsOf(userId)).length;
  const code = totpCode(secret, 1);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => passSecondFactor(identity, { stepToken, code, ...agent })),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await sessionsOf(userId)).toHaveLength(before + 1);
});

test("a code is accepted once, and none older than the newest accepted one", async () => {
  const { email, secret } = await withFactor();
  const pass = async (code: string) =>
    passSecondFactor(identity, { stepToken: await stepTokenFor(email), code, ...agent });
  // made at one moment: half a minute may end between two of them
  const [now, next] = [totpCode(secret), totpCode(secret, 1)];
  expect((await pass(next)).ok).toBe(true);
  for (const code of [next, now]) expect(await pass(code)).toEqual(invalid);
});

test("of thirty wrong codes at once five are checked, then even the right one waits", async () => {
  const { email, secret } = await withFactor();
  const stepToken = await stepTokenFor(email);
  const wrong = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      passSecondFactor(identity, { stepToken, code: String(i).padStart(6, "0"), ...agent }),
    ),
  );
  const reasons = wrong.map((answer) => (answer.ok ? "ok" : answer.refusal.reason));
  expect(reasons.filter((reason) => reason === "code_invalid")).toHaveLength(5);
  expect(reasons.filter((reason) => reason === "locked")).toHaveLength(25);
  expect(await passSecondFactor(identity, { stepToken, code: totpCode(secret, 1), ...agent })).toMatchObject({
    refusal: { reason: "locked" },
  });
  await accounts.later(2);
  expect((await passSecondFactor(identity, { stepToken, code: totpCode(secret, 1), ...agent })).ok).toBe(
    true,
  );
});

test("recovery codes open one sign-in each, and end with new ones or with the factor", async () => {
  const { email, userId, sessionHash, factorId } = await withFactor();
  const codes = await codesOf({ userId, sessionHash });
  expect(codes).toHaveLength(10);
  for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}-[a-z2-7]{4}-[a-z2-7]{4}$/);
  const [first = "", second = "", third = ""] = codes;
  const pass = async (code: string) =>
    passSecondFactor(identity, { stepToken: await stepTokenFor(email), code, ...agent });
  expect((await pass(first.toUpperCase().replaceAll("-", " "))).ok).toBe(true);
  expect(await pass(first)).toEqual(invalid);
  const renewed = await codesOf({ userId, sessionHash });
  expect(await pass(second)).toEqual(invalid);
  expect((await pass(renewed[0] ?? "")).ok).toBe(true);
  const rows = await db`SELECT string_agg(hash, ' ') AS all FROM identity.recovery_code`;
  expect(rows[0].all).not.toContain(third.replaceAll("-", ""));
  expect(await removeFactor(accounts, { userId, sessionHash, factorId })).toEqual(done(null));
  expect((await logIn(email)).ok).toBe(true);
  expect((await db`SELECT FROM identity.recovery_code WHERE user_id = ${userId}`).length).toBe(0);
  expect((await sessionsOf(userId)).every(({ aal }) => aal === "aal1")).toBe(true);
  expect(await removeFactor(accounts, { userId, sessionHash, factorId })).toEqual(refused("factor_unknown"));
});

test("with a person's last factor the sessions of nobody else lose theirs (one kind: a write that reaches strangers)", async () => {
  const [gone, other] = [await withFactor(), await withFactor()];
  expect(await removeFactor(accounts, gone)).toEqual(done(null));
  expect(await sessionsOf(gone.userId)).toMatchObject([{ aal: "aal1" }]);
  expect(await sessionsOf(other.userId)).toMatchObject([{ aal: "aal2" }]);
});

test("recovery codes from before the first factor never open the account, and none are made without a factor", async () => {
  const who = await someone();
  expect(await renewRecoveryCodes(accounts, who)).toEqual(refused("no_factor"));
  // as an earlier build made them
  const planted = await withFactor();
  const [code = ""] = await codesOf(planted);
  await db`DELETE FROM identity.factor WHERE user_id = ${planted.userId}`;
  const made = succeeded(await enrolFactor(accounts, { ...planted, friendlyName: "" }));
  const { factorId, secret } = made;
  expect((await verifyFactor(accounts, { ...planted, factorId, code: totpCode(secret) })).ok).toBe(true);
  const stepToken = await stepTokenFor(planted.email);
  expect(await passSecondFactor(identity, { stepToken, code, ...agent })).toEqual(invalid);
  // a further factor leaves those of its owner
  const codes = await codesOf(planted);
  const other = succeeded(await enrolFactor(accounts, { ...planted, friendlyName: "alt telefon" }));
  const shown = { factorId: other.factorId, code: totpCode(other.secret) };
  expect((await verifyFactor(accounts, { ...planted, ...shown })).ok).toBe(true);
  expect((await passSecondFactor(identity, { stepToken, code: codes[0] ?? "", ...agent })).ok).toBe(true);
});

test("a session with the password alone activates no factor, not even one that was begun before", async () => {
  const { email, userId, sessionHash, factorId } = await withFactor();
  const begun = succeeded(
    await enrolFactor(accounts, { userId, sessionHash, email, friendlyName: "al altcuiva" }),
  );
  const half = hashOfToken(newSecretToken());
  await db`INSERT INTO identity.session (id, user_id, token, expires_at) VALUES (gen_random_uuid(), ${userId}, ${half}, now() + interval '1 hour')`;
  const code = totpCode(begun.secret);
  const show = (hash: string) =>
    verifyFactor(accounts, { userId, sessionHash: hash, factorId: begun.factorId, code });
  expect(await show(half)).toEqual(invalid);
  expect(await show((await someone()).sessionHash)).toEqual(invalid);
  expect(await show(hashOfToken(newSecretToken()))).toEqual(invalid);
  expect(await findSession(identity, half)).toBeUndefined();
  expect((await findFactors(identity, userId as Uuid)).factorIds).toEqual([factorId]);
  expect(await show(sessionHash)).toEqual(done({ isNew: true }));
});

test("the owner gets an email when a factor is added or removed, and when recovery codes are replaced or used", async () => {
  const { email, userId, sessionHash, factorId } = await withFactor();
  const kinds = async () => (await accounts.lettersTo(email)).map(({ kind }) => kind).slice(2);
  expect(await kinds()).toEqual(["factor_added"]);
  await renewRecoveryCodes(accounts, { userId, sessionHash });
  expect(await kinds()).toEqual(["factor_added"]);
  const [code = ""] = await codesOf({ userId, sessionHash });
  await passSecondFactor(identity, { stepToken: await stepTokenFor(email), code, ...agent });
  const other = succeeded(
    await enrolFactor(accounts, { userId, sessionHash, email, friendlyName: "neterminat" }),
  );
  await removeFactor(accounts, { userId, sessionHash, factorId: other.factorId });
  await removeFactor(accounts, { userId, sessionHash, factorId });
  expect(await kinds()).toEqual([
    "factor_added",
    "recovery_codes_renewed",
    "recovery_code_used",
    "factor_removed",
  ]);
});

test("a person's factors are their own, ten at most, with unique names", async () => {
  const [ana, dan] = [await withFactor(), await someone()];
  expect(
    await verifyFactor(accounts, { ...dan, factorId: ana.factorId, code: totpCode(ana.secret, 1) }),
  ).toEqual(invalid);
  expect(await removeFactor(accounts, { ...dan, factorId: ana.factorId })).toMatchObject({
    ok: false,
  });
  expect(await removeFactor(accounts, { ...ana, sessionHash: dan.sessionHash })).toEqual({
    ...refused("session_not_found"),
  });
  const enrol = (friendlyName: string) => enrolFactor(accounts, { ...ana, friendlyName });
  expect(await enrol("telefon")).toEqual(refused("factor_name_taken"));
  const second = succeeded(await enrol("tableta"));
  const { factorId } = second;
  expect(await verifyFactor(accounts, { ...ana, factorId, code: totpCode(ana.secret, 1) })).toEqual(invalid);
  for (let i = 2; i < 10; i++) expect((await enrol("")).ok).toBe(true);
  expect(await enrol("")).toEqual(refused("too_many_factors"));
});

test("I27: the secret of a factor is sealed and bound to its row", async () => {
  const { factorId, secret } = await withFactor();
  const rows = await db`SELECT row_to_json(f)::text AS text FROM identity.factor f`;
  const bytes = Secret.fromBase32(secret);
  for (const { text } of rows)
    for (const form of [secret, bytes.hex, Buffer.from(bytes.bytes).toString("base64url")])
      expect(text).not.toContain(form);
  const other = await withFactor();
  await db`UPDATE identity.factor SET sealed_secret = (SELECT sealed_secret FROM identity.factor WHERE id = ${factorId}) WHERE id = ${other.factorId}`;
  await expect(
    verifyFactor(accounts, { ...other, factorId: other.factorId as Uuid, code: totpCode(secret, 1) }),
  ).rejects.toThrow("does not open");
});

test("a first factor ends what its own account had begun at a provider, and nobody else's", async () => {
  const [hers, his] = [await someone(), await someone()];
  const begin = (userId: Uuid) =>
    db`INSERT INTO identity.flow_state (id, provider, state_hash, code_challenge, redirect_to, links_to, expires_at)
       VALUES (gen_random_uuid(), 'google', gen_random_uuid()::text, 'c', '/', ${userId}, now() + interval '5 minutes')`;
  for (const { userId } of [hers, his]) await begin(userId);
  const made = succeeded(await enrolFactor(accounts, { ...hers, friendlyName: "" }));
  await verifyFactor(accounts, {
    ...hers,
    factorId: made.factorId,
    code: totpCode(made.secret),
  });
  const rows =
    await db`SELECT links_to FROM identity.flow_state WHERE links_to = ANY(${[hers.userId, his.userId]})`;
  expect(rows).toEqual([{ links_to: his.userId }]);
});

test("a new challenge is of one's own factor, deletes expired ones of it only, and leaves those that are open", async () => {
  const [hers, his] = [await withFactor(), await withFactor()];
  const open = async ({ userId, sessionHash, factorId }: typeof hers) => {
    const rows = await db`SELECT id FROM identity.session WHERE token = ${sessionHash}`;
    const made = await openChallenge(identity, { userId, sessionId: rows[0].id, factorId });
    return made?.id;
  };
  const [expired, stillOpen, elsewhere] = [await open(hers), await open(hers), await open(his)];
  await db`UPDATE identity.factor_challenge SET expires_at = now() - interval '1 second' WHERE id = ANY(${[expired, elsewhere]})`;
  const newest = await open(hers);
  expect(await open({ ...his, factorId: hers.factorId })).toBeUndefined();
  const rows =
    await db`SELECT id FROM identity.factor_challenge WHERE factor_id = ANY(${[hers.factorId, his.factorId]})`;
  expect(rows.map(({ id }) => id).sort()).toEqual([stillOpen, elsewhere, newest].sort());
});
