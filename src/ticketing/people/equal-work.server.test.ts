import { expect, test } from "vitest";
import { newId } from "#kernel/id.ts";
import { testAccounts } from "#test/support/accounts.ts";

// no room for a single hash: whoever asks for one is told to come back, and that shows who asks
const { identity, tokens, owner, logIn } = await testAccounts({ hashing: { concurrency: 0, waiting: 0 } });
const known = "stiuta@club.example";
const userId = newId();
await owner.query(
  `WITH made AS (INSERT INTO identity."user" (id, name, email, email_verified) VALUES ($1, '', $2, true)),
     credential AS (INSERT INTO identity.account (id, user_id, provider_id, account_id, password) VALUES ($1, $1, 'credential', $1::text, '$argon2id$'))
   INSERT INTO profiles (id, email) VALUES ($1, $2)`,
  [userId, known],
);
const form = { password: "nori peste mare", fullName: "Ana Pop", phone: "0722 000 000" };
const origin = { userAgent: "", address: "203.0.113.1" };

test.each([known, "nestiuta@club.example"])(
  "I26, attack 46, 47: a hash is asked for, whether the address has an account or not: %s",
  async (email) => {
    const wait = { ok: false, refusal: { reason: "busy", retryAfter: 5 } };
    expect(await logIn(email, "nu e parola")).toEqual(wait);
    expect(await tokens.byPassword({ email, password: "nu e parola", ...origin })).toEqual(wait);
    expect(await identity.register({ ...form, email })).toEqual({ ok: false, refusal: "busy" });
    expect(await tokens.signUp({ ...form, email }, origin)).toEqual({ ok: false, refusal: "busy" });
  },
);
