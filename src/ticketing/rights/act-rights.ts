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

const incompletely = (right: Right): Rule => ({ right, proof: "first_factor" });
const plainly = (right: Right): Rule => ({ right, proof: "complete" });
const freshly = (right: Right): Rule => ({ right, proof: "fresh" });

/**
 * Every act that a person can start, by the name of its file, with its right and its proof. An act on other people's
 * things has a row of its own. An act is `fresh` if it adds or removes a way to sign in, or gives a power that
 * outlives the session: a stranger at an open session gets no more than that session. An act that is neither here nor
 * in `programActs` fails a test.
 */
export const actRules = {
  // Acts for everybody.
  "subscribe-to-newsletter": plainly("site.browse"),
  "confirm-newsletter": plainly("site.browse"),
  "unsubscribe-from-newsletter": plainly("site.browse"),
  "try-code": plainly("site.browse"),
  "open-guest-session": plainly("site.browse"),
  "send-guest-tickets": plainly("site.browse"),
  // Acts on one's own account and orders.
  "edit-profile": plainly("account.keep"),
  "change-email": freshly("account.keep"),
  "change-password": freshly("account.keep"),
  "erase-person": freshly("account.keep"),
  "forget-buyer": freshly("account.keep"),
  "add-passkey": freshly("account.keep"),
  "remove-passkey": freshly("account.keep"),
  "enrol-factor": freshly("account.keep"),
  "verify-factor": incompletely("account.keep"),
  "read-factors": incompletely("account.keep"),
  "end-this-session": incompletely("account.keep"),
  "remove-factor": freshly("account.keep"),
  "renew-recovery-codes": freshly("account.keep"),
  "link-identity": freshly("account.keep"),
  "unlink-identity": freshly("account.keep"),
  "end-session": plainly("account.keep"),
  "send-code": plainly("account.keep"),
  "ticket-pdf": plainly("account.keep"),
  "resend-tickets": plainly("account.keep"),
  "split-code": plainly("account.keep"),
  "name-own-ticket": plainly("account.keep"),
  "send-ticket": plainly("account.keep"),
  "take-back-ticket": plainly("account.keep"),
  "accept-ticket": plainly("account.keep"),
  "choose-after-move": plainly("account.keep"),
  "accept-invitation": plainly("account.keep"),
  "decline-ticket": plainly("site.browse"),
  "welcome-guest": plainly("site.browse"),
  "release-order": plainly("account.keep"),
  "claim-orders": plainly("account.keep"),
  "claim-into-new-account": plainly("account.keep"),
  "open-account-of-guest": plainly("account.keep"),
  "correct-address": plainly("account.keep"),
  "send-guest-code": plainly("account.keep"),
  "prove-guest": plainly("account.keep"),
  "open-checkout": plainly("tickets.buy"),
  "join-waiting-room": plainly("tickets.buy"),
  "make-test-purchase": plainly("tickets.buy"),
  "buy-before-opening": plainly("tickets.buy_early"),
  // Acts at the gate.
  "admit-entry": plainly("entries.admit"),
  "admit-guest": plainly("entries.admit"),
  "save-gate": plainly("gates.lead"),
  "invite-phone": plainly("gates.lead"),
  "invite-chief-phone": freshly("gates.lead"),
  "set-gate-mode": freshly("gates.lead"),
  "stop-phone": freshly("gates.lead"),
  "mark-double": plainly("gates.lead"),
  "admit-found-ticket": freshly("gates.lead"),
  "reissue-ticket": freshly("gates.lead"),
  "accept-phone-rows": freshly("gates.lead"),
  "set-aside-for-door": plainly("door_sales.lead"),
  "give-back-from-door": plainly("door_sales.lead"),
  "close-till": plainly("door_sales.lead"),
  "read-door-sales": plainly("door_sales.lead"),
  // Acts of the gate's phones. A phone proves itself by a secret and a key, so no person is asked for.
  "enrol-phone": plainly("site.browse"),
  "answer-scan": plainly("site.browse"),
  "take-gate-rows": plainly("site.browse"),
  "take-beat": plainly("site.browse"),
  "send-gate-list": plainly("site.browse"),
  "send-guest-names": plainly("site.browse"),
  // Acts on nights, artists and ticket types.
  "create-event": plainly("events.write"),
  "edit-event": plainly("events.write"),
  "delete-event": plainly("events.write"),
  "duplicate-event": plainly("events.write"),
  "show-events": plainly("events.write"),
  "publish-event": plainly("events.write"),
  "unpublish-event": plainly("events.write"),
  "announce-opening": plainly("events.write"),
  "withdraw-opening": plainly("events.write"),
  "create-artist": plainly("events.write"),
  "edit-artist": plainly("events.write"),
  "delete-artist": plainly("events.write"),
  "feature-artist": plainly("events.write"),
  "create-ticket-type": plainly("events.write"),
  "edit-ticket-type": plainly("events.write"),
  "remove-ticket-type": plainly("events.write"),
  "mark-ticket-types": plainly("events.write"),
  "choose-quick-purchase": plainly("events.write"),
  "agree-price": plainly("events.write"),
  "link-nights-to-pass": plainly("events.write"),
  "place-picture": plainly("events.write"),
  "upload-picture": plainly("events.write"),
  "describe-picture": plainly("events.write"),
  "create-voucher": plainly("events.write"),
  "edit-voucher": plainly("events.write"),
  "switch-vouchers": plainly("events.write"),
  "remove-voucher": plainly("events.write"),
  "save-guest-list": plainly("guest_lists.write"),
  "add-guests": plainly("guest_lists.write"),
  "remove-guest": plainly("guest_lists.write"),
  "restore-guest": plainly("guest_lists.write"),
  "correct-guest": plainly("guest_lists.write"),
  "export-guests": plainly("guest_lists.write"),
  "send-night-message": plainly("messages.write"),
  "stop-night-message": plainly("messages.write"),
  "preview-night-message": plainly("messages.write"),
  "start-stop": plainly("stops.write"),
  "lift-stop": plainly("stops.write"),
  "save-content": plainly("content.write"),
  "create-initial-content": plainly("content.write"),
  // Acts on emails.
  "save-mail-settings": freshly("letters.write"),
  "send-test-letter": plainly("letters.write"),
  "create-template": plainly("letters.write"),
  "save-template": plainly("letters.write"),
  "delete-template": plainly("letters.write"),
  "choose-templates": plainly("letters.write"),
  "send-template-sample": plainly("letters.write"),
  "preview-template": plainly("letters.write"),
  "show-letter": plainly("letters.write"),
  "retry-letter": plainly("letters.write"),
  "retry-failed-letters": plainly("letters.write"),
  "resume-letters": plainly("letters.write"),
  // Acts on money and on other people's purchases.
  "resend-any-tickets": plainly("purchases.write"),
  "split-any-code": plainly("purchases.write"),
  "rename-holder": plainly("purchases.write"),
  "recheck-payment": plainly("purchases.write"),
  "correct-any-address": freshly("purchases.write"),
  "add-person-note": plainly("purchases.write"),
  "remove-person-note": plainly("purchases.write"),
  "grant-invitation": freshly("invitations.give"),
  "refund-order": freshly("refunds.give"),
  "cancel-night": freshly("nights.change"),
  "move-night": freshly("nights.change"),
  reconcile: plainly("books.read"),
  "read-settlement": plainly("reports.read"),
  "save-vat-rate": plainly("rates.write"),
  "remove-vat-rate": plainly("rates.write"),
  // Files. They are read like screens, without a fresh proof.
  "export-settlement": plainly("exports.read"),
  "export-purchases": plainly("exports.read"),
  "export-ledger": plainly("exports.read"),
  "export-code-uses": plainly("exports.read"),
  "export-codes": plainly("exports.read"),
  "mark-notifications-read": plainly("office.open"),
  // Acts on the team. No other act changes a role (I23).
  "show-team": plainly("people.appoint"),
  "appoint-person": freshly("people.appoint"),
  "invite-member": freshly("people.appoint"),
  "withdraw-invitation": plainly("people.appoint"),
  "save-team-settings": freshly("people.appoint"),
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
  "forget-transfers",
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
type Asking = { readonly role: Who } | null;

/**
 * Whether a person may do this act. Without `session`, as inside an act, only the right is checked. With it, as where
 * a request enters, the proof is checked too, and the answer may be "prove".
 */
export function mayDo(who: Asking, act: Act): boolean;
export function mayDo(who: Asking, act: Act, session: { readonly isReconfirmed: boolean }): boolean | "prove";
export function mayDo(
  who: Asking,
  act: Act,
  session?: { readonly isReconfirmed: boolean },
): boolean | "prove" {
  const { right, proof } = actRules[act];
  if (!may(who?.role ?? "anonymous", right)) return false;
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
