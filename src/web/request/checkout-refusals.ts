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

type RefusalAnswer = { status: number; sentence: string; retryAfter?: number };

const away = () => ({ status: 503, sentence: captchaTexts.away, retryAfter: 10 });

const later = (inWords: (seconds: number) => string, { retryAfter }: { readonly retryAfter: number }) => ({
  status: 429,
  sentence: inWords(retryAfter),
  retryAfter,
});

/** Sentences of the specification are byte for byte. */
const answers: {
  readonly [Refusal in CheckoutRefusal as Refusal["reason"]]: (refusal: Refusal) => RefusalAnswer;
} = {
  not_signed_in: () => ({ status: 401, sentence: saleTexts.loginFirst }),
  may_not_buy: () => ({ status: 403, sentence: saleTexts.gateAccount }),
  unknown_type: () => ({ status: 404, sentence: saleTexts.choiceInvalid }),
  wrong_event: () => ({ status: 400, sentence: saleTexts.choiceInvalid }),
  no_price: () => ({ status: 409, sentence: saleTexts.typeNotConfigured }),
  event_unavailable: () => ({ status: 409, sentence: refusalTexts.eventUnavailable }),
  event_past: () => ({ status: 409, sentence: refusalTexts.eventPast }),
  not_on_sale: () => ({ status: 409, sentence: refusalTexts.notOnSale }),
  sale_stopped: () => ({ status: 409, sentence: saleTexts.stopped, retryAfter: 60 }),
  not_open_yet: () => ({ status: 409, sentence: refusalTexts.notOpenYet }),
  wait_in_room: () => ({ status: 409, sentence: refusalTexts.notYourTurn }),
  not_enough: () => ({ status: 409, sentence: refusalTexts.notEnough }),
  ticket_needed: () => ({ status: 409, sentence: saleTexts.ticketNeeded }),
  sold_alone: () => ({ status: 400, sentence: saleTexts.soldAlone }),
  older_build_runs: () => ({ status: 503, sentence: requestTexts.upgrading, retryAfter: 60 }),
  too_many_people: ({ most }) => ({ status: 409, sentence: saleTexts.tooManyPeople(most) }),
  code_invalid: ({ why }) => ({ status: 409, sentence: refusalTexts.codeInvalid[why] }),
  code_exhausted: ({ left }) => ({ status: 409, sentence: refusalTexts.codeExhausted(left) }),
  too_many_codes: (refusal) =>
    later(refusal.isOfNetwork ? refusalTexts.tooManyCodesOfNetwork : refusalTexts.tooManyCodes, refusal),
  below_card_minimum: ({ least }) => ({ status: 409, sentence: refusalTexts.belowCardMinimum(least) }),
  price_changed: ({ total }) => ({ status: 409, sentence: refusalTexts.priceChanged(total) }),
  night_moved: ({ total, ...night }) => ({ status: 409, sentence: refusalTexts.nightMoved(night, total) }),
  other_order_open: () => ({ status: 409, sentence: refusalTexts.otherOrderOpen }),
  already_paid: () => ({ status: 409, sentence: refusalTexts.alreadyPaid }),
  key_reused: () => ({ status: 422, sentence: refusalTexts.keyReused }),
  account_needed: () => ({ status: 403, sentence: refusalTexts.accountNeeded }),
  too_many_for_guest: ({ most }) => ({ status: 409, sentence: refusalTexts.tooManyForGuest(most) }),
  too_many_people_for_guest: ({ most }) => ({
    status: 409,
    sentence: refusalTexts.tooManyPeopleForGuest(most),
  }),
  too_many_add_ons_for_guest: ({ most }) => ({
    status: 409,
    sentence: refusalTexts.tooManyAddOnsForGuest(most),
  }),
  guests_full: ({ title }) => ({ status: 409, sentence: refusalTexts.guestsFull(title), retryAfter: 60 }),
  proof_needed: () => ({ status: 403, sentence: refusalTexts.proofNeeded }),
  too_many_guests: (refusal) => later(refusalTexts.tooManyGuests, refusal),
  too_many_places_held: (refusal) => later(refusalTexts.tooManyPlacesHeld, refusal),
  held_too_long: (refusal) => later(refusalTexts.heldTooLong, refusal),
  captcha_needed: ({ why }) => (why === "away" ? away() : { status: 403, sentence: refusalTexts.secondHold }),
  too_fast: ({ retryAfter }) => ({ status: 429, sentence: refusalTexts.tooFast, retryAfter }),
  page_refused: ({ isEmailWrong }) => ({ status: 422, sentence: saleTexts.pageRefused(isEmailWrong) }),
  provider_unavailable: () => ({ status: 503, sentence: saleTexts.failed, retryAfter: 10 }),
  busy: () => ({ status: 503, sentence: saleTexts.failed, retryAfter: 5 }),
};

/** Returns the status and the sentence for a refused purchase. */
export function checkoutRefusal(refusal: CheckoutRefusal): RefusalAnswer {
  const answer = answers[refusal.reason] as (refusal: CheckoutRefusal) => RefusalAnswer;
  return answer(refusal);
}

/** Returns the status and the sentence when nobody can buy without an account now. */
export function guestSessionRefusal(refusal: GuestSessionRefusal): RefusalAnswer {
  switch (refusal.reason) {
    case "guests_off":
      return { status: 404, sentence: requestTexts.unknownCall };
    case "captcha_needed":
      return refusal.why === "away" ? away() : { status: 403, sentence: captchaTexts.failed };
  }
}
