/** What somebody asks for an address at the very moment at which its account moves to another one. */

import { describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { askAddressChange, changeAddress } from "#platform/identity/accounts/change-address.server.ts";
import { findOrMakeProvenAccount } from "#platform/identity/accounts/claim-registration.server.ts";
import { confirmAddress, confirmWithNewForm } from "#platform/identity/accounts/confirm-account.server.ts";
import { registerAccount, resendConfirmation } from "#platform/identity/accounts/register-account.server.ts";
import { sendCode } from "#platform/identity/letters/send-code.server.ts";
import { verifyLetter } from "#platform/identity/letters/verify-letter.server.ts";
import { findOrMakeAccount } from "#platform/identity/oidc/oidc-account.server.ts";
import type { OidcProvider } from "#platform/identity/oidc/oidc-client.server.ts";
import { requestReset, resetPassword } from "#platform/identity/passwords/reset-password.server.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { goodPassword, testAccounts } from "#test/support/accounts.ts";
import { type Change, changedServices, withoutLock } from "#test/support/changed-statements.ts";
import { oneAfterAnother } from "#test/support/one-after-another.ts";
import { succeeded } from "#test/support/outcomes.ts";

type Accounts = Awaited<ReturnType<typeof testAccounts>>;
const origin = { userAgent: "Firefox on a phone", address: "203.0.113.77" };

/** Where the account of an address is read and not locked. */
const changed: Change = (statement, ask) =>
  ask(statement.name === "lock-account-of" ? withoutLock(statement) : statement);
const whole = await testAccounts();
const broken = await testAccounts({
  seenAs: (database) => changedServices({ database }, changed).database,
});
const meetings = new Map([
  [whole, await oneAfterAnother(whole)],
  [broken, await oneAfterAnother(broken)],
]);
let people = 0;

/** Prepares an act for the address: resolves to the call that runs at the moment of the move. */
type Begun = (accounts: Accounts, email: string) => Promise<() => Promise<unknown>>;
type Case = {
  readonly isProven: boolean;
  readonly begun: Begun;
  /** What the reader of the old mailbox does afterwards with an email of this kind, if it came. */
  readonly afterwards?: readonly [
    kind: "reset_password" | "confirm_address",
    use: (accounts: Accounts, token: string) => Promise<unknown>,
  ];
};

const anew = "alte valuri mari";
const owner = { fullName: "Ana Pop", phone: "0722 000 111" };
const signUp = ({ identity }: Accounts, email: string, browser?: string) =>
  registerAccount(identity, { ...owner, email, password: goodPassword, browser });

const cases: Record<string, Case> = {
  "a reset of the password": {
    isProven: true,
    begun:
      async ({ identity }, email) =>
      () =>
        requestReset(identity, email),
    afterwards: ["reset_password", ({ identity }, token) => resetPassword(identity, token, anew)],
  },
  "a sign-in with a provider": {
    isProven: true,
    async begun({ identity }, email) {
      const emailProof = "now" as const;
      const person = { subject: email, email, emailProof, nonce: undefined, fullName: "Ana Pop" };
      const provider = { name: "munca" } as OidcProvider;
      return () =>
        identity.database.withDuty("identity", (sql) =>
          findOrMakeAccount(identity, sql, { provider, person, address: "" }),
        );
    },
  },
  "a sign-in by a code": {
    isProven: true,
    async begun({ tokens, db }, email) {
      await sendCode(tokens, { purpose: "sign-in-code", email, address: origin.address });
      const [sent] =
        await db`SELECT variables->>'token' AS code FROM letters WHERE recipient = ${email} AND kind = 'one_time_code'`;
      return () => verifyLetter(tokens, { type: "email", token: sent?.code, email }, origin);
    },
  },
  "a new link for a sign-up without emails": {
    isProven: false,
    begun:
      async ({ identity }, email) =>
      () =>
        resendConfirmation(identity, { email, address: "" }),
    afterwards: [
      "confirm_address",
      ({ tokens }, token) => verifyLetter(tokens, { type: "signup", token, email: undefined }, origin),
    ],
  },
  "the link of such a sign-up, with a new form": {
    isProven: false,
    async begun({ identity, tokenFor, at }, email) {
      await resendConfirmation(identity, { email, address: "" });
      const link = at(await tokenFor(email, "confirm_address"));
      return () => confirmWithNewForm(identity, { ...link, ...owner, password: anew });
    },
  },
  "the link of another sign-up, in its browser": {
    isProven: false,
    async begun(accounts, email) {
      const browser = newSecretToken();
      await signUp(accounts, email, browser);
      const link = accounts.at(await accounts.tokenFor(email, "confirm_address"), { browser });
      return () => confirmAddress(accounts.identity, link);
    },
  },
  "the link of another sign-up, by an application": {
    isProven: false,
    async begun(accounts, email) {
      await signUp(accounts, email);
      const token = await accounts.tokenFor(email, "confirm_address");
      return () => verifyLetter(accounts.tokens, { type: "signup", token, email }, origin);
    },
  },
  "the proof of a guest": {
    isProven: false,
    async begun({ identity }, email) {
      const proven = { ...owner, email, passwordHash: "of the guest" };
      return () =>
        identity.database.withDuty("identity", (sql) => findOrMakeProvenAccount(identity, sql, proven));
    },
  },
};

/** The ways into an account. */
const waysInto = async ({ db }: Accounts, userId: Uuid) =>
  db`SELECT ARRAY(SELECT token FROM identity.session WHERE user_id = ${userId} ORDER BY token) AS sessions,
       ARRAY(SELECT provider_id || ' ' || coalesce(password, '') FROM identity.account WHERE user_id = ${userId} ORDER BY 1) AS accounts`;

/** The account has moved, and this is not committed, when the act begins. Resolves to whether the act reached it. */
async function reachesMoved(accounts: Accounts, { isProven, begun, afterwards }: Case): Promise<boolean> {
  const { identity, person, logIn, letters, lettersTo, tokenFor, later } = accounts;
  const email = `muta-${++people}@club.example`;
  if (isProven) await person(email);
  else {
    letters.on = false;
    await signUp(accounts, email);
  }
  const { userId, token } = succeeded(await logIn(email));
  letters.on = true;
  const act = await begun(accounts, email);
  await later(2);
  const mine = { userId, email, sessionHash: hashOfToken(token) };
  const newEmail = `nou-${email}`;
  succeeded(await askAddressChange(identity, { ...mine, newEmail, address: "" }));
  const link = new URL((await lettersTo(newEmail)).at(-1)?.link ?? "").searchParams.get("token") ?? "";
  const before = await waysInto(accounts, userId);
  const meet = meetings.get(accounts);
  if (!meet) throw new Error("no such accounts");
  const [moved] = await meet("profiles", () => changeAddress(identity, { token: link, signedIn: mine }), act);
  expect(moved).toMatchObject({ ok: true });
  if (afterwards && (await lettersTo(email)).some(({ kind }) => kind === afterwards[0]))
    await afterwards[1](accounts, await tokenFor(email, afterwards[0]));
  return JSON.stringify(await waysInto(accounts, userId)) !== JSON.stringify(before);
}

describe("at the moment of a move to another address, the old address leads into the account by no", () => {
  it.each(Object.entries(cases))("%s", async (_, one) => {
    expect(await reachesMoved(whole, one)).toBe(false);
  });
});

describe("where the account of an address is not locked, it does by", () => {
  it.each(Object.entries(cases))("%s", async (_, one) => {
    expect(await reachesMoved(broken, one)).toBe(true);
  });
});
