import type { CheckoutRefusal } from "#ticketing/orders/checkout/open-checkout.server.ts";
import type { GuestSessionRefusal } from "#ticketing/orders/checkout/open-guest-session.server.ts";
import { captchaTexts } from "#web/sign-in/captcha-texts.ts";
import { refusalTexts } from "./refusal-texts.ts";
import { requestTexts } from "./request-texts.ts";
import { saleTexts } from "./sale-texts.ts";

/** Whether nobody can use the code any more. The purchase then goes on without the code, at another price. */
export function isWithoutCode(refusal: CheckoutRefusal): boolean {
  return refusal.reason === "code_invalid" || (refusal.reason === "code_exhausted" && refusal.left === 0);
}

/** Returns the status and the sentence for a refused purchase. Sentences of the specification are byte for byte. */
export function checkoutRefusal(refusal: CheckoutRefusal): {
  status: number;
  sentence: string;
  retryAfter?: number;
} {
  switch (refusal.reason) {
    case "not_signed_in":
      return { status: 401, sentence: saleTexts.loginFirst };
    case "may_not_buy":
      return { status: 403, sentence: saleTexts.gateAccount };
    case "unknown_type":
      return { status: 404, sentence: saleTexts.choiceInvalid };
    case "wrong_event":
      return { status: 400, sentence: saleTexts.choiceInvalid };
    case "no_price":
      return { status: 409, sentence: saleTexts.typeNotConfigured };
    case "event_unavailable":
      return { status: 409, sentence: refusalTexts.eventUnavailable };
    case "event_past":
      return { status: 409, sentence: refusalTexts.eventPast };
    case "not_on_sale":
      return { status: 409, sentence: refusalTexts.notOnSale };
    case "sale_stopped":
      return { status: 409, sentence: saleTexts.stopped, retryAfter: 60 };
    case "not_open_yet":
      return { status: 409, sentence: refusalTexts.notOpenYet };
    case "wait_in_room":
      return { status: 409, sentence: refusalTexts.notYourTurn };
    case "not_enough":
      return { status: 409, sentence: refusalTexts.notEnough };
    case "ticket_needed":
      return { status: 409, sentence: saleTexts.ticketNeeded };
    case "sold_alone":
      return { status: 400, sentence: saleTexts.soldAlone };
    case "older_build_runs":
      return { status: 503, sentence: requestTexts.upgrading, retryAfter: 60 };
    case "too_many_people":
      return { status: 409, sentence: saleTexts.tooManyPeople(refusal.most) };
    case "code_invalid":
      return { status: 409, sentence: refusalTexts.codeInvalid[refusal.why] };
    case "code_exhausted":
      return { status: 409, sentence: refusalTexts.codeExhausted(refusal.left) };
    case "too_many_codes":
      return {
        status: 429,
        sentence: refusalTexts.tooManyCodes(refusal.retryAfter),
        retryAfter: refusal.retryAfter,
      };
    case "below_card_minimum":
      return { status: 409, sentence: refusalTexts.belowCardMinimum(refusal.least) };
    case "price_changed":
      return { status: 409, sentence: refusalTexts.priceChanged(refusal.total) };
    case "other_order_open":
      return { status: 409, sentence: refusalTexts.otherOrderOpen };
    case "already_paid":
      return { status: 409, sentence: refusalTexts.alreadyPaid };
    case "key_reused":
      return { status: 422, sentence: refusalTexts.keyReused };
    case "account_needed":
      return { status: 403, sentence: refusalTexts.accountNeeded };
    case "too_many_for_guest":
      return { status: 409, sentence: refusalTexts.tooManyForGuest(refusal.most) };
    case "guests_full":
      return { status: 409, sentence: refusalTexts.guestsFull, retryAfter: 60 };
    case "proof_needed":
      return { status: 403, sentence: refusalTexts.proofNeeded };
    case "too_many_guests":
      return {
        status: 429,
        sentence: refusalTexts.tooManyGuests(refusal.retryAfter),
        retryAfter: refusal.retryAfter,
      };
    case "too_many_places_held":
      return {
        status: 429,
        sentence: refusalTexts.tooManyPlacesHeld(refusal.retryAfter),
        retryAfter: refusal.retryAfter,
      };
    case "held_too_long":
      return {
        status: 429,
        sentence: refusalTexts.heldTooLong(refusal.retryAfter),
        retryAfter: refusal.retryAfter,
      };
    case "captcha_needed":
      return refusal.why === "away"
        ? { status: 503, sentence: captchaTexts.away, retryAfter: 10 }
        : { status: 403, sentence: refusalTexts.secondHold };
    case "too_fast":
      return { status: 429, sentence: refusalTexts.tooFast, retryAfter: refusal.retryAfter };
    case "page_refused":
      return { status: 422, sentence: saleTexts.pageRefused(refusal.isAddress) };
    case "provider_unavailable":
      return { status: 503, sentence: saleTexts.failed, retryAfter: 10 };
    case "busy":
      return { status: 503, sentence: saleTexts.failed, retryAfter: 5 };
  }
}

/** Returns the status and the sentence when nobody can buy without an account now. */
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
