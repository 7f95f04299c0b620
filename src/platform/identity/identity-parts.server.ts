import type pg from "pg";
import type { Uuid } from "#kernel/id.ts";
import type { Database, Sql } from "#platform/database/database.server.ts";
import type { AccountLibrary } from "./account-library.server.ts";
import type { FactorDoor } from "./factors.server.ts";
import type { KnownBrowsers } from "./known-browser.server.ts";
import type { PasswordHashing } from "./password-hash.server.ts";
import type { AdminFactor } from "./role-of-session.ts";

/** A way into an account came, went or was used up; its owner hears of each. The address: goes to the one before. */
export type WayInChange =
  | "address_changed"
  | "factor_added"
  | "factor_removed"
  | "recovery_codes_renewed"
  | "recovery_code_used"
  | "passkey_added"
  | "passkey_removed"
  | "identity_linked"
  | "identity_unlinked";

/** What an operator is told of an account, beside what its owner is told. */
export type AccountEvent = {
  readonly kind:
    | WayInChange
    | "password_changed"
    | "password_reset"
    | "login_locked"
    | "admin_session_opened";
  /** Null when nobody has the address. */
  readonly userId: Uuid | null;
};

/** How many ways in there are beside the password. */
export type WaysInLeft = { readonly passkeys: number; readonly factors: number; readonly identities: number };

/** A letter that an account causes. `token` is the secret of its link; it exists here and in the letter only. */
export type AccountLetter = { readonly userId: Uuid; readonly email: string } & (
  | { readonly kind: "confirm_address" | "confirm_new_address" | "reset_password"; readonly token: string }
  /** Six digits to type; `token` is them. */
  | { readonly kind: "one_time_code"; readonly token: string }
  /** Somebody signed up with this confirmed address: its owner may want to know, or has forgotten. */
  | { readonly kind: "address_known" }
  /** With how many other ways into the account there are now. */
  | { readonly kind: "password_changed"; readonly left: WaysInLeft }
  | { readonly kind: WayInChange }
  /** To the address that an account has: somebody wants to give it another. */
  | { readonly kind: "address_change_asked" }
);

/**
 * What the business does about accounts. Each runs in the transaction of its cause, under the duty "identity": what
 * it writes commits with the account or not at all.
 */
export type AccountCallbacks = {
  /** Whether letters are sent at all; without them sign-up needs no confirmation and nobody can reset. */
  lettersOn(): Promise<boolean>;
  onAccount(
    sql: Sql,
    account: { userId: Uuid; email: string; fullName: string; phone: string },
  ): Promise<void>;
  onConfirmed(sql: Sql, account: { userId: Uuid; email: string }): Promise<void>;
  /** The account is gone, because nobody proved its address. Fails where something hangs on it. */
  onSwept(sql: Sql, userId: Uuid): Promise<void>;
  /** The account has another address now; the old one is not told here. */
  onAddressChanged(sql: Sql, account: { userId: Uuid; email: string }): Promise<void>;
  onLetter(sql: Sql, letter: AccountLetter): Promise<void>;
  onSecurityEvent(client: Pick<pg.ClientBase, "query">, event: AccountEvent): Promise<void>;
};

/** What the files of this door share. */
export type IdentityParts = {
  readonly factors: FactorDoor;
  readonly database: Database;
  readonly library: AccountLibrary;
  readonly hashing: PasswordHashing;
  readonly knownBrowsers: KnownBrowsers;
  readonly callbacks: AccountCallbacks;
  /** PUBLIC_ORIGIN: passkeys belong to its host. */
  readonly origin: string;
  readonly adminFactor: AdminFactor;
};
