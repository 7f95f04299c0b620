import { hkdfSync } from "node:crypto";
import type { Database } from "#platform/database/database.server.ts";
import type { AccountCallbacks } from "./accounts/account-events.ts";
import { type Factors, openFactors, type SecretSeal } from "./factors/factors.server.ts";
import { type HashingOptions, openHashing, type PasswordHashing } from "./passwords/hashing.server.ts";
import { type KnownBrowsers, openKnownBrowsers } from "./sessions/known-browser.server.ts";

/** The context of the functions about accounts, their first parameter. Made once for a process. */
export type Identity = {
  readonly database: Database;
  readonly hashing: PasswordHashing;
  readonly factors: Factors;
  readonly knownBrowsers: KnownBrowsers;
  readonly callbacks: AccountCallbacks;
  /** PUBLIC_ORIGIN. Passkeys belong to its host. */
  readonly origin: string;
  /** Derived from APP_SECRET. Without it, nobody can make a token or code from the stored rows. */
  readonly tokenSecret: string;
};

export type IdentityOptions = Pick<Identity, "database" | "callbacks" | "origin"> & {
  /** APP_SECRET. Tokens of browsers, recovery codes and refresh tokens are derived from it. */
  readonly secret: string;
  /** Encrypts the secrets of second factors, which must be read again. */
  readonly seal: SecretSeal;
  /** The name that authenticator applications show for the account. */
  readonly club?: string;
  readonly hashing?: HashingOptions;
};

export function openIdentity({
  database,
  callbacks,
  origin,
  secret,
  seal,
  club = "Estival",
  hashing,
}: IdentityOptions): Identity {
  return {
    database,
    callbacks,
    origin,
    hashing: openHashing(hashing),
    factors: openFactors(seal, club, secret),
    knownBrowsers: openKnownBrowsers(secret),
    tokenSecret: Buffer.from(hkdfSync("sha256", secret, "estival", "identity-tokens", 32)).toString("hex"),
  };
}
