import { counted } from "#kernel/romanian.ts";
import { lengths } from "#ticketing/limits.ts";
import type { GuestProblem } from "#ticketing/orders/checkout/guest-form.ts";
import { characters, requestTexts } from "./request-texts.ts";

/** What is wrong with a field of who buys without an account. */
export const guestProblems: Record<GuestProblem, string> = {
  email_required: "Scrie adresa de email la care trimitem biletele.",
  email_invalid: requestTexts.emailInvalid,
  full_name_required: "Scrie numele tău.",
  full_name_too_short: `Numele are cel puțin ${counted(lengths.personNameLeast, characters)}.`,
  full_name_too_long: `Numele este prea lung: cel mult ${counted(lengths.personName, characters)}`,
  full_name_refused: "Scrie numele doar cu litere, fără linkuri și bare oblice",
  phone_invalid: requestTexts.phoneInvalid,
};
