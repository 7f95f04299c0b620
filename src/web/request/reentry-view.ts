import { counted } from "#kernel/romanian.ts";

/** What the dialog that asks for the password again has to show, and to send once more. */
export type ReentryView = {
  /** Where the form was going, as a path of ours with its query. */
  readonly action: string;
  /** What is about to happen, in a sentence. */
  readonly purpose: string;
  readonly fullName: string;
  readonly email: string;
  /** Everything that was typed and pressed; secrets are left out and have to be typed again. */
  readonly typed: readonly (readonly [name: string, value: string])[];
  /** Whether a key of a device may be shown instead. */
  readonly passkey: "offer" | "none";
  readonly error: string | null;
};

/** The field that carries the password; a form may also hold it from the beginning. */
export const reentryField = "current_password";
/** The field that carries what a device's key has signed instead. */
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
  lasts: "Ține 10 minute, doar pe dispozitivul acesta.",
  required: "Parola este obligatorie",
  wrong: "Parola nu este corectă",
  locked: (minutes: number) =>
    `Prea multe încercări. Așteaptă ${counted(minutes, { one: "minut", few: "minute", other: "minute" })}.`,
  busy: "Site-ul este ocupat, încearcă din nou peste câteva secunde.",
} as const;
