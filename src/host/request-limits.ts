import { webhookPath } from "#platform/card-checkout/provider-words.ts";
import type { limits } from "#ticketing/limits.ts";
import type { LimitName } from "#web/address.ts";
import { officeAddresses } from "#web/office-addresses.ts";
import { doorAddresses, frameless, siteAddresses } from "#web/site-addresses.ts";

export type MinuteLimitName = Extract<keyof typeof limits, `${string}AndMinute`>;

/**
 * The limits of a path that changes something, by their names in `limits`. Acts count further limits by account.
 */
export type RequestLimit =
  | {
      /** Requests a minute from one network, counted over all paths that name this limit. */
      readonly address: MinuteLimitName;
      /** The same for one session, by its cookie or token; or `none` with the reason. */
      readonly session: MinuteLimitName | { readonly none: string };
      /** Reads count too: this GET sends an email, writes a row, or signs every ticket of a person. */
      readonly countsReads?: true;
    }
  | { readonly unlimited: string };

const session = "changesPerSessionAndMinute";
const change = { address: "changesPerAddressAndMinute", session } as const;

/** For requests that check a password or a code, or send an email to the person's own address. */
const proof = { address: "loginsPerAddressAndMinute", session: "hashesPerSessionAndMinute" } as const;

/** For requests that make an account. */
const signUp = { address: "signUpsPerAddressAndMinute", session } as const;
const guest = { address: "guestsPerAddressAndMinute", session } as const;

const checkout = {
  address: "checkoutsPerAddressAndMinute",
  session: { none: "the act counts its calls, checkoutsPerSessionAndMinute" },
} as const;

/** The limits of screens, by the name in the screen's row. */
const ofScreens: Readonly<Record<LimitName, RequestLimit>> = {
  proof,
  signUp,
  guest,
  newsletter: { address: "newslettersPerAddressAndMinute", session },
  lostTickets: { address: "lostTicketsPerAddressAndMinute", session },
  checkout,
  demoCheckout: { ...checkout, session },
  own: change,
  office: change,
  emailLink: change,
  ticketEmail: change,
  resend: change,
  testLetter: change,
  messages: change,
  picture: change,
  gateCodes: change,
};
const screens = Object.entries({
  ...siteAddresses,
  ...doorAddresses,
  ...frameless,
  ...officeAddresses,
}).flatMap(([path, { limit }]) => (limit ? [[`/${path}`, ofScreens[limit]] as const] : []));

const proofByGet = { ...proof, countsReads: true } as const;
/** Calls of the door's phones. Other devices in the same network must not use them up. */
const gatePhone = { unlimited: "counted by phone, after its signature (gate-calls.ts)" } as const;
const reading = { ...change, countsReads: true } as const;
const nothing = { unlimited: "nothing is changed there" } as const;

/** Every address that accepts POST, PUT, PATCH or DELETE, with its limits; the first row that fits counts. */
export const requestLimits: Readonly<Record<string, RequestLimit>> = {
  "/login/with/:provider": proofByGet,
  "/login/back": proofByGet,
  "/auth/session/login": proof,
  "/auth/session/passkey-ask": { ...proof, address: "passkeyAsksPerAddressAndMinute" },
  "/auth/session/reset": proof,
  "/auth/session/register": signUp,
  "/gate/api/enrol": gatePhone,
  "/gate/api/scan": gatePhone,
  "/gate/api/beat": gatePhone,
  "/gate/api/list": gatePhone,
  "/gate/api/guests": gatePhone,
  "/gate/api/log": gatePhone,
  "/gate/api/*": nothing,

  "/auth/v1/reauthenticate": proofByGet,
  "/auth/v1/authorize": proofByGet,
  "/auth/v1/user/identities/authorize": proofByGet,
  "/auth/v1/callback": proofByGet,
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
  "/auth/v1/logout": change,
  "/auth/v1/*": change,

  "/functions/v1/checkout-session": checkout,
  "/functions/v1/send-ticket-confirmation": change,
  "/functions/v1/send-season-pass-confirmation": change,
  "/functions/v1/resend-purchase-confirmation": change,
  "/functions/v1/send-test-email": change,
  "/functions/v1/guest-session": guest,
  "/functions/v1/my-tickets": reading,
  "/functions/*": nothing,
  [webhookPath]: { unlimited: "signed by the card provider, which sends in bursts and repeats" },
  "/webhooks/*": nothing,
  "/_demo/*": { unlimited: "demo mode only" },
  "/pictures/*": nothing,
  "/assets/*": nothing,

  "/admin/pictures/:folder": change,
  "/admin/pictures/*": nothing,

  ...Object.fromEntries(screens),
  "/*": change,
};
