import { inSeconds } from "#kernel/time.ts";

/**
 * How many wrong passwords and codes are checked before each further one must wait 1, 2, 4 ... 15 minutes
 * (docs/decisions/0020), and other limits of one account or address. `limits.ts` lists them with all others.
 */
export const loginLimits = {
  /** Wrong tries for one account from one network (IPv4 address, or /64), one known browser, or one session. */
  wrongInARow: 5,
  /** Wrong tries for one account in a day, from all browsers together that never signed in to it. */
  wrongPasswordsPerAccountAndDay: 200,
  /** The same for one code in an email; at this number it ends. Fewer, because it has six digits, and a mailbox gets twenty a day. */
  wrongTriesPerSignInCode: 10,
  /** Emails of one kind to one address, or for one account. */
  lettersPerAddressAndHour: 3,
  /**
   * Emails of all kinds to one mailbox that has not proven itself, or whose owner did not ask (`mayReachMailbox`): a
   * stranger who asks for one now and then would otherwise send hundreds.
   */
  unaskedLettersPerMailboxAndDay: 10,
  /** Emails that tell an owner that the account has changed. */
  warningsPerAccountAndHour: 10,
  /** Sign-ups from one network; each sends an email. A hostel or a mobile network has fewer when a sale opens. */
  signUpsPerNetworkAndHour: 120,
  /** Codes asked for from one network by guests who paid nothing: an invented guest has anybody's address. */
  guestCodesPerNetworkAndHour: 120,
  /** Sign-ups of one address that wait for its proof: as many as get a link within the hour that it works, the reserved ones too. */
  registrationsPerAddress: 13,
  /** Verified and unverified ones together. */
  factorsPerAccount: 10,
  recoveryCodes: 10,
  /** More than a person has devices. */
  passkeysPerAccount: 20,
  /** Accounts in the known-browser token of one browser; the oldest is dropped. */
  accountsPerKnownBrowser: 5,
} as const;

/**
 * The code sent to a guest's address: its life in seconds, how many wrong ones a network may send in a day, and how
 * many emails of a kind that serves its asker alone are sent in a day beyond the address's budget (`maySendReserved`).
 */
export const guestLimits = {
  code: 15 * inSeconds.minute,
  wrongCodesPerNetworkAndDay: 300,
  reservedLettersPerDay: 10,
} as const;

/** How long tokens, codes and proofs of an account are valid. Seconds; `limits.ts` lists them with all others. */
export const accountDurations = {
  /** A link in an email. */
  letterLink: inSeconds.hour,
  /** A code in an email. */
  letterCode: 10 * inSeconds.minute,
  /** The least time between two emails of one kind to one address. */
  betweenLetters: inSeconds.minute,
  /** How long a sign-up waits for the proof of its address. */
  registration: 7 * inSeconds.day,
  /** How long a new proof (the password entered again, or another one) allows acts that need it. */
  freshProof: 10 * inSeconds.minute,
  /** How long a challenge of a second factor can be answered. */
  factorChallenge: 5 * inSeconds.minute,
  /** An access token of `/auth/v1` (at most 15 minutes). */
  accessToken: 15 * inSeconds.minute,
  /** For this long, a used refresh token still gets its successor: for parallel requests and lost answers. */
  usedRefreshToken: 10,
  /** For this long, a used confirmation link still signs its own browser in: for a second click and lost answers. */
  usedLink: 5 * inSeconds.minute,
  /** How long a person may take on the provider's page. */
  providerSignIn: 10 * inSeconds.minute,
  /** How long an application may take to exchange its code. */
  providerCode: 5 * inSeconds.minute,
  /** The longest wait after wrong tries. */
  wrongTryWait: 15 * inSeconds.minute,
  /** Without a try for this time, the count of wrong tries starts again. */
  wrongTriesCount: inSeconds.day,
} as const;
