import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";

/** A way into an account was added, removed or used up; the owner gets an email. For a new address: the old one gets it. */
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

/** An entry about an account in the list of security events. */
type AccountEvent = {
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

/** An email about an account. `token` is the secret of its link; it is stored nowhere. */
export type AccountLetter = { readonly userId: Uuid; readonly email: string } & (
  | { readonly kind: "confirm_address" | "confirm_new_address" | "reset_password"; readonly token: string }
  /** `token` is six digits to type. */
  | { readonly kind: "one_time_code"; readonly token: string }
  /** A sign-up with this confirmed address: its owner may want to know of it, or has forgotten the account. */
  | { readonly kind: "address_known" }
  /** With the number of other ways in. */
  | { readonly kind: "password_changed"; readonly left: WaysInLeft }
  | { readonly kind: WayInChange }
  /** To the present address of an account: a session has asked to change it. */
  | { readonly kind: "address_change_asked" }
);

/**
 * What the business does when accounts change. Each runs in the transaction of the change, under the duty "identity":
 * what it writes is committed with the account or not at all.
 */
export type AccountCallbacks = {
  /** Whether emails are sent at all; without them sign-up needs no confirmation, and no password can be reset. */
  lettersOn(): Promise<boolean>;
  onAccount(
    sql: Sql,
    account: { userId: Uuid; email: string; fullName: string; phone: string },
  ): Promise<void>;
  onConfirmed(sql: Sql, account: { userId: Uuid; email: string }): Promise<void>;
  /** The account was deleted, because its address was never proven. Fails while something refers to its profile. */
  onSwept(sql: Sql, userId: Uuid): Promise<void>;
  /** The account has another address now. No email is sent here. */
  onAddressChanged(sql: Sql, account: { userId: Uuid; email: string }): Promise<void>;
  onLetter(sql: Sql, letter: AccountLetter): Promise<void>;
  onSecurityEvent(client: Sql, event: AccountEvent): Promise<void>;
};
