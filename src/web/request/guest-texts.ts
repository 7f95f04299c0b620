import { counted } from "#kernel/romanian.ts";
import { lengths } from "#ticketing/limits.ts";
import type { GuestProblem } from "#ticketing/orders/checkout/guest-form.ts";
import type { GuestSessionRefusal } from "#ticketing/orders/checkout/open-guest-session.server.ts";
import { captchaTexts } from "#web/sign-in/captcha-texts.ts";
import { refusalTexts } from "./refusal-texts.ts";
import { characters, requestTexts } from "./request-texts.ts";

/** What is wrong with a field of who buys without an account. */
export const guestProblems: Record<GuestProblem, string> = {
  email_required: "Scrie adresa de email la care trimitem biletele.",
  email_invalid: requestTexts.emailInvalid,
  full_name_required: "Scrie numele tău.",
  full_name_too_short: `Numele are cel puțin ${counted(lengths.personNameLeast, characters)}.`,
  full_name_too_long: `Numele este prea lung: cel mult ${counted(lengths.personName, characters)}`,
  full_name_refused: "Scrie numele doar cu litere, fără linkuri, bare oblice sau semne invizibile",
  phone_too_long: `Numărul de telefon este prea lung: cel mult ${counted(lengths.phone, characters)}`,
};

/** Why nobody can buy without an account now. */
export function guestSessionRefusal(refusal: GuestSessionRefusal): {
  status: number;
  sentence: string;
  retryAfter?: number;
} {
  switch (refusal.reason) {
    case "guests_off":
      return { status: 404, sentence: requestTexts.unknownCall };
    case "captcha_needed":
      return refusal.why === "away"
        ? { status: 503, sentence: captchaTexts.away, retryAfter: 10 }
        : { status: 403, sentence: captchaTexts.failed };
    case "too_many_guests":
      return {
        status: 429,
        sentence: refusalTexts.tooManyGuests(refusal.retryAfter),
        retryAfter: refusal.retryAfter,
      };
  }
}
