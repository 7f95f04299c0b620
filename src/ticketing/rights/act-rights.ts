import { may, type Right, type Who } from "./role-rights.ts";

/** The proof that a session must have given before an act. Each proof includes those before it. */
type Proof =
  /** The password, a code by email or another sign-in. The account's second factor may be missing. */
  | "first_factor"
  /** Every factor that the account has. A session of the site has always proven all of them. */
  | "complete"
  /** As `complete`, and the password or a passkey again within `durations.freshProof`. */
  | "fresh";

type Rule = { readonly right: Right; readonly proof: Proof };

const firstFactor = (right: Right): Rule => ({ right, proof: "first_factor" });
const complete = (right: Right): Rule => ({ right, proof: "complete" });
const fresh = (right: Right): Rule => ({ right, proof: "fresh" });

/**
 * Every act that a person can start, by the name of its file, with its right and its proof. An act on other people's
 * things has a row of its own. An act is `fresh` if it adds or removes a way to sign in, gives a power that outlives the
 * session or tickets without money, or writes to many: a stranger at an open session gets no more than that session.
 * An act that is neither here nor in `programActs` fails a test.
 */
export const actRules = {
  // Acts for everybody.
  "subscribe-to-newsletter": complete("site.browse"),
  "confirm-newsletter": complete("site.browse"),
  "unsubscribe-from-newsletter": complete("site.browse"),
  "try-code": complete("site.browse"),
  "open-guest-session": complete("site.browse"),
  "send-guest-tickets": complete("site.browse"),
  // Acts on one's own account and orders.
  "edit-profile": complete("account.keep"),
  "change-email": fresh("account.keep"),
  "change-password": fresh("account.keep"),
  "erase-person": fresh("account.keep"),
  "forget-buyer": fresh("account.keep"),
  "add-passkey": fresh("account.keep"),
  "remove-passkey": fresh("account.keep"),
  "enrol-factor": fresh("account.keep"),
  "verify-factor": firstFactor("account.keep"),
  "read-factors": firstFactor("account.keep"),
  "end-this-session": firstFactor("account.keep"),
  "remove-factor": fresh("account.keep"),
  "renew-recovery-codes": fresh("account.keep"),
  "link-identity": fresh("account.keep"),
  "unlink-identity": fresh("account.keep"),
  "end-session": complete("account.keep"),
  "send-code": complete("account.keep"),
  "ticket-pdf": complete("account.keep"),
  "resend-tickets": complete("account.keep"),
  "split-code": complete("account.keep"),
  "name-own-ticket": complete("account.keep"),
  "send-ticket": complete("account.keep"),
  "take-back-ticket": complete("account.keep"),
  "accept-ticket": complete("account.keep"),
  "choose-after-move": complete("account.keep"),
  "accept-invitation": complete("account.keep"),
  "decline-ticket": complete("site.browse"),
  "welcome-guest": complete("site.browse"),
  "release-order": complete("account.keep"),
  "claim-orders": complete("account.keep"),
  "claim-into-new-account": complete("account.keep"),
  "open-account-of-guest": complete("account.keep"),
  "correct-address": complete("account.keep"),
  "send-guest-code": complete("account.keep"),
  "prove-guest": complete("account.keep"),
  "rename-guest": complete("account.keep"),
  "open-checkout": complete("tickets.buy"),
  "join-waiting-room": complete("tickets.buy"),
  "make-test-purchase": complete("tickets.buy"),
  "buy-before-opening": complete("tickets.buy_early"),
  // Acts at the gate.
  "admit-entry": complete("entries.admit"),
  "admit-guest": complete("entries.admit"),
  "save-gate": complete("gates.lead"),
  "invite-phone": fresh("gates.lead"),
  "invite-chief-phone": fresh("gates.lead"),
  "set-gate-mode": fresh("gates.lead"),
  "stop-phone": fresh("gates.lead"),
  "mark-cleared": complete("gates.lead"),
  "admit-found-ticket": fresh("gates.lead"),
  "reissue-ticket": fresh("gates.lead"),
  "accept-phone-rows": fresh("gates.lead"),
  "set-aside-for-door": complete("door_sales.lead"),
  "give-back-from-door": complete("door_sales.lead"),
  "close-till": complete("door_sales.lead"),
  "read-door-sales": complete("door_sales.lead"),
  // Acts of the gate's phones. A phone proves itself by a secret and a key, so no person is asked for.
  "enrol-phone": complete("site.browse"),
  "answer-scan": complete("site.browse"),
  "take-gate-rows": complete("site.browse"),
  "take-beat": complete("site.browse"),
  "send-gate-list": complete("site.browse"),
  "send-guest-names": complete("site.browse"),
  // Acts on nights, artists and ticket types.
  "create-event": complete("events.write"),
  "edit-event": complete("events.write"),
  "delete-event": complete("events.write"),
  "duplicate-event": complete("events.write"),
  "show-events": complete("events.write"),
  "publish-event": complete("events.write"),
  "unpublish-event": complete("events.write"),
  "announce-opening": complete("events.write"),
  "withdraw-opening": complete("events.write"),
  "create-artist": complete("events.write"),
  "edit-artist": complete("events.write"),
  "delete-artist": complete("events.write"),
  "feature-artist": complete("events.write"),
  "create-ticket-type": complete("events.write"),
  "edit-ticket-type": complete("events.write"),
  "remove-ticket-type": complete("events.write"),
  "mark-ticket-types": complete("events.write"),
  "choose-quick-purchase": complete("events.write"),
  "agree-price": complete("events.write"),
  "link-nights-to-pass": complete("events.write"),
  "place-picture": complete("events.write"),
  "upload-picture": complete("events.write"),
  "describe-picture": complete("events.write"),
  "create-voucher": fresh("events.write"),
  "edit-voucher": fresh("events.write"),
  "switch-vouchers": complete("events.write"),
  "remove-voucher": complete("events.write"),
  // the codes still work, and each may be a free ticket
  "export-codes": complete("events.write"),
  "save-guest-list": complete("guest_lists.write"),
  // These two are asked only for names of `needPasswordToAdd`: at the door, plain names are typed at speed.
  "add-guests": fresh("guest_lists.write"),
  "correct-guest": fresh("guest_lists.write"),
  "remove-guest": complete("guest_lists.write"),
  "restore-guest": complete("guest_lists.write"),
  "export-guests": complete("guest_lists.write"),
  "send-night-message": fresh("messages.write"),
  "stop-night-message": complete("messages.write"),
  "preview-night-message": complete("messages.write"),
  "start-stop": complete("stops.write"),
  "lift-stop": complete("stops.write"),
  // Asked only when emails would say something else of the club: see `wouldChangeClub`.
  "save-content": fresh("content.write"),
  "create-initial-content": complete("content.write"),
  // Acts on emails.
  "save-mail-settings": fresh("letters.write"),
  "send-test-letter": complete("letters.write"),
  "create-template": fresh("letters.write"),
  "save-template": fresh("letters.write"),
  "delete-template": complete("letters.write"),
  "choose-templates": fresh("letters.write"),
  "send-template-sample": complete("letters.write"),
  "preview-template": complete("letters.write"),
  "show-letter": complete("letters.write"),
  // Asked only when the email goes to another address.
  "retry-letter": fresh("letters.write"),
  "retry-failed-letters": complete("letters.write"),
  "resume-letters": complete("letters.write"),
  // Acts on money and on other people's purchases.
  "resend-any-tickets": complete("purchases.write"),
  "split-any-code": complete("purchases.write"),
  "rename-holder": complete("purchases.write"),
  "recheck-payment": complete("purchases.write"),
  "correct-any-address": fresh("purchases.write"),
  "add-person-note": complete("purchases.write"),
  "remove-person-note": complete("purchases.write"),
  "grant-invitation": fresh("invitations.give"),
  "refund-order": fresh("refunds.give"),
  "cancel-night": fresh("nights.change"),
  "move-night": fresh("nights.change"),
  reconcile: complete("books.read"),
  "read-settlement": complete("reports.read"),
  "save-vat-rate": complete("rates.write"),
  "remove-vat-rate": complete("rates.write"),
  // Files. They are read like screens, without a fresh proof.
  "export-settlement": complete("exports.read"),
  "export-purchases": complete("exports.read"),
  "export-ledger": complete("exports.read"),
  "export-code-uses": complete("exports.read"),
  "mark-notifications-read": complete("office.open"),
  // Acts on the team. No other act changes a role (I23).
  "show-team": complete("people.appoint"),
  "appoint-person": fresh("people.appoint"),
  "invite-member": fresh("people.appoint"),
  "withdraw-invitation": complete("people.appoint"),
  "save-team-settings": fresh("people.appoint"),
} as const satisfies Record<string, Rule>;

export type Act = keyof typeof actRules;

/** Acts that no person starts: jobs, webhook events, and steps of other acts. */
export const programActs = [
  "ask-for-page",
  "book-checks",
  "check-prices",
  "count-members",
  "decrement-ticket-quantity",
  "deliver-letters",
  "end-restored-rights",
  "fold-sales",
  "forget-security-events",
  "forget-letters",
  "forget-guests",
  "forget-invitations",
  "forget-mailboxes",
  "forget-ticket-names",
  "issue-purchases",
  "make-guest",
  "make-wanted-prices",
  "note-low-stock",
  "open-card-page",
  "poll-payments",
  "print-order",
  "process-notice",
  "process-notices",
  "read-balance",
  "provide-templates",
  "receive-notice",
  "record-change",
  "record-security-event",
  "return-money",
  "send-tickets-now",
  "serve-page-queue",
  "settle-disputes",
  "settle-free-order",
  "settle-payment",
  "settle-refunds",
  "settlement-pdf",
  "spread-night-messages",
  "stop-cache",
  "sweep-guests",
  "sweep-holds",
  "sweep-pictures",
  "tell-administrators",
  "run-waiting-rooms",
  "work-off-cancellations",
  "work-off-moves",
  "write-heartbeat",
] as const;

/** The refusal for a person without the right to an act. */
export const notAllowed = { reason: "not_allowed" } as const;
export type NotAllowed = typeof notAllowed;

/** The person who wants to act; `null` for a visitor without an account. */
type Requester = { readonly role: Who } | null;

/**
 * Whether a person may do this act. Without `session`, as inside an act, only the right is checked. With it, as where
 * a request enters, the proof is checked too, and the answer may be "prove".
 */
export function mayDo(requester: Requester, act: Act): boolean;
export function mayDo(
  requester: Requester,
  act: Act,
  session: { readonly isReconfirmed: boolean },
): boolean | "prove";
export function mayDo(
  requester: Requester,
  act: Act,
  session?: { readonly isReconfirmed: boolean },
): boolean | "prove" {
  const { right, proof } = actRules[act];
  if (!may(requester?.role ?? "anonymous", right)) return false;
  return session && proof === "fresh" && !session.isReconfirmed ? "prove" : true;
}

/** The proof that this act needs and that a session of the protocol lacks; undefined when nothing is missing. */
export function missingProof(
  act: Act,
  { isComplete, isFresh }: { readonly isComplete: boolean; readonly isFresh: boolean },
): "insufficient_aal" | "reauthentication_needed" | undefined {
  const { proof } = actRules[act];
  if (proof !== "first_factor" && !isComplete) return "insufficient_aal";
  return proof === "fresh" && !isFresh ? "reauthentication_needed" : undefined;
}
