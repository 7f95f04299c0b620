import { counted, spanInWords } from "#kernel/romanian.ts";
import { durations } from "#ticketing/limits.ts";
import { requestTexts } from "#web/request/request-texts.ts";

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

export const reentryTexts = {
  title: "Confirmă că ești tu",
  password: "Parola ta",
  passwordNow: "Parola de acum",
  show: "Arată",
  hide: "Ascunde",
  confirm: "Confirmă cu parola",
  or: "sau",
  usePasskey: "Folosește cheia de acces",
  passkeyWrong: "Cheia de acces nu a fost recunoscută. Scrie parola.",
  cancel: "Renunță",
  lasts: `Ține ${spanInWords(durations.freshProof)}, doar pe dispozitivul acesta.`,
  required: "Parola este obligatorie",
  wrong: "Parola nu este corectă",
  locked: (minutes: number) =>
    `Prea multe încercări. Așteaptă ${counted(minutes, { one: "minut", few: "minute", other: "minute" })}.`,
  busy: requestTexts.siteBusy,
} as const;
