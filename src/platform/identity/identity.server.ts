import { hkdfSync } from "node:crypto";
import type { Database } from "#platform/database/database.server.ts";
import type { AccountCallbacks } from "./accounts/account-events.ts";
import { type Factors, openFactors, type SecretSeal } from "./factors/factors.server.ts";
import { type HashingOptions, openHashing, type PasswordHashing } from "./passwords/hashing.server.ts";
import { type KnownBrowsers, openKnownBrowsers } from "./sessions/known-browser.server.ts";

/** What functions about accounts need; each takes it first. Made once for a process. */
export type Identity = {
  readonly database: Database;
  readonly hashing: PasswordHashing;
  readonly factors: Factors;
  readonly knownBrowsers: KnownBrowsers;
  readonly callbacks: AccountCallbacks;
  /** PUBLIC_ORIGIN: passkeys belong to its host. */
  readonly origin: string;
  /** Derived from APP_SECRET: without it, no token or code can be made from what is stored. */
  readonly tokenSecret: string;
};

export type IdentityOptions = Pick<Identity, "database" | "callbacks" | "origin"> & {
  /** APP_SECRET: tokens of browsers, recovery codes and refresh tokens are made with it. */
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
