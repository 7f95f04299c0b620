import { translatable } from "#kernel/language.ts";
import { counted, spanInWords } from "#kernel/romanian.ts";
import { durations, lengths } from "#ticketing/limits.ts";
import { requestTexts } from "#web/request/request-texts.ts";

export const reentryTexts = translatable({
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
  locked: (minutes: number) => `Prea multe încercări. Așteaptă ${counted(minutes, "minute")}.`,
  busy: requestTexts.siteBusy,
});

/** The sentence for each problem of a new password. */
export const passwordProblems = translatable({
  password_required: reentryTexts.required,
  password_too_short: "Parola trebuie sa aiba cel putin 8 caractere",
  password_too_long: `Parola este prea lungă: cel mult ${counted(lengths.password.most, "character")}`,
  password_common:
    "Parola trebuie sa aiba cel putin 8 caractere si sa contina cifre si caractere speciale. Alege o parolă mai greu de ghicit.",
});
