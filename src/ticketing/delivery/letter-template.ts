import { translatable } from "#kernel/language.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import type { LetterTemplate } from "./fill-template.ts";
import { accountLetters } from "./letter-templates/account-letters.ts";
import { guestPlace } from "./letter-templates/guest-place.ts";
import type { LetterFrame } from "./letter-templates/letter-shell.ts";
import { newsletterConfirm, newsletterWelcome } from "./letter-templates/newsletter-letters.ts";
import { nightCancelled, nightMessage, nightMoved } from "./letter-templates/night-letters.ts";
import { paymentReturned } from "./letter-templates/payment-returned.ts";
import {
  ticketAccepted,
  ticketDeclined,
  ticketDisputed,
  ticketEnded,
  ticketForYou,
  ticketReceived,
} from "./letter-templates/sent-ticket-letters.ts";
import {
  orderConfirmation,
  seasonPassConfirmation,
  seasonPassNightAdded,
  ticketConfirmation,
  ticketsSplit,
} from "./letter-templates/ticket-letters.ts";

/** The templates that come with the program: a letter's texts. They are used when an edited template cannot be. */
export const builtInTemplates = translatable({
  ...accountLetters,
  ticket_confirmation: ticketConfirmation,
  order_confirmation: orderConfirmation,
  season_pass_confirmation: seasonPassConfirmation,
  season_pass_night_added: seasonPassNightAdded,
  tickets_split: ticketsSplit,
  ticket_for_you: ticketForYou,
  ticket_accepted: ticketAccepted,
  ticket_declined: ticketDeclined,
  ticket_received: ticketReceived,
  ticket_ended: ticketEnded,
  ticket_disputed: (frame: LetterFrame) => ticketDisputed(frame, "disputed"),
  ticket_resumed: (frame: LetterFrame) => ticketDisputed(frame, "resumed"),
  guest_place: guestPlace,
  newsletter_confirm: newsletterConfirm,
  newsletter_welcome: newsletterWelcome,
  night_cancelled: (frame: LetterFrame) => nightCancelled(frame, "money"),
  night_cancelled_share: (frame: LetterFrame) => nightCancelled(frame, "share"),
  night_cancelled_nothing: (frame: LetterFrame) => nightCancelled(frame, "nothing"),
  night_cancelled_received: (frame: LetterFrame) => nightCancelled(frame, "received"),
  night_cancelled_guest: (frame: LetterFrame) => nightCancelled(frame, "guest"),
  night_moved: (frame: LetterFrame) => nightMoved(frame, "choice"),
  night_moved_share: (frame: LetterFrame) => nightMoved(frame, "share"),
  night_moved_nothing: (frame: LetterFrame) => nightMoved(frame, "nothing"),
  night_moved_received: (frame: LetterFrame) => nightMoved(frame, "received"),
  night_moved_ended: (frame: LetterFrame) => nightMoved(frame, "ended"),
  night_moved_guest: (frame: LetterFrame) => nightMoved(frame, "guest"),
  night_message: (frame: LetterFrame) => nightMessage(frame, "service"),
  night_message_news: (frame: LetterFrame) => nightMessage(frame, "news"),
  payment_returned: (frame: LetterFrame) => paymentReturned(frame, "no_stock"),
  payment_returned_twice_paid: (frame: LetterFrame) => paymentReturned(frame, "second_payment"),
  payment_returned_refunded: (frame: LetterFrame) => paymentReturned(frame, "refunded"),
  payment_returned_lowered: (frame: LetterFrame) => paymentReturned(frame, "lowered"),
  payment_returned_owed: (frame: LetterFrame) => paymentReturned(frame, "owed"),
} as const satisfies Record<string, (frame: LetterFrame) => LetterTemplate>);

export type TemplateName = keyof typeof builtInTemplates;

/** Whether the email is about one night that was added to a sold pass. */
export function isAboutAddedNight({ kind, variables }: ClaimedLetter): boolean {
  return kind === "season_pass_confirmation" && typeof variables.night === "string";
}

/** Whether the email is about the new codes of a ticket that was split. */
export function isAboutSplit({ variables }: ClaimedLetter): boolean {
  return variables.split === true;
}

const returnedTemplates: Readonly<Record<string, TemplateName>> = {
  second_payment: "payment_returned_twice_paid",
  refunded: "payment_returned_refunded",
  lowered: "payment_returned_lowered",
  owed: "payment_returned_owed",
};

const endedTemplates: Readonly<Record<string, TemplateName>> = {
  disputed: "ticket_disputed",
  resumed: "ticket_resumed",
};

/** The name of the program's own template for an email. */
export function templateOf(letter: ClaimedLetter): TemplateName {
  if (isAboutSplit(letter)) return "tickets_split";
  if (letter.kind === "one_time_code" && letter.variables.guest === true) return "guest_code";
  if (letter.kind === "one_time_code" && letter.variables.purpose === "sign-in-code") return "sign_in_code";
  if (isAboutAddedNight(letter)) return "season_pass_night_added";
  if (letter.kind === "ticket_ended") return endedTemplates[String(letter.variables.turn)] ?? letter.kind;
  if (letter.kind === "night_cancelled") return cancelledTemplateOf(letter);
  if (letter.kind === "night_moved") return movedTemplateOf(letter);
  if (letter.kind === "night_message" && letter.variables.news === true) return "night_message_news";
  if (letter.kind !== "payment_returned") return letter.kind;
  return returnedTemplates[String(letter.variables.reason)] ?? letter.kind;
}

function cancelledTemplateOf({ variables }: ClaimedLetter): TemplateName {
  if (variables.guest !== undefined) return "night_cancelled_guest";
  if (variables.received === true) return "night_cancelled_received";
  if (variables.amount === 0) return "night_cancelled_nothing";
  return variables.pass === true ? "night_cancelled_share" : "night_cancelled";
}

function movedTemplateOf({ variables }: ClaimedLetter): TemplateName {
  if (variables.guest !== undefined) return "night_moved_guest";
  if (variables.ended === true) return "night_moved_ended";
  if (variables.received === true) return "night_moved_received";
  if (variables.amount === 0) return "night_moved_nothing";
  return variables.pass === true ? "night_moved_share" : "night_moved";
}
