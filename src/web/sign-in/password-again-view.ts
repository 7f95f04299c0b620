/** The content of the password dialog, and the values that it sends again. */
export type ReentryView = {
  /** The form's target: a path of our site with its query. */
  readonly action: string;
  /** A sentence that says what will happen. */
  readonly purpose: string;
  readonly fullName: string;
  readonly email: string;
  /** All typed values and the clicked button. Secrets are left out and must be typed again. */
  readonly typed: readonly (readonly [name: string, value: string])[];
  /** Whether a passkey may be used instead. */
  readonly passkey: "offer" | "none";
  readonly error: string | null;
};

/** The form field of the password. A form may also contain it from the start. */
export const reentryField = "current_password";
/** The form field of a passkey's signed answer, which replaces the password. */
export const reentryKeyField = "passkey_response";
/** Both, for forms that accept only the fields they know. */
export const reentryFields = [reentryField, reentryKeyField] as const;
