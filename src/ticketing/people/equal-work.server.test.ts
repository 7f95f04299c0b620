import { expect, test } from "vitest";
import { newId } from "#kernel/id.ts";
import { registerAccount, resendConfirmation } from "#platform/identity/accounts/register-account.server.ts";
import { sendCode } from "#platform/identity/letters/send-code.server.ts";
import { requestReset } from "#platform/identity/passwords/reset-password.server.ts";
import { grantByPassword } from "#platform/identity/tokens/grant-tokens.server.ts";
import { signUpForTokens } from "#platform/identity/tokens/sign-up-for-tokens.server.ts";
import { testAccounts } from "#test/support/accounts.ts";

// no hash can be made: a call that needs one answers "busy", which shows that it does
const { identity, tokens, db, logIn } = await testAccounts({
  hashing: { concurrency: 0, waiting: 0 },
});
const known = "stiuta@club.example";
const userId = newId();
await db`WITH made AS (INSERT INTO identity."user" (id, name, email, email_verified) VALUES (${userId}, '', ${known}, true)),
     credential AS (INSERT INTO identity.account (id, user_id, provider_id, account_id, password) VALUES (${userId}, ${userId}, 'credential', ${userId}::text, '$argon2id$'))
   INSERT INTO profiles (id, email) VALUES (${userId}, ${known})`;
const form = { password: "nori peste mare", fullName: "Ana Pop", phone: "0722 000 000" };
const origin = { userAgent: "", address: "203.0.113.1" };

test.each([known, "nestiuta@club.example"])(
  "I26: a hash is made, whether the address has an account or not: %s",
  async (email) => {
    const wait = { ok: false, refusal: { reason: "busy", retryAfter: 5 } };
    expect(await logIn(email, "nu e parola")).toEqual(wait);
    expect(await grantByPassword(tokens, { email, password: "nu e parola", ...origin })).toEqual(wait);
    expect(await registerAccount(identity, { ...form, email })).toEqual({ ok: false, refusal: "busy" });
    expect(await signUpForTokens(tokens, { ...form, email }, origin)).toEqual({ ok: false, refusal: "busy" });
  },
);

test.each([
  ["a reset", (email: string) => requestReset(identity, email)],
  [
    "the letter of a confirmation again",
    (email: string) => resendConfirmation(identity, { email, address: "" }),
  ],
  [
    "a code to sign in with",
    (email: string) => sendCode(tokens, { purpose: "sign-in-code", email, address: origin.address }),
  ],
] as const)("I26: %s writes as much for an address that nobody has", async (_, ask) => {
  const counts = async () => {
    const rows = await db`SELECT coalesce(sum(count), 0)::int AS n FROM identity.throttle`;
    return rows[0].n;
  };
  // no row of an earlier call, so that each of this one is new
  await db`DELETE FROM identity.throttle`;
  const before = await counts();
  await ask(known);
  const written = (await counts()) - before;
  expect(written).toBeGreaterThan(0);
  await ask(`${newId()}@club.example`);
  expect(await counts()).toBe(before + 2 * written);
});
