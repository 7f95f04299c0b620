/** What the operator should know of changes to accounts and of attacks. */
export const securityEventKinds = [
  "login_locked",
  "step_up_failed",
  "admin_session_opened",
  "password_changed",
  "password_reset",
  "address_changed",
  "factor_added",
  "factor_removed",
  "recovery_codes_renewed",
  "recovery_code_used",
  "passkey_added",
  "passkey_removed",
  "identity_linked",
  "identity_unlinked",
  "role_changed",
  "data_exported",
  "origin_refused",
] as const;

export type SecurityEventKind = (typeof securityEventKinds)[number];

export type SecurityEvent = {
  readonly kind: SecurityEventKind;
  /** The account; null when there is none or it is unknown. */
  readonly personId: string | null;
  /** The person who did it; null for the operator, and for a person who is not signed in. */
  readonly actorId: string | null;
  /** A word or two of the program's own, such as the name of a file; never personal data. */
  readonly detail?: string | null;
};

/** The channel (`node:diagnostics_channel`) by which the host hears of each event that was written. */
export const securityEventChannel = "estival:security-event";
