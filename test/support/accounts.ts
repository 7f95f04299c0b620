import pg from "pg";
import { afterAll } from "vitest";
import { openDatabase } from "#platform/database/database.server.ts";
import type { LinkPress } from "#platform/identity/confirm-account.server.ts";
import { type IdentityOptions, openIdentity } from "#platform/identity/identity.server.ts";
import { newSecretToken } from "#platform/identity/secret-token.server.ts";
import { keySealOf } from "#platform/signing/sealed-key.server.ts";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import { accountCallbacks } from "#ticketing/people/account-callbacks.server.ts";
import { testDatabase } from "./database.ts";

export const siteOrigin = "https://bilete.example";
export const goodPassword = "nori peste mare";

/** A database with the real door to accounts before it, the letters it has written, and the owner's view on it all. */
export async function testAccounts(options: Partial<Pick<IdentityOptions, "hashing" | "adminFactor">> = {}) {
  const { ownerUrl, urls } = await testDatabase();
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const database = openDatabase({ urls, rolePrefix: "app" });
  const letters = { on: true };
  const identity = await openIdentity({
    database,
    secret: "a secret for tests of at least 32 bytes",
    origin: siteOrigin,
    seal: keySealOf("a secret for tests of at least 32 bytes", "second-factors"),
    callbacks: accountCallbacks({ origin: siteOrigin, lettersOn: async () => letters.on }),
    hashing: { concurrency: 2, ...options.hashing },
    adminFactor: options.adminFactor ?? "offered",
  });
  const keys = await openSigningKeys({ database, appSecret: "a secret for tests of at least 32 bytes" });
  const tokens = identity.tokenService({ signer: keys, issuer: `${siteOrigin}/auth/v1` });
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

  /** The token of the newest letter of this kind. */
  async function tokenFor(recipient: string, kind: "confirm_address" | "reset_password"): Promise<string> {
    const newest = (await lettersTo(recipient)).filter((letter) => letter.kind === kind).at(-1);
    const token = newest && new URL(newest.link).searchParams.get("token");
    if (!token) throw new Error(`no letter of this kind to ${recipient}`);
    return token;
  }

  /** Somebody at the page behind a link, in a browser that nobody knows unless it is told. */
  const at = (token: string, known: Partial<LinkPress> = {}): LinkPress => ({
    ...{ token, browser: null, signedIn: null },
    ...{ userAgent: "Firefox on a phone", address: "203.0.113.77" },
    ...known,
  });

  /** Registered and confirmed in the same browser, and signed out again there. */
  async function person(email: string): Promise<{ userId: string }> {
    const browser = newSecretToken();
    await identity.register({
      ...{ email, password: goodPassword, browser },
      ...{ fullName: "Ana Pop", phone: "0722 000 000" },
    });
    const token = await tokenFor(email, "confirm_address");
    const confirmed = await identity.confirmAddress(at(token, { browser }));
    if (!confirmed.ok) throw new Error("could not confirm");
    await identity.logout(confirmed.value.opened?.token ?? "");
    return { userId: confirmed.value.userId };
  }

  return {
    ownerUrl,
    loginUrl: urls.public,
    database,
    owner,
    identity,
    keys,
    tokens,
    letters,
    lettersTo,
    tokenFor,
    at,
    person,
    logIn: (email: string, password: string = goodPassword) =>
      identity.login({ email, password, userAgent: "Firefox on a phone", address: "203.0.113.77" }),
    /** Moves the past further back: what the throttle remembers is this many minutes older. */
    async later(minutes: number): Promise<void> {
      await owner.query(
        `UPDATE identity.throttle SET since = since - make_interval(secs => $1),
           last_at = last_at - make_interval(secs => $1), blocked_until = blocked_until - make_interval(secs => $1)`,
        [minutes * 60],
      );
    },
  };
}
