/** What an operator wants to hear of accounts and doors. */
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
  /** Whose account it is about; null when nobody's, or when it is not known whose. */
  readonly personId: string | null;
  /** Who did it; null for whoever runs the machine, and for somebody who is not signed in. */
  readonly actorId: string | null;
  /** One word or two of the program's own, such as the name of a file; never what a person is called (decision 33). */
  readonly detail?: string | null;
};

/** Where the host hears of each event that was written (`node:diagnostics_channel`): it logs and counts it. */
export const securityEventChannel = "estival:security-event";
