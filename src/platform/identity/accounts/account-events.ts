import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";

/**
 * A way to sign in was added, removed or used up; the owner gets an email. A changed address: the old one gets it.
 */
export const wayInChanges = [
  "address_changed",
  "factor_added",
  "factor_removed",
  "recovery_codes_renewed",
  "recovery_code_used",
  "passkey_added",
  "passkey_removed",
  "identity_linked",
  "identity_unlinked",
] as const;

export type WayInChange = (typeof wayInChanges)[number];

/** An entry about an account in the list of security events. */
type AccountEvent = {
  readonly kind:
    | WayInChange
    | "password_changed"
    | "password_reset"
    | "login_locked"
    | "admin_session_opened";
  /** Null when no account has the address. */
  readonly userId: Uuid | null;
};

/** How many ways to sign in there are besides the password. */
export type WaysInLeft = { readonly passkeys: number; readonly factors: number; readonly identities: number };

/** An email about an account. `token` is the secret of its link; it is stored nowhere. */
export type AccountLetter = { readonly userId: Uuid; readonly email: string } & (
  | { readonly kind: "confirm_address" | "confirm_new_address" | "reset_password"; readonly token: string }
  /** `token` is a code of six digits: to sign in, or to confirm a change. */
  | {
      readonly kind: "one_time_code";
      readonly token: string;
      readonly purpose: "sign-in-code" | "reauthenticate";
    }
  /** Somebody signed up with this confirmed address. The owner may want to know it, or has forgotten the account. */
  | { readonly kind: "address_known" }
  /** `left`: the number of other ways to sign in. */
  | { readonly kind: "password_changed"; readonly left: WaysInLeft }
  | { readonly kind: WayInChange }
  /** Goes to the account's present address: a session has asked to change it. */
  | { readonly kind: "address_change_asked" }
);

/**
 * The business reacts to changes of accounts here. Each callback runs in the transaction of the change, under the
 * duty "identity", so what it writes is committed with the account or not at all.
 */
export type AccountCallbacks = {
  /** Whether emails are sent at all. Without emails, sign-up needs no confirmation and no password can be reset. */
  lettersOn(): Promise<boolean>;
  onAccount(
    sql: Sql,
    account: { userId: Uuid; email: string; fullName: string; phone: string },
  ): Promise<void>;
  onConfirmed(sql: Sql, account: { userId: Uuid; email: string }): Promise<void>;
  /** The account was deleted because its address was never proven. Fails while another row refers to its profile. */
  onSwept(sql: Sql, userId: Uuid): Promise<void>;
  /** The account has a new address. This callback sends no email. */
  onAddressChanged(sql: Sql, account: { userId: Uuid; email: string }): Promise<void>;
  onLetter(sql: Sql, letter: AccountLetter): Promise<void>;
  onSecurityEvent(client: Sql, event: AccountEvent): Promise<void>;
};
