import { askAddressChange } from "#platform/identity/accounts/change-address.server.ts";
import {
  addPasskey,
  askForPasskey,
  loginWithPasskey,
  offerPasskey,
} from "#platform/identity/factors/passkeys.server.ts";
import { changePassword } from "#platform/identity/passwords/change-password.server.ts";
import { requestReset, resetPassword } from "#platform/identity/passwords/reset-password.server.ts";
/** What somebody with an open session begins at the very moment of the owner's reset of the password. */

import { describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { goodPassword, siteOrigin, testAccounts } from "#test/support/accounts.ts";
import { elsewhereCalls, hashed, newVerifier } from "#test/support/elsewhere-calls.ts";
import { oneAfterAnother, pausingDatabase } from "#test/support/one-after-another.ts";
import { softPasskey } from "#test/support/soft-passkey.ts";

const next = "alte valuri mari";
const agent = { userAgent: "Firefox on a phone", address: "203.0.113.77" };
type Accounts = Awaited<ReturnType<typeof testAccounts>>;
type Thief = { readonly userId: Uuid; readonly email: string; readonly sessionHash: string };
/** Prepares an act before the reset. Resolves to the call that runs at the same moment. */
type Begun = (accounts: Accounts, thief: Thief) => Promise<() => Promise<unknown>>;

const elsewhere = await elsewhereCalls();
const { provider, call, visit, exchange } = elsewhere;

/** The same database without the lock of an account. */
function withoutLock(database: Database): Database {
  const unlocked = (sql: Sql): Sql => {
    const query = (given: unknown, ...more: unknown[]) =>
      (given as { name?: string }).name === "lock-account"
        ? Promise.resolve({ rows: [], rowCount: 0 })
        : (sql.query.bind(sql) as (...all: unknown[]) => unknown)(given, ...more);
    return new Proxy(sql, {
      get: (target, name) => (name === "query" ? query : Reflect.get(target, name, target)),
    });
  };
  return { ...database, withDuty: (duty, work) => database.withDuty(duty, (sql) => work(unlocked(sql))) };
}

const { seenAs, upToTransaction } = pausingDatabase();
const whole = await testAccounts({ seenAs });
const broken = await testAccounts({ seenAs: (database) => seenAs(withoutLock(database)) });
const meeting = new Map(
  await Promise.all(
    [elsewhere.accounts, whole, broken].map(
      async (accounts) => [accounts, await oneAfterAnother(accounts)] as const,
    ),
  ),
);

let people = 0;

/**
 * The reset has written everything but its email, and is not committed, when the act begins; or the other way round.
 * Resolves to the answer of the act, and to every way in that is left beside the new password.
 */
async function duringReset(accounts: Accounts, begun: Begun, first: "reset" | "act" = "reset") {
  const { identity, owner, person, logIn, tokenFor } = accounts;
  const email = `cursa-${++people}@munca.example`;
  const userId = (await person(email)).userId as Uuid;
  const opened = await logIn(email);
  if (!opened.ok) throw new Error("no session");
  const act = await begun(accounts, { userId, email, sessionHash: hashOfToken(opened.value.token) });
  await requestReset(identity, email);
  const token = await tokenFor(email, "reset_password");

  const meet = meeting.get(accounts);
  if (!meet) throw new Error("no such accounts");
  const resetting = () => resetPassword(identity, token, next);
  const [reset, answer] =
    first === "reset"
      ? await meet("letters", resetting, act)
      : (await meet("letters", act, resetting)).reverse();
  expect(reset).toMatchObject({ ok: true });
  const { rows } = await owner.query(
    `SELECT (SELECT count(*)::int FROM identity.session WHERE user_id = $1) AS sessions, (SELECT count(*)::int FROM identity.passkey WHERE user_id = $1) AS keys,
       (SELECT count(*)::int FROM identity.account WHERE user_id = $1 AND provider_id <> 'credential') AS links,
       (SELECT count(*)::int FROM identity.flow_state WHERE user_id = $1 OR links_to = $1) AS flows,
       (SELECT count(*)::int FROM identity.verification WHERE value LIKE $1::text || '%') AS tokens`,
    [userId],
  );
  return { answer, left: rows[0], works: (await logIn(email, next)).ok };
}

const refused = (refusal: string) => ({ ok: false, refusal });
const none = { sessions: 0, keys: 0, links: 0, flows: 0, tokens: 0 };

const anotherAddress: Begun = async ({ identity }, thief) => {
  const newEmail = `hot-${thief.email}`;
  return () => askAddressChange(identity, { ...thief, newEmail, address: "" });
};
const anotherPassword: Begun = async ({ identity }, thief) => {
  return () => changePassword(identity, { ...thief, password: "parola hotului" });
};
const newKey: Begun = async ({ identity }, thief) => {
  const response = softPasskey().create(await offerPasskey(identity, { ...thief, fullName: null }));
  return upToTransaction(() => addPasskey(identity, { ...thief, name: "al hoțului", response }));
};
const login: Begun = async ({ identity }, thief) => {
  const key = softPasskey();
  const response = key.create(await offerPasskey(identity, { ...thief, fullName: null }));
  expect(await addPasskey(identity, { ...thief, name: "al hoțului", response })).toMatchObject({ ok: true });
  const shown = key.show(await askForPasskey(identity));
  return upToTransaction(() => loginWithPasskey(identity, { response: shown, ...agent }));
};

describe("an act at the moment of a reset leaves no way in:", () => {
  it.each([
    ["another address", anotherAddress, "session_not_found"],
    ["another password", anotherPassword, "session_not_found"],
    ["a new key", newKey, "not_verified"],
    ["a login by a key", login, "not_verified"],
  ] as const)("%s", async (_, begun, refusal) => {
    const { answer, left, works } = await duringReset(whole, begun);
    expect(answer).toEqual(refused(refusal));
    expect(left).toEqual(none);
    expect(works).toBe(true);
  });

  it.each([
    ["another address", anotherAddress, { tokens: 1 }],
    ["a new key", newKey, { keys: 1 }],
    ["a login by a key", login, { sessions: 1 }],
  ] as const)("%s does, where the account is not locked", async (_, begun, outlives) => {
    const { answer, left } = await duringReset(broken, begun);
    expect(answer).toMatchObject({ ok: true });
    expect(left).toMatchObject(outlives);
  });
});

describe("an act through a provider at the moment of a reset leaves no way in:", () => {
  const bearer = async (email: string): Promise<string> =>
    (await call("/token?grant_type=password", { email, password: goodPassword })).body.access_token;
  const authorize = (token: string, verifier: string) => {
    const query = new URLSearchParams({
      provider: "munca",
      redirect_to: `${siteOrigin}/profile`,
      skip_http_redirect: "true",
      code_challenge: hashed(verifier),
      code_challenge_method: "s256",
    });
    return call(`/user/identities/authorize?${query}`, undefined, { token });
  };
  const linked = async ({ owner }: Accounts, userId: Uuid, subject: string) => {
    await owner.query(
      "INSERT INTO identity.account (id, user_id, provider_id, account_id) VALUES (gen_random_uuid(), $1, 'munca', $2)",
      [userId, subject],
    );
    provider.setPerson({ sub: subject, email: "hot@altundeva.example", email_verified: true });
  };

  const ended: Begun = async (_, { email }) => {
    const verifier = newVerifier();
    provider.setPerson({ sub: "r-1" });
    const { body } = await authorize(await bearer(email), verifier);
    const back = await fetch(body.url, { redirect: "manual" });
    const answered = await call(`/callback${new URL(back.headers.get("location") ?? "").search}`);
    const code = new URL(answered.location ?? siteOrigin).searchParams.get("code") ?? "";
    return () => exchange(code, verifier);
  };

  it.each<[string, string, Begun]>([
    [
      "the beginning of a link",
      "session_not_found",
      async (_, { email }) => {
        const token = await bearer(email);
        return () => authorize(token, newVerifier());
      },
    ],
    ["the completion of a link", "flow_state_not_found", ended],
    [
      "a link by a token of the provider",
      "session_not_found",
      async (_, { email }) => {
        const token = await bearer(email);
        const body = {
          provider: "munca",
          id_token: await provider.idToken({ sub: "r-2" }),
          link_identity: true,
        };
        return () => call("/token?grant_type=id_token", body, { token });
      },
    ],
    [
      "a sign-in by a link that the reset removes",
      "flow_state_not_found",
      async (accounts, { userId }) => {
        await linked(accounts, userId, "r-3");
        const verifier = newVerifier();
        const { code } = await visit(verifier);
        return () => exchange(code, verifier);
      },
    ],
    [
      "a sign-in by the provider's token for such a link",
      "provider_email_needs_verification",
      async (accounts, { userId }) => {
        await linked(accounts, userId, "r-4");
        const id_token = await provider.idToken({ sub: "r-4", email: "hot@altundeva.example" });
        return () => call("/token?grant_type=id_token", { provider: "munca", id_token });
      },
    ],
  ])("%s", async (_, error_code, begun) => {
    const { answer, left } = await duringReset(elsewhere.accounts, begun);
    expect(answer).toMatchObject({ body: { error_code } });
    expect(left).toEqual(none);
  });

  it("a link that is completed just before it", async () => {
    const { answer, left } = await duringReset(elsewhere.accounts, ended, "act");
    expect(answer).toMatchObject({ status: 200 });
    expect(left).toEqual(none);
  });
});
