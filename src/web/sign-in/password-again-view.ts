/** What the password dialog shows, and sends once more. */
export type ReentryView = {
  /** The target of the form, as a path of ours with its query. */
  readonly action: string;
  /** What is about to happen, in a sentence. */
  readonly purpose: string;
  readonly fullName: string;
  readonly email: string;
  /** All entered values and the clicked button; secrets are left out and have to be typed again. */
  readonly typed: readonly (readonly [name: string, value: string])[];
  /** Whether a passkey may be used instead. */
  readonly passkey: "offer" | "none";
  readonly error: string | null;
};

/** The field with the password; a form may also contain it from the beginning. */
export const reentryField = "current_password";
/** The field with what a passkey has signed instead. */
export const reentryKeyField = "passkey_response";
