import type { MailSettingsProblem } from "#ticketing/letters/mail-settings-form.ts";
import type { MailVerdict } from "#ticketing/letters/test-email-result.ts";
import { fieldSentences } from "../field-texts.ts";

/** What failed when mail was tried; the screen and the call use the same sentences. */
export const mailVerdicts: Record<Exclude<MailVerdict, "ok">, string> = {
  unreachable: "serverul nu răspunde la adresa și portul acestea",
  tls: "legătura nu poate fi criptată sau certificatul nu e bun",
  auth_failed: "utilizatorul sau parola nu e acceptată",
  refused: "serverul nu primește scrisoarea; verifică adresa expeditorului",
};

/** The sentence beside a field of the settings of mail, byte for byte where the specification quotes it. */
export const mailFieldProblems: Record<MailSettingsProblem, string> = {
  required: fieldSentences.required,
  email_invalid: "Adresa de email invalidă",
  port_invalid: "Portul este un număr între 1 și 65535",
  too_long: "Textul e prea lung sau are mai multe rânduri",
  host_forbidden: "Scrie numele unui server din internet; rețeaua internă nu este permisă",
  port_forbidden: "Porturile permise sunt 25, 465, 587 și 2525",
  password_again: "Reintrodu parola: cea păstrată este pentru alt server, port sau utilizator",
};
