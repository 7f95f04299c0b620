import { loginLimits } from "#platform/identity/login-limits.ts";

/**
 * Every figure that says how much is too much, in one place. Limits protect accounts; those per address are wide,
 * because a whole mobile network may stand behind one.
 */
export const limits = {
  /** Tickets in one order (specification: 10 per selection). */
  quantity: 10,
  checkoutsPerAccountAndMinute: 6,
  /** What one mailbox may keep from others without paying, over all nights (docs/decisions/0021). */
  hoarding: { placesAtOnce: 20, placeMinutesPerDay: 3600, leastMinutes: 5 },
  checkoutsPerAddressAndMinute: 600,
  ...loginLimits,
  loginsPerAddressAndMinute: 300,
  signUpsPerAddressAndMinute: 60,
  /** Whatever else changes something, or tries to. */
  changesPerAddressAndMinute: 3000,
  /** Of one session: ten a second, which no hand does. */
  changesPerSessionAndMinute: 600,
  /** Passwords and codes that one session may have checked or set. */
  hashesPerSessionAndMinute: 30,
  /**
   * Pages that are rendered for people of one network who are not signed in: ten for each login it may have. One core
   * renders some 160 a second, so that a network takes a third of it at most.
   */
  renderingsPerAddressAndMinute: 3000,
  /** Pages rendered for one account: ten a second for a whole minute, which no hand does. */
  renderingsPerAccountAndMinute: 600,
  /** Renderings at once for one account or network: half a second of a core, behind which others wait. */
  renderingsAtOnce: 100,
  /** Failed logins of an account after which a captcha is asked, where one is on. */
  failuresBeforeCaptcha: 2,
  /** Holds waiting for the combiner; beyond them 503 with Retry-After. */
  holdsWaiting: 5000,
  holdsPerBatch: 256,
  /** Payments settled in one transaction, and waiting for one; what is beyond stays in the inbox a little longer. */
  settlementsPerBatch: 32,
  settlementsWaiting: 5000,
  /** Wrong codes by one person at the gate in five minutes, then a pause for typed ones. */
  wrongCodesAtGate: 10,
  resendsPerPurchaseAndHour: 3,
  newsletterLettersPerAddressAndHour: 3,
  testLettersPerAdministratorAndMinute: 5,
  /** One picture; the advice beside the field says 5 MB. */
  uploadBytes: 20 * 1024 * 1024,
  uploadsPerAccountAndMinute: 20,
  /** All stored pictures together. */
  storedPictureBytes: 20 * 1024 ** 3,
} as const;
