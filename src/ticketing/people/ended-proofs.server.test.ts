/** What was begun with an account, by what its owner then does to keep somebody else out. */

import { describe, expect, test } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { keepAccount } from "#platform/identity/accounts/keep-account.server.ts";
import { sendCode } from "#platform/identity/letters/send-code.server.ts";
import { verifyLetter } from "#platform/identity/letters/verify-letter.server.ts";
import { changePassword } from "#platform/identity/passwords/change-password.server.ts";
import { requestReset, resetPassword } from "#platform/identity/passwords/reset-password.server.ts";
import {
  endOtherSessions,
  endSession,
  listSessions,
  signOut,
} from "#platform/identity/sessions/own-sessions.server.ts";
import { changeAccount } from "#platform/identity/tokens/change-account.server.ts";
import { grantByPassword } from "#platform/identity/tokens/grant-tokens.server.ts";
import { endsWithSessions, type StoredPurpose } from "#platform/identity/tokens/one-time-token.server.ts";
import { type BearerSession, findBearer } from "#platform/identity/tokens/token-session.server.ts";
import { goodPassword, testAccounts } from "#test/support/accounts.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { appointPerson, createAdministrator } from "./appoint-person.server.ts";

const accounts = await testAccounts();
const { identity, tokens, db, person, logIn, tokenFor } = accounts;
const next = "alte valuri mari";
const origin = { userAgent: "", address: "203.0.113.9" };
const purposes = Object.keys(endsWithSessions) as StoredPurpose[];
const stay = ["confirm-address", "guest-code", "passkey-login", "reset-password"];

type Mine = BearerSession & { readonly email: string };

/** Each act, and whether it ends what was begun. */
const acts: Record<string, { act: (mine: Mine) => Promise<unknown>; ends: boolean }> = {
  "a new password, by an application": {
    ends: true,
    act: (mine) => changeAccount(tokens, { ...mine, address: "" }, { password: next }),
  },
  "a new password, on the page": {
    ends: true,
    act: (mine) => changePassword(identity, { ...mine, password: next }),
  },
  "a reset by email": {
    ends: true,
    async act({ email }) {
      await requestReset(identity, email);
      return resetPassword(identity, await tokenFor(email, "reset_password"), next);
    },
  },
  "a new password, by the operator": {
    ends: true,
    act: ({ email }) => keepAccount(identity, { email, password: next, fullName: "", phone: "" }),
  },
  "another role": {
    ends: true,
    async act({ userId }) {
      const chief = { email: "sefa@club.example", password: next, fullName: "Șefa", phone: "" };
      const by = succeeded(await createAdministrator(accounts, chief)).userId;
      return appointPerson(accounts, { userId, role: "gate", by });
    },
  },
  "a sign-out everywhere": { ends: true, act: (mine) => signOut(tokens, mine, "global") },
  "a sign-out of all others": { ends: true, act: (mine) => signOut(tokens, mine, "others") },
  "the end of all others, on the page": { ends: true, act: (mine) => endOtherSessions(identity, mine) },
  "a sign-out here": { ends: false, act: (mine) => signOut(tokens, mine, "local") },
  "the end of one other session": {
    ends: false,
    async act(mine) {
      const [, other] = await listSessions(identity, mine);
      return endSession(identity, { ...mine, sessionId: other?.id ?? "" });
    },
  },
};
let people = 0;

async function signedIn(): Promise<Mine> {
  const email = `inceput-${++people}@club.example`;
  await person(email);
  await logIn(email);
  const granted = succeeded(await grantByPassword(tokens, { email, password: goodPassword, ...origin }));
  return { ...succeeded(await findBearer(tokens, granted.access_token)), email };
}

async function lastCodeTo(email: string): Promise<string> {
  const rows =
    await db`SELECT variables->>'token' AS code FROM letters WHERE recipient = ${email} AND kind = 'one_time_code' ORDER BY id DESC LIMIT 1`;
  return rows[0]?.code;
}

/** One open row of each purpose, of the account alone and with more behind it, and each kind of flow and factor. */
async function beginAll(userId: Uuid) {
  for (const purpose of purposes)
    for (const value of [userId, `${userId} x`])
      await db`INSERT INTO identity.verification (id, identifier, value, expires_at) VALUES (gen_random_uuid(), ${purpose}::text || ':' || gen_random_uuid(), ${value}, now() + interval '1 hour')`;
  for (const [owner, linksTo] of [
    [userId, null],
    [null, userId],
  ])
    await db`INSERT INTO identity.flow_state (id, provider, state_hash, code_challenge, redirect_to, user_id, links_to, expires_at) VALUES (gen_random_uuid(), 'munca', gen_random_uuid(), 'c', '/', ${owner}::uuid, ${linksTo}::uuid, now() + interval '1 hour')`;
  await db`INSERT INTO identity.factor (id, user_id, friendly_name, sealed_secret) VALUES (gen_random_uuid(), ${userId}, 'început', 'x')`;
}

async function leftOf(userId: Uuid) {
  const rows = await db`SELECT split_part(identifier, ':', 1) AS purpose, count(*)::int AS n
    FROM identity.verification WHERE value LIKE ${userId}::text || '%' GROUP BY 1 ORDER BY 1`;
  const [more] =
    await db`SELECT (SELECT count(*)::int FROM identity.flow_state WHERE user_id = ${userId}) AS "signIns",
    (SELECT count(*)::int FROM identity.flow_state WHERE links_to = ${userId}) AS links,
    (SELECT count(*)::int FROM identity.factor WHERE user_id = ${userId} AND status = 'unverified') AS factors`;
  return { purposes: rows.map(({ purpose }) => purpose), ...more };
}

describe.each(Object.entries(acts))("%s", (_, { act, ends }) => {
  test("ends all that was begun and signs in, proves the person or adds a way in; or nothing but links (one kind: what was begun outlives what keeps somebody out)", async () => {
    const mine = await signedIn();
    await beginAll(mine.userId);
    await act(mine);
    const all = { purposes: [...purposes].sort(), signIns: 1, links: 0, factors: 1 };
    const some = { purposes: stay, signIns: 0, links: 0, factors: 0 };
    expect(await leftOf(mine.userId)).toEqual(ends ? some : all);
  });

  test(`${ends ? "ends" : "leaves"} a code to sign in that is on its way`, async () => {
    const mine = await signedIn();
    const { email } = mine;
    await sendCode(tokens, { purpose: "sign-in-code", email, address: "" });
    const token = await lastCodeTo(email);
    expect(token).toMatch(/^\d{6}$/);
    await act(mine);
    expect((await verifyLetter(tokens, { type: "email", email, token }, origin)).ok).toBe(!ends);
  });
});

test("a new code still signs in after a new password", async () => {
  const mine = await signedIn();
  await acts["a new password, on the page"]?.act(mine);
  await sendCode(tokens, { purpose: "sign-in-code", email: mine.email, address: "" });
  const proof = { type: "email", email: mine.email, token: await lastCodeTo(mine.email) } as const;
  expect((await verifyLetter(tokens, proof, origin)).ok).toBe(true);
});
