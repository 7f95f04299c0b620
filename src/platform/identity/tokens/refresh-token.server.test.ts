import { expect, test, vi } from "vitest";
import { grantByPassword, grantByRefresh } from "#platform/identity/tokens/grant-tokens.server.ts";
import { findBearer } from "#platform/identity/tokens/token-session.server.ts";
import { goodPassword, testAccounts } from "#test/support/accounts.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { hashOfToken, newSecretToken } from "./secret-token.server.ts";

const accounts = await testAccounts();
const { tokens, db, person } = accounts;
const origin = { userAgent: "a client", address: "203.0.113.9" };
let people = 0;

async function session() {
  const email = `om-${++people}@club.example`;
  await person(email);
  return succeeded(await grantByPassword(tokens, { email, password: goodPassword, ...origin }));
}
const refreshed = async (token: string): Promise<string> =>
  succeeded(await grantByRefresh(tokens, token)).refresh_token;
const past = (token: string, seconds: number) =>
  db`UPDATE identity.refresh_token SET used_at = used_at - make_interval(secs => ${seconds}) WHERE hash = ${hashOfToken(token)}`;
const rowsOf = async (userId: string) =>
  await db`SELECT s.id, count(t.id)::int AS tokens FROM identity.session s LEFT JOIN identity.refresh_token t ON t.session_id = s.id WHERE s.user_id = ${userId} GROUP BY 1`;
const used = { ok: false, refusal: "refresh_token_already_used" };
const unknown = { ok: false, refusal: "refresh_token_not_found" };

test("A14-17 a refresh token is exchanged once, for a new one and a new access token of the same session", async () => {
  const first = await session();
  const answer = succeeded(await grantByRefresh(tokens, first.refresh_token));
  expect(answer).toMatchObject({ token_type: "bearer", expires_in: 900, user: first.user });
  expect(answer.refresh_token).not.toBe(first.refresh_token);
  expect(answer.expires_at).toBeGreaterThanOrEqual(first.expires_at);
  const before = await findBearer(tokens, first.access_token);
  expect(before.ok).toBe(true);
  expect(await findBearer(tokens, answer.access_token)).toEqual(before);
  expect(await rowsOf(first.user.id)).toMatchObject([{ tokens: 2 }]);
});

test("a token that nobody gave out opens no transaction (one kind: cheap calls that hold a connection for long)", async () => {
  const begun = vi.spyOn(tokens.database, "withDuty");
  for (const token of [newSecretToken(), "x", ""])
    expect(await grantByRefresh(tokens, token)).toEqual(unknown);
  expect(begun).not.toHaveBeenCalled();
  begun.mockRestore();
});

test("refresh tokens are stored as hashes", async () => {
  const { refresh_token: token } = await session();
  const next = await refreshed(token);
  const rows = await db`SELECT row_to_json(t)::text AS text FROM identity.refresh_token t`;
  const all = rows.map(({ text }) => text).join("\n");
  expect(all).toContain(hashOfToken(token));
  expect(all).not.toContain(token);
  expect(all).not.toContain(next);
});

test("twenty refreshes at once get one and the same new token", async () => {
  const { refresh_token: token, user } = await session();
  const answers = await Promise.all(Array.from({ length: 20 }, () => refreshed(token)));
  expect(new Set(answers).size).toBe(1);
  expect(await rowsOf(user.id)).toMatchObject([{ tokens: 2 }]);
  expect(await refreshed(answers[0] ?? "")).not.toBe(answers[0]);
});

test("a lost answer can be asked for again within ten seconds, and not after", async () => {
  const { refresh_token: token, user } = await session();
  const next = await refreshed(token);
  await past(token, 9);
  expect(await refreshed(token)).toBe(next);
  await past(token, 2);
  expect(await grantByRefresh(tokens, token)).toEqual(used);
  expect(await rowsOf(user.id)).toEqual([]);
});

test("the parent's parent ends the whole family, and that stays although the request failed", async () => {
  const { refresh_token: oldest, access_token: access, user } = await session();
  const parent = await refreshed(oldest);
  const newest = await refreshed(parent);
  // within ten seconds, too: its successor has been used
  expect(await grantByRefresh(tokens, oldest)).toEqual(used);
  expect(await rowsOf(user.id)).toEqual([]);
  for (const token of [oldest, parent, newest]) expect(await grantByRefresh(tokens, token)).toEqual(unknown);
  expect(await findBearer(tokens, access)).toEqual({ ok: false, refusal: "session_not_found" });
});

test("one family's end leaves the person's other sessions alone", async () => {
  const one = await session();
  const email = one.user.email;
  const other = succeeded(await grantByPassword(tokens, { email, password: goodPassword, ...origin }));
  await refreshed(await refreshed(one.refresh_token));
  expect(await grantByRefresh(tokens, one.refresh_token)).toEqual(used);
  expect(await refreshed(other.refresh_token)).toBeTruthy();
});

test("what is no token of ours, or of a session that is over, is not found", async () => {
  for (const token of ["", "x", newSecretToken(), "x".repeat(100_000), `${newSecretToken()}\0`])
    expect(await grantByRefresh(tokens, token)).toEqual(unknown);
  const { refresh_token: token, user } = await session();
  await db`UPDATE identity.session SET expires_at = now() - interval '1 second' WHERE user_id = ${user.id}`;
  expect(await grantByRefresh(tokens, token)).toEqual(unknown);
});

test("I24: an access token works as long as its session stands, and 15 minutes", async () => {
  const { access_token: access, user } = await session();
  expect((await findBearer(tokens, access)).ok).toBe(true);
  await db`DELETE FROM identity.session WHERE user_id = ${user.id}`;
  expect(await findBearer(tokens, access)).toEqual({ ok: false, refusal: "session_not_found" });
});
