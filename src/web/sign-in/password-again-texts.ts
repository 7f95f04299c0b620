import { counted, spanInWords } from "#kernel/romanian.ts";
import { durations } from "#ticketing/limits.ts";
import { requestTexts } from "#web/request/request-texts.ts";

/** Texts of the password dialog. */
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
