import type { GuestSessionRefusal } from "#ticketing/orders/checkout/open-guest-session.server.ts";
import { captchaTexts } from "#web/sign-in/captcha-texts.ts";
import { requestTexts } from "./request-texts.ts";

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
  }
}
