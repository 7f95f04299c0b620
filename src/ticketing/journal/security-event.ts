import { wayInChanges } from "#platform/identity/accounts/account-events.ts";

/** The changes to accounts, and the attacks, that the operator should know of. */
export const securityEventKinds = [
  "login_locked",
  "step_up_failed",
  "admin_session_opened",
  "password_changed",
  "password_reset",
  ...wayInChanges,
  "role_changed",
  "data_exported",
  "origin_refused",
] as const;

export type SecurityEventKind = (typeof securityEventKinds)[number];

export type SecurityEvent = {
  readonly kind: SecurityEventKind;
  /** The account; null when there is none, or when it is unknown. */
  readonly personId: string | null;
  /** The person who did it; null for the operator and for a person who is not signed in. */
  readonly actorId: string | null;
  /** A word or two that the program chose, such as the name of a file. Never personal data. */
  readonly detail?: string | null;
};

/** The channel (`node:diagnostics_channel`) on which the host receives each written event. */
export const securityEventChannel = "estival:security-event";
