import { createHmac } from "node:crypto";
import pg from "pg";
import { afterAll } from "vitest";
import type { Database } from "#platform/database/database.server.ts";
import type { LinkConfirmation } from "#platform/identity/accounts/confirm-account.server.ts";
import { confirmAddress } from "#platform/identity/accounts/confirm-account.server.ts";
import { registerAccount } from "#platform/identity/accounts/register-account.server.ts";
import { type IdentityOptions, openIdentity } from "#platform/identity/identity.server.ts";
import type { HashingOptions } from "#platform/identity/passwords/hashing.server.ts";
import { login } from "#platform/identity/sessions/login.server.ts";
import { logout } from "#platform/identity/sessions/sessions.server.ts";
import { newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { openTokenService } from "#platform/identity/tokens/token-service.server.ts";
import { keySealOf } from "#platform/signing/sealed-key.server.ts";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import { accountCallbacks } from "#ticketing/people/account-callbacks.server.ts";
import { openTestDatabase, testDatabase } from "./database.ts";
import { queriesOf } from "./queries.ts";

export const siteOrigin = "https://bilete.example";
export const goodPassword = "nori peste mare";

/** Hashes of no strength, for what is not about hashing. */
const quickly: HashingOptions["derive"] = async (password, salt, _strength, length) =>
  createHmac("sha512", salt).update(password).digest().subarray(0, length);

/** A database with the real identity adapter, its queued emails, and the owner's connection. Without `hashing` it hashes quickly. */
export async function testAccounts(
  options: Partial<Pick<IdentityOptions, "hashing">> & {
    /** The database as the identity adapter sees it. */
    readonly seenAs?: (database: Database) => Database;
  } = {},
) {
  const { ownerUrl, urls } = await testDatabase();
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const database = openTestDatabase(urls);
  const letters = { on: true };
  const identity = openIdentity({
    database: options.seenAs?.(database) ?? database,
    secret: "a secret for tests of at least 32 bytes",
    origin: siteOrigin,
    seal: keySealOf("a secret for tests of at least 32 bytes", "second-factors"),
    callbacks: accountCallbacks({ origin: siteOrigin, lettersOn: async () => letters.on }),
    hashing: options.hashing ?? { concurrency: 2, derive: quickly },
  });
  const keys = await openSigningKeys({ database, appSecret: "a secret for tests of at least 32 bytes" });
  const tokens = openTokenService(identity, { signer: keys, issuer: `${siteOrigin}/auth/v1` });
  afterAll(async () => {
    await database.close();
    await owner.end();
  });

  async function lettersTo(recipient: string): Promise<{ kind: string; link: string }[]> {
    const { rows } = await owner.query(
      "SELECT kind, variables->>'action_url' AS link FROM letters WHERE recipient = $1 ORDER BY id",
      [recipient],
    );
    return rows;
  }

  /** The token of the newest email of this kind. */
  async function tokenFor(recipient: string, kind: "confirm_address" | "reset_password"): Promise<string> {
    const newest = (await lettersTo(recipient)).filter((letter) => letter.kind === kind).at(-1);
    const token = newest && new URL(newest.link).searchParams.get("token");
    if (!token) throw new Error(`no letter of this kind to ${recipient}`);
    return token;
  }

  /** A person at the page behind a link, in a browser that is unknown unless given. */
  const at = (token: string, known: Partial<LinkConfirmation> = {}): LinkConfirmation => ({
    token,
    browser: null,
    signedIn: null,
    userAgent: "Firefox on a phone",
    address: "203.0.113.77",
    ...known,
  });

  /** Registered and confirmed in the same browser, and signed out there again. */
  async function person(email: string): Promise<{ userId: string }> {
    const browser = newSecretToken();
    await registerAccount(identity, {
      email,
      password: goodPassword,
      browser,
      fullName: "Ana Pop",
      phone: "0722 000 000",
    });
    const token = await tokenFor(email, "confirm_address");
    const confirmed = await confirmAddress(identity, at(token, { browser }));
    if (!confirmed.ok) throw new Error("could not confirm");
    await logout(identity, confirmed.value.opened?.token ?? "");
    return { userId: confirmed.value.userId };
  }

  return {
    ownerUrl,
    loginUrl: urls.public,
    database,
    owner,
    db: queriesOf(owner),
    identity,
    keys,
    tokens,
    letters,
    lettersTo,
    tokenFor,
    at,
    person,
    logIn: (email: string, password: string = goodPassword) =>
      login(identity, { email, password, userAgent: "Firefox on a phone", address: "203.0.113.77" }),
    /** Moves the throttle's counts back by this many minutes. */
    async later(minutes: number): Promise<void> {
      await owner.query(
        `UPDATE identity.throttle SET since = since - make_interval(secs => $1),
           last_at = last_at - make_interval(secs => $1), blocked_until = blocked_until - make_interval(secs => $1)`,
        [minutes * 60],
      );
    },
  };
}
