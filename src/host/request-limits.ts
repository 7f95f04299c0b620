import { webhookPath } from "#platform/card-checkout/provider-words.ts";
import type { limits } from "#ticketing/limits.ts";

type Figure = keyof typeof limits;
export type MinuteFigure = Extract<Figure, `${string}AndMinute`>;

/** The limits of one address that changes something; the figures are those of `limits`. */
export type RequestLimit =
  | {
      /** Requests a minute from one network, of all addresses with this figure together. */
      readonly address: MinuteFigure;
      /** The same for one session, by its cookie or its token; or where else that is counted. */
      readonly session: MinuteFigure | { readonly none: string };
      /** The limit of one account, where the act itself counts it; or why nothing more is counted. */
      readonly account: Figure | { readonly none: string };
      /** Reads count too: a GET that sends an email, writes a row, or signs every ticket of a person. */
      readonly countsReads?: true;
    }
  | { readonly unlimited: string };

const session = "changesPerSessionAndMinute";
const change = { address: "changesPerAddressAndMinute", session } as const;

/** Costs a hash, a guess or an email to the person's own address. */
const proof = {
  address: "loginsPerAddressAndMinute",
  session: "hashesPerSessionAndMinute",
  account: { none: "wrong ones are counted where a password or code is checked" },
} as const;

/** Makes an account or an email to an address that nobody has proven. */
const signUp = {
  address: "signUpsPerAddressAndMinute",
  session,
  account: { none: "there is none yet" },
} as const;

const checkout = {
  address: "checkoutsPerAddressAndMinute",
  session: { none: "the act counts its calls, checkoutsPerSessionAndMinute" },
  account: { none: "the act counts what it holds" },
} as const;

const own = { ...change, account: { none: "changes only the person's own data" } } as const;
const office = { ...change, account: { none: "the team's own work, each act with its right" } } as const;
const emailLink = { ...change, account: { none: "by an email's token, without an account" } } as const;
const picture = { ...change, account: "uploadsPerAccountAndMinute" } as const;
const resend = { ...change, account: "resendsPerPurchaseAndHour" } as const;
const ticketEmail = { ...change, account: "ticketEmailsPerAccountAndDay" } as const;
const testLetter = { ...change, account: "testLettersPerAdministratorAndMinute" } as const;
const elsewhere = { ...proof, countsReads: true } as const;
/** By a phone's signature; its rows are counted where they are kept. */
const gatePhone = {
  address: "gateCallsPerAddressAndMinute",
  session: { none: "a phone of the door has no session: it signs each call" },
  account: "rowsPerPhoneAndMinute",
} as const;
const reading = { ...own, countsReads: true } as const;
const nothing = { unlimited: "nothing is changed there" } as const;

/**
 * Every address that takes POST, PUT, PATCH or DELETE, with its limits: the more special ones first. An address in no
 * row is counted with the last one.
 */
export const requestLimits: Readonly<Record<string, RequestLimit>> = {
  "/login": proof,
  "/login/code": proof,
  "/login/with/:provider": elsewhere,
  "/login/back": elsewhere,
  "/guest": signUp,
  "/auth/session/login": proof,
  "/auth/session/passkey-ask": proof,
  "/auth/session/reset": proof,
  "/auth/session/register": signUp,
  "/auth/session/:call?": own,
  "/register": signUp,
  "/confirm": proof,
  "/reset-password": proof,
  "/logout": own,
  "/profile": resend,
  "/profile/send/:id": ticketEmail,
  "/primeste": own,
  "/echipa": own,
  "/profile/security": proof,
  "/profile/security/factor": proof,
  "/newsletter": { ...signUp, account: "newsletterLetters" },
  "/newsletter/confirm": emailLink,
  "/newsletter/unsubscribe": emailLink,
  "/events/:id": checkout,
  "/events/:id/waiting": own,
  "/tickets": checkout,
  "/season-pass": checkout,
  "/purchase/:id": { ...checkout, session },
  "/checkout/:order": own,
  "/tickets/success": own,
  "/orders": { ...signUp, account: "guestTicketsAgain" },
  "/orders/:order": proof,
  "/orders/:order/send/:id": ticketEmail,
  "/orders/:order/moved/:move": proof,
  "/gate/api/enrol": {
    ...signUp,
    session: { none: "a phone has none yet" },
    account: { none: "by the secret of an invitation, which is used once" },
  },
  "/gate/api/scan": gatePhone,
  "/gate/api/beat": gatePhone,
  "/gate/api/list": gatePhone,
  "/gate/api/guests": gatePhone,
  "/gate/api/log": gatePhone,
  "/gate/api/*": nothing,
  "/gate": { ...change, account: "wrongCodesAtGate" },
  "/gate/nights/:id/after": office,
  "/gate/nights/:id/gates": office,
  "/gate/nights/:id/orders": office,
  "/gate/nights/:id/sale": office,

  "/auth/v1/reauthenticate": elsewhere,
  "/auth/v1/authorize": elsewhere,
  "/auth/v1/user/identities/authorize": elsewhere,
  "/auth/v1/callback": elsewhere,
  "/auth/v1/signup": signUp,
  "/auth/v1/token": proof,
  "/auth/v1/verify": proof,
  "/auth/v1/recover": proof,
  "/auth/v1/resend": proof,
  "/auth/v1/otp": proof,
  "/auth/v1/sso": proof,
  "/auth/v1/user": proof,
  "/auth/v1/factors": proof,
  "/auth/v1/factors/:factorId": proof,
  "/auth/v1/factors/:factorId/challenge": proof,
  "/auth/v1/factors/:factorId/verify": proof,
  "/auth/v1/user/identities/:identityId": proof,
  "/auth/v1/logout": own,
  "/auth/v1/*": own,

  "/functions/v1/checkout-session": checkout,
  "/functions/v1/send-ticket-confirmation": resend,
  "/functions/v1/send-season-pass-confirmation": resend,
  "/functions/v1/resend-purchase-confirmation": resend,
  "/functions/v1/send-test-email": testLetter,
  "/functions/v1/guest-session": signUp,
  "/functions/v1/my-tickets": reading,
  "/functions/*": nothing,
  [webhookPath]: { unlimited: "signed by the card provider, which sends in bursts and repeats" },
  "/webhooks/*": nothing,
  "/_demo/*": { unlimited: "demo mode only" },
  "/pictures/*": nothing,
  "/assets/*": nothing,

  "/admin/pictures/:folder": picture,
  "/admin/pictures/*": nothing,
  "/admin/events/:id/picture": picture,
  "/admin/artists/:id/picture": picture,
  "/admin/tickets/:id/picture": picture,
  "/admin/abonamente/:id/picture": picture,
  "/admin": office,
  "/admin/events": office,
  "/admin/events/new": picture,
  "/admin/events/:id": picture,
  "/admin/events/:id/delete": office,
  "/admin/events/:id/publish": office,
  "/admin/events/:id/unavailable": office,
  "/admin/events/:id/opening": office,
  "/admin/events/:id/cancel": office,
  "/admin/events/:id/guests": office,
  "/admin/events/:id/messages": { ...change, account: "messagesPerNightAndDay" },
  "/admin/events/:id/move": office,
  "/admin/events/:id/duplicate": office,
  "/admin/events/:id/preview": picture,
  "/admin/artists": office,
  "/admin/artists/new": picture,
  "/admin/artists/:id": picture,
  "/admin/artists/:id/delete": office,
  "/admin/tickets": office,
  "/admin/tickets/new": picture,
  "/admin/tickets/:id": picture,
  "/admin/tickets/:id/delete": office,
  "/admin/tickets/:id/price": office,
  "/admin/abonamente": office,
  "/admin/abonamente/new": picture,
  "/admin/abonamente/:id": picture,
  "/admin/abonamente/:id/delete": office,
  "/admin/abonamente/:id/price": office,
  "/admin/abonamente/:id/quick": office,
  "/admin/codes": office,
  "/admin/codes/new": office,
  "/admin/codes/:id": office,
  "/admin/codes/:id/delete": office,
  "/admin/notifications": office,
  "/admin/email": testLetter,
  "/admin/email/templates": testLetter,
  "/admin/email/templates/:id": testLetter,
  "/admin/email/config": office,
  "/admin/email/outbox": resend,
  "/admin/content": picture,
  "/admin/content/footer": office,
  "/admin/brand": picture,
  "/admin/content/legal/:key": office,
  "/admin/status/ready": office,
  "/admin/status/stops": office,
  "/admin/status/stops/start": office,
  "/admin/reconciliation": office,
  "/admin/team": office,
  "/admin/settlement/rates": office,
  "/admin/purchases": resend,
  "/admin/customers/:id": office,

  "/*": own,
};
