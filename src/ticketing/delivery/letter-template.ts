import type { LetterTemplate } from "./fill-template.ts";
import {
  addressChangeAsked,
  addressKnown,
  confirmAddressLetter,
  confirmNewAddress,
  guestCode,
  oneTimeCode,
  passwordChangedLetter,
  resetPasswordLetter,
  welcome,
} from "./letter-templates/account-letters.ts";
import type { LetterFrame } from "./letter-templates/letter-shell.ts";
import { nightMessage } from "./letter-templates/message-to-holders.ts";
import { newsletterConfirm, newsletterWelcome } from "./letter-templates/newsletter-letters.ts";
import { nightCancelled } from "./letter-templates/night-cancelled.ts";
import { nightMoved } from "./letter-templates/night-moved.ts";
import { paymentReturned } from "./letter-templates/payment-returned.ts";
import { roleChanged } from "./letter-templates/role-changed.ts";
import { seasonPassNightAdded } from "./letter-templates/season-pass-night-added.ts";
import {
  ticketAccepted,
  ticketDeclined,
  ticketEnded,
  ticketForYou,
  ticketReceived,
} from "./letter-templates/sent-ticket-letters.ts";
import { teamInvitation } from "./letter-templates/team-invitation.ts";
import { seasonPassConfirmation, ticketConfirmation } from "./letter-templates/ticket-letters.ts";
import { ticketsSplit } from "./letter-templates/tickets-split.ts";
import {
  addressChanged,
  factorAdded,
  factorRemoved,
  identityLinked,
  identityUnlinked,
  passkeyAdded,
  passkeyRemoved,
  recoveryCodesRenewed,
  recoveryCodeUsed,
} from "./letter-templates/way-in-letters.ts";

/** The templates that come with the program; edited ones fall back to them. */
export const builtInTemplates = {
  confirm_address: confirmAddressLetter,
  confirm_new_address: confirmNewAddress,
  address_change_asked: addressChangeAsked,
  reset_password: resetPasswordLetter,
  address_known: addressKnown,
  password_changed: passwordChangedLetter,
  address_changed: addressChanged,
  factor_added: factorAdded,
  factor_removed: factorRemoved,
  recovery_codes_renewed: recoveryCodesRenewed,
  recovery_code_used: recoveryCodeUsed,
  passkey_added: passkeyAdded,
  passkey_removed: passkeyRemoved,
  identity_linked: identityLinked,
  identity_unlinked: identityUnlinked,
  role_changed: roleChanged,
  team_invitation: teamInvitation,
  one_time_code: oneTimeCode,
  welcome_email: welcome,
  ticket_confirmation: ticketConfirmation,
  season_pass_confirmation: seasonPassConfirmation,
  season_pass_night_added: seasonPassNightAdded,
  tickets_split: ticketsSplit,
  ticket_for_you: ticketForYou,
  ticket_accepted: ticketAccepted,
  ticket_declined: ticketDeclined,
  ticket_received: ticketReceived,
  ticket_ended: ticketEnded,
  newsletter_confirm: newsletterConfirm,
  newsletter_welcome: newsletterWelcome,
  guest_code: guestCode,
  night_cancelled: (frame: LetterFrame) => nightCancelled(frame, "money"),
  night_cancelled_share: (frame: LetterFrame) => nightCancelled(frame, "share"),
  night_cancelled_nothing: (frame: LetterFrame) => nightCancelled(frame, "nothing"),
  night_cancelled_received: (frame: LetterFrame) => nightCancelled(frame, "received"),
  night_moved: (frame: LetterFrame) => nightMoved(frame, "choice"),
  night_moved_nothing: (frame: LetterFrame) => nightMoved(frame, "nothing"),
  night_moved_received: (frame: LetterFrame) => nightMoved(frame, "received"),
  night_moved_ended: (frame: LetterFrame) => nightMoved(frame, "ended"),
  night_message: (frame: LetterFrame) => nightMessage(frame, "service"),
  night_message_news: (frame: LetterFrame) => nightMessage(frame, "news"),
  payment_returned: (frame: LetterFrame) => paymentReturned(frame, "no_stock"),
  payment_returned_twice_paid: (frame: LetterFrame) => paymentReturned(frame, "second_payment"),
  payment_returned_refunded: (frame: LetterFrame) => paymentReturned(frame, "refunded"),
  payment_returned_lowered: (frame: LetterFrame) => paymentReturned(frame, "lowered"),
} as const satisfies Record<string, (frame: LetterFrame) => LetterTemplate>;

export type TemplateName = keyof typeof builtInTemplates;
